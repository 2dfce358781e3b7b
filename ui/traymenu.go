package ui

import (
	"slices"
	"strings"

	"github.com/unodesk/unodesk/app"
	"github.com/unodesk/unodesk/ui/lang"
)

// command is something that a menu entry does.
type command int

const (
	doNothing command = iota // the entry only says something
	doSwitchOn
	doSwitchOff
	doUsePort
	doCopyAddress
	doStartOffice
	doTakeBack
	doPause
	doResume
	doShowStatus
	doShowActivity
	doShowConnect
	doShowSettings
	doQuit
)

// entry is one line of the tray menu; without a label it is a dividing line.
type entry struct {
	label string
	do    command
	port  int      // of doUsePort
	mark  bool     // it is switched on
	edit  app.Edit // of doTakeBack
}

// trayMenu returns the menu for a snapshot. It is made anew at every change.
func trayMenu(s app.Snapshot, w words) []entry {
	menu := []entry{{label: w.access(s)}}
	switch {
	case s.Server.Phase == app.Running:
		menu = append(menu,
			entry{label: w.Say("tray.copy"), do: doCopyAddress},
			entry{label: w.Say("access.switch_off"), do: doSwitchOff})
	case s.Server.Phase == app.Starting:
		menu = append(menu, entry{label: w.Say("access.switch_off"), do: doSwitchOff})
	case s.Server.Problem != nil:
		if port, ok := nextPort(s.Server.Problem); ok {
			menu = append(menu, entry{label: w.Say("tray.use_port", lang.Args{"port": port}), do: doUsePort, port: port})
		}
		menu = append(menu, entry{label: w.Say("access.switch_off"), do: doSwitchOff})
	default:
		menu = append(menu, entry{label: w.Say("access.switch_on"), do: doSwitchOn})
	}
	switch paused := s.Settings.MCP.ReadOnly; {
	case s.Server.Phase == app.Stopped:
	case paused:
		menu = append(menu, entry{label: w.Say("tray.pause"), do: doResume, mark: true})
	default:
		menu = append(menu, entry{label: w.Say("tray.pause"), do: doPause})
	}
	menu = append(menu, entry{}, entry{label: w.office(s.Office)})
	if s.Documents.Known {
		menu = append(menu, entry{label: w.documentCount(len(s.Documents.List))})
		for _, d := range s.Documents.List {
			if d.Active {
				menu = append(menu, entry{label: w.Say("tray.document", lang.Args{"document": clipped(d.Name)})})
			}
		}
	}
	if s.Server.Phase == app.Running && len(s.Hosts) > 0 {
		menu = append(menu, entry{label: w.callers(s.Hosts)})
	}
	if canStartOffice(s.Office) {
		menu = append(menu, entry{label: w.Say("office.start"), do: doStartOffice})
	}
	if e := s.LastEdit; e.UID != "" && s.Office.Live() {
		menu = append(menu, entry{label: w.Say("tray.take_back", lang.Args{"document": clipped(e.Document)}), do: doTakeBack, edit: e})
	}
	return append(menu,
		entry{},
		entry{label: w.Say("tray.status"), do: doShowStatus},
		entry{label: w.Say("tray.activity"), do: doShowActivity},
		entry{label: w.Say("tray.connect"), do: doShowConnect},
		entry{label: w.Say("tray.settings"), do: doShowSettings},
		entry{},
		entry{label: w.Say("tray.quit"), do: doQuit})
}

// callers names the AI programs that have called, the last one first.
func (w words) callers(hosts []app.Host) string {
	const most = 3
	var names []string
	for _, h := range hosts[:min(len(hosts), most)] {
		names = append(names, clipped(w.host(h.Name)))
	}
	slices.Sort(names) // a panel closes a menu that is replaced, which each call would do otherwise
	text := strings.Join(names, ", ")
	if n := len(hosts) - most; n > 0 {
		text += " " + w.Count("docs.more", n)
	}
	return w.Say("tray.hosts", lang.Args{"names": text})
}

// clipped keeps a name from making the menu as wide as the screen.
func clipped(name string) string {
	const most = 40
	if r := []rune(name); len(r) > most {
		return string(r[:most-1]) + "…"
	}
	return name
}

func (w words) documentCount(n int) string {
	if n == 0 {
		return w.Say("docs.none.short")
	}
	return w.Count("docs.count", n)
}

func canStartOffice(o app.Office) bool { return o.Phase == app.Unavailable || o.Phase == app.Lost }

// nextPort returns the free port that a problem proposes.
func nextPort(p *app.Problem) (int, bool) {
	if p == nil {
		return 0, false
	}
	port, ok := p.Args["next"].(int)
	return port, ok
}

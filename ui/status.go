package ui

import (
	"context"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"github.com/unodesk/unodesk/app"
	"github.com/unodesk/unodesk/ui/lang"
)

// statusWindow shows how everything is.
type statusWindow struct {
	appWindow
	ui *UI

	icon      *canvas.Image
	head      *widget.Label
	headMore  *widget.Label
	toggle    *widget.Button
	port      *widget.Button
	pause     *widget.Button
	problems  *widget.Label
	restart   *widget.Button
	repair    *widget.Button
	ended     *note
	calls     *widget.Label
	lastError *note
	officeHow *note
	login     *widget.Label
	address   *widget.Label
	copied    *widget.Button
	copiedAt  time.Time
	uptime    *widget.Label
	programs  *widget.Label
	reported  *widget.Button
	reportAt  time.Time
	test      *widget.Label
	testWhy   *note
	testAgain *widget.Button
	busy      *widget.Activity
	reach     *widget.Label

	reachRow       *fyne.Container
	details        *fyne.Container // what is known of a running server
	office         *widget.Label
	officeMore     *note
	startRow       *fyne.Container
	documents      *widget.Label
	documentsLabel *widget.Label
	version        *widget.Label
}

func newStatusWindow(u *UI) *statusWindow {
	s := &statusWindow{ui: u}
	s.name, s.core = "status", u.core
	s.create = func() {
		s.open(u.app, u.words.Say("status.title"), fyne.NewSize(560, 720), func() { u.leave(&s.appWindow) })
		s.build()
	}
	s.appWindow.build = s.build
	s.draw = func() { s.drawAll(u.snap) }
	s.shown = func() {
		u.core.Watching(true)
		u.core.ProbeNow()
	}
	s.hidden = func() { u.core.Watching(false) }
	return s
}

// build makes the widgets, in the language of the moment.
func (s *statusWindow) build() {
	w, core := s.ui.words, s.ui.core
	s.window.SetTitle(w.Say("status.title"))
	s.head, s.headMore = widget.NewLabel(""), newText("")
	s.head.TextStyle.Bold = true
	s.head.SizeName = theme.SizeNameHeadingText
	s.icon = canvas.NewImageFromResource(nil)
	s.icon.FillMode = canvas.ImageFillContain
	s.icon.SetMinSize(fyne.NewSquareSize(44))
	s.toggle = widget.NewButton("", s.switchServer)
	s.pause = widget.NewButton("", func() { s.ui.pause(!s.ui.snap.Settings.MCP.ReadOnly) })
	s.port = widget.NewButton("", func() {
		if port, ok := nextPort(s.ui.snap.Server.Problem); ok {
			s.ui.usePort(port)
		}
	})
	s.restart = widget.NewButton(w.Say("status.restart"), s.switchOffAndOn)
	s.repair = widget.NewButton(w.Say("status.repair"), func() { s.ui.open(app.SettingsScreen) })
	s.ended, s.lastError, s.officeHow = newNote(""), newNote(""), newNote("")
	s.calls, s.login = newText(""), newText("")
	s.problems = newText("")
	s.problems.Importance = widget.DangerImportance

	s.address, s.uptime, s.test = widget.NewLabel(""), widget.NewLabel(""), widget.NewLabel("")
	s.address.Selectable = true
	s.programs = newText("")
	s.copied = widget.NewButton("", s.copyAddress)
	s.busy = widget.NewActivity()
	s.testWhy = newNote("")
	s.testAgain = widget.NewButton(w.Say("probe.again"), core.ProbeNow)
	s.reach = newText("")

	s.office, s.officeMore = newText(""), newNote("")
	start := widget.NewButton(w.Say("office.start"), func() { s.ui.attempt(core.StartOffice) })
	start.Importance = widget.HighImportance
	s.startRow = leading(start)
	s.documents = newText("")
	s.version = widget.NewLabel("")
	s.window.SetContent(s.layout())
	s.drawAll(s.ui.snap)
}

func (s *statusWindow) layout() fyne.CanvasObject {
	w := s.ui.words
	sections := &sheets{}
	access := sections.add()
	access.row(w.Say("status.reach"), s.reach)
	details := sections.add()
	details.row(w.Say("status.address"), container.NewBorder(nil, nil, nil, container.NewVBox(s.copied), s.address),
		newNote(w.Say("status.address.more")))
	details.row(w.Say("status.running"), s.uptime)
	details.row(w.Say("status.programs"), s.programs)
	details.row(w.Say("status.calls"), s.calls, s.lastError)
	details.row(w.Say("status.test"), container.NewHBox(s.test, s.busy, layout.NewSpacer(), s.testAgain), s.testWhy, leading(s.restart))
	s.details = details.build()

	office := sections.add()
	office.across(heading(w.Say("status.office")))
	office.row(w.Say("status.state"), s.office, s.officeMore, s.officeHow, s.startRow)
	s.documentsLabel = office.row(w.Say("status.documents"), s.documents)

	settings := widget.NewButton(w.Say("status.settings"), func() { s.ui.open(app.SettingsScreen) })
	s.reported = widget.NewButton("", s.copyReport)
	activity := widget.NewButton(w.Say("status.activity"), func() { s.ui.open(app.ActivityScreen) })
	bottom := container.NewHBox(layout.NewSpacer(), s.reported, activity, settings)
	own := sections.add()
	own.across(heading(w.Say("status.own")))
	own.row(w.Say("status.own_version"), s.version)
	own.row(w.Say("status.login"), s.login)
	top := container.NewBorder(nil, nil, container.NewVBox(container.NewPadded(s.icon)), nil, s.topSheet(sections))
	s.reachRow = access.build()
	body := column(card(container.NewVBox(top, s.reachRow, s.details)), card(office.build()), card(own.build()))
	content, _ := frame(nil, body, bottom)
	return content
}

func (s *statusWindow) topSheet(sections *sheets) fyne.CanvasObject {
	top := sections.add()
	top.across(s.head, s.headMore, s.problems, leading(s.repair), leading(s.port, s.toggle, s.pause), s.ended)
	return top.build()
}

// drawAll shows a snapshot.
func (s *statusWindow) drawAll(snap app.Snapshot) {
	w := s.ui.words
	s.icon.Resource = trayIcon(markOf(snap))
	s.icon.Refresh()
	s.head.SetText(w.access(snap))
	s.drawTop(snap)
	s.drawAccess(snap)
	s.office.SetText(w.office(snap.Office))
	s.officeMore.explain(w.officeMore(snap.Office))
	showIf(s.startRow, canStartOffice(snap.Office))
	s.documents.SetText(w.documents(snap.Documents))
	showIf(s.documents, snap.Office.Live())
	showIf(s.documentsLabel, snap.Office.Live())
	s.officeHow.explain(w.officeHow(snap.Office))
	s.version.SetText(snap.Version)
	s.login.SetText(w.login(snap.Login))
	s.tick()
	s.window.Content().Refresh() // texts that wrap have new heights
}

func (s *statusWindow) drawTop(snap app.Snapshot) {
	w := s.ui.words
	s.headMore.Importance = widget.MediumImportance
	if snap.Server.Problem != nil {
		s.headMore.Importance = widget.DangerImportance
	}
	s.headMore.SetText(w.accessMore(snap))

	var text string
	for i := range snap.Problems {
		text += w.problem(&snap.Problems[i]) + "\n"
	}
	s.problems.SetText(trimLine(text))
	showIf(s.problems, text != "")
	showIf(s.repair, text != "")
	s.ended.explain(w.ended(snap.Ended))

	on := snap.Server.Phase != app.Stopped || snap.Server.Problem != nil
	s.toggle.Importance, s.toggle.Text = widget.HighImportance, w.Say("access.switch_on")
	if on {
		s.toggle.Importance, s.toggle.Text = widget.MediumImportance, w.Say("access.switch_off")
	}
	s.toggle.Refresh()
	showIf(s.pause, snap.Server.Phase == app.Running)
	s.pause.Importance = widget.MediumImportance
	pause := w.Say("access.pause")
	if snap.Settings.MCP.ReadOnly {
		s.pause.Importance, pause = widget.HighImportance, w.Say("access.resume")
	}
	s.pause.SetText(pause)
	port, offered := nextPort(snap.Server.Problem)
	showIf(s.port, offered)
	s.port.Importance = widget.HighImportance
	s.port.SetText(w.Say("status.use_port", lang.Args{"port": port}))
}

func (s *statusWindow) drawAccess(snap app.Snapshot) {
	w := s.ui.words
	running := snap.Server.Phase == app.Running
	showIf(s.details, running)
	s.address.SetText(snap.Server.Address)
	s.test.SetText(w.probe(snap.Probe))
	s.test.Importance = widget.MediumImportance
	s.testWhy.explain("")
	switch snap.Probe.State {
	case app.ProbeOK:
		s.test.Importance = widget.SuccessImportance
	case app.ProbeFailed:
		s.test.Importance = widget.DangerImportance
		s.testWhy.blame(w.problem(snap.Probe.Problem))
	case app.ProbeNone, app.ProbeRunning:
	}
	s.test.Refresh()
	if snap.Probe.State == app.ProbeRunning {
		s.busy.Show()
		s.busy.Start()
	} else {
		s.busy.Stop()
		s.busy.Hide()
	}
	showIf(s.restart, running && snap.Probe.State == app.ProbeFailed)
	s.calls.SetText(w.calls(snap))
	showIf(s.testAgain, running && snap.Probe.State != app.ProbeRunning)
	showIf(s.reachRow, running || !snap.Settings.MCP.Enabled)
	s.reach.SetText(w.reach(snap.Settings, snap.Token != ""))
}

func (s *statusWindow) switchServer() {
	server := s.ui.snap.Server
	if server.Phase == app.Stopped && server.Problem == nil {
		s.ui.attempt(s.ui.core.StartServer)
	} else {
		s.ui.attempt(s.ui.core.StopServer)
	}
}

// switchOffAndOn starts the server anew, which is what helps when it does not answer.
func (s *statusWindow) switchOffAndOn() {
	s.ui.attempt(func(ctx context.Context) error {
		if err := s.ui.core.StopServer(ctx); err != nil {
			return err
		}
		return s.ui.core.StartServer(ctx)
	})
}

func trimLine(s string) string {
	if n := len(s); n > 0 && s[n-1] == '\n' {
		return s[:n-1]
	}
	return s
}

func showIf(o fyne.CanvasObject, yes bool) {
	if yes {
		o.Show()
	} else {
		o.Hide()
	}
}

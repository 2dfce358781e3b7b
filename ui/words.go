package ui

import (
	"strings"
	"time"
	"unicode"

	"github.com/unodesk/unodesk/app"
	"github.com/unodesk/unodesk/app/config"
	"github.com/unodesk/unodesk/ui/lang"
)

// words turns what is going on into sentences.
type words struct {
	*lang.Texts
}

// access says in one line how the server is and whether AI programs may change anything.
func (w words) access(s app.Snapshot) string {
	switch {
	case s.Server.Problem != nil:
		return w.Say("access.failed")
	case s.Server.Phase == app.Running && s.Settings.MCP.ReadOnly:
		return w.Say("access.read_only")
	case s.Server.Phase == app.Running:
		return w.Say("access.on")
	case s.Server.Phase == app.Starting:
		return w.Say("access.starting")
	default:
		return w.Say("access.off")
	}
}

// accessMore says what that means.
func (w words) accessMore(s app.Snapshot) string {
	switch {
	case s.Server.Problem != nil:
		return w.problem(s.Server.Problem)
	case s.Server.Phase == app.Running && s.Settings.MCP.ReadOnly:
		return w.Say("access.read_only.more")
	case s.Server.Phase == app.Running:
		return w.Say("access.on.more")
	case s.Server.Phase == app.Starting:
		return w.Say("access.starting.more")
	default:
		return w.Say("access.off.more")
	}
}

// problem says what is wrong and what to do.
func (w words) problem(p *app.Problem) string {
	key := "problem." + p.Code
	do := key + ".do"
	if _, hasNext := p.Args["next"]; !hasNext && (p.Code == app.PortTaken || p.Code == app.PortTakenHidden) {
		do += "_close"
	}
	text := w.Say(key+".what", p.Args) + " " + w.Say(do, p.Args)
	if reason, ok := p.Args["reason"]; ok {
		text += " " + w.Say("problem.more", lang.Args{"reason": reason})
	}
	return text
}

// office says in one line how LibreOffice is.
func (w words) office(o app.Office) string {
	return strings.TrimSpace(w.Say("office."+string(o.Phase), lang.Args{"version": shortVersion(o.Version)}))
}

// officeMore says what to do about it, "" for nothing.
func (w words) officeMore(o app.Office) string {
	var sentences []string
	switch {
	case o.Phase == app.Attached:
	case o.Phase == app.Waiting && o.Dialog == "":
		sentences = append(sentences, w.Say("office.waiting.do_unnamed"))
	default:
		sentences = append(sentences, w.Say("office."+string(o.Phase)+".do", lang.Args{"dialog": o.Dialog}))
	}
	if n := len(o.Others); n > 0 && o.Live() {
		sentences = append(sentences, w.Count("office.others", n))
	}
	return strings.Join(sentences, " ")
}

// shortVersion leaves out the parts of a version that tell people nothing: "7.4.7.2" is 7.4.7.
func shortVersion(v string) string {
	parts := strings.Split(v, ".")
	return strings.Join(parts[:min(len(parts), 3)], ".")
}

// shownDocuments is how many open documents are listed by name.
const shownDocuments = 8

// documents lists the open documents, one on each line.
func (w words) documents(d app.Documents) string {
	switch {
	case !d.Known:
		return w.Say("docs.unknown")
	case len(d.List) == 0:
		return w.Say("docs.none")
	}
	var lines []string
	for i, doc := range d.List {
		if i == shownDocuments && len(d.List) > shownDocuments+1 {
			lines = append(lines, w.Count("docs.more", len(d.List)-i))
			break
		}
		lines = append(lines, w.document(doc))
	}
	return strings.Join(lines, "\n")
}

func (w words) document(d app.Document) string {
	kind := d.Type
	switch kind {
	case "writer", "calc", "draw", "impress":
	default:
		kind = "unknown"
	}
	key := "doc.line"
	if d.Modified {
		key = "doc.line.changed"
	}
	line := leftToRight(d.Name) + w.Say(key, lang.Args{"name": d.Name, "type": w.Say("doc." + kind)})
	if d.Edits > 0 {
		line += " – " + w.Count("doc.edits", d.Edits)
	}
	return line
}

// leftToRight is what a line begins with whose first letters may run from right to left: a mark that is not seen. Without
// it the brackets behind an Arabic name are the wrong way round.
func leftToRight(name string) string {
	if strings.ContainsFunc(name, func(r rune) bool { return unicode.In(r, unicode.Arabic, unicode.Hebrew) }) {
		return "\u200e"
	}
	return ""
}

// probe says how the last test went.
func (w words) probe(p app.Probe) string {
	switch p.State {
	case app.ProbeRunning:
		return w.Say("probe.probing")
	case app.ProbeOK:
		return w.Say("probe.ok", lang.Args{"ms": max(p.Took.Milliseconds(), 1)})
	case app.ProbeFailed:
		return w.Say("probe.failed")
	default:
		return w.Say("probe.none")
	}
}

// shownPrograms is how many AI programs are listed by name.
const shownPrograms = 4

// programs lists the AI programs that have called, one on each line.
func (w words) programs(hosts []app.Host, now time.Time) string {
	if len(hosts) == 0 {
		return w.Say("programs.none")
	}
	var lines []string
	for i, h := range hosts {
		if i == shownPrograms && len(hosts) > shownPrograms+1 {
			lines = append(lines, w.Count("docs.more", len(hosts)-i))
			break
		}
		line := w.Count("programs.line", h.Calls, lang.Args{"name": w.host(h.Name), "ago": w.duration(now.Sub(h.Last))})
		if h.Protocol != "" {
			line += " (MCP " + h.Protocol + ")"
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "\n")
}

// duration says a span of time in its largest unit.
func (w words) duration(d time.Duration) string {
	switch {
	case d < time.Minute:
		return w.Say("time.moment")
	case d < time.Hour:
		return w.Count("time.minutes", int(d.Minutes()))
	case d < 48*time.Hour:
		return w.Count("time.hours", int(d.Hours()))
	default:
		return w.Count("time.days", int(d.Hours())/24)
	}
}

// reach says who can get at the documents with the settings c, and what they can do.
func (w words) reach(c config.Config, hasToken bool) string {
	m := c.MCP
	if !m.Enabled {
		return w.Say("reach.off")
	}
	hasToken = hasToken || m.LAN || m.TokenForAll // it is made with those
	local := "reach.here"
	if m.TokenForAll {
		local = "reach.here_token"
	}
	sentences := []string{w.Say(local)}
	if m.LAN {
		sentences = append(sentences, w.Say("reach.network"))
	}
	origins := lang.Args{"origins": strings.Join(m.AllowedOrigins, ", ")}
	switch listed := len(m.AllowedOrigins) > 0; {
	case !hasToken || !m.AllowPrivateOrigins && !listed:
	case !listed:
		sentences = append(sentences, w.Say("reach.own"))
	case m.AllowPrivateOrigins:
		sentences = append(sentences, w.Say("reach.own_and_listed", origins))
	default:
		sentences = append(sentences, w.Say("reach.listed", origins))
	}
	if len(sentences) == 1 && !m.TokenForAll {
		sentences[0] = w.Say("reach.local")
	}
	if m.ReadOnly {
		sentences = append(sentences, w.Say("reach.read_only"))
	}
	return strings.Join(sentences, " ")
}

// network says where other computers find the server, "" if they cannot.
func (w words) network(s app.Server) string {
	if len(s.Network) == 0 {
		return ""
	}
	return w.Say("settings.lan.address", lang.Args{"addresses": strings.Join(s.Network, ", ")})
}

// refused says why a value is not taken and how to write it.
func (w words) refused(e *config.ValueError) string {
	sentence := w.Say("refused."+string(e.Reason), lang.Args{"min": e.Field.Min, "max": e.Field.Max})
	if e.Line > 0 {
		return w.Say("refused.in_line", lang.Args{"line": e.Line, "sentence": sentence})
	}
	return sentence
}

// tooltip says all of it in one line.
func (w words) tooltip(s app.Snapshot) string {
	return w.Say("tray.tooltip", lang.Args{"access": w.access(s), "office": w.office(s.Office)})
}

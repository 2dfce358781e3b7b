package ui

import (
	"cmp"
	"fmt"
	"runtime"
	"strings"
	"time"

	"github.com/unodesk/unodesk/app"
)

// report describes the state for somebody who helps, in English: without names of documents or programs, paths, addresses
// of others, or tokens.
func report(s app.Snapshot, now time.Time) string {
	var b strings.Builder
	line := func(name, format string, args ...any) {
		fmt.Fprintf(&b, "%s: %s\n", name, fmt.Sprintf(format, args...))
	}
	span := func(since time.Time) string {
		if since.IsZero() {
			return "-"
		}
		return now.Sub(since).Round(time.Second).String()
	}
	line("Unodesk", "%s, %s/%s, up %s", s.Version, runtime.GOOS, runtime.GOARCH, span(s.Started))
	line("Server", "%s, enabled %t, port %d, up %s%s", s.Server.Phase, s.Settings.MCP.Enabled, s.Settings.MCP.Port,
		span(s.Server.Since), problemCode(s.Server.Problem))
	line("Check", "%s, %s%s", cmp.Or(string(s.Probe.State), "-"), s.Probe.Took.Round(time.Millisecond), problemCode(s.Probe.Problem))
	line("Calls", "%d, %d failed, %d sent back, %d programs, last error %s", s.Calls.All, s.Calls.Failed, s.Server.Refused,
		len(s.Hosts), cmp.Or(s.Calls.LastFailed.Code, "-"))
	versions := map[string]int{}
	for _, h := range s.Hosts {
		versions[cmp.Or(h.Protocol, "-")]++
	}
	line("Protocols", "%v", versions)
	line("LibreOffice", "%s, version %s, by %s, %d others", s.Office.Phase, cmp.Or(s.Office.Version, "-"), cmp.Or(s.Office.How, "-"), len(s.Office.Others))
	if s.Documents.Known {
		kinds, edits := map[string]int{}, 0
		for _, d := range s.Documents.List {
			kinds[d.Type]++
			edits += d.Edits
		}
		line("Documents", "%d %v, %d edits under way", len(s.Documents.List), kinds, edits)
	}
	c := s.Settings
	line("Start", "at login %t (known %t), for programs %t, LibreOffice %t", s.Login.On, s.Login.Known, c.App.StartForPrograms, c.App.StartOffice)
	if s.Ended != nil {
		line("Ended", "an old process, hard %t, %s ago", s.Ended.Killed, span(s.Ended.At))
	}
	line("Access", "profile %s, read only %t, network %t, token for all %t", c.MCP.Profile, c.MCP.ReadOnly, c.MCP.LAN, c.MCP.TokenForAll)
	line("Settings", "mode %s, private origins %t, %d listed origins, token %t, review %s, %d folders, model %t, language %s",
		c.MCP.ExposureMode, c.MCP.AllowPrivateOrigins, len(c.MCP.AllowedOrigins), s.Token != "", c.Doc.ReviewMode,
		len(c.Doc.Folders), c.LLM.Endpoint != "", c.App.Language)
	for i := range s.Problems {
		line("Problem", "%s", s.Problems[i].Code)
	}
	return b.String()
}

func problemCode(p *app.Problem) string {
	if p == nil {
		return ""
	}
	return ", problem " + p.Code
}

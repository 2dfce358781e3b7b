package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strings"

	"github.com/unodesk/unodesk/uno"
)

// machine is where the figures are from.
type machine struct {
	cores                             int
	cpu, system, office, goes, python string
}

func describe(ctx context.Context, conn *uno.Conn, python string) machine {
	m := machine{
		cores: runtime.NumCPU(), cpu: runtime.GOARCH, system: runtime.GOOS,
		office: "LibreOffice, version unknown", goes: runtime.Version(), python: "Python",
	}
	if v := field("/proc/cpuinfo", "model name", ":"); v != "" {
		m.cpu = v
	}
	if v := field("/etc/os-release", "PRETTY_NAME", "="); v != "" {
		m.system = v
	}
	if v, err := officeVersion(ctx, conn); err == nil {
		m.office = "LibreOffice " + v
	}
	if out, err := exec.CommandContext(ctx, python, "--version").Output(); err == nil {
		m.python = strings.TrimSpace(string(out))
	}
	return m
}

// field finds a value in a file of names and values.
func field(path, name, separator string) string {
	text, err := os.ReadFile(path)
	if err != nil {
		return ""
	}
	for line := range strings.Lines(string(text)) {
		if key, value, ok := strings.Cut(line, separator); ok && strings.TrimSpace(key) == name {
			return strings.Trim(strings.TrimSpace(value), `"`)
		}
	}
	return ""
}

func officeVersion(ctx context.Context, conn *uno.Conn) (string, error) {
	provider, err := conn.Service(ctx, "com.sun.star.configuration.ConfigurationProvider")
	if err != nil {
		return "", err
	}
	access, err := provider.CallObject(ctx, "com.sun.star.lang.XMultiServiceFactory", "createInstanceWithArguments",
		"com.sun.star.configuration.ConfigurationAccess", []any{uno.PropertyValue("nodepath", "/org.openoffice.Setup/Product")})
	if err != nil {
		return "", err
	}
	v, err := access.Call(ctx, "com.sun.star.container.XNameAccess", "getByName", "ooSetupVersionAboutBox")
	text, _ := v.(string)
	return text, err
}

// report is the whole result as Markdown.
func report(m machine, rounds int, figures []*figure, tools []*toolFigure, wire *httpFigures, i *idle, t *trayFigures) (text string, reached bool) {
	var b strings.Builder
	fmt.Fprintf(&b, "# Benchmarks\n\nMade by `make bench`: %d rounds in one run, both sides in turn over the same pipe of the same\n"+
		"LibreOffice without windows. Figures are medians, in brackets the middle half; the ratio is that of the medians.\n\n", rounds)
	fmt.Fprintf(&b, "%d cores of %s, %s, %s, %s, PyUNO with %s.\n\n", m.cores, m.cpu, m.system, m.office, m.goes, m.python)
	b.WriteString("| | Unodesk | PyUNO | ratio | target | |\n| --- | --- | --- | --- | --- | --- |\n")
	reached = true
	mark := func(ok bool) string {
		reached = reached && ok
		if ok {
			return "reached"
		}
		return "missed"
	}
	for _, f := range figures {
		target, ok := f.target()
		fmt.Fprintf(&b, "| %s | %s | %s | %.2f | %s | %s |\n", f.name, f.show(f.mine), f.show(f.theirs), f.times(), target, mark(ok))
	}
	if len(tools) > 0 {
		fmt.Fprintf(&b, "\nTools, through HTTP, the server, the office, and back, %d rounds. \"Raw\" is what\n"+
			"PyUNO takes for the least that the same needs.\n\n", len(tools[0].mine))
		b.WriteString("| | Unodesk | raw | target | |\n| --- | --- | --- | --- | --- |\n")
		for _, f := range tools {
			target, ok := f.target()
			verdict := ""
			if target != "" {
				verdict = mark(ok)
			}
			fmt.Fprintf(&b, "| %s | %s | %s | %s | %s |\n", f.name, milliseconds(f.mine), milliseconds(f.theirs), target, verdict)
		}
	}
	wire.write(&b, mark)
	if i != nil {
		fmt.Fprintf(&b, "\nA server (`unodeskctl serve`) that is attached to LibreOffice and has nothing to do, over %v:\n\n", i.over)
		b.WriteString("| | Unodesk | target | |\n| --- | --- | --- | --- |\n")
		fmt.Fprintf(&b, "| memory | %.1f MB | < %d MB | %s |\n", float64(i.memory)/(1<<20), maxMemory>>20, mark(i.memory < maxMemory))
		fmt.Fprintf(&b, "| processor | %.2f %% of a core | < %.1f %% | %s |\n", 100*i.load(), 100*maxLoad, mark(i.load() < maxLoad))
	}
	if t != nil {
		t.write(&b, mark)
	}
	return b.String(), reached
}

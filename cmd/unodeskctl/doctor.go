package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"time"

	"github.com/unodesk/unodesk/app/config"
	"github.com/unodesk/unodesk/app/port"
	"github.com/unodesk/unodesk/app/version"
	"github.com/unodesk/unodesk/server"
	"github.com/unodesk/unodesk/uno/attach"
)

// finding is all that doctor found.
type finding struct {
	Version   string           `json:"version"`
	System    string           `json:"system"`
	Installed []attach.Program `json:"installed"`
	Offices   []foundOffice    `json:"offices"`
	Settings  foundSettings    `json:"settings"`
	Port      foundPort        `json:"port"`
	Server    *foundServer     `json:"server,omitempty"`
	Errors    []string         `json:"errors,omitempty"` // what could not be looked at
	Next      []string         `json:"next"`             // what to do
}

type foundOffice struct {
	PID      int    `json:"pid"`
	Profile  string `json:"profile"`
	Default  bool   `json:"default"`
	Headless bool   `json:"headless"`
	Ready    bool   `json:"ready"`
	Socket   string `json:"socket"`
}

type foundSettings struct {
	File     string   `json:"file"`
	Enabled  bool     `json:"enabled"`
	Problems []string `json:"problems,omitempty"`
}

type foundPort struct {
	Number int    `json:"number"`
	Free   bool   `json:"free"`
	Owner  string `json:"owner,omitempty"`
	PID    int    `json:"pid,omitempty"`
}

type foundServer struct {
	Address string         `json:"address"`
	Health  *server.Health `json:"health,omitempty"`
	Error   string         `json:"error,omitempty"`
}

// doctor looks at everything that has to be right and says what to do next. It
// changes nothing.
func doctor(ctx context.Context, c *console, args []string) error {
	flags := newFlags("doctor")
	asJSON := flags.Bool("json", false, "print JSON")
	file := flags.String("config", config.DefaultPath(), "settings `file`")
	state := stateFlag(flags)
	if _, err := parse(c, flags, args, 0, 0); err != nil {
		return err
	}
	f := examine(ctx, *file, *state)
	if *asJSON {
		return printJSON(c.out, f)
	}
	f.print(c.out)
	return nil
}

func examine(ctx context.Context, file, state string) *finding {
	ctx, cancel := context.WithTimeout(ctx, 20*time.Second)
	defer cancel()
	f := &finding{
		Version: version.Own(), System: runtime.GOOS + "/" + runtime.GOARCH,
		Installed: attach.Installed(), Offices: []foundOffice{}, Next: []string{},
	}
	offices, err := attach.Instances(ctx)
	f.failed("look for running offices", err)
	for _, o := range offices {
		f.Offices = append(f.Offices, foundOffice{o.PID, o.Profile, o.Default, o.Headless, o.Ready, o.Pipe})
	}
	f.lookAtSettings(file)
	f.lookAtPort(ctx)
	f.lookAtServer(ctx, state)
	f.advise()
	return f
}

func (f *finding) failed(what string, err error) {
	if err != nil {
		f.Errors = append(f.Errors, what+": "+err.Error())
	}
}

func (f *finding) lookAtSettings(file string) {
	settings, mistakes, err := config.Load(file)
	f.failed("read the settings", err)
	f.Settings = foundSettings{File: file, Enabled: settings.MCP.Enabled}
	f.Port.Number = settings.MCP.Port
	for _, m := range mistakes {
		f.Settings.Problems = append(f.Settings.Problems, m.Error())
	}
}

func (f *finding) lookAtPort(ctx context.Context) {
	f.Port.Free = port.Free(f.Port.Number)
	if f.Port.Free {
		return
	}
	owner, err := port.Listener(ctx, f.Port.Number)
	f.failed("look for the owner of the port", err)
	if owner != nil {
		f.Port.Owner, f.Port.PID = owner.Program, owner.PID
	}
}

func (f *finding) lookAtServer(ctx context.Context, state string) {
	to, err := reach(state)
	if errors.Is(err, errNoServer) {
		return
	}
	if err != nil {
		f.failed("look for the server", err)
		return
	}
	f.Server = &foundServer{Address: to.address}
	if f.Server.Health, err = to.health(ctx); err != nil {
		f.Server.Health, f.Server.Error = nil, err.Error()
	}
}

// advise says what to do next, the most basic first.
func (f *finding) advise() {
	advice := func(when bool, text string, args ...any) {
		if when {
			f.Next = append(f.Next, fmt.Sprintf(text, args...))
		}
	}
	ready := 0
	for _, o := range f.Offices {
		if o.Ready {
			ready++
		}
	}
	advice(len(f.Installed) == 0 && len(f.Offices) == 0, "Install LibreOffice from https://www.libreoffice.org/download.")
	advice(len(f.Installed) > 0 && len(f.Offices) == 0, "Start LibreOffice and open a document.")
	advice(len(f.Offices) > 0 && ready == 0, "LibreOffice runs and does not answer: look whether it shows a dialog.")
	advice(ready > 1, "Several LibreOffices run: name the one meant with --profile, or in the settings.")
	for _, p := range f.Settings.Problems {
		advice(true, "Correct the settings in %s: %s", f.Settings.File, p)
	}
	running := f.Server != nil && f.Server.Health != nil
	advice(!running && !f.Port.Free, "Port %d is taken by another program: end that program, or choose another port in the settings.", f.Port.Number)
	advice(!running && f.Port.Free, "Start Unodesk and switch it on, or run: unodeskctl serve")
	advice(f.Server != nil && f.Server.Health == nil, "The server runs and does not answer: restart Unodesk.")
	if running {
		h := f.Server.Health
		advice(h.Version != f.Version, "The server is version %s, this program %s: restart Unodesk after an update.", h.Version, f.Version)
		if len(f.Next) == 0 {
			advice(true, "All is well. Give your AI app this address: %s", f.Server.Address)
		}
	}
}

func (f *finding) print(w io.Writer) {
	line := func(text string, args ...any) { fmt.Fprintf(w, text+"\n", args...) }
	line("unodeskctl %s on %s", f.Version, f.System)
	line("\nInstalled LibreOffice:")
	for _, p := range f.Installed {
		version := p.Version
		if version == "" {
			version = "unknown version"
		}
		line("  %s (%s, %s)", p.Path, version, p.Kind)
	}
	if len(f.Installed) == 0 {
		line("  none found")
	}
	line("\nRunning LibreOffice:")
	for _, o := range f.Offices {
		line("  process %d, profile %s%s", o.PID, orUnknown(o.Profile), o.traits())
		line("    socket %s", orUnknown(o.Socket))
	}
	if len(f.Offices) == 0 {
		line("  none")
	}
	line("\nSettings: %s", f.Settings.File)
	switch {
	case f.Port.Free:
		line("Port %d: free", f.Port.Number)
	case f.Port.PID != 0:
		line("Port %d: taken by %s (process %d)", f.Port.Number, orUnknown(f.Port.Owner), f.Port.PID)
	default:
		line("Port %d: taken", f.Port.Number)
	}
	f.printServer(line)
	for _, e := range f.Errors {
		line("Could not %s", e)
	}
	line("\nWhat to do:")
	for _, n := range f.Next {
		line("  %s", n)
	}
}

func (f *finding) printServer(line func(string, ...any)) {
	switch {
	case f.Server == nil:
		line("Server: not running")
	case f.Server.Health == nil:
		line("Server: %s does not answer: %s", f.Server.Address, f.Server.Error)
	default:
		h := f.Server.Health
		line("Server: %s, version %s, process %d", f.Server.Address, h.Version, h.PID)
		line("Office: %s. %s", h.Office.Phase, h.Office.Detail)
	}
}

func (o foundOffice) traits() string {
	text := ""
	if o.Default {
		text += ", the default one"
	}
	if o.Headless {
		text += ", without windows"
	}
	if !o.Ready {
		text += ", not answering"
	}
	return text
}

func orUnknown(text string) string {
	if text == "" {
		return "not known"
	}
	return text
}

// Package unotest starts real offices for tests. Each has a profile of its own
// and ends with its test.
//
// Start with [StartOffice]; [Display] gives a screen for offices with windows.
package unotest

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/unodesk/unodesk/uno"
	"github.com/unodesk/unodesk/uno/attach"
)

// startTime is how long a first start may take, on a machine that is busy.
const startTime = 90 * time.Second

// OfficeOptions say which office a test needs.
type OfficeOptions struct {
	Profile string   // folder of the user installation; "" makes a new one
	Display string   // with windows on this display (":5"); "" is headless
	Backend string   // of the windows: "gen" or "gtk3"; "" leaves the choice
	Files   []string // documents to open
	Args    []string // further arguments
	Env     []string // further variables
	// Restore lets the office offer to recover documents.
	Restore bool
}

// Office is an office that runs for a test.
type Office struct {
	Profile string // folder of the user installation
	URL     string // the same as a URL
	PID     int    // of soffice.bin

	t       testing.TB
	process *attach.Process
}

// Available reports whether a LibreOffice is installed. Where it is missing the
// test is skipped, or fails if CI is set.
func Available(t testing.TB) {
	t.Helper()
	if _, err := attach.Find(""); err != nil {
		Missing(t, err.Error())
	}
}

// Missing ends a test that needs what is not there: skipped for a developer,
// failed in CI.
func Missing(t testing.TB, what string) {
	t.Helper()
	if os.Getenv("CI") != "" {
		t.Fatal(what)
	}
	t.Skip(what)
}

// StartOffice starts an office and waits until it can be attached to. The test
// ends it.
func StartOffice(t testing.TB, o OfficeOptions) *Office {
	t.Helper()
	Available(t)
	if o.Profile == "" {
		o.Profile = Profile(t)
	}
	options := attach.StartOptions{
		Profile:  o.Profile,
		Headless: o.Display == "",
		Files:    o.Files,
		Args:     append([]string{"--nologo"}, o.Args...),
		// A locale that every system has: with one that is not installed an
		// office takes file names for ASCII and does not find its profile, whose
		// name has an umlaut.
		Env: append([]string{"LC_ALL=C.UTF-8"}, o.Env...),
	}
	if !o.Restore {
		options.Args = append(options.Args, "--norestore")
	}
	if o.Display != "" {
		options.Env = append(options.Env, "DISPLAY="+o.Display, "WAYLAND_DISPLAY=")
	}
	if o.Backend != "" {
		options.Env = append(options.Env, "SAL_USE_VCLPLUGIN="+o.Backend)
	}
	ctx, cancel := context.WithTimeout(context.Background(), startTime)
	defer cancel()
	p, err := attach.Start(ctx, options)
	if err != nil {
		t.Fatal(err)
	}
	office := &Office{Profile: o.Profile, URL: p.Profile, PID: p.PID, t: t, process: p}
	t.Cleanup(office.Kill)
	return office
}

// Instance gives what package attach knows about the office.
func (o *Office) Instance() attach.Instance { return o.process.Instance }

// Dial connects to the office; the test ends the connection.
func (o *Office) Dial() *uno.Conn {
	o.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), startTime)
	defer cancel()
	conn, err := attach.Dial(ctx, o.process.Instance)
	if err != nil {
		o.t.Fatal(err)
	}
	o.t.Cleanup(func() { conn.Close() })
	return conn
}

// Kill ends the office at once.
func (o *Office) Kill() {
	o.t.Helper()
	if err := o.process.Kill(); err != nil {
		o.t.Errorf("kill the office: %v", err)
	}
}

// Quit asks the office to end and waits for it.
func (o *Office) Quit() {
	o.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), startTime)
	defer cancel()
	if err := o.process.Stop(ctx); err != nil {
		o.t.Errorf("quit the office: %v", err)
	}
}

// Ended is closed when the office has ended.
func (o *Office) Ended() <-chan struct{} { return o.process.Done() }

// settings make a new profile quiet: no tip of the day, no welcome.
const settings = `<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
<item oor:path="/org.openoffice.Office.Common/Misc"><prop oor:name="ShowTipOfTheDay" oor:op="fuse"><value>false</value></prop></item>
<item oor:path="/org.openoffice.Office.Common/Misc"><prop oor:name="FirstRun" oor:op="fuse"><value>false</value></prop></item>
<item oor:path="/org.openoffice.Setup/Product"><prop oor:name="ooSetupLastVersion" oor:op="fuse"><value>99.9</value></prop></item>
</oor:items>
`

// Profile makes a folder for a user installation, with a blank and an umlaut
// in its name.
func Profile(t testing.TB) string {
	t.Helper()
	folder := filepath.Join(t.TempDir(), "profile für test")
	if err := os.MkdirAll(filepath.Join(folder, "user"), 0o700); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(folder, "user", "registrymodifications.xcu")
	if err := os.WriteFile(file, []byte(settings), 0o600); err != nil {
		t.Fatal(err)
	}
	return folder
}

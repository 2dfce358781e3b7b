//go:build linux

package attach_test

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/unodesk/unodesk/uno"
	"github.com/unodesk/unodesk/uno/attach"
	"github.com/unodesk/unodesk/uno/unotest"
)

// watch runs a watcher for a test.
func watch(t *testing.T, w *attach.Watcher) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- w.Run(ctx) }()
	t.Cleanup(func() {
		cancel()
		select {
		case <-done:
		case <-time.After(5 * time.Second):
			t.Error("Run does not end")
		}
	})
}

// await waits for a state and gives it.
func await(t *testing.T, w *attach.Watcher, limit time.Duration, what string, ok func(attach.State) bool) attach.State {
	t.Helper()
	states, end := w.Subscribe()
	defer end()
	timeout := time.After(limit)
	var last attach.State
	for {
		select {
		case last = <-states:
			if ok(last) {
				return last
			}
		case <-timeout:
			t.Fatalf("no state %q within %v; last %+v", what, limit, last)
		}
	}
}

func phase(p attach.Phase) func(attach.State) bool {
	return func(s attach.State) bool { return s.Phase == p }
}

// documents lists the URLs of what an office has open.
func documents(t *testing.T, conn *uno.Conn) []string {
	t.Helper()
	ctx := t.Context()
	desktop, err := conn.Service(ctx, "com.sun.star.frame.Desktop")
	if err != nil {
		t.Fatal(err)
	}
	components, err := desktop.CallObject(ctx, "com.sun.star.frame.XDesktop", "getComponents")
	if err != nil {
		t.Fatal(err)
	}
	list, err := components.CallObject(ctx, "com.sun.star.container.XEnumerationAccess", "createEnumeration")
	if err != nil {
		t.Fatal(err)
	}
	var urls []string
	for {
		v, err := list.Call(ctx, "com.sun.star.container.XEnumeration", "nextElement")
		if uno.IsException(err, "com.sun.star.container.NoSuchElementException") {
			return urls
		}
		if err != nil {
			t.Fatal(err)
		}
		url, err := v.(*uno.Object).Call(ctx, "com.sun.star.frame.XModel", "getURL")
		if err != nil {
			t.Fatal(err)
		}
		urls = append(urls, url.(string))
	}
}

func textFile(t *testing.T, name string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte("Hello world\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// A running office is attached to without a restart and left alone after it.
func TestAttachToRunningOffice(t *testing.T) {
	file := textFile(t, "brief für dich.txt")
	office := unotest.StartOffice(t, unotest.OfficeOptions{Files: []string{file}})
	w := attach.NewWatcher(attach.Options{Profile: office.Profile})
	start := time.Now()
	watch(t, w)
	s := await(t, w, 2*time.Second, "headless", phase(attach.Headless))
	t.Logf("attached after %v", time.Since(start))
	if s.PID != office.PID || s.Profile != office.URL || s.How != "pipe" || s.Version == "" || len(s.Tag) != 8 {
		t.Errorf("state %+v", s)
	}
	o, err := w.Office(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if list := documents(t, o.Conn); len(list) != 1 || !strings.HasSuffix(list[0], "brief%20f%C3%BCr%20dich.txt") {
		t.Errorf("documents %q", list)
	}
	if !o.Conn.Types().Exact("com.sun.star.accessibility.XAccessibleContext") {
		t.Error("the office's own type databases were not read")
	}

	// A second client shares the acceptor and outlives the first.
	second := attach.NewWatcher(attach.Options{Profile: "file://" + filepath.Dir(office.Profile) + "/profile für test"})
	watch(t, second)
	other := await(t, second, 2*time.Second, "headless", phase(attach.Headless))
	if other.Tag != s.Tag {
		t.Errorf("tags of one office: %s, %s", other.Tag, s.Tag)
	}
	third := office.Dial()
	if err := third.Close(); err != nil {
		t.Error(err)
	}
	if list := documents(t, o.Conn); len(list) != 1 {
		t.Errorf("documents after another client left: %q", list)
	}
}

// Speed of a new attachment to an office that has an acceptor and of one to an
// office that has none.
func TestAttachIsFast(t *testing.T) {
	office := unotest.StartOffice(t, unotest.OfficeOptions{})
	for _, what := range []string{"first", "second"} {
		start := time.Now()
		ctx, cancel := context.WithCancel(t.Context())
		w := attach.NewWatcher(attach.Options{Profile: office.Profile})
		done := make(chan error, 1)
		go func() { done <- w.Run(ctx) }()
		if _, err := w.Office(ctx); err != nil {
			t.Fatal(err)
		}
		took := time.Since(start)
		t.Logf("%s attachment: %v", what, took)
		if took > time.Second { // a busy machine; the aim is 20 ms
			t.Errorf("%s attachment took %v", what, took)
		}
		cancel()
		if err := <-done; !errors.Is(err, context.Canceled) {
			t.Errorf("Run: %v", err)
		}
	}
}

// A03: the office dies and comes back.
func TestOfficeDiesAndComesBack(t *testing.T) {
	office := unotest.StartOffice(t, unotest.OfficeOptions{})
	w := attach.NewWatcher(attach.Options{Profile: office.Profile})
	watch(t, w)
	before := await(t, w, 5*time.Second, "headless", phase(attach.Headless))
	o, err := w.Office(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	// By its process alone: the pipes stay behind.
	if err := syscall.Kill(office.PID, syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	start := time.Now()
	if _, err := o.Conn.Service(t.Context(), "com.sun.star.frame.Desktop"); !errors.Is(err, uno.ErrClosed) {
		t.Errorf("call to a dead office: %v", err)
	}
	await(t, w, 2*time.Second, "lost", phase(attach.Lost))
	var gone *attach.UnavailableError
	// On a busy machine the state may have gone on to "unavailable" by now.
	if _, err := w.Office(t.Context()); !errors.As(err, &gone) || gone.Code() != "OFFICE_LOST" && gone.Code() != "OFFICE_UNAVAILABLE" {
		t.Errorf("Office: %v", err)
	}
	if took := time.Since(start); took > 5*time.Second {
		t.Errorf("answered after %v", took)
	}
	await(t, w, 10*time.Second, "unavailable", phase(attach.Unavailable))
	if _, err := w.Office(t.Context()); !errors.As(err, &gone) || gone.Code() != "OFFICE_UNAVAILABLE" {
		t.Errorf("Office: %v", err)
	}
	list, err := attach.Instances(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, i := range list {
		if i.PID == office.PID || i.Profile == office.URL {
			t.Errorf("the dead office is listed: %+v", i)
		}
	}

	again := unotest.StartOffice(t, unotest.OfficeOptions{Profile: office.Profile})
	after := await(t, w, 2*time.Second, "headless", phase(attach.Headless))
	if after.PID != again.PID || after.Tag == before.Tag || after.Tag == "" {
		t.Errorf("before %+v\nafter %+v", before, after)
	}
	again.Quit()
	await(t, w, 2*time.Second, "lost", phase(attach.Lost))
	s := await(t, w, 10*time.Second, "not lost", func(s attach.State) bool { return s.Phase != attach.Lost })
	if s.Phase != attach.Unavailable {
		t.Errorf("after quitting: %+v", s)
	}
}

// Of several offices the chosen one is used, and the choice can change.
func TestTwoOffices(t *testing.T) {
	a := unotest.StartOffice(t, unotest.OfficeOptions{})
	b := unotest.StartOffice(t, unotest.OfficeOptions{})
	w := attach.NewWatcher(attach.Options{Profile: a.Profile})
	watch(t, w)
	has := func(s attach.State, pid int) bool {
		return slices.ContainsFunc(s.Others, func(o attach.Instance) bool { return o.PID == pid })
	}
	s := await(t, w, 5*time.Second, "first office", func(s attach.State) bool {
		return s.Live() && s.PID == a.PID && has(s, b.PID)
	})
	if has(s, a.PID) {
		t.Errorf("others: %+v", s.Others)
	}
	w.Use(b.URL)
	await(t, w, 5*time.Second, "second office", func(s attach.State) bool { return s.Live() && s.PID == b.PID })
	w.Use(t.TempDir())
	s = await(t, w, 5*time.Second, "no office", phase(attach.Unavailable))
	if !strings.Contains(s.Detail, "chosen profile") {
		t.Errorf("detail %q", s.Detail)
	}
	w.Use(a.Profile)
	await(t, w, 5*time.Second, "first office", func(s attach.State) bool { return s.Live() && s.PID == a.PID })
}

// A second start with the same profile would go to the office that runs.
func TestStartTwice(t *testing.T) {
	office := unotest.StartOffice(t, unotest.OfficeOptions{})
	_, err := attach.Start(t.Context(), attach.StartOptions{Profile: office.Profile, Headless: true})
	if !errors.Is(err, attach.ErrRunning) {
		t.Errorf("got %v", err)
	}
}

// A02: an office that is starting is told apart from one that is not there,
// and is used once it is up.
func TestOfficeIsStarting(t *testing.T) {
	unotest.Available(t)
	profile := unotest.Profile(t)
	w := attach.NewWatcher(attach.Options{Profile: profile})
	watch(t, w)
	await(t, w, 5*time.Second, "unavailable", phase(attach.Unavailable))

	started := make(chan *attach.Process, 1)
	go func() {
		ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
		defer cancel()
		p, err := attach.Start(ctx, attach.StartOptions{Profile: profile, Headless: true})
		if err != nil {
			t.Error(err)
		}
		started <- p
	}()
	pid := stopEarly(t, profile)
	w.Look()
	s := await(t, w, 5*time.Second, "connecting", phase(attach.Connecting))
	if !strings.Contains(s.Detail, "starting") {
		t.Errorf("detail %q", s.Detail)
	}
	start := time.Now()
	var busy *attach.UnavailableError
	if _, err := w.Office(t.Context()); !errors.As(err, &busy) || busy.Code() != "OFFICE_STARTING" {
		t.Errorf("Office: %v", err)
	}
	if took := time.Since(start); took > 6*time.Second {
		t.Errorf("answered after %v", took)
	}
	unotest.Continue(t, pid)
	await(t, w, 10*time.Second, "headless", phase(attach.Headless))
	if p := <-started; p != nil {
		if err := p.Kill(); err != nil {
			t.Error(err)
		}
	}
}

// stopEarly stops the office with a profile as soon as its process is there. It
// looks for the process itself, which takes less time than the office needs to
// come up by orders of magnitude.
func stopEarly(t *testing.T, profile string) int {
	t.Helper()
	argument := []byte("-env:UserInstallation=" + attach.ProfileURL(profile) + "\x00")
	for end := time.Now().Add(20 * time.Second); time.Now().Before(end); time.Sleep(time.Millisecond) {
		names, err := filepath.Glob("/proc/[0-9]*/comm")
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range names {
			if comm, _ := os.ReadFile(name); string(comm) != "soffice.bin\n" {
				continue
			}
			folder := filepath.Dir(name)
			if line, _ := os.ReadFile(filepath.Join(folder, "cmdline")); !bytes.Contains(line, argument) {
				continue
			}
			pid, err := strconv.Atoi(filepath.Base(folder))
			if err != nil {
				t.Fatal(err)
			}
			unotest.Stop(t, pid)
			return pid
		}
	}
	t.Fatal("no office process came up")
	return 0
}

// An office that stands still makes calls end on time; it is neither ended nor
// given up.
func TestOfficeStandsStill(t *testing.T) {
	office := unotest.StartOffice(t, unotest.OfficeOptions{})
	w := attach.NewWatcher(attach.Options{Profile: office.Profile})
	w.SetPace(300 * time.Millisecond)
	watch(t, w)
	await(t, w, 5*time.Second, "headless", phase(attach.Headless))
	o, err := w.Office(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	unotest.Stop(t, office.PID)
	start := time.Now()
	ctx, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
	defer cancel()
	_, err = o.Conn.Service(ctx, "com.sun.star.frame.Desktop")
	if took := time.Since(start); !errors.Is(err, context.DeadlineExceeded) || took > time.Second {
		t.Errorf("call: %v after %v", err, took)
	}
	silent := func(s attach.State) bool { return s.Live() && strings.Contains(s.Detail, "does not answer") }
	await(t, w, 5*time.Second, "silent", silent)
	unotest.Continue(t, office.PID)
	await(t, w, 5*time.Second, "answering", func(s attach.State) bool { return s.Live() && !silent(s) })
	if list := documents(t, o.Conn); len(list) != 0 {
		t.Errorf("documents %q", list)
	}
}

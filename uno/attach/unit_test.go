package attach

import (
	"context"
	"errors"
	"net"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"strings"
	"testing"
	"time"
)

func TestSingleInstanceName(t *testing.T) {
	tests := map[string]string{
		// Seen with offices of version 7.4.
		"file:///tmp/try/profile": "SingleOfficeIPC_5dec9aab86c1a6b474881718c486",
		"":                        "SingleOfficeIPC_d41d8cd98f0b24e980998ecf8427e",
	}
	for profile, want := range tests {
		if got := singleInstanceName(profile); got != want {
			t.Errorf("%q: got %s, want %s", profile, got, want)
		}
	}
}

func TestIPCMessage(t *testing.T) {
	tests := []struct {
		arguments []string
		want      string
	}{
		{nil, "InternalIPC::Arguments0\x00"},
		{[]string{"--headless"}, "InternalIPC::Arguments0,--headless\x00"},
		{[]string{"a", "b"}, "InternalIPC::Arguments0,a,b\x00"},
		{[]string{acceptArgument("x")}, "InternalIPC::Arguments0,--accept=pipe\\,name=x;urp;StarOffice.ComponentContext\x00"},
		{[]string{`C:\a,b` + "\x00"}, `InternalIPC::Arguments0,C:\\a\,b\0` + "\x00"},
	}
	for _, test := range tests {
		if got := string(ipcMessage(test.arguments)); got != test.want {
			t.Errorf("%q: got %q, want %q", test.arguments, got, test.want)
		}
	}
}

// peerScript plays an office's side of the single-instance protocol.
func peerScript(t *testing.T, before, after string) net.Conn {
	t.Helper()
	client, office := net.Pipe()
	t.Cleanup(func() { client.Close(); office.Close() })
	go func() {
		if before != "" {
			office.Write([]byte(before))
		}
		got := make([]byte, 1024)
		if n, err := office.Read(got); err == nil && strings.HasPrefix(string(got[:n]), ipcArguments) && after != "" {
			office.Write([]byte(after))
		}
	}()
	return client
}

func TestSendArguments(t *testing.T) {
	const ready, done = ipcReady + "\x00", ipcDone + "\x00"
	tests := []struct{ name, before, after, want string }{
		{"well", ready, done, ""},
		{"another program", "220 mail.example ESMTP\r\n\x00", "", "answer"},
		{"endless", strings.Repeat("x", 1000), "", "no single-instance protocol"},
		{"another answer", ready, "InternalIPC::Trouble\x00", "answer"},
		{"silent", "", "", "deadline"},
		{"silent after it", ready, "", "deadline"},
		{"half an answer", ready, ipcDone, "deadline"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
			defer cancel()
			start := time.Now()
			err := sendArguments(ctx, peerScript(t, test.before, test.after), "--accept=x")
			if time.Since(start) > 2*time.Second {
				t.Errorf("took %v", time.Since(start))
			}
			if (err == nil) != (test.want == "") || err != nil && !strings.Contains(err.Error(), test.want) {
				t.Errorf("got %v, want %q", err, test.want)
			}
		})
	}
}

func TestProfileURL(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("paths of Unix")
	}
	tests := map[string]string{
		"":                              "",
		"/home/u/.config/libreoffice/4": "file:///home/u/.config/libreoffice/4",
		"/tmp/profile für #1%":          "file:///tmp/profile%20f%C3%BCr%20%231%25",
		"file:///tmp/a%20b/":            "file:///tmp/a%20b",
	}
	for profile, want := range tests {
		if got := ProfileURL(profile); got != want {
			t.Errorf("%q: got %s, want %s", profile, got, want)
		}
	}
	same := [][2]string{
		{"file:///tmp/a%20b", "file:///tmp/a b"},
		{"file:///tmp/f%C3%BCr", "file:///tmp/f%c3%bcr/"},
		{"file:///tmp/./x/../a", "file://localhost/tmp/a"},
	}
	for _, pair := range same {
		if !sameProfile(pair[0], pair[1]) {
			t.Errorf("%q and %q are the same", pair[0], pair[1])
		}
	}
	for _, pair := range [][2]string{{"", ""}, {"file:///a", "file:///b"}, {"http://x/a", "file:///a"}, {"file://host/a", "file:///a"}} {
		if sameProfile(pair[0], pair[1]) {
			t.Errorf("%q and %q are not the same", pair[0], pair[1])
		}
	}
}

func TestChoose(t *testing.T) {
	list := []Instance{
		{PID: 1, Profile: "file:///p/new"},
		{PID: 2, Profile: "file:///p/ready", Ready: true},
		{PID: 3, Profile: "file:///p/default", Default: true},
		{PID: 4, Pipe: sibling("/tmp/x", singleInstanceName("file:///p/hashed")), Ready: true},
	}
	tests := []struct {
		profile string
		list    []Instance
		want    int
	}{
		{"", list, 3},
		{"", list[:2], 2},
		{"", list[:1], 1},
		{"file:///p/new", list, 1},
		{"file:///p/hashed", list, 4},
		{"file:///p/none", list, 0},
		{"", nil, 0},
	}
	for _, test := range tests {
		if got, ok := choose(test.list, test.profile); got.PID != test.want || ok != (test.want != 0) {
			t.Errorf("%q: got process %d, %v; want %d", test.profile, got.PID, ok, test.want)
		}
	}
}

func TestCommandLine(t *testing.T) {
	tests := []struct {
		arguments string
		profile   string
		headless  bool
	}{
		{"soffice.bin -env:UserInstallation=file:///tmp/p --writer", "file:///tmp/p", false},
		{"soffice.bin --env:UserInstallation=file:///tmp/p/ --headless", "file:///tmp/p", true},
		{"soffice.bin -headless a.odt", "file:///usual", true},
		{"soffice.bin --convert-to pdf a.odt", "file:///usual", true},
		{"soffice.bin headless", "file:///usual", false},
	}
	for _, test := range tests {
		p := process{arguments: strings.Fields(test.arguments), usual: "file:///usual"}
		if p.profile() != test.profile || p.headless() != test.headless {
			t.Errorf("%s: got %s, %v", test.arguments, p.profile(), p.headless())
		}
	}
	if p := (process{}); p.profile() != "" || p.headless() {
		t.Error("an unknown command line tells something")
	}
}

func TestDatabases(t *testing.T) {
	dir := t.TempDir()
	folder := filepath.Join(dir, "more types")
	if err := os.MkdirAll(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	empty := []byte("UNOIDL\xff\x00\x10\x00\x00\x00\x00\x00\x00\x00")
	for _, path := range []string{filepath.Join(dir, "types.rdb"), filepath.Join(folder, "a.rdb"), filepath.Join(folder, "b.rdb")} {
		if err := os.WriteFile(path, empty, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(folder, "old.rdb"), []byte("regview"), 0o600); err != nil {
		t.Fatal(err)
	}
	url := fileURL(dir)
	tests := []struct {
		list string
		want int
	}{
		{url + "/types.rdb <" + url + "/more%20types>* ?" + url + "/none.rdb", 3},
		{url + "/types.rdb  ?<" + url + "/none>*", 1},
		{url + "/types.rdb " + url + "/none.rdb", -1},
		{"<" + url + "/none>*", -1},
		{"", -1},
		{"vnd.sun.star.expand:$X", -1},
	}
	var d databases
	for _, test := range tests {
		files, err := d.read(test.list, "")
		if (err != nil) != (test.want < 0) || err == nil && len(files) != test.want {
			t.Errorf("%s: got %d files, %v; want %d", test.list, len(files), err, test.want)
		}
	}
	first, _ := d.read(url+"/types.rdb", "")
	second, _ := d.read(url+"/types.rdb", "")
	if first[0] != second[0] {
		t.Error("a database was read twice")
	}
}

func TestFind(t *testing.T) {
	dir := t.TempDir()
	name := thisComputer().names()[0]
	install := func(folder string) string {
		path := filepath.Join(dir, folder, "program", name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, nil, 0o700); err != nil {
			t.Fatal(err)
		}
		return path
	}
	path := install("libreoffice7.6")
	for _, given := range []string{path, filepath.Dir(path), filepath.Join(dir, "libreoffice7.6")} {
		if p, err := Find(given); err != nil || p.Path != path {
			t.Errorf("%s: got %v, %v", given, p, err)
		}
	}
	if p, err := Find(dir); err == nil {
		t.Errorf("an empty folder gives %v", p)
	}
	t.Setenv("PATH", filepath.Dir(path))
	if p, err := Find(""); err != nil || p.Path != path {
		t.Errorf("search path: got %v, %v", p, err)
	}
	for path, want := range map[string]int{
		"/opt/libreoffice7.6/program/soffice": 706, "/opt/libreoffice25.8/program/soffice": 2508,
		"/opt/libreoffice/program/soffice": 0, "/opt/libreoffice99999999999999999999/x": 9999 * 100,
	} {
		if got := versionIn(path); got != want {
			t.Errorf("%s: version %d, want %d", path, got, want)
		}
	}
}

func TestUnavailable(t *testing.T) {
	for phase, want := range map[Phase]string{
		Unavailable: "OFFICE_UNAVAILABLE", Connecting: "OFFICE_STARTING", Lost: "OFFICE_LOST",
	} {
		var err error = &UnavailableError{State{Phase: phase, Detail: "text", Others: []Instance{{Profile: "file:///x"}}}}
		var coded interface {
			Code() string
			Details() map[string]any
		}
		if !errors.As(err, &coded) || coded.Code() != want || err.Error() != "text" {
			t.Errorf("%s: %v", phase, err)
		}
		if got := coded.Details(); !reflect.DeepEqual(got["other_profiles"], []string{"file:///x"}) {
			t.Errorf("details: %v", got)
		}
	}
}

// Without Run nothing is found, but nobody hangs either.
func TestOfficeWithoutRun(t *testing.T) {
	w := NewWatcher(Options{})
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	if _, err := w.Office(ctx); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("got %v", err)
	}
}

func TestSubscribe(t *testing.T) {
	w := NewWatcher(Options{})
	states, end := w.Subscribe()
	if s := <-states; s.Phase != Unavailable {
		t.Errorf("first state %v", s)
	}
	w.update(func(s *State) { s.Phase = Connecting })
	w.update(func(s *State) { s.Phase = Attached })
	if s := <-states; s.Phase != Attached {
		t.Errorf("newest state %v", s)
	}
	end()
	w.update(func(s *State) { s.Phase = Lost })
	select {
	case s := <-states:
		t.Errorf("state after the end: %v", s)
	default:
	}
}

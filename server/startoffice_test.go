package server_test

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/unodesk/unodesk/server"
	"github.com/unodesk/unodesk/server/document"
	"github.com/unodesk/unodesk/uno/attach"
	"github.com/unodesk/unodesk/uno/unotest"
)

// TestOfficeIsStartedWhenNeeded: nothing but the call of a tool starts LibreOffice, only if the user wants that, and two
// calls at once start one.
func TestOfficeIsStartedWhenNeeded(t *testing.T) {
	watcher := attach.NewWatcher(attach.Options{Profile: unotest.Profile(t), Headless: true})
	ctx, cancel := context.WithCancel(context.Background())
	watching := make(chan struct{})
	go func() { defer close(watching); _ = watcher.Run(ctx) }()
	t.Cleanup(func() { cancel(); <-watching })
	var wanted bool
	desktop := server.NewDesktop(watcher, func() bool { return wanted }, document.Options{StateDir: t.TempDir()})
	s, err := server.NewAttached(watcher, desktop, server.Options{Version: "test"})
	if err == nil {
		err = s.Start(0)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second)
		defer cancel()
		_ = s.Stop(ctx)
	})
	call := func() string {
		return post(t, s.Address(), `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"create_document","arguments":{"kind":"writer"}}}`)
	}
	if got := call(); !strings.Contains(got, "OFFICE_UNAVAILABLE") {
		t.Errorf("unwanted: %s", got)
	}
	wanted = true
	post(t, s.Address(), `{"jsonrpc":"2.0","id":1,"method":"tools/list"}`)
	if state := watcher.State(); state.Phase != attach.Unavailable {
		t.Errorf("the list of tools alone started it: %+v", state)
	}
	t.Cleanup(func() {
		if p, err := os.FindProcess(watcher.State().PID); err == nil && watcher.State().PID > 0 {
			_ = p.Kill()
		}
	})
	var both sync.WaitGroup
	for range 2 {
		both.Go(func() {
			if got := call(); !strings.Contains(got, "uid") {
				t.Errorf("wanted: %s", got)
			}
		})
	}
	both.Wait()
}

func post(t *testing.T, address, body string) string {
	t.Helper()
	resp, err := http.Post(address, "application/json", bytes.NewReader([]byte(body)))
	if err != nil {
		t.Error(err)
		return ""
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Error(err)
	}
	return string(text)
}

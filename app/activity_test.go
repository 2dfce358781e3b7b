package app_test

import (
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"github.com/unodesk/unodesk/app"
)

func TestActivity(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t)
		a, end := w.run()
		defer end()
		record := func(host, step, code string) {
			a.Record(app.Call{At: time.Now(), Host: host, Tool: "x", Document: "a.odt", UID: "u-1", Step: step, Code: code})
			time.Sleep(time.Second)
		}
		record("Claude", "Claude: Edit text", "")
		record("Cursor", "", "TEXT_NOT_FOUND")
		record("Claude", "", "")
		s := a.Snapshot()
		if c := s.Calls; c.All != 3 || c.Failed != 1 || c.LastFailed.Number != 2 || c.LastFailed.Code != "TEXT_NOT_FOUND" {
			t.Errorf("calls %+v", c)
		}
		if s.Newcomer != (app.Newcomer{Number: 2, Name: "Cursor"}) {
			t.Errorf("newcomer %+v", s.Newcomer)
		}
		if len(s.Hosts) != 2 || s.Hosts[0].Name != "Claude" || s.Hosts[0].Calls != 2 || s.Hosts[1].Name != "Cursor" {
			t.Errorf("hosts %+v", s.Hosts)
		}
		if want := (app.Edit{Document: "a.odt", UID: "u-1"}); s.LastEdit != want {
			t.Errorf("last edit %+v, want %+v", s.LastEdit, want)
		}
		calls := a.Activity()
		if len(calls) != 3 || calls[0].Number != 3 || calls[2].Number != 1 {
			t.Errorf("calls %+v", calls)
		}
	})
}

// Many calls at once, before anybody listens, are kept as far as the last thousand and hold nobody up.
func TestActivityIsBounded(t *testing.T) {
	w := newWorld(t)
	a := app.New(w.options())
	for i := range 2500 {
		a.Record(app.Call{Host: fmt.Sprint("host ", i%3)})
	}
	calls := a.Activity()
	if len(calls) != 1000 || calls[0].Number != 2500 || calls[999].Number != 1501 {
		t.Errorf("%d calls, from %d to %d", len(calls), calls[0].Number, calls[len(calls)-1].Number)
	}
}

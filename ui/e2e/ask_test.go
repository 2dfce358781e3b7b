package e2e

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/unodesk/unodesk/uno/unotest"
)

// Where the buttons of the question are, from the window's top left corner.
var (
	refuseButton        = [2]int{312, 447}
	allowDocumentButton = [2]int{447, 447}
	allowButton         = [2]int{578, 447}
)

// TestAskFirst: an AI program's change waits for the user's word, and without it nothing changes.
func TestAskFirst(t *testing.T) {
	r := newRig(t).withBus()
	p := newPanel(r)
	letter := filepath.Join(r.home, "Brief.txt")
	if err := os.WriteFile(letter, []byte("Sehr geehrte Frau Müller,\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	office := unotest.StartOffice(t, unotest.OfficeOptions{Files: []string{letter}})
	r.settings(map[string]any{
		"mcp.mcp_enabled": true, "app.office_profile": office.Profile, "doc.ask_first": "edits", "doc.ask_first_timeout": 60,
	})
	u := r.launch()
	p.shows("AI access is on")
	p.shows("1 document is open")

	type outcome struct {
		answer
		err error
	}
	begin := func(text string) <-chan outcome {
		done := make(chan outcome, 1)
		go func() {
			a, err := r.try("apply_document_content", map[string]any{"target": "end", "content": []string{"<p>" + text + "</p>"}})
			done <- outcome{a, err}
		}()
		return done
	}
	ends := func(done <-chan outcome) answer {
		t.Helper()
		select {
		case o := <-done:
			if o.err != nil {
				t.Fatal(o.err)
			}
			return o.answer
		case <-time.After(patience):
			t.Fatal("the call does not end")
			return answer{}
		}
	}
	has := func(text string, want bool) {
		t.Helper()
		if now := r.call("get_document_content", nil); strings.Contains(now, text) != want {
			t.Errorf("%q in the document: %t; it reads %s", text, !want, now)
		}
	}

	done := begin("Refused.")
	r.press(askTitle, refuseButton)
	if a := ends(done); a.Code != "REFUSED" {
		t.Errorf("a refused call answers %+v", a)
	}
	has("Refused.", false)

	done = begin("Allowed.")
	r.press(askTitle, allowButton)
	if a := ends(done); a.Status != "ok" {
		t.Errorf("an allowed call answers %+v", a)
	}
	has("Allowed.", true)

	done = begin("Closed.")
	r.sees(askTitle)
	r.closeWindow(askTitle, func() bool { return r.window(askTitle) == "" })
	if a := ends(done); a.Code != "REFUSED" {
		t.Errorf("a call whose question was closed answers %+v", a)
	}

	done = begin("Always.")
	r.press(askTitle, allowDocumentButton)
	if a := ends(done); a.Status != "ok" {
		t.Errorf("an allowed call answers %+v", a)
	}
	if a := ends(begin("Again.")); a.Status != "ok" {
		t.Errorf("a call in an allowed document answers %+v", a)
	}
	has("Again.", true)

	r.settings(map[string]any{
		"mcp.mcp_enabled": true, "app.office_profile": office.Profile, "doc.ask_first": "edits", "doc.ask_first_timeout": 5,
	})
	time.Sleep(2 * time.Second)       // until the file has been read; else the next question waits for a minute
	create := func() <-chan outcome { // not in the allowed document
		done := make(chan outcome, 1)
		go func() {
			a, err := r.try("create_document", map[string]any{"kind": "writer"})
			done <- outcome{a, err}
		}()
		return done
	}
	eventually(t, "a question that ends by itself", func() bool {
		began := time.Now()
		a := ends(create())
		return a.Code == "REFUSED" && strings.Contains(a.Message, "did not answer") && time.Since(began) < 30*time.Second
	})

	waiting := create()
	r.sees(askTitle)
	p.quits(u)
	select {
	case o := <-waiting:
		if o.err == nil && o.Status == "ok" {
			t.Errorf("a call was allowed by the end of the app: %+v", o)
		}
	case <-time.After(patience):
		t.Error("the call does not end with the app")
	}
	select {
	case <-office.Ended():
		t.Error("the office has ended with the app")
	default:
	}
}

// press clicks on a place in a window until the window goes.
func (r *rig) press(title string, at [2]int) {
	r.t.Helper()
	r.sees(title)
	var last time.Time
	eventually(r.t, "the end of the window "+title, func() bool {
		w := r.window(title)
		if w != "" && time.Since(last) > 3*time.Second {
			last = time.Now()
			_ = r.command("xdotool", "windowactivate", "--sync", w, "mousemove", "--window", w,
				fmt.Sprint(at[0]), fmt.Sprint(at[1]), "sleep", "0.2", "click", "1").Run() // tried again
		}
		return w == ""
	})
}

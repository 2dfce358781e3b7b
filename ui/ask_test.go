package ui

import (
	"slices"
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"github.com/unodesk/unodesk/app"
)

var someTime = time.Date(2026, 12, 1, 14, 0, 0, 0, time.UTC)

func someQuestion() *app.Question {
	return &app.Question{
		Number: 7, Host: "Claude", Tool: "apply_document_content", Title: "Edit text", Document: "Letter to the council.odt", UID: "u-1",
		Lines: []string{"content: middle of April", "old_content: end of April", "", "replaced_count: 1"},
		Until: someTime.Add(38 * time.Second),
	}
}

func TestAskPictures(t *testing.T) {
	usual := fyne.NewSize(620, 480)
	tests := []struct {
		name, variant, language string
		size                    fyne.Size
		change                  func(*app.Question)
	}{
		{"ask-edit", "light", "en", usual, func(*app.Question) {}},
		{"ask-final", "dark", "de", usual, func(q *app.Question) {
			q.Tool, q.Title, q.Final, q.UID, q.Document = "close_document", "Close document", true, "", ""
			q.Lines, q.Waiting = []string{"discard_changes: true"}, 2
		}},
		{"ask-narrow", "light", "de", fyne.NewSize(460, 480), func(q *app.Question) {
			for range 9 {
				q.Lines = append(q.Lines, "content: Sehr geehrte Damen und Herren, hiermit beantragen wir die Sperrung der Lindenstraße am ersten Samstag im Juni.")
			}
		}},
	}
	for _, tt := range tests {
		t.Run(tt.name+"-"+tt.variant, func(t *testing.T) {
			q := someQuestion()
			tt.change(q)
			core := &fakeCore{snap: snapshot(func(s *app.Snapshot) { s.Settings.App.Language, s.Question = tt.language, q })}
			u := newUI(t, core)
			u.now = func() time.Time { return someTime }
			u.draw(core.snap)
			golden(t, u, u.ask.window, tt.name, tt.variant, tt.size)
		})
	}
}

func TestAskComesAndGoes(t *testing.T) {
	core := &fakeCore{snap: snapshot(nil)}
	u := newUI(t, core)
	u.draw(core.snap)
	if u.ask.visible {
		t.Error("it asks nothing")
	}
	core.snap.Question = someQuestion()
	u.draw(core.snap)
	if !u.ask.visible {
		t.Fatal("the question is not shown")
	}
	u.ask.allow.OnTapped()
	u.ask.document.OnTapped()
	core.snap.Question = nil
	u.draw(core.snap)
	if u.ask.visible {
		t.Error("the window stays without a question")
	}
	u.ask.allow.OnTapped() // too late
	if want := []app.Consent{app.Allow, app.AllowDocument}; !slices.Equal(core.answers, want) {
		t.Errorf("answered %v, want %v", core.answers, want)
	}
}

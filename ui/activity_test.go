package ui

import (
	"bytes"
	"encoding/csv"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"github.com/unodesk/unodesk/app"
)

// someCalls are the newest first.
func someCalls() []app.Call {
	at := func(minute, second int) time.Time { return time.Date(2026, 12, 1, 14, minute, second, 0, time.Local) }
	return []app.Call{
		{
			Number: 5, At: at(7, 40), Took: 31 * time.Millisecond, Host: "unknown", Tool: "undo", Title: "Undo", Effect: "edits",
			Document: "Letter to the council.odt", UID: "u-1", DryRun: true,
		},
		{
			Number: 4, At: at(7, 3), Took: 12 * time.Millisecond, Host: "Cursor", Tool: "write_formula_range", Title: "Write cells",
			Effect: "edits", Document: "Übersicht 2026.ods", UID: "u-2", Step: "Cursor: Write cells",
		},
		{
			Number: 3, At: at(6, 59), Took: 2 * time.Second, Host: "Claude", Tool: "apply_document_content", Title: "Edit text",
			Effect: "edits", Document: "Letter to the council.odt", UID: "u-1", Code: "TEXT_NOT_FOUND",
			Message: "the text \"Dear Sir\" is not in the document; read it again and quote it exactly",
		},
		{
			Number: 2, At: at(6, 1), Took: 24 * time.Millisecond, Host: "Claude", Tool: "apply_document_content", Title: "Edit text",
			Effect: "edits", Document: "Letter to the council.odt", UID: "u-1", Step: "Claude: Edit text",
		},
		{
			Number: 1, At: at(5, 12), Took: 480 * time.Millisecond, Host: "Claude", Tool: "get_document_content", Title: "Read text",
			Effect: "reads", Document: "Letter to the council.odt", UID: "u-1",
		},
	}
}

func TestActivityPictures(t *testing.T) {
	wide := fyne.NewSize(860, 600)
	older := append([]app.Call{{
		Number: 6, At: time.Date(2026, 12, 1, 14, 9, 0, 0, time.Local), Host: "Claude", Title: "Edit text", Document: "請求書.odt", UID: "u-1", Step: "x",
	}}, someCalls()...)
	tests := []struct {
		name, variant string
		size          fyne.Size
		language      string
		calls         []app.Call
		choose        int
	}{
		{"activity-none", "light", wide, "en", nil, 0},
		{"activity-list", "light", wide, "en", someCalls(), 0},
		{"activity-changed", "light", wide, "en", someCalls(), 2},
		{"activity-failed", "dark", wide, "en", someCalls(), 3},
		{"activity-german", "light", wide, "de", someCalls(), 4},
		{"activity-older", "dark", fyne.NewSize(540, 560), "de", older, 2},
		{"activity-narrow", "light", fyne.NewSize(540, 560), "de", someCalls(), 2},
	}
	for _, tt := range tests {
		t.Run(tt.name+"-"+tt.variant, func(t *testing.T) {
			core := &fakeCore{activity: tt.calls, snap: snapshot(func(s *app.Snapshot) { s.Settings.App.Language = tt.language })}
			u := newUI(t, core)
			u.activity.show()
			u.activity.choose(tt.choose)
			u.activity.mark()
			golden(t, u, u.activity.window, tt.name, tt.variant, tt.size)
		})
	}
}

func TestActivityFilter(t *testing.T) {
	tests := []struct {
		text string
		want []int
	}{
		{"", []int{5, 4, 3, 2, 1}},
		{"claude", []int{3, 2, 1}},
		{" Write_Formula ", []int{4}},
		{"übersicht", []int{4}},
		{"text_not_found", []int{3}},
		{"dear sir", nil}, // nothing of a document is searched
	}
	for _, tt := range tests {
		u := newUI(t, &fakeCore{activity: someCalls(), snap: snapshot(nil)})
		u.activity.show()
		u.activity.filter.SetText(tt.text)
		var got []int
		for _, c := range u.activity.calls {
			got = append(got, c.Number)
		}
		if !slices.Equal(got, tt.want) {
			t.Errorf("%q shows %v, want %v", tt.text, got, tt.want)
		}
	}
}

func TestActivityTakesBack(t *testing.T) {
	core := &fakeCore{activity: someCalls(), snap: snapshot(nil), steps: 1}
	u := newUI(t, core)
	a := u.activity
	a.show()
	for number, want := range map[int][2]bool{1: {false, false}, 2: {true, true}, 3: {false, false}, 4: {true, true}, 5: {false, false}} {
		a.choose(number)
		if got := [2]bool{a.undo.Visible(), a.takeBack.Visible()}; got != want {
			t.Errorf("call %d can be undone, taken back: %v, want %v", number, got, want)
		}
	}
	a.choose(2)
	a.undo.OnTapped()
	if got := a.outcome.segment.Text; !strings.Contains(got, "One step was taken back in Letter to the council.odt") {
		t.Errorf("it says %q", got)
	}
	core.steps = 0
	a.takeBack.OnTapped()
	if got := a.outcome.segment.Text; !strings.Contains(got, "Nothing was taken back") {
		t.Errorf("it says %q", got)
	}
	core.err = errors.New("no office")
	a.takeBack.OnTapped()
	if got := a.outcome.segment.Text; !strings.Contains(got, "no office") {
		t.Errorf("it says %q", got)
	}
	if want := []string{"u-1 Claude: Edit text", "u-1 ", "u-1 "}; !slices.Equal(core.back, want) {
		t.Errorf("asked for %q, want %q", core.back, want)
	}
	// An older change is not undone alone: others lie on it.
	core.err, core.activity = nil, append([]app.Call{{Number: 6, UID: "u-1", Document: "x", Step: "Claude: Edit text"}}, core.activity...)
	a.draw()
	if a.undo.Visible() || !a.takeBack.Visible() {
		t.Error("an older step can be undone alone")
	}
	core.back = nil
	if test.Tap(a.since); !a.since.Visible() || !slices.Equal(core.back, []string{"u-1 from 2"}) {
		t.Errorf("from there on: %q", core.back)
	}
}

// The chosen call stays chosen while others come.
func TestActivityKeepsTheChosen(t *testing.T) {
	core := &fakeCore{activity: someCalls(), snap: snapshot(nil)}
	u := newUI(t, core)
	u.activity.show()
	u.activity.list.Select(3)
	core.activity = append([]app.Call{{Number: 6, Host: "Zed", Title: "Read cells"}}, core.activity...)
	u.draw(core.snap)
	if got := u.activity.call(); got.Number != 2 {
		t.Errorf("call %d is chosen, want 2", got.Number)
	}
}

func TestActivityExport(t *testing.T) {
	var out bytes.Buffer
	if err := writeCalls(&out, someCalls()); err != nil {
		t.Fatal(err)
	}
	rows, err := csv.NewReader(&out).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	if want := []string{"Claude", "apply_document_content", "Letter to the council.odt", "edits", "2000", "TEXT_NOT_FOUND"}; len(rows) != 6 ||
		!slices.Equal(rows[3][1:], want) {
		t.Errorf("got %q", rows)
	}
	if rows[1][6] != "ok (dry run)" {
		t.Errorf("a dry run ended as %q", rows[1][6])
	}
	if strings.Contains(out.String(), "Dear Sir") {
		t.Error("the export quotes a document")
	}
}

//go:build unix

// Package cases holds acceptance cases: what people reported to go wrong with
// tools of this kind, as tests on a real office. The names are those of the
// list of cases. The tests are for Unix: they stop and kill processes.
package cases

import (
	"context"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/unodesk/unodesk/server/servertest"
	"github.com/unodesk/unodesk/uno"
)

const (
	iText      = "com.sun.star.text.XText"
	iSimple    = "com.sun.star.text.XSimpleText"
	iRange     = "com.sun.star.text.XTextRange"
	iCursor    = "com.sun.star.text.XTextCursor"
	iProps     = "com.sun.star.beans.XPropertySet"
	iEnumerate = "com.sun.star.container.XEnumerationAccess"
	iNext      = "com.sun.star.container.XEnumeration"
)

type props = map[string]any

// body returns a text document's text.
func body(r *servertest.Rig, model *uno.Object) *uno.Object {
	return r.Object(model, "com.sun.star.text.XTextDocument", "getText")
}

// text returns everything in a text document's body.
func text(r *servertest.Rig, model *uno.Object) string {
	return r.Do(body(r, model), iRange, "getString").(string)
}

// words gives properties to the first place where a text stands.
func words(t *testing.T, r *servertest.Rig, model *uno.Object, what string, set ...uno.Field) {
	t.Helper()
	d := r.Object(model, "com.sun.star.util.XSearchable", "createSearchDescriptor")
	r.Do(d, "com.sun.star.util.XSearchDescriptor", "setSearchString", what)
	found := r.Object(model, "com.sun.star.util.XSearchable", "findFirst", d)
	for _, p := range set {
		r.Do(found, iProps, "setPropertyValue", p.Name, p.Value)
	}
}

func bold() uno.Field { return uno.Field{Name: "CharWeight", Value: float32(150)} }

func italic() uno.Field {
	return uno.Field{Name: "CharPosture", Value: uno.Enum{Type: "com.sun.star.awt.FontSlant", Name: "ITALIC"}}
}

// portion is a stretch of one look in a paragraph.
type portion struct {
	Kind, Text   string
	Bold, Italic bool
}

// portions lists what the body's paragraphs are made of, paragraph after
// paragraph.
func portions(t *testing.T, r *servertest.Rig, model *uno.Object) []portion {
	t.Helper()
	var out []portion
	for _, p := range elements(r, body(r, model)) {
		for _, e := range elements(r, p) {
			weight, _ := r.Do(e, iProps, "getPropertyValue", "CharWeight").(float32)
			posture, _ := r.Do(e, iProps, "getPropertyValue", "CharPosture").(uno.Enum)
			out = append(out, portion{
				Kind: r.Do(e, iProps, "getPropertyValue", "TextPortionType").(string),
				Text: r.Do(e, iRange, "getString").(string),
				Bold: weight > 100, Italic: posture.Name == "ITALIC",
			})
		}
	}
	return out
}

func elements(r *servertest.Rig, from *uno.Object) []*uno.Object {
	e := r.Object(from, iEnumerate, "createEnumeration")
	var out []*uno.Object
	for {
		o, err := e.CallObject(context.Background(), iNext, "nextElement")
		if err != nil {
			return out
		}
		out = append(out, o)
	}
}

// undoTitles is the document's undo list, newest first.
func undoTitles(r *servertest.Rig, model *uno.Object) []string {
	m := r.Object(model, "com.sun.star.document.XUndoManagerSupplier", "getUndoManager")
	return r.Do(m, "com.sun.star.document.XUndoManager", "getAllUndoActionTitles").([]string)
}

// undoOnce is the user pressing Ctrl+Z.
func undoOnce(r *servertest.Rig, model *uno.Object) {
	m := r.Object(model, "com.sun.star.document.XUndoManagerSupplier", "getUndoManager")
	r.Do(m, "com.sun.star.document.XUndoManager", "undo")
}

func equal(t *testing.T, what string, got, want any) {
	t.Helper()
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("%s (-want +got):\n%s", what, d)
	}
}

func contains(t *testing.T, what, s, part string) {
	t.Helper()
	if !strings.Contains(s, part) {
		t.Errorf("%s is %q; %q is not in it", what, s, part)
	}
}

func field(name string, value any) uno.Field { return uno.Field{Name: name, Value: value} }

package exam

import (
	"context"
	"strings"
	"testing"

	"github.com/unodesk/unodesk/server/content"
	"github.com/unodesk/unodesk/server/document"
	"github.com/unodesk/unodesk/server/document/writer"
	"github.com/unodesk/unodesk/server/servertest"
	"github.com/unodesk/unodesk/uno"
)

const (
	iText    = "com.sun.star.text.XText"
	iRange   = "com.sun.star.text.XTextRange"
	iCursor  = "com.sun.star.text.XTextCursor"
	iProps   = "com.sun.star.beans.XPropertySet"
	iNamed   = "com.sun.star.container.XNamed"
	iTable   = "com.sun.star.text.XTextTable"
	iFactory = "com.sun.star.lang.XMultiServiceFactory"
)

// richDocument has each kind of thing that the block model knows.
func richDocument(t *testing.T, r *servertest.Rig) (model *uno.Object, uid string) {
	model, uid = r.Open("swriter")
	r.OK("apply_document_content", props{"document_url": uid, "target": "end", "content": []string{strings.Join([]string{
		"<h1>One</h1><p>Plain with <b>bold</b>, <i>italic</i>, <u>under</u>, <s>struck</s>, x<sup>2</sup>, y<sub>3</sub>, <b><i>both</i></b>.</p>",
		`<p data-lo-style="Quotations">Quoted <span data-lo-style="Emphasis">well</span> and <a href="https://example.org/">linked</a>.</p>`,
		`<p style="text-align:center">Centred<br>on two lines</p><p style="text-align:right">Right</p><p></p>`,
		"<p>WHOLE bold</p><p>Anchors here. Note here. End here. Field here. Frame here. Deleted words and more.</p><p>goes on here</p>",
		"<ol><li>first<ul><li>deep<ol><li>deeper</li></ul></li></ol></li><li>second</li></ol><p>between</p><ul><li>other</li></ul><h2>Two</h2>",
		"<table><tr><th>a</th><th>b</th><th>c</th></tr><tr><td>d</td><td><p>e</p><p>e2</p></td><td>f</td></tr><tr><td>g</td><td>h</td><td>i</td></tr><tr><td>j</td><td>k</td><td>l</td></tr></table>",
		"<p>Ending 😀 ü.</p>",
	}, "")}})
	text := r.Object(model, "com.sun.star.text.XTextDocument", "getText")
	find := func(what string) *uno.Object {
		d := r.Object(model, "com.sun.star.util.XSearchable", "createSearchDescriptor")
		r.Do(d, "com.sun.star.util.XSearchDescriptor", "setSearchString", what)
		return r.Object(model, "com.sun.star.util.XSearchable", "findFirst", d)
	}
	set := func(o *uno.Object, name string, value any) { r.Do(o, iProps, "setPropertyValue", name, value) }
	make := func(service string) *uno.Object { return r.Object(model, iFactory, "createInstance", service) }
	insert := func(behind string, o *uno.Object) {
		r.Do(text, iText, "insertTextContent", r.Object(find(behind), iRange, "getEnd"), o, false)
	}
	set(find("WHOLE bold"), "CharWeight", float32(150))
	set(find("WHOLE"), "CharWeight", float32(100))
	set(find("Right"), "WritingMode", int16(1))
	set(find("between"), "BreakType", uno.Enum{Type: "com.sun.star.style.BreakType", Name: "PAGE_BEFORE"})
	set(find("Ending"), "PageDescName", "Landscape")
	anchor := func(kind string) uno.Enum {
		return uno.Enum{Type: "com.sun.star.text.TextContentAnchorType", Name: kind}
	}
	for _, kind := range []string{"AT_PARAGRAPH", "AS_CHARACTER", "AT_CHARACTER"} {
		frame := make("com.sun.star.text.TextFrame")
		set(frame, "AnchorType", anchor(kind))
		insert("Frame here", frame)
		r.Do(frame, iNamed, "setName", "Frame "+kind)
		r.Do(r.Object(frame, "com.sun.star.text.XTextFrame", "getText"), iRange, "setString", "in the frame\nof two lines")
	}
	shape := make("com.sun.star.drawing.RectangleShape")
	r.Do(shape, "com.sun.star.drawing.XShape", "setSize", uno.NewStruct("com.sun.star.awt.Size", "Width", 3000, "Height", 2000))
	set(shape, "AnchorType", anchor("AT_PARAGRAPH"))
	insert("Anchors here", shape)
	r.Do(shape, iNamed, "setName", "Shape 1")
	r.Do(shape, iRange, "setString", "drawn")
	for _, n := range []struct{ behind, service string }{{"Note here", "com.sun.star.text.Footnote"}, {"End here", "com.sun.star.text.Endnote"}} {
		note := make(n.service)
		insert(n.behind, note)
		r.Do(note, iRange, "setString", "a note about "+n.behind)
	}
	field := make("com.sun.star.text.textfield.PageNumber")
	insert("Field here", field)
	comment := make("com.sun.star.text.textfield.Annotation")
	set(comment, "Author", "Erika")
	set(comment, "Content", "really?\nyes")
	insert("Ending", comment)
	mark := make("com.sun.star.text.Bookmark")
	r.Do(mark, iNamed, "setName", "Place")
	insert("between", mark)

	tables := r.Object(model, "com.sun.star.text.XTextTablesSupplier", "getTextTables")
	table := r.Object(tables, "com.sun.star.container.XIndexAccess", "getByIndex", 0)
	merge := func(from, to string) *uno.Object {
		c := r.Object(table, iTable, "createCursorByCellName", from)
		r.Do(c, "com.sun.star.text.XTextTableCursor", "gotoCellByName", to, true)
		return c
	}
	r.Do(merge("B3", "C3"), "com.sun.star.text.XTextTableCursor", "mergeRange")
	r.Do(merge("A3", "A4"), "com.sun.star.text.XTextTableCursor", "mergeRange")
	r.Do(r.Object(table, iTable, "createCursorByCellName", "C2"), "com.sun.star.text.XTextTableCursor", "splitRange", int16(1), true)
	return model, uid
}

// However a body is read, it reads the same: by one export, in slices, and in
// parts, which number objects without a name for themselves.
func TestWaysToReadAgree(t *testing.T) {
	r := servertest.New(t)
	model, uid := richDocument(t, r)
	check := func() {
		t.Helper()
		ctx, end := uno.Scope(context.Background())
		defer end()
		doc, err := r.Desktop.Find(ctx, document.Target{Ref: uid})
		if err != nil {
			t.Fatal(err)
		}
		exported, err := writer.ReadExported(ctx, doc)
		if err != nil {
			t.Fatal(err)
		}
		sliced, err := writer.ReadSliced(ctx, doc)
		if err != nil {
			t.Fatal(err)
		}
		if len(sliced.Changes) != len(exported.Changes) {
			t.Errorf("slices have the changes %v, the export %v", sliced.Changes, exported.Changes)
		}
		for i, c := range exported.Changes {
			if i < len(sliced.Changes) && sliced.Changes[i] != c {
				t.Errorf("change %v reads %v in slices", c, sliced.Changes[i])
			}
		}
		part, err := writer.ReadFrom(ctx, doc, writer.NewAddresses(), "", 1<<20, 1000)
		if err != nil {
			t.Fatal(err)
		}
		want, _ := content.HTML(exported.Blocks, content.HTMLOptions{})
		got, _ := content.HTML(sliced.Blocks, content.HTMLOptions{})
		for _, part := range []string{`style="text-align:right" dir="rtl">Right`, `style="break-before:page">between`, `style="break-before:page">Ending`} {
			if !strings.Contains(want, part) {
				t.Errorf("%s is not in what was read", part)
			}
		}
		if got != want {
			t.Errorf("what slices read differs: %s", firstDifference(want, got))
		}
		got, _ = content.HTML(part.Blocks, content.HTMLOptions{})
		if got = strings.ReplaceAll(got, ":+", ":"); got != want {
			t.Errorf("what parts read differs: %s", firstDifference(want, got))
		}
		if t.Failed() {
			t.Log(want)
		}
	}
	check()
	// Deleted text is not there, and where the end of a paragraph is deleted it
	// goes on with the next.
	r.Do(model, iProps, "setPropertyValue", "RecordChanges", true)
	text := r.Object(model, "com.sun.star.text.XTextDocument", "getText")
	d := r.Object(model, "com.sun.star.util.XSearchable", "createSearchDescriptor")
	r.Do(d, "com.sun.star.util.XSearchDescriptor", "setSearchString", "words and more.")
	place := r.Object(model, "com.sun.star.util.XSearchable", "findFirst", d)
	cursor := r.Object(text, "com.sun.star.text.XSimpleText", "createTextCursorByRange", r.Object(place, iRange, "getStart"))
	r.Do(cursor, iCursor, "goRight", int16(len("words and more.")+len("\ngoes")), true)
	r.Do(cursor, iRange, "setString", "")
	r.Do(model, iProps, "setPropertyValue", "RecordChanges", false)
	check()
}

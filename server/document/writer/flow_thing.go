package writer

import (
	"context"
	"strings"

	"github.com/unodesk/unodesk/server/content"
	"github.com/unodesk/unodesk/server/document"
	"github.com/unodesk/unodesk/uno"
)

const (
	iContentAccess = "com.sun.star.container.XContentEnumerationAccess"
	textContents   = "com.sun.star.text.TextContent"
)

// fewShapes is up to how many shapes it is found out how many hang on
// paragraphs; for a part of a document that has more, its paragraphs are asked.
const fewShapes = 20

// countHanging counts the objects that hang on paragraphs: when all of them are
// found, no other paragraph need be asked. With few paragraphs to read it is not
// worth it.
func (f *flowReader) countHanging(ctx context.Context, few bool) error {
	page, err := f.doc.Member(ctx, document.DrawPage)
	if err != nil || page == nil {
		return err
	}
	count, err := page.Call(ctx, iIndexAccess, "getCount")
	if err != nil {
		return err
	}
	n, _ := count.(int32)
	if few && n > fewShapes {
		f.hanging.Store(int64(n))
		return nil
	}
	shapes, err := firstMembers(ctx, page, int(n))
	if err != nil {
		return err
	}
	props, err := properties(ctx, shapes, "AnchorType")
	for _, p := range props {
		if e, _ := p[0].(uno.Enum); e.Name == "AT_PARAGRAPH" {
			f.hanging.Add(1)
		}
	}
	return err
}

// special reads what is behind the pieces that are no plain text, and returns
// the objects found, in the order in which an export numbers them.
func (f *flowReader) special(ctx context.Context, paragraphs []*item, all []*bit) ([]*thing, error) {
	b := f.doc.Conn().NewBatch()
	type answers struct{ a, b *uno.Result }
	asked := map[*bit]answers{}
	ask := func(q *bit, name string) *uno.Result { return b.Call(q.at, iProperties, "getPropertyValue", name) }
	for _, q := range all {
		switch q.kind {
		case "Redline":
			asked[q] = answers{ask(q, "RedlineType"), ask(q, "IsStart")}
		case "Footnote":
			asked[q] = answers{a: ask(q, "Footnote")}
		case "Annotation":
			asked[q] = answers{a: ask(q, "TextField")}
		case "Frame":
			asked[q] = answers{a: b.Call(q.at, iContentAccess, "createContentEnumeration", textContents)}
		}
	}
	hanging := map[*item]*uno.Result{}
	for _, p := range paragraphs {
		if f.hanging.Load() > 0 {
			hanging[p] = b.Call(p.at, iContentAccess, "createContentEnumeration", textContents)
		}
	}
	if err := b.Run(ctx); err != nil {
		return nil, err
	}
	var lists []*uno.Object
	var of []any // *bit or *item
	for _, p := range paragraphs {
		if r := hanging[p]; r != nil && r.Object() != nil {
			lists, of = append(lists, r.Object()), append(of, p)
		}
		for _, q := range p.bits {
			r := asked[q]
			switch q.kind {
			case "Redline":
				q.redline, _ = r.a.Value.(string)
				q.begins, _ = r.b.Value.(bool)
			case "Footnote", "Annotation":
				if o := r.a.Object(); o != nil {
					q.things = []*thing{{at: o, kind: strings.ToLower(q.kind)}}
				}
			case "TextField":
				q.things = []*thing{{kind: "field", text: q.text}}
			case "Frame":
				if r.a.Object() != nil {
					lists, of = append(lists, r.a.Object()), append(of, q)
				}
			}
		}
	}
	found, err := drain(ctx, lists)
	if err != nil {
		return nil, err
	}
	for i, objects := range found {
		for _, o := range objects {
			t := &thing{at: o, kind: "shape"}
			switch x := of[i].(type) {
			case *bit:
				x.things = append(x.things, t)
			case *item:
				x.anchored = append(x.anchored, t)
				f.hanging.Add(-1)
			}
		}
	}
	var things []*thing
	for _, p := range paragraphs {
		things = append(things, p.anchored...)
		for _, q := range p.bits {
			things = append(things, q.things...)
		}
	}
	return things, nil
}

// drain returns the elements of enumerations, most of which are empty.
func drain(ctx context.Context, lists []*uno.Object) ([][]*uno.Object, error) {
	all := make([][]*uno.Object, len(lists))
	open := make([]int, len(lists))
	for i := range open {
		open[i] = i
	}
	for len(open) > 0 {
		b := lists[0].Conn().NewBatch()
		more := make([]*uno.Result, len(open))
		for i, l := range open {
			more[i] = b.Call(lists[l], iEnumeration, "hasMoreElements")
		}
		if err := b.First(ctx); err != nil {
			return nil, err
		}
		var still []int
		for i, l := range open {
			if more[i].Value == true {
				still = append(still, l)
			}
		}
		open = still
		if len(open) == 0 {
			break
		}
		b = lists[0].Conn().NewBatch()
		next := make([]*uno.Result, len(open))
		for i, l := range open {
			next[i] = b.Call(lists[l], iEnumeration, "nextElement")
		}
		if err := b.First(ctx); err != nil {
			return nil, err
		}
		for i, l := range open {
			if o := next[i].Object(); o != nil {
				all[l] = append(all[l], o)
			}
		}
	}
	return all, nil
}

// mathClass is the class id of formulas, in lower case.
const mathClass = "078b7aba-54fc-457f-8551-6147e776a997"

// things reads objects and returns the texts in them.
func (f *flowReader) things(ctx context.Context, things []*thing) ([]*flow, error) {
	b := f.doc.Conn().NewBatch()
	type answers struct {
		frame, graphic, embedded, endnote, kind                *uno.Result
		name, title, desc, class, text, author, remark, stream *uno.Result
	}
	asked := make([]answers, len(things))
	prop := func(o *uno.Object, name string) *uno.Result { return b.Call(o, iProperties, "getPropertyValue", name) }
	is := func(o *uno.Object, service string) *uno.Result {
		return b.Call(o, iServiceInfo, "supportsService", service)
	}
	for i, t := range things {
		a := &asked[i]
		switch t.kind {
		case "footnote":
			a.endnote = is(t.at, "com.sun.star.text.Endnote")
		case "annotation":
			a.author, a.remark = prop(t.at, "Author"), prop(t.at, "Content")
		case "shape":
			a.frame = is(t.at, "com.sun.star.text.TextFrame")
			a.graphic = is(t.at, "com.sun.star.text.TextGraphicObject")
			a.embedded = is(t.at, "com.sun.star.text.TextEmbeddedObject")
			a.kind = b.Call(t.at, "com.sun.star.drawing.XShapeDescriptor", "getShapeType")
			a.name, a.text = b.Call(t.at, iNamed, "getName"), b.Call(t.at, iTextRange, "getString")
			a.title, a.desc, a.class = prop(t.at, "Title"), prop(t.at, "Description"), prop(t.at, "CLSID")
			a.stream = prop(t.at, "StreamName")
		}
	}
	if err := b.Run(ctx); err != nil {
		return nil, err
	}
	str := func(r *uno.Result) string { s, _ := r.Value.(string); return s }
	var inner []*flow
	show := func(t *thing) {
		t.inner = &flow{source: t.at}
		inner = append(inner, t.inner)
	}
	for i, t := range things {
		a := &asked[i]
		switch t.kind {
		case "footnote":
			if a.endnote.Value == true {
				t.kind = "endnote"
			}
			show(t)
		case "annotation":
			t.kind, t.author, t.text = "comment", str(a.author), str(a.remark)
		case "shape":
			t.name = str(a.name)
			alt := str(a.title) + str(a.desc)
			switch {
			case a.frame.Value == true:
				t.kind = "frame"
				show(t)
			case a.graphic.Value == true:
				t.kind, t.text = "image", alt
			case a.embedded.Value == true:
				t.kind, t.text = "ole", alt
				if strings.EqualFold(str(a.class), mathClass) {
					t.kind, t.stream = "formula", str(a.stream)
				}
			case a.kind.Value == "com.sun.star.drawing.GroupShape":
				text, err := groupText(ctx, t.at)
				if err != nil {
					return nil, err
				}
				t.text = text
			default:
				t.text = str(a.text)
			}
		}
	}
	return inner, nil
}

// groupText is what the shapes of a group say.
func groupText(ctx context.Context, group *uno.Object) (string, error) {
	shapes, err := members(ctx, group)
	if err != nil || len(shapes) == 0 {
		return "", err
	}
	texts, inner, err := shapesOf(ctx, shapes)
	if err != nil {
		return "", err
	}
	var parts []string
	for _, t := range texts {
		parts = append(parts, t.text)
	}
	for _, g := range inner {
		text, err := groupText(ctx, g)
		if err != nil {
			return "", err
		}
		parts = append(parts, text)
	}
	return strings.Join(parts, " "), nil
}

// object is what a thing is in the content.
func (t *thing) object(n *numbers) content.Object {
	o := content.Object{Kind: t.kind, Name: t.name, Author: t.author, Text: t.text, Stream: t.stream}
	if o.Name == "" {
		o.Name = n.next(t.kind)
	}
	if t.inner != nil {
		o.Text = content.Plain(n.blocks(t.inner))
	}
	if t.kind != "field" {
		o.Text = strings.Join(strings.Fields(o.Text), " ")
	}
	return o
}

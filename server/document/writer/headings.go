package writer

import (
	"context"
	"fmt"
	"strings"

	"github.com/unodesk/unodesk/server/document"
	"github.com/unodesk/unodesk/uno"
)

// headingStyles are those that headings have in nearly all documents.
const headingStyles = 10

// headingLinks is the place of the headings among a document's link targets
// (com.sun.star.document.XLinkTargetSupplier), whose names are translated.
// outlineMark is at the end of the name of each.
const (
	headingLinks = 5
	outlineMark  = "|outline"
)

// levelled is a heading's paragraph with its outline level. While somebody holds
// on to the paragraph the office names it alike whoever asks for it.
type levelled struct {
	at    *uno.Object
	level int
}

// headingLevels finds the headings of a document by their styles, and returns
// them by the names of their paragraph objects. That is the fastest way by far: otherwise each paragraph must be asked. It does not find
// headings of other styles; but the office knows how many there are, so that this
// is noticed.
func headingLevels(ctx context.Context, doc *document.Document) (headings map[string]levelled, all bool, err error) {
	count, err := countHeadings(ctx, doc)
	if err != nil || count == 0 {
		return nil, false, err
	}
	names, err := usedHeadingStyles(ctx, doc)
	if err != nil || len(names) == 0 {
		return nil, false, err
	}
	ranges, err := ofStyles(ctx, doc, names)
	if err != nil || len(ranges) != count {
		return nil, false, err
	}
	paragraphs, err := properties(ctx, ranges, "TextParagraph")
	if err != nil {
		return nil, false, err
	}
	objects := make([]*uno.Object, 0, count)
	for _, p := range paragraphs {
		if o, _ := p[0].(*uno.Object); o != nil {
			objects = append(objects, o)
		}
	}
	found, err := properties(ctx, objects, "OutlineLevel")
	headings = make(map[string]levelled, count)
	for i, p := range found {
		if level, _ := p[0].(int16); level > 0 { // a paragraph can have the style and be none
			headings[objects[i].String()] = levelled{objects[i], int(level)}
		}
	}
	return headings, len(headings) == count, err
}

// countHeadings tells how many headings there are in all of the document; 0 also
// when that cannot be found out.
func countHeadings(ctx context.Context, doc *document.Document) (int, error) {
	links, err := doc.Member(ctx, document.LinkTargets)
	if err != nil {
		return 0, err
	}
	v, err := links.Call(ctx, iNameAccess, "getElementNames")
	kinds, _ := v.([]string)
	if err != nil || len(kinds) <= headingLinks {
		return 0, err
	}
	headings, err := links.CallObject(ctx, iNameAccess, "getByName", kinds[headingLinks])
	if err != nil {
		return 0, err
	}
	v, err = headings.Call(ctx, iNameAccess, "getElementNames")
	names, _ := v.([]string)
	for _, name := range names {
		if !strings.HasSuffix(name, outlineMark) {
			return 0, err // the targets are in another order here
		}
	}
	return len(names), err
}

// usedHeadingStyles returns the names that the user sees of the heading styles in
// use: by those the office searches.
func usedHeadingStyles(ctx context.Context, doc *document.Document) ([]string, error) {
	family, err := styleFamily(ctx, doc, ParagraphStyles)
	if err != nil {
		return nil, err
	}
	b := doc.Conn().NewBatch()
	var got, used, shown []*uno.Result
	for level := 1; level <= headingStyles; level++ {
		got = append(got, b.Call(family, iNameAccess, "getByName", fmt.Sprint("Heading ", level)))
	}
	if err := b.Run(ctx); err != nil {
		return nil, err
	}
	b = doc.Conn().NewBatch()
	for _, g := range got {
		if o := g.Object(); o != nil {
			b.Ask(o, iProperties)
			used = append(used, b.Call(o, "com.sun.star.style.XStyle", "isInUse"))
		}
	}
	if err := b.First(ctx); err != nil {
		return nil, err
	}
	b = doc.Conn().NewBatch()
	n := 0
	for _, g := range got {
		if o := g.Object(); o != nil {
			if used[n].Value == true { // to ask others for their names would make the office set them up
				shown = append(shown, b.Call(o, iProperties, "getPropertyValue", "DisplayName"))
			}
			n++
		}
	}
	if err := b.First(ctx); err != nil {
		return nil, err
	}
	var names []string
	for _, s := range shown {
		if name, _ := s.Value.(string); name != "" {
			names = append(names, name)
		}
	}
	return names, nil
}

// ofStyles finds the paragraphs that have one of the styles.
func ofStyles(ctx context.Context, doc *document.Document, names []string) ([]*uno.Object, error) {
	b := doc.Conn().NewBatch()
	descriptors, lists := make([]*uno.Result, len(names)), make([]*uno.Result, len(names))
	for i := range names {
		descriptors[i] = b.Call(doc.Model(), iSearchable, "createSearchDescriptor")
	}
	if err := b.First(ctx); err != nil {
		return nil, err
	}
	b = doc.Conn().NewBatch()
	for i, name := range names {
		d := descriptors[i].Object()
		b.Call(d, iProperties, "setPropertyValue", "SearchStyles", true)
		b.Call(d, iSearchDescriptor, "setSearchString", name)
		lists[i] = b.Call(doc.Model(), iSearchable, "findAll", d)
	}
	if err := b.First(ctx); err != nil {
		return nil, err
	}
	b = doc.Conn().NewBatch()
	counts := make([]*uno.Result, len(names))
	for i, l := range lists {
		if l.Object() != nil {
			counts[i] = b.Call(l.Object(), iIndexAccess, "getCount")
		}
	}
	if err := b.First(ctx); err != nil {
		return nil, err
	}
	b = doc.Conn().NewBatch()
	var got []*uno.Result
	for i, c := range counts {
		if c == nil {
			continue
		}
		n, _ := c.Value.(int32)
		for k := range n {
			got = append(got, b.Call(lists[i].Object(), iIndexAccess, "getByIndex", k))
		}
	}
	if err := b.First(ctx); err != nil {
		return nil, err
	}
	ranges := make([]*uno.Object, len(got))
	for i, g := range got {
		ranges[i] = g.Object()
	}
	return ranges, nil
}

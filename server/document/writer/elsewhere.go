package writer

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"unicode/utf16"

	"github.com/unodesk/unodesk/server/document"
	"github.com/unodesk/unodesk/uno"
)

// island is text that the office's search does not reach: in a drawing shape
// or a comment.
type island struct {
	Where
	text string
}

// islands reads all of them, once in each revision: a document with thousands
// of fields tells its comments among them only.
func islands(ctx context.Context, doc *document.Document) ([]island, error) {
	if kept, ok := knownIslands.get(doc); ok {
		return kept, nil
	}
	var comments []island
	var failed error
	var reading sync.WaitGroup
	reading.Go(func() { comments, failed = commentTexts(ctx, doc) })
	shapes, err := shapeTexts(ctx, doc)
	reading.Wait()
	all, err := append(shapes, comments...), errors.Join(err, failed)
	if err == nil && !doc.Moved() {
		knownIslands.put(doc, all)
	}
	return all, err
}

// knownIslands are those of the documents that were searched last.
var knownIslands = islandCache{of: map[string]knownIsland{}}

type islandCache struct {
	mu sync.Mutex
	of map[string]knownIsland // by uid
}

type knownIsland struct {
	revision string
	all      []island
}

// maxIslandDocuments bounds of how many documents they are known.
const maxIslandDocuments = 16

func (c *islandCache) get(doc *document.Document) ([]island, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	k, ok := c.of[doc.UID]
	return k.all, ok && k.revision == doc.Revision
}

func (c *islandCache) put(doc *document.Document, all []island) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.of) >= maxIslandDocuments {
		clear(c.of)
	}
	if doc.Revision != "" {
		c.of[doc.UID] = knownIsland{doc.Revision, all}
	}
}

// shapeTexts reads the texts of drawing shapes, those in groups included. The
// text of frames, and of shapes that have a frame for it, is found by the
// office's own search.
func shapeTexts(ctx context.Context, doc *document.Document) ([]island, error) {
	page, err := doc.Member(ctx, document.DrawPage)
	if err != nil {
		return nil, err
	}
	var out []island
	for level := []*uno.Object{page}; len(level) > 0; {
		var groups []*uno.Object
		for _, group := range level {
			shapes, err := members(ctx, group)
			if err != nil {
				return nil, err
			}
			texts, inner, err := shapesOf(ctx, shapes)
			if err != nil {
				return nil, err
			}
			out, groups = append(out, texts...), append(groups, inner...)
		}
		level = groups
	}
	return out, nil
}

// shapesOf reads the texts of shapes and returns the groups among them.
func shapesOf(ctx context.Context, shapes []*uno.Object) (texts []island, groups []*uno.Object, err error) {
	if len(shapes) == 0 {
		return nil, nil, nil
	}
	frames, err := supporting(ctx, shapes, "com.sun.star.text.BaseFrame")
	if err != nil {
		return nil, nil, err
	}
	b := shapes[0].Conn().NewBatch()
	type answers struct{ kind, text, name, box *uno.Result }
	asked := map[int]answers{}
	for i, s := range shapes {
		if !frames[i] {
			asked[i] = answers{
				kind: b.Call(s, "com.sun.star.drawing.XShapeDescriptor", "getShapeType"),
				text: b.Call(s, iTextRange, "getString"),
				name: b.Call(s, iNamed, "getName"),
				box:  b.Call(s, iProperties, "getPropertyValue", "TextBox"),
			}
		}
	}
	if err := b.Run(ctx); err != nil {
		return nil, nil, err
	}
	for i, s := range shapes {
		a, ok := asked[i]
		if !ok {
			continue
		}
		if a.kind.Value == "com.sun.star.drawing.GroupShape" {
			groups = append(groups, s)
			continue
		}
		if text, _ := a.text.Value.(string); text != "" && a.box.Value != true {
			texts = append(texts, island{Where{"shape", fmt.Sprintf("shape '%v'", a.name.Value)}, text})
		}
	}
	return texts, groups, nil
}

func commentTexts(ctx context.Context, doc *document.Document) ([]island, error) {
	access, err := doc.Member(ctx, document.TextFields)
	if err != nil {
		return nil, err
	}
	fields, err := enumerate(ctx, access)
	if err != nil {
		return nil, err
	}
	is, err := supporting(ctx, fields, "com.sun.star.text.textfield.Annotation")
	if err != nil {
		return nil, err
	}
	var comments []*uno.Object
	for i, f := range fields {
		if is[i] {
			comments = append(comments, f)
		}
	}
	props, err := properties(ctx, comments, "Author", "Content")
	var out []island
	for _, p := range props {
		text, _ := p[1].(string)
		out = append(out, island{Where{"comment", fmt.Sprintf("comment by '%v'", p[0])}, text})
	}
	return out, err
}

// ignoreCase is com.sun.star.i18n.TransliterationModules.IGNORE_CASE.
const ignoreCase = 0x100

// searchIslands looks for a pattern in texts by the office's own rules, a
// round of searches in one block.
func searchIslands(ctx context.Context, doc *document.Document, try attempt, all []island) ([]Spot, error) {
	if len(all) == 0 {
		return nil, nil
	}
	engine, err := doc.Conn().Service(ctx, "com.sun.star.util.TextSearch")
	if err != nil {
		return nil, err
	}
	flags := 0
	if !try.matchCase {
		flags = ignoreCase
	}
	options := uno.NewStruct("com.sun.star.util.SearchOptions",
		"algorithmType", uno.Enum{Type: "com.sun.star.util.SearchAlgorithms", Name: "REGEXP"},
		"searchString", try.pattern, "transliterateFlags", int32(flags))
	if _, err := engine.Call(ctx, "com.sun.star.util.XTextSearch", "setOptions", options); err != nil {
		return nil, err
	}
	units := make([][]uint16, len(all))
	from := make([]int, len(all))
	for i := range all {
		units[i] = utf16.Encode([]rune(all[i].text))
	}
	found := make([][]Spot, len(all))
	for {
		b := doc.Conn().NewBatch()
		got := make([]*uno.Result, len(all))
		for i := range all {
			if from[i] < len(units[i]) {
				got[i] = b.Call(engine, "com.sun.star.util.XTextSearch", "searchForward", all[i].text, from[i], len(units[i]))
			}
		}
		if b.Len() == 0 {
			break
		}
		if err := b.First(ctx); err != nil {
			return nil, err
		}
		for i, r := range got {
			if r == nil {
				continue
			}
			start, end := matchOf(r.Value)
			if end <= start || start < from[i] || end > len(units[i]) {
				from[i] = len(units[i])
				continue
			}
			text := func(a, b int) string { return string(utf16.Decode(units[i][a:b])) }
			found[i] = append(found[i], Spot{
				Where: all[i].Where, Text: text(start, end),
				Context: excerpt(text(0, start), text(start, end), text(end, len(units[i]))),
			})
			from[i] = end
		}
	}
	var out []Spot
	for _, f := range found {
		out = append(out, f...)
	}
	return out, nil
}

// matchOf returns the ends of the first match of a com.sun.star.util.SearchResult.
func matchOf(v any) (start, end int) {
	result, ok := v.(*uno.Struct)
	if !ok {
		return 0, 0
	}
	starts, _ := result.Get("startOffset").([]int32)
	ends, _ := result.Get("endOffset").([]int32)
	if len(starts) == 0 || len(ends) == 0 {
		return 0, 0
	}
	return int(starts[0]), int(ends[0])
}

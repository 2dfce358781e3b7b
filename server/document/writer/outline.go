package writer

import (
	"context"
	"errors"
	"strconv"
	"strings"

	"github.com/unodesk/unodesk/server/document"
	"github.com/unodesk/unodesk/uno"
)

// Heading is a heading of a document's outline with all that belongs to it.
type Heading struct {
	Text     string
	Level    int
	Index    int    // among the body's paragraphs and tables
	Path     string // where it stands in the outline, "1.2"
	Children []*Heading

	body  []*uno.Object // paragraphs and tables between it and the next heading
	text  *uno.Object   // the heading's own paragraph
	Body  int           // how many there are
	Lines []string      // their texts, as far as asked for
}

// Outline is a document's structure.
type Outline struct {
	Top    []*Heading
	Before int        // paragraphs and tables before the first heading
	Total  int        // paragraphs and tables in all
	All    []*Heading // in reading order
}

// Lines says how much of the text under a heading to read.
type Lines string

// The amounts of text.
const (
	NoLines    Lines = "heading_only"
	FirstLines Lines = "first_lines"
	AllLines   Lines = "full"
)

// outlineBlock is how many paragraphs are asked about in one block.
const outlineBlock = 256

// ReadOutline reads the headings of the body. It writes nothing, not even
// bookmarks.
func ReadOutline(ctx context.Context, doc *document.Document, lines Lines) (*Outline, error) {
	o, err := readOutline(ctx, doc, lines)
	return o, document.Explain(err)
}

func readOutline(ctx context.Context, doc *document.Document, lines Lines) (*Outline, error) {
	body, err := doc.Member(ctx, document.Body)
	if err != nil {
		return nil, err
	}
	elements, levels, err := elementsWithLevels(ctx, doc, body)
	if err != nil {
		return nil, err
	}
	o := &Outline{Total: len(elements)}
	var current *Heading
	for i, e := range elements {
		switch {
		case levels[i] > 0:
			current = &Heading{Level: levels[i], Index: i, text: e}
			o.All = append(o.All, current)
		case current == nil:
			o.Before++
		default:
			current.body = append(current.body, e)
			current.Body++
		}
	}
	return o, o.fill(ctx, doc, lines)
}

// elementsWithLevels enumerates the body's paragraphs and tables with their
// outline levels; 0 is body text.
func elementsWithLevels(ctx context.Context, doc *document.Document, body *uno.Object) (elements []*uno.Object, levels []int, err error) {
	known, all, err := headingLevels(ctx, doc)
	if err != nil {
		return nil, nil, err
	}
	if !all {
		return levelsOf(ctx, body)
	}
	if elements, err = enumerate(ctx, body); err != nil {
		return nil, nil, err
	}
	levels = make([]int, len(elements))
	for i, e := range elements {
		levels[i] = known[e.String()].level
	}
	return elements, levels, nil
}

// levelsOf enumerates a text's paragraphs and tables with their outline levels;
// 0 is body text. While the levels of one block are asked for, the next block is
// enumerated: the office works on both at once.
func levelsOf(ctx context.Context, text *uno.Object) (elements []*uno.Object, levels []int, err error) {
	list, err := text.CallObject(ctx, iEnumAccess, "createEnumeration")
	if err != nil {
		return nil, nil, err
	}
	blocks := make(chan []*uno.Object, 1)
	var enumerated error
	go func() {
		defer close(blocks)
		for ended := false; !ended && enumerated == nil; {
			var block []*uno.Object
			block, ended, enumerated = nextElements(ctx, list, outlineBlock)
			blocks <- block
		}
	}()
	for block := range blocks {
		if err == nil {
			var of [][]any
			of, err = properties(ctx, block, "OutlineLevel")
			for _, v := range of {
				level, _ := v[0].(int16) // a table has none
				levels = append(levels, int(level))
			}
			elements = append(elements, block...)
		}
	}
	return elements, levels, errors.Join(err, enumerated)
}

// fill reads texts and joins the headings to a tree. A heading without text is
// left out, as LibreOffice's Navigator does; what is under it belongs to the
// heading before.
func (o *Outline) fill(ctx context.Context, doc *document.Document, lines Lines) error {
	var want []*uno.Object
	for _, h := range o.All {
		want = append(want, h.text)
		want = append(want, h.body[:h.linesWanted(lines)]...)
	}
	texts, err := textsOf(ctx, doc, want)
	if err != nil {
		return err
	}
	kept := o.All[:0]
	for _, h := range o.All {
		h.Text = strings.TrimSpace(strings.ReplaceAll(texts[0], "\n", " "))
		n := 1 + h.linesWanted(lines)
		h.Lines, texts = texts[1:n], texts[n:]
		if h.Text == "" {
			if len(kept) > 0 {
				last := kept[len(kept)-1]
				last.body = append(append(last.body, h.text), h.body...)
				last.Body += 1 + h.Body
			} else {
				o.Before += 1 + h.Body
			}
			continue
		}
		kept = append(kept, h)
	}
	o.All = kept
	o.join()
	return nil
}

func (h *Heading) linesWanted(lines Lines) int {
	switch lines {
	case AllLines:
		return len(h.body)
	case FirstLines:
		return min(1, len(h.body))
	}
	return 0
}

// join makes the tree and numbers it.
func (o *Outline) join() {
	var open []*Heading
	for _, h := range o.All {
		for len(open) > 0 && open[len(open)-1].Level >= h.Level {
			open = open[:len(open)-1]
		}
		if len(open) == 0 {
			o.Top = append(o.Top, h)
			h.Path = strconv.Itoa(len(o.Top))
		} else {
			parent := open[len(open)-1]
			parent.Children = append(parent.Children, h)
			h.Path = parent.Path + "." + strconv.Itoa(len(parent.Children))
		}
		open = append(open, h)
	}
}

// textsOf reads what a reader sees of paragraphs. A table has no text here.
func textsOf(ctx context.Context, doc *document.Document, paragraphs []*uno.Object) ([]string, error) {
	out := make([]string, len(paragraphs))
	if len(paragraphs) == 0 {
		return out, nil
	}
	deletions, err := deletedRanges(ctx, doc)
	if err != nil {
		return nil, err
	}
	if len(deletions) == 0 {
		b := doc.Conn().NewBatch()
		got := make([]*uno.Result, len(paragraphs))
		for i, p := range paragraphs {
			got[i] = b.Call(p, iTextRange, "getString")
		}
		err := b.Run(ctx)
		for i := range got {
			out[i], _ = got[i].Value.(string)
		}
		return out, err
	}
	portions, err := paragraphPortions(ctx, paragraphs)
	for i := range portions {
		out[i] = visibleText(portions[i])
	}
	return out, err
}

// Statistics counts what is in a document.
type Statistics struct {
	Characters, Words, Paragraphs, Pages int
}

// ReadStatistics reads a document's statistics. Pages are those of its window,
// 0 when it has none.
func ReadStatistics(ctx context.Context, doc *document.Document) (Statistics, error) {
	var s Statistics
	counts, err := properties(ctx, []*uno.Object{doc.Model()}, "CharacterCount", "WordCount", "ParagraphCount")
	if err != nil {
		return s, document.Explain(err)
	}
	number := func(v any) int { n, _ := v.(int32); return int(n) }
	s.Characters, s.Words, s.Paragraphs = number(counts[0][0]), number(counts[0][1]), number(counts[0][2])
	err = doc.Conn().Main(ctx, func(ctx context.Context) error {
		view, err := doc.Model().CallObject(ctx, "com.sun.star.frame.XModel", "getCurrentController")
		if err != nil || view == nil {
			return err
		}
		pages, err := properties(ctx, []*uno.Object{view}, "PageCount")
		if err == nil {
			s.Pages = number(pages[0][0])
		}
		return err
	})
	return s, document.Explain(err)
}

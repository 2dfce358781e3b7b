package writer

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"

	"github.com/unodesk/unodesk/server/content"
	"github.com/unodesk/unodesk/server/document"
	"github.com/unodesk/unodesk/uno"
)

// Styles are the style names that new content gets. They are the office's
// programmatic names, the same in every language of its user interface.
type Styles struct {
	Body    string // of a plain paragraph
	Bullets string // list styles
	Numbers string
}

// codeUnknownStyle is the code for a style that the document does not have.
const codeUnknownStyle = "UNKNOWN_STYLE"

// ReadStyles finds out which styles plain content gets in this document, and,
// when blocks name styles, what those are.
func ReadStyles(ctx context.Context, doc *document.Document, blocks []content.Block) (Styles, error) {
	s := Styles{Body: "Standard", Bullets: "List 1", Numbers: "Numbering 1"}
	families, err := doc.Members(ctx, document.Styles("ParagraphStyles"), document.Styles("CharacterStyles"), document.Styles("NumberingStyles"))
	if err != nil {
		return s, document.Explain(err)
	}
	paragraph, character, numbering := families[0], families[1], families[2]
	b := doc.Conn().NewBatch()
	textBody := b.Call(paragraph, iNameAccess, "getByName", "Text body")
	has := b.Call(numbering, iNameAccess, "hasByName", "Numbering 123")
	if err := errors.Join(b.Run(ctx), has.Err); err != nil {
		return s, document.Explain(err)
	}
	if textBody.Err == nil {
		used, err := textBody.Object().Call(ctx, "com.sun.star.style.XStyle", "isInUse")
		if err != nil {
			return s, document.Explain(err)
		}
		if used == true {
			s.Body = "Text body"
		}
	}
	if has.Value == true {
		s.Numbers = "Numbering 123"
	}
	return s, resolveStyles(ctx, blocks, paragraph, character)
}

// ResolveStyles turns the style names and tokens in blocks into programmatic
// names.
func ResolveStyles(ctx context.Context, doc *document.Document, blocks []content.Block) error {
	families, err := doc.Members(ctx, document.Styles("ParagraphStyles"), document.Styles("CharacterStyles"))
	if err != nil {
		return document.Explain(err)
	}
	return resolveStyles(ctx, blocks, families[0], families[1])
}

func resolveStyles(ctx context.Context, blocks []content.Block, paragraph, character *uno.Object) error {
	var err error
	var para, char map[string]string
	lookUp := func(known *map[string]string, family *uno.Object, kind Family, name *string) bool {
		if *name == "" || err != nil {
			return err == nil
		}
		// First among the names that are there: asking a style what it is called
		// makes the office set it up.
		if *known == nil {
			if *known, err = programmaticNames(ctx, family); err != nil {
				return false
			}
		}
		found, ok := (*known)[styleKey(*name)]
		if !ok {
			if *known, err = styleNames(ctx, family); err != nil {
				return false
			}
			found, ok = (*known)[styleKey(*name)]
		}
		if meant := meaning(kind, styleKey(*name)); !ok && meant != "" {
			found, ok = (*known)[styleKey(meant)]
		}
		if !ok {
			err = document.Errorf(codeUnknownStyle, "the document has no style %q; did you mean %s?", *name, suggest(*known, *name)).
				With("style", *name)
			return false
		}
		*name = found
		return true
	}
	content.Walk(blocks, func(blk *content.Block) bool {
		if !lookUp(&para, paragraph, ParagraphStyles, &blk.Style) {
			return false
		}
		for i := range blk.Runs {
			if !lookUp(&char, character, CharacterStyles, &blk.Runs[i].Marks.Style) {
				return false
			}
		}
		return true
	})
	return document.Explain(err)
}

func styleKey(name string) string {
	return strings.ToLower(content.StyleToken(strings.ReplaceAll(name, "_20_", " ")))
}

// programmaticNames maps the keys of programmatic names to them.
func programmaticNames(ctx context.Context, family *uno.Object) (map[string]string, error) {
	v, err := family.Call(ctx, iNameAccess, "getElementNames")
	names, _ := v.([]string)
	known := map[string]string{}
	for _, name := range names {
		known[styleKey(name)] = name
	}
	return known, err
}

// styleNames maps each style's keys (programmatic and shown name) to its
// programmatic name.
func styleNames(ctx context.Context, family *uno.Object) (map[string]string, error) {
	v, err := family.Call(ctx, iNameAccess, "getElementNames")
	if err != nil {
		return nil, err
	}
	names, _ := v.([]string)
	get := family.Conn().NewBatch()
	got := make([]*uno.Result, len(names))
	for i, name := range names {
		got[i] = get.Call(family, iNameAccess, "getByName", name)
	}
	if err := get.First(ctx); err != nil {
		return nil, err
	}
	show := family.Conn().NewBatch()
	shown := make([]*uno.Result, len(names))
	for i := range names {
		shown[i] = show.Call(got[i].Object(), iProperties, "getPropertyValue", "DisplayName")
	}
	if err := show.Run(ctx); err != nil {
		return nil, err
	}
	known := map[string]string{}
	for i, name := range names {
		if display, ok := shown[i].Value.(string); ok && known[styleKey(display)] == "" {
			known[styleKey(display)] = name
		}
	}
	for _, name := range names {
		known[styleKey(name)] = name
	}
	return known, nil
}

// suggest names the styles that look most like a name.
func suggest(known map[string]string, name string) string {
	key := styleKey(name)
	type candidate struct {
		name     string
		distance int
	}
	var all []candidate
	nearest := map[string]int{} // a style has several keys: its names
	for k, programmatic := range known {
		d := editDistance(key, k)
		if best, ok := nearest[programmatic]; !ok || d < best {
			nearest[programmatic] = d
		}
	}
	for programmatic, distance := range nearest {
		all = append(all, candidate{programmatic, distance})
	}
	slices.SortFunc(all, func(a, b candidate) int {
		if a.distance != b.distance {
			return a.distance - b.distance
		}
		return strings.Compare(a.name, b.name)
	})
	var quoted []string
	for _, c := range all[:min(3, len(all))] {
		quoted = append(quoted, strconv.Quote(c.name))
	}
	return strings.Join(quoted, " or ")
}

func editDistance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := 1; i <= len(a); i++ {
		diagonal := row[0]
		row[0] = i
		for j := 1; j <= len(b); j++ {
			cost := diagonal
			if a[i-1] != b[j-1] {
				cost++
			}
			diagonal, row[j] = row[j], min(cost, row[j]+1, row[j-1]+1)
		}
	}
	return row[len(b)]
}

// ofBlock is the paragraph style of a new block.
func (s Styles) ofBlock(b *content.Block) string {
	switch {
	case b.Style != "":
		return b.Style
	case b.Kind == content.Heading:
		return "Heading " + strconv.Itoa(b.Level)
	}
	return s.Body
}

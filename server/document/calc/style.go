package calc

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/unodesk/unodesk/server/document"
	"github.com/unodesk/unodesk/uno"
)

// Style is how cells are to look. What is nil stays as it is.
type Style struct {
	Bold, Italic, Wrap        *bool
	FontSize                  *float64 // points
	Background, Color, Border *string  // colours; "none" takes away
	Horizontal, Vertical      *string
	NumberFormat              *string // a code as in English, or one of FormatWords
}

// The words for alignment, and what the office calls them.
var (
	horizontal = map[string]string{"left": "LEFT", "center": "CENTER", "right": "RIGHT", "justify": "BLOCK", "standard": "STANDARD"}
	vertical   = map[string]int32{"standard": 0, "top": 1, "center": 2, "bottom": 3}
	// formatWords are codes by their meaning, in English.
	formatWords = map[string]string{
		"general": "General", "text": "@", "number": "#,##0.00", "integer": "0", "percent": "0.00%",
		"date": "YYYY-MM-DD", "time": "HH:MM:SS", "datetime": "YYYY-MM-DD HH:MM:SS", "duration": "[HH]:MM:SS", "scientific": "0.00E+00",
	}
)

// Styler gives ranges a style.
type Styler struct {
	doc    *document.Document
	ranges []*Range
	names  []string // of properties, sorted
	values []any
	format string // number format code, "" for none
}

// NewStyler checks ranges and style; it changes nothing.
func NewStyler(ctx context.Context, doc *document.Document, refs []string, s Style) (*Styler, error) {
	st, err := newStyler(ctx, doc, refs, s)
	return st, document.Explain(err)
}

func newStyler(ctx context.Context, doc *document.Document, refs []string, s Style) (*Styler, error) {
	st := &Styler{doc: doc}
	set, err := s.properties()
	if err != nil {
		return nil, err
	}
	for name := range set {
		st.names = append(st.names, name)
	}
	slices.Sort(st.names)
	for _, name := range st.names {
		st.values = append(st.values, set[name])
	}
	if s.NumberFormat != nil {
		st.format = *s.NumberFormat
		if code, ok := formatWords[strings.ToLower(strings.TrimSpace(st.format))]; ok {
			st.format = code
		}
		if strings.TrimSpace(st.format) == "" {
			return nil, document.Errorf(document.CodeValidation, "number_format is empty; give a code such as #,##0.00 or one of %s", words(formatWords))
		}
	}
	if len(st.names) == 0 && st.format == "" {
		return nil, document.Errorf(document.CodeValidation, "nothing to set: give at least one of the style arguments")
	}
	b, err := openBook(ctx, doc)
	if err != nil {
		return nil, err
	}
	for _, ref := range refs {
		r, err := b.find(ctx, ref)
		if err != nil {
			return nil, err
		}
		if err := checkProtection(ctx, r); err != nil {
			return nil, err
		}
		st.ranges = append(st.ranges, r)
	}
	return st, st.checkFormat(ctx)
}

// Ranges are the blocks that are styled.
func (st *Styler) Ranges() []*Range { return st.ranges }

// properties are the office's properties for a style.
func (s Style) properties() (map[string]any, error) {
	set := map[string]any{}
	for _, p := range []struct {
		on      *bool
		name    string
		yes, no any
	}{
		{s.Bold, "CharWeight", float32(150), float32(100)},
		{s.Italic, "CharPosture", slant("ITALIC"), slant("NONE")},
		{s.Wrap, "IsTextWrapped", true, false},
	} {
		if p.on != nil {
			set[p.name] = p.no
			if *p.on {
				set[p.name] = p.yes
			}
		}
	}
	if s.FontSize != nil {
		if *s.FontSize < 1 || *s.FontSize > 999 {
			return nil, document.Errorf(document.CodeValidation, "font_size %v is not between 1 and 999 points", *s.FontSize)
		}
		set["CharHeight"] = float32(*s.FontSize)
	}
	if s.Horizontal != nil {
		word, ok := horizontal[strings.ToLower(*s.Horizontal)]
		if !ok {
			return nil, document.Errorf(document.CodeValidation, "h_align %q is not one of %s", *s.Horizontal, words(horizontal))
		}
		set["HoriJustify"] = uno.Enum{Type: "com.sun.star.table.CellHoriJustify", Name: word}
	}
	if s.Vertical != nil {
		n, ok := vertical[strings.ToLower(*s.Vertical)]
		if !ok {
			return nil, document.Errorf(document.CodeValidation, "v_align %q is not one of %s", *s.Vertical, words(vertical))
		}
		set["VertJustify"] = n
	}
	return set, s.colors(set)
}

func slant(name string) uno.Enum { return uno.Enum{Type: "com.sun.star.awt.FontSlant", Name: name} }

// borderWidth is half a point, in hundredths of a millimetre.
const borderWidth = 18

func (s Style) colors(set map[string]any) error {
	for name, given := range map[string]*string{"bg_color": s.Background, "font_color": s.Color, "border_color": s.Border} {
		if given == nil {
			continue
		}
		n, err := colorNumber(*given)
		if err != nil {
			return document.Errorf(document.CodeValidation, "%s: %w", name, err)
		}
		switch name {
		case "bg_color":
			set["CellBackColor"] = n
		case "font_color":
			set["CharColor"] = n
		default:
			line := uno.NewStruct("com.sun.star.table.BorderLine2")
			if n != noColor {
				line = uno.NewStruct("com.sun.star.table.BorderLine2", "Color", n, "OuterLineWidth", int16(borderWidth), "LineWidth", uint32(borderWidth))
			}
			for _, side := range []string{"TopBorder", "BottomBorder", "LeftBorder", "RightBorder"} {
				set[side] = line
			}
		}
	}
	return nil
}

func words[V any](of map[string]V) string {
	var out []string
	for w := range of {
		out = append(out, w)
	}
	slices.Sort(out)
	return strings.Join(out, ", ")
}

// checkFormat refuses a number format that the office cannot read. Asking for
// its key adds it to the document's list of formats when it is new, which a
// file shows only when a cell has it.
func (st *Styler) checkFormat(ctx context.Context) error {
	if st.format == "" {
		return nil
	}
	f, err := readFormats(ctx, st.doc)
	if err != nil {
		return err
	}
	key, err := f.key(ctx, st.doc, st.format)
	if uno.IsException(err, "com.sun.star.util.MalformedNumberFormatException") {
		return document.Errorf(document.CodeValidation, "number_format %q is not a format that LibreOffice can read; give a code such as #,##0.00 or one of %s",
			st.format, words(formatWords))
	}
	if err != nil {
		return err
	}
	st.names, st.values = append(st.names, "NumberFormat"), append(st.values, key)
	order := make([]int, len(st.names))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int { return strings.Compare(st.names[a], st.names[b]) })
	names, values := make([]string, len(order)), make([]any, len(order))
	for to, from := range order {
		names[to], values[to] = st.names[from], st.values[from]
	}
	st.names, st.values = names, values
	return nil
}

// key returns the key of a format that is written in English, as the document's
// language has it.
func (f *formats) key(ctx context.Context, doc *document.Document, code string) (int32, error) {
	const iFormats = "com.sun.star.util.XNumberFormats"
	english := uno.NewStruct("com.sun.star.lang.Locale", "Language", "en", "Country", "US")
	locale, err := doc.Model().Call(ctx, iProperties, "getPropertyValue", "CharLocale")
	if err != nil {
		return 0, err
	}
	v, err := f.settings.Call(ctx, iFormats, "addNewConverted", code, english, locale)
	if err == nil {
		key, _ := v.(int32)
		return key, nil
	}
	// A format that is there already cannot be added: ask for it instead.
	for _, l := range []any{english, locale} {
		v, asked := f.settings.Call(ctx, iFormats, "queryKey", code, l, true)
		if key, ok := v.(int32); asked == nil && ok && key >= 0 {
			return key, nil
		}
	}
	return 0, err
}

// Edits returns the steps of a plan.
func (st *Styler) Edits() []document.Edit {
	out := make([]document.Edit, len(st.ranges))
	for i, r := range st.ranges {
		out[i] = document.Edit{Name: fmt.Sprintf("format %s", r.Address), Do: func(ctx context.Context) error {
			if err := allocate(ctx, st.doc, r); err != nil {
				return err
			}
			_, err := r.object.Call(ctx, "com.sun.star.beans.XMultiPropertySet", "setPropertyValues", st.names, st.values)
			return err
		}}
	}
	return out
}

// allocate makes the office keep the columns of a range. It keeps only as many
// as were ever used, and undoing a format leaves it on columns that it did not
// keep before (seen in 7.4). Writing into the last column and clearing it again
// is undone without a trace.
func allocate(ctx context.Context, doc *document.Document, r *Range) error {
	b, err := openBook(ctx, doc)
	if err != nil {
		return err
	}
	used, _, err := b.used(ctx, r.Address.Sheet)
	if err != nil || r.EndColumn <= used.EndColumn {
		return err
	}
	last, err := rangeAt(ctx, r.sheet, r.rowsOf(0, 1).columnsOf(r.Columns()-1, 1))
	if err != nil {
		return err
	}
	v, err := last.object.Call(ctx, iFormulas, "getFormulaArray")
	if rows, ok := v.([][]string); err != nil || !ok || len(rows) == 0 || rows[0][0] != "" {
		return err
	}
	w := doc.Conn().NewBatch()
	w.Call(last.object, iArrayFormula, "setArrayFormula", "=1")
	w.Call(last.object, iClear, "clearContents", int32(contentFlags))
	return w.First(ctx)
}

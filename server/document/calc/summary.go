package calc

import (
	"context"
	"errors"

	"github.com/unodesk/unodesk/server/document"
	"github.com/unodesk/unodesk/uno"
)

// Summary is what a sheet is made of.
type Summary struct {
	SheetName       string          `json:"sheet_name"`
	Sheets          []string        `json:"sheets"`
	UsedRange       string          `json:"used_range"`
	RowCount        int             `json:"row_count"`
	ColCount        int             `json:"col_count"`
	Headers         []string        `json:"headers"`
	Columns         []ColumnSummary `json:"columns"`
	ChartCount      int             `json:"chart_count"`
	Charts          []string        `json:"charts"`
	AnnotationCount int             `json:"annotation_count"`
	ShapeCount      int             `json:"shape_count"`
	HasMerges       bool            `json:"has_merges"`
	Merges          []string        `json:"merges,omitempty"`
	NamedRanges     []NamedRange    `json:"named_ranges,omitempty"`
	Filters         []FilterSummary `json:"filters,omitempty"`
	Protected       bool            `json:"protected"`
}

// ColumnSummary says what a column holds, by its first rows.
type ColumnSummary struct {
	Column string         `json:"column"`
	Header string         `json:"header,omitempty"`
	Types  map[string]int `json:"types"` // how many cells of each type
	Sample any            `json:"sample,omitempty"`
	// Formula is the first one of the column.
	Formula string `json:"formula,omitempty"`
}

// NamedRange is a name and what it stands for.
type NamedRange struct {
	Name    string `json:"name"`
	Content string `json:"content"`
	Scope   string `json:"scope"` // global, or a sheet
}

// FilterSummary is where rows are hidden.
type FilterSummary struct {
	Range    string `json:"range"`
	Criteria int    `json:"criteria_count"`
}

// What a summary looks at, at most.
const (
	sampledRows  = 200
	maxColumns   = 100
	maxMerges    = 20
	maxNames     = 100
	sampleLength = 60
)

// Summarize describes a sheet, "" for the active one.
func Summarize(ctx context.Context, doc *document.Document, sheet string) (*Summary, error) {
	s, err := summarize(ctx, doc, sheet)
	return s, document.Explain(err)
}

func summarize(ctx context.Context, doc *document.Document, name string) (*Summary, error) {
	b, err := openBook(ctx, doc)
	if err != nil {
		return nil, err
	}
	index, err := b.sheetIndex(ctx, name)
	if err != nil {
		return nil, err
	}
	used, sheet, err := b.used(ctx, index)
	if err != nil {
		return nil, err
	}
	r, err := rangeAt(ctx, sheet, used)
	if err != nil {
		return nil, err
	}
	s := &Summary{
		SheetName: b.names[index], Sheets: b.names, UsedRange: used.String(), RowCount: used.Rows(), ColCount: used.Columns(),
		Headers: []string{}, Columns: []ColumnSummary{}, Charts: []string{},
	}
	if err := s.objects(ctx, r); err != nil {
		return nil, err
	}
	if err := s.columns(ctx, doc, r); err != nil {
		return nil, err
	}
	if err := s.named(ctx, doc.Model(), "global"); err != nil {
		return nil, err
	}
	if err := s.named(ctx, sheet, s.SheetName); err != nil {
		return nil, err
	}
	filters, err := Filters(ctx, doc, r)
	for _, f := range filters {
		s.Filters = append(s.Filters, FilterSummary{f.Area.String(), len(f.Criteria)})
	}
	return s, err
}

// objects counts what lies on the sheet.
func (s *Summary) objects(ctx context.Context, r *Range) error {
	b := r.sheet.Conn().NewBatch()
	charts := b.Call(r.sheet, "com.sun.star.table.XTableChartsSupplier", "getCharts")
	notes := b.Call(r.sheet, "com.sun.star.sheet.XSheetAnnotationsSupplier", "getAnnotations")
	page := b.Call(r.sheet, "com.sun.star.drawing.XDrawPageSupplier", "getDrawPage")
	protected := b.Call(r.sheet, "com.sun.star.util.XProtectable", "isProtected")
	if err := b.First(ctx); err != nil {
		return err
	}
	b = r.sheet.Conn().NewBatch()
	names := b.Call(charts.Object(), iNameAccess, "getElementNames")
	comments := b.Call(notes.Object(), iIndexAccess, "getCount")
	shapes := b.Call(page.Object(), iIndexAccess, "getCount")
	if err := b.First(ctx); err != nil {
		return err
	}
	if list, ok := names.Value.([]string); ok {
		s.Charts = list
	}
	count := func(r *uno.Result) int { n, _ := r.Value.(int32); return int(n) }
	s.ChartCount, s.AnnotationCount, s.ShapeCount = len(s.Charts), count(comments), count(shapes)
	s.Protected, _ = protected.Value.(bool)
	v, err := r.sheet.Call(ctx, iAddressable, "getRangeAddress")
	if err != nil {
		return err
	}
	all := addressOf(v.(*uno.Struct)) // empty cells can be merged as well
	all.SheetName, all.nameNeeded = r.SheetName, r.nameNeeded
	merges, err := mergesIn(ctx, &Range{all, r.sheet, r.sheet})
	s.HasMerges = len(merges) > 0
	for _, m := range merges[:min(maxMerges, len(merges))] {
		s.Merges = append(s.Merges, m.String())
	}
	return err
}

// columns looks at the first rows of each column.
func (s *Summary) columns(ctx context.Context, doc *document.Document, r *Range) error {
	head := r.Address.columnsOf(0, min(maxColumns, r.Columns())).rowsOf(0, min(sampledRows+1, r.Rows()))
	part, err := rangeAt(ctx, r.sheet, head)
	if err != nil {
		return err
	}
	g, err := read(ctx, doc, part, false)
	if err != nil {
		return err
	}
	for j := range head.Columns() {
		c := ColumnSummary{Column: columnName(head.Column + j), Types: map[string]int{}}
		for i := range g.Rows {
			cell := &g.Rows[i][j]
			if i == 0 {
				c.Header = shorten(cell)
				s.Headers = append(s.Headers, c.Header)
				continue
			}
			if cell.Type != "empty" {
				c.Types[cell.Type]++
			}
			if c.Sample == nil && cell.Type != "empty" {
				if c.Sample = cell.Value; cell.Type == "text" {
					c.Sample = shorten(cell)
				}
			}
			if c.Formula == "" {
				c.Formula = cell.Formula
			}
		}
		s.Columns = append(s.Columns, c)
	}
	return nil
}

func shorten(c *Cell) string {
	text := plainText(c.Value)
	if r := []rune(text); len(r) > sampleLength {
		return string(r[:sampleLength]) + "…"
	}
	return text
}

// named adds the names that a document or a sheet gives to cells.
func (s *Summary) named(ctx context.Context, holder *uno.Object, scope string) error {
	v, err := holder.Call(ctx, iProperties, "getPropertyValue", "NamedRanges")
	list, _ := v.(*uno.Object)
	if err != nil || list == nil {
		return err
	}
	names, err := namedRanges(ctx, holder)
	if err != nil {
		return err
	}
	names = names[:min(len(names), max(0, maxNames-len(s.NamedRanges)))]
	get, ask := list.Conn().NewBatch(), list.Conn().NewBatch()
	objects, contents := make([]*uno.Result, len(names)), make([]*uno.Result, len(names))
	for i, n := range names {
		objects[i] = get.Call(list, iNameAccess, "getByName", n)
	}
	err = get.First(ctx)
	for i := range objects {
		if err == nil {
			contents[i] = ask.Call(objects[i].Object(), "com.sun.star.sheet.XNamedRange", "getContent")
		}
	}
	if err = errors.Join(err, ask.First(ctx)); err != nil {
		return err
	}
	for i, n := range names {
		content, _ := contents[i].Value.(string)
		s.NamedRanges = append(s.NamedRanges, NamedRange{n, content, scope})
	}
	return nil
}

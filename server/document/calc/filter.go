package calc

import (
	"context"
	"slices"
	"strings"

	"github.com/unodesk/unodesk/server/document"
	"github.com/unodesk/unodesk/uno"
)

// CodeFiltered says that hidden rows of a filter are in the way.
const CodeFiltered = "FILTERED"

// FilterOperators are the operators of filters, in the order of
// com.sun.star.sheet.FilterOperator2.
var FilterOperators = []string{
	"EMPTY", "NOT_EMPTY", "EQUAL", "NOT_EQUAL", "GREATER", "GREATER_EQUAL", "LESS", "LESS_EQUAL",
	"TOP_VALUES", "TOP_PERCENT", "BOTTOM_VALUES", "BOTTOM_PERCENT",
	"CONTAINS", "DOES_NOT_CONTAIN", "BEGINS_WITH", "DOES_NOT_BEGIN_WITH", "ENDS_WITH", "DOES_NOT_END_WITH",
}

const (
	iFilterable  = "com.sun.star.sheet.XSheetFilterable"
	iDescriptor  = "com.sun.star.sheet.XSheetFilterDescriptor2"
	filterField  = "com.sun.star.sheet.TableFilterField2"
	iDatabase    = "com.sun.star.sheet.XDatabaseRange"
	iConnections = "com.sun.star.sheet.FilterConnection"
)

// Places in FilterOperators.
const (
	notEmpty = 1
	equalTo  = 2
)

// Criterion is one condition of a filter.
type Criterion struct {
	Index        int    `json:"index"`
	Field        int    `json:"field"` // place in the range, from 0
	Column       string `json:"column"`
	Operator     string `json:"operator"`
	OperatorCode int    `json:"operator_code"`
	Connection   string `json:"connection"` // AND or OR with the criterion before
	IsNumeric    bool   `json:"is_numeric"`
	Value        any    `json:"value"`
}

// Filter is a filter that hides rows.
type Filter struct {
	Area     Address
	Header   bool
	Criteria []Criterion
	unnamed  bool
}

// NewFilter checks criteria and returns the steps that filter a table by them;
// none show all rows.
func NewFilter(ctx context.Context, t *Table, criteria []Criterion) ([]document.Edit, error) {
	edits, err := newFilter(ctx, t, criteria)
	return edits, document.Explain(err)
}

func newFilter(ctx context.Context, t *Table, criteria []Criterion) ([]document.Edit, error) {
	if err := checkProtection(ctx, t.Range); err != nil {
		return nil, err
	}
	f, err := readFormats(ctx, t.doc)
	if err != nil {
		return nil, err
	}
	fields := make([]*uno.Struct, len(criteria))
	for i, c := range criteria {
		if fields[i], err = t.filterField(c, f); err != nil {
			return nil, err
		}
	}
	return []document.Edit{{Name: "filter " + t.Address.String(), Do: func(ctx context.Context) error {
		d, err := t.object.CallObject(ctx, iFilterable, "createFilterDescriptor", true)
		if err != nil {
			return err
		}
		b := t.doc.Conn().NewBatch()
		b.Call(d, iProperties, "setPropertyValue", "ContainsHeader", t.Header)
		b.Call(d, iProperties, "setPropertyValue", "UseRegularExpressions", false)
		b.Call(d, iDescriptor, "setFilterFields2", fields)
		b.Call(t.object, iFilterable, "filter", d)
		return b.First(ctx)
	}}}, nil
}

func (t *Table) filterField(c Criterion, f *formats) (*uno.Struct, error) {
	field := c.Field
	if c.Column != "" {
		var err error
		if field, err = t.Column(c.Column); err != nil {
			return nil, err
		}
	}
	if field < 0 || field >= t.Columns() {
		return nil, document.Errorf(CodeUnknownColumn, "%s has no field %d; its fields are 0 to %d", t.Address, field, t.Columns()-1).With("columns", t.describe())
	}
	code := slices.Index(FilterOperators, strings.ToUpper(c.Operator))
	if code < 0 {
		return nil, document.Errorf(document.CodeValidation, "operator %q is not one of %s", c.Operator, strings.Join(FilterOperators, ", "))
	}
	or := strings.EqualFold(c.Connection, "OR")
	out := uno.NewStruct(filterField, "Field", int32(field), "Operator", int32(code),
		"Connection", uno.Enum{Type: iConnections, Name: map[bool]string{true: "OR", false: "AND"}[or]})
	if code <= notEmpty {
		// The office's own EMPTY shows what is not empty (seen in 7.4); equal to
		// no text is right.
		return out.Set("Operator", int32(code+equalTo)), nil
	}
	number, isNumber := c.Value.(float64)
	text, _ := c.Value.(string)
	if !isNumber && text != "" && code < slices.Index(FilterOperators, "CONTAINS") {
		number, isNumber = numberOf(text, f)
		isNumber = isNumber && (code >= slices.Index(FilterOperators, "GREATER") || !looksKept(text))
	}
	switch {
	case c.Value == nil:
		return nil, document.Errorf(document.CodeValidation, "the operator %s needs a value", FilterOperators[code])
	case isNumber:
		out.Set("IsNumeric", true).Set("NumericValue", number).Set("StringValue", numberText(number))
	case strings.HasPrefix(FilterOperators[code], "TOP_") || strings.HasPrefix(FilterOperators[code], "BOTTOM_"):
		return nil, document.Errorf(document.CodeValidation, "the operator %s needs a number", FilterOperators[code])
	default:
		out.Set("StringValue", text)
	}
	return out, nil
}

// looksKept tells a text that is a number only by its digits, such as 007.
func looksKept(text string) bool { return len(text) > 1 && text[0] == '0' && text[1] != '.' }

// VisibleRows counts the data rows of a table that no filter hides.
func (t *Table) VisibleRows(ctx context.Context) (int, error) {
	data, ok := t.Data()
	if !ok {
		return 0, nil
	}
	part, err := rangeAt(ctx, t.sheet, data.columnsOf(0, 1))
	if err != nil {
		return 0, document.Explain(err)
	}
	visible, err := part.object.CallObject(ctx, iQuery, "queryVisibleCells")
	if err != nil {
		return 0, document.Explain(err)
	}
	areas, err := areasOf(ctx, visible)
	n := 0
	for _, a := range areas {
		n += a.Rows()
	}
	return n, document.Explain(err)
}

// Filters returns the filters that have cells in common with a range.
func Filters(ctx context.Context, doc *document.Document, r *Range) ([]Filter, error) {
	all, err := filtersOf(ctx, doc, r.Address.Sheet)
	var out []Filter
	for _, f := range all {
		if _, meets := f.Area.Meet(r.Address); meets {
			f.Area.SheetName, f.Area.nameNeeded = r.SheetName, r.nameNeeded
			out = append(out, f)
		}
	}
	return out, document.Explain(err)
}

// filtersOf returns the filters of a sheet: those of the user's database ranges,
// and that of the unnamed one that each sheet may have.
func filtersOf(ctx context.Context, doc *document.Document, sheet int) ([]Filter, error) {
	b := doc.Conn().NewBatch()
	named := b.Call(doc.Model(), iProperties, "getPropertyValue", "DatabaseRanges")
	unnamed := b.Call(doc.Model(), iProperties, "getPropertyValue", "UnnamedDatabaseRanges")
	if err := b.First(ctx); err != nil {
		return nil, err
	}
	list, err := indexed(ctx, named.Object())
	if err != nil {
		return nil, err
	}
	users := len(list)
	const iUnnamed = "com.sun.star.sheet.XUnnamedDatabaseRanges"
	has, err := unnamed.Object().Call(ctx, iUnnamed, "hasByTable", int32(sheet))
	if err != nil {
		return nil, err
	}
	if has == true {
		o, err := unnamed.Object().CallObject(ctx, iUnnamed, "getByTable", int32(sheet))
		if err != nil {
			return nil, err
		}
		list = append(list, o)
	}
	var out []Filter
	for i, o := range list {
		f, err := filterOf(ctx, o)
		if err != nil {
			return nil, err
		}
		f.unnamed = i >= users
		if f.Area.Sheet == sheet && len(f.Criteria) > 0 {
			out = append(out, f)
		}
	}
	return out, nil
}

// filterOf reads the filter of a database range.
func filterOf(ctx context.Context, database *uno.Object) (Filter, error) {
	b := database.Conn().NewBatch()
	area := b.Call(database, iDatabase, "getDataArea")
	descriptor := b.Call(database, iDatabase, "getFilterDescriptor")
	if err := b.First(ctx); err != nil {
		return Filter{}, err
	}
	b = database.Conn().NewBatch()
	fields := b.Call(descriptor.Object(), iDescriptor, "getFilterFields2")
	header := b.Call(descriptor.Object(), iProperties, "getPropertyValue", "ContainsHeader")
	if err := b.First(ctx); err != nil {
		return Filter{}, err
	}
	f := Filter{Area: addressOf(area.Value.(*uno.Struct))}
	f.Header, _ = header.Value.(bool)
	list, _ := fields.Value.([]*uno.Struct)
	for i, s := range list {
		c := Criterion{Index: i}
		if n, ok := s.Get("Field").(int32); ok {
			c.Field = int(n)
			c.Column = columnName(f.Area.Column + c.Field)
		}
		if n, ok := s.Get("Operator").(int32); ok {
			c.OperatorCode = int(n)
			if c.OperatorCode < len(FilterOperators) {
				c.Operator = FilterOperators[n]
			}
		}
		if e, ok := s.Get("Connection").(uno.Enum); ok {
			c.Connection = e.Name
		}
		c.IsNumeric, _ = s.Get("IsNumeric").(bool)
		c.Value = s.Get("StringValue")
		if c.IsNumeric {
			c.Value = s.Get("NumericValue")
		} else if c.Value == "" && (c.OperatorCode-equalTo == 0 || c.OperatorCode-equalTo == notEmpty) {
			c.OperatorCode -= equalTo
			c.Operator, c.Value = FilterOperators[c.OperatorCode], nil
		}
		f.Criteria = append(f.Criteria, c)
	}
	return f, nil
}

// ClearFilter returns the steps that show all rows of a filter again.
func ClearFilter(ctx context.Context, doc *document.Document, r *Range, f Filter) ([]document.Edit, error) {
	part, err := rangeAt(ctx, r.sheet, f.Area)
	if err != nil {
		return nil, document.Explain(err)
	}
	return NewFilter(ctx, &Table{Range: part, doc: doc, Header: f.Header}, nil)
}

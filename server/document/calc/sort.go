package calc

import (
	"context"
	"fmt"

	"github.com/unodesk/unodesk/server/document"
	"github.com/unodesk/unodesk/uno"
)

// Key is a column to sort by.
type Key struct {
	Column     string // letter or name; "" means Place
	Place      int    // in the table, from 0
	Descending bool
}

// Sorter sorts the rows of a table.
type Sorter struct {
	*Table
	fields []*uno.Struct
}

// NewSorter checks that a table can be sorted; it changes nothing.
func NewSorter(ctx context.Context, t *Table, keys []Key) (*Sorter, error) {
	s := &Sorter{Table: t}
	for _, k := range keys {
		i := k.Place
		if k.Column != "" {
			var err error
			if i, err = t.Column(k.Column); err != nil {
				return nil, err
			}
		}
		if i >= t.Columns() {
			return nil, document.Errorf(CodeUnknownColumn, "%s has no column %d; counted from 0, they are 0 to %d", t.Address, i, t.Columns()-1).
				With("columns", t.describe())
		}
		s.fields = append(s.fields, uno.NewStruct("com.sun.star.table.TableSortField",
			"Field", int32(i), "IsAscending", !k.Descending, "IsCaseSensitive", false))
	}
	return s, document.Explain(s.check(ctx))
}

// check refuses what sorting would tear apart.
func (s *Sorter) check(ctx context.Context) error {
	if err := checkProtection(ctx, s.Range); err != nil {
		return err
	}
	merges, err := mergesIn(ctx, s.Range)
	if err != nil {
		return err
	}
	if len(merges) > 0 {
		return document.Errorf(document.CodeProtected, "%s has merged cells (%s), which cannot be sorted", s.Address, merges[0]).With("merged", merges[0].String())
	}
	arrays, err := arraysIn(ctx, s.Range)
	if err != nil {
		return err
	}
	for _, a := range arrays {
		if a.Rows() > 1 || !a.Within(s.Address) {
			return document.Errorf(document.CodeProtected, "%s has cells of the array formula in %s, which cannot be sorted", s.Address, a).With("array", a.String())
		}
	}
	filters, err := filtersOf(ctx, s.doc, s.Address.Sheet)
	if err != nil {
		return err
	}
	for _, f := range filters {
		if _, meets := f.Area.Meet(s.Address); meets || f.unnamed {
			return document.Errorf(CodeFiltered, "a filter on %s hides rows, which would not be sorted", f.Area).With("filtered", f.Area.String())
		}
	}
	return nil
}

// Edits returns the steps of a plan.
//
// A sort leaves the sheet's unnamed database range behind, with its keys, as
// the user's own does; undoing it takes back the cells and not that (seen in
// 7.4). It has no effect on the document.
func (s *Sorter) Edits() []document.Edit {
	return []document.Edit{{Name: fmt.Sprintf("sort %s", s.Address), Do: func(ctx context.Context) error {
		_, err := s.object.Call(ctx, "com.sun.star.util.XSortable", "sort", uno.PropertyValues(
			"SortFields", s.fields, "ContainsHeader", s.Header, "IsSortColumns", false, "BindFormatsToContent", true,
			"IsUserListEnabled", false, "CopyOutputData", false))
		return err
	}}}
}

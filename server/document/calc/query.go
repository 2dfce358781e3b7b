package calc

import (
	"context"
	"fmt"
	"slices"
	"sort"
	"strings"

	"github.com/unodesk/unodesk/server/document"
)

// Query asks a table for rows, or for sums of rows.
type Query struct {
	Where   []Condition
	GroupBy []string // columns
	Select  []string // columns and aggregates: "Net", "sum(Net) as total"
	OrderBy []string // what is selected, or a column: "total desc"
	Offset  int
	Limit   int
}

// Rows is the answer of a query.
type Rows struct {
	Columns []string
	Rows    [][]any
	Total   int // rows of the table
	Matched int // of these, those that fit the conditions
	Found   int // rows of the answer without the limit
	Errors  int // cells read that hold an error, counted as empty
}

// Query reads the columns that are needed, once, and answers from them.
func (t *Table) Query(ctx context.Context, q Query) (*Rows, error) {
	r, err := t.query(ctx, q)
	return r, document.Explain(err)
}

// run is one query being answered.
type run struct {
	table   *Table
	formats *formats
	columns map[int]*column
	picks   []pick
	keys    [][]int32 // format of each row, by column
}

func (t *Table) query(ctx context.Context, q Query) (*Rows, error) {
	if len(q.Select) == 0 {
		q.Select = slices.Clone(q.GroupBy)
		if len(q.GroupBy) > 0 {
			q.Select = append(q.Select, "count(*)")
		} else {
			for i := range t.names {
				q.Select = append(q.Select, t.title(i))
			}
		}
	}
	s := &run{table: t}
	var need []int
	for _, text := range q.Select {
		p, err := t.pick(text)
		if err != nil {
			return nil, err
		}
		s.picks = append(s.picks, p)
		need = append(need, p.column)
	}
	group, err := t.each(q.GroupBy)
	if err != nil {
		return nil, err
	}
	conditions, err := t.conditions(q.Where)
	if err != nil {
		return nil, err
	}
	order, err := t.order(q.OrderBy, s.picks)
	if err != nil {
		return nil, err
	}
	need = append(need, group...)
	for _, c := range conditions {
		need = append(need, c.column)
	}
	for _, o := range order {
		need = append(need, o.column)
	}
	if err := s.load(ctx, need); err != nil {
		return nil, err
	}
	return s.answer(q, conditions, group, order)
}

func (t *Table) each(names []string) ([]int, error) {
	var out []int
	for _, n := range names {
		i, err := t.Column(n)
		if err != nil {
			return nil, err
		}
		out = append(out, i)
	}
	return out, nil
}

// load reads the columns and the formats of their cells.
func (s *run) load(ctx context.Context, need []int) (err error) {
	need = slices.DeleteFunc(need, func(c int) bool { return c < 0 })
	if len(need) == 0 {
		need = []int{0} // to know how many rows there are
	}
	slices.Sort(need)
	if s.columns, err = s.table.load(ctx, slices.Compact(need)); err != nil {
		return err
	}
	if s.formats, err = readFormats(ctx, s.table.doc); err != nil {
		return err
	}
	var keys []int32
	for _, c := range s.columns {
		for _, b := range c.formats {
			if !slices.Contains(keys, b.key) {
				keys = append(keys, b.key)
			}
		}
	}
	if err := s.formats.load(ctx, keys); err != nil {
		return err
	}
	data, _ := s.table.Data()
	s.keys = make([][]int32, s.table.Columns())
	for i, c := range s.columns {
		s.keys[i] = make([]int32, len(c.values))
		for _, b := range c.formats {
			for row := b.Row - data.Row; row <= b.EndRow-data.Row; row++ {
				s.keys[i][row] = b.key
			}
		}
	}
	return nil
}

// typed is a value as answers show it: dates as ISO text.
func (s *run) typed(v any, key int32) any {
	if n, ok := v.(float64); ok && !general(key) {
		shown, _ := s.formats.show(n, key)
		return shown
	}
	return v
}

func (s *run) value(column, row int) any { return s.columns[column].values[row] }

// record is a row of the answer, with what it is sorted by.
type record struct {
	cells []any
	by    []any
}

func (s *run) answer(q Query, conditions []condition, group []int, order []ordering) (*Rows, error) {
	out := &Rows{Rows: [][]any{}}
	for _, c := range s.columns {
		out.Total, out.Errors = len(c.values), out.Errors+c.errors
	}
	var matched []int
	for row := range out.Total {
		if s.fits(row, conditions) {
			matched = append(matched, row)
		}
	}
	out.Matched = len(matched)
	aggregates := len(group) > 0
	for _, p := range s.picks {
		out.Columns = append(out.Columns, p.title)
		aggregates = aggregates || p.sum != ""
	}
	var records []record
	if aggregates {
		for i, p := range s.picks {
			if p.sum == "" && !slices.Contains(group, p.column) {
				return nil, document.Errorf(document.CodeValidation,
					"%q is neither in group_by nor inside sum, avg, min, max, count or distinct", q.Select[i])
			}
		}
		for _, o := range order {
			if o.pick < 0 {
				return nil, document.Errorf(document.CodeValidation, "with group_by, order_by must name something that is selected: %s", strings.Join(out.Columns, ", "))
			}
		}
		records = s.groups(matched, group, order)
	} else {
		records = s.plain(matched, order)
	}
	sort.SliceStable(records, func(i, j int) bool { return before(records[i].by, records[j].by, order) })
	out.Found = len(records)
	records = records[min(q.Offset, len(records)):]
	for _, r := range records[:min(q.Limit, len(records))] {
		out.Rows = append(out.Rows, r.cells)
	}
	return out, nil
}

func (s *run) plain(matched []int, order []ordering) []record {
	records := make([]record, len(matched))
	for i, row := range matched {
		r := record{make([]any, len(s.picks)), make([]any, len(order))}
		for j, p := range s.picks {
			r.cells[j] = s.typed(s.value(p.column, row), s.keys[p.column][row])
		}
		for j, o := range order {
			column := o.column
			if o.pick >= 0 {
				column = s.picks[o.pick].column
			}
			r.by[j] = s.value(column, row)
		}
		records[i] = r
	}
	return records
}

// groups sums up the rows of each group, in the order of their first rows.
func (s *run) groups(matched []int, group []int, order []ordering) []record {
	index := map[string]int{}
	var rows [][]int
	if len(group) == 0 {
		rows = [][]int{matched}
	} else {
		for _, row := range matched {
			var key strings.Builder
			for _, c := range group {
				fmt.Fprintf(&key, "%T%v\x00", s.value(c, row), s.value(c, row))
			}
			at, ok := index[key.String()]
			if !ok {
				at = len(rows)
				index[key.String()] = at
				rows = append(rows, nil)
			}
			rows[at] = append(rows[at], row)
		}
	}
	records := make([]record, len(rows))
	for i, members := range rows {
		raw := make([]any, len(s.picks))
		r := record{make([]any, len(s.picks)), make([]any, len(order))}
		for j, p := range s.picks {
			var key int32
			raw[j], key = s.sum(p, members)
			r.cells[j] = s.typed(raw[j], key)
		}
		for j, o := range order {
			r.by[j] = raw[o.pick]
		}
		records[i] = r
	}
	return records
}

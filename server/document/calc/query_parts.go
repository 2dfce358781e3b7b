package calc

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/unodesk/unodesk/server/document"
)

// Aggregates are the ways to sum up a column.
var Aggregates = []string{"sum", "avg", "min", "max", "count", "distinct"}

// pick is one thing that is selected: a column, or a sum of it.
type pick struct {
	title  string
	sum    string // one of Aggregates, "" for the value itself
	column int    // -1 for count(*)
}

var (
	aggregatePattern = regexp.MustCompile(`(?i)^(sum|avg|average|min|max|count|distinct)\s*\(\s*(.*?)\s*\)$`)
	aliasPattern     = regexp.MustCompile(`(?i)^(.+?)\s+as\s+(.+)$`)
	orderPattern     = regexp.MustCompile(`(?i)^(.+?)\s+(asc|ascending|desc|descending)$`)
)

func (t *Table) pick(text string) (pick, error) {
	text = strings.TrimSpace(text)
	if i, err := t.Column(text); err == nil {
		return pick{t.title(i), "", i}, nil
	}
	title := text
	if m := aliasPattern.FindStringSubmatch(text); m != nil {
		text, title = m[1], m[2]
	}
	m := aggregatePattern.FindStringSubmatch(text)
	if m == nil {
		i, err := t.Column(text)
		return pick{title, "", i}, err
	}
	p := pick{title, strings.ToLower(m[1]), -1}
	if p.sum == "average" {
		p.sum = "avg"
	}
	if m[2] == "*" && p.sum == "count" {
		return p, nil
	}
	var err error
	p.column, err = t.Column(m[2])
	return p, err
}

// sum sums up a pick over rows. Text counts for count, distinct, min and max
// only. The key is the number format in which the outcome is to be shown.
func (s *run) sum(p pick, rows []int) (any, int32) {
	if p.column < 0 {
		return float64(len(rows)), 0
	}
	if p.sum == "" {
		return s.value(p.column, rows[0]), s.keys[p.column][rows[0]]
	}
	total, numbers, filled := 0.0, 0, 0
	var best any
	var key int32
	var seen map[any]bool
	if p.sum == "distinct" {
		seen = map[any]bool{}
	}
	for _, row := range rows {
		v := s.value(p.column, row)
		if v == nil {
			continue
		}
		filled++
		if seen != nil {
			seen[v] = true
		}
		if n, ok := v.(float64); ok {
			total += n
			numbers++
		}
		if c := compare(v, best); best == nil || p.sum == "min" && c < 0 || p.sum == "max" && c > 0 {
			best, key = v, s.keys[p.column][row]
		}
	}
	switch p.sum {
	case "count":
		return float64(filled), 0
	case "distinct":
		return float64(len(seen)), 0
	case "min", "max":
		return best, key
	}
	if numbers == 0 {
		return nil, 0
	}
	if !s.formats.kinds[key].duration && p.sum == "sum" {
		key = 0
	}
	if p.sum == "avg" {
		total /= float64(numbers)
	}
	return total, key
}

// compare orders values: numbers, then text without regard to case.
func compare(a, b any) int {
	x, isNumber := a.(float64)
	y, isNumberToo := b.(float64)
	switch {
	case isNumber && isNumberToo:
		return cmp.Compare(x, y)
	case isNumber:
		return -1
	case isNumberToo:
		return 1
	}
	return strings.Compare(strings.ToLower(fmt.Sprint(a)), strings.ToLower(fmt.Sprint(b)))
}

// ordering is one thing to sort by: a pick, or a column that is not selected.
type ordering struct {
	pick, column int // -1 for none
	down         bool
}

func (t *Table) order(texts []string, picks []pick) ([]ordering, error) {
	var out []ordering
	for _, text := range texts {
		o := ordering{pick: -1, column: -1}
		name := strings.TrimSpace(text)
		if _, err := t.Column(name); err != nil {
			if m := orderPattern.FindStringSubmatch(name); m != nil {
				name, o.down = m[1], strings.HasPrefix(strings.ToLower(m[2]), "d")
			}
		}
		o.pick = slices.IndexFunc(picks, func(p pick) bool { return strings.EqualFold(p.title, name) })
		if o.pick < 0 {
			p, err := t.pick(name)
			if err != nil {
				return nil, err
			}
			o.pick = slices.IndexFunc(picks, func(q pick) bool { return q.sum == p.sum && q.column == p.column })
			if o.column = p.column; o.pick < 0 && p.sum != "" {
				return nil, document.Errorf(document.CodeValidation, "order_by names %q, which is not selected", name)
			}
		}
		out = append(out, o)
	}
	return out, nil
}

// before sorts empty values last, whichever the direction.
func before(a, b []any, order []ordering) bool {
	for i, o := range order {
		x, y := a[i], b[i]
		switch {
		case x == nil && y == nil:
			continue
		case x == nil || y == nil:
			return y == nil
		}
		if c := compare(x, y); c != 0 {
			return c < 0 != o.down
		}
	}
	return false
}

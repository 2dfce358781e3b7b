package calc

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/unodesk/unodesk/server/document"
)

// Condition is what a row must fulfil.
type Condition struct {
	Column   string
	Operator string // one of Operators
	Value    any    // text, a number, true or false; a list for "in"
}

// Operators are the operators of conditions.
var Operators = []string{"=", "!=", ">", ">=", "<", "<=", "contains", "starts_with", "in", "empty", "not_empty"}

// condition is a Condition made ready.
type condition struct {
	column   int
	operator string
	values   []any // float64 or string
	serials  []*float64
}

func (t *Table) conditions(list []Condition) ([]condition, error) {
	var out []condition
	for _, c := range list {
		column, err := t.Column(c.Column)
		if err != nil {
			return nil, err
		}
		made := condition{column: column, operator: c.Operator}
		if made.operator == "" {
			made.operator = "="
		}
		given, isList := c.Value.([]any)
		if !isList && c.Value != nil {
			given = []any{c.Value}
		}
		for _, v := range given {
			switch v := v.(type) {
			case float64, string:
				made.values = append(made.values, v)
			case bool:
				n := 0.0
				if v {
					n = 1
				}
				made.values = append(made.values, n)
			default:
				return nil, document.Errorf(document.CodeValidation, "where: a condition on %q takes text, a number, true or false, not %T", c.Column, v)
			}
		}
		needsNone := made.operator == "empty" || made.operator == "not_empty"
		if !needsNone && len(made.values) == 0 {
			return nil, document.Errorf(document.CodeValidation, "where: the condition %q on %q needs a value", made.operator, c.Column)
		}
		if len(made.values) > 1 && made.operator != "in" {
			return nil, document.Errorf(document.CodeValidation, "where: several values need the operator in, not %q", made.operator)
		}
		out = append(out, made)
	}
	return out, nil
}

// fits tells whether a row fulfils all conditions.
func (s *run) fits(row int, conditions []condition) bool {
	for i := range conditions {
		c := &conditions[i]
		if !c.holds(s.value(c.column, row), s.formats) {
			return false
		}
	}
	return true
}

func (c *condition) holds(v any, f *formats) bool {
	switch c.operator {
	case "empty":
		return v == nil
	case "not_empty":
		return v != nil
	case "=", "in":
		return c.among(v, f)
	case "!=":
		return !c.among(v, f)
	}
	if v == nil {
		return false
	}
	switch c.operator {
	case "contains":
		return strings.Contains(lower(v), lower(c.values[0]))
	case "starts_with":
		return strings.HasPrefix(lower(v), lower(c.values[0]))
	}
	want := c.wanted(0, v, f)
	if isString(v) != isString(want) || isString(v) && c.wantsNumber(f) {
		return false // text is neither more nor less than a number
	}
	d := compare(v, want)
	switch c.operator {
	case ">":
		return d > 0
	case ">=":
		return d >= 0
	case "<":
		return d < 0
	default:
		return d <= 0
	}
}

// wantsNumber tells whether the value is a number or a date, written as text
// or not.
func (c *condition) wantsNumber(f *formats) bool {
	text, ok := c.values[0].(string)
	if !ok {
		return true
	}
	_, ok = numberOf(text, f)
	return ok
}

func isString(v any) bool {
	_, ok := v.(string)
	return ok
}

func (c *condition) among(v any, f *formats) bool {
	for i := range c.values {
		want := c.wanted(i, v, f)
		if v == nil {
			if want == "" {
				return true
			}
			continue
		}
		if isString(v) == isString(want) && compare(v, want) == 0 {
			return true
		}
	}
	return false
}

// wanted is the value to compare v with: where v is a number, text becomes the
// number that it stands for, an ISO date too; where v is text, numbers become
// text.
func (c *condition) wanted(i int, v any, f *formats) any {
	want := c.values[i]
	switch v.(type) {
	case float64:
		text, ok := want.(string)
		if !ok {
			return want
		}
		if c.serials == nil {
			c.serials = make([]*float64, len(c.values))
		}
		if c.serials[i] == nil {
			n, ok := numberOf(text, f)
			if !ok {
				return want
			}
			c.serials[i] = &n
		}
		return *c.serials[i]
	case string:
		if n, ok := want.(float64); ok {
			return strconv.FormatFloat(n, 'f', -1, 64)
		}
	}
	return want
}

// numberOf is the number that a text stands for.
func numberOf(text string, f *formats) (float64, bool) {
	if n, err := strconv.ParseFloat(text, 64); err == nil {
		return n, true
	}
	e, ok := temporal(text)
	if !ok {
		return 0, false
	}
	if e.kind == "date" || e.kind == "datetime" {
		return f.serial(e.moment), true
	}
	return e.number, true
}

func lower(v any) string { return strings.ToLower(plainText(v)) }

// plainText is a value as text, a number without its format.
func plainText(v any) string {
	switch v := v.(type) {
	case nil:
		return ""
	case float64:
		return strconv.FormatFloat(v, 'f', -1, 64)
	}
	return fmt.Sprint(v)
}

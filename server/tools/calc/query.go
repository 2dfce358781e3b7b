package calc

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"

	"github.com/unodesk/unodesk/server/document"
	"github.com/unodesk/unodesk/server/document/calc"
	"github.com/unodesk/unodesk/server/tool"
)

type queryArgs struct {
	Range     []string    `json:"range,omitempty" jsonschema:"unset: the active sheet"`
	HasHeader bool        `json:"has_header,omitempty" jsonschema:"first row holds names"`
	Select    []string    `json:"select,omitempty" jsonschema:"columns; sum, avg, min, max, count, distinct of one; count(*)"`
	Where     []condition `json:"where,omitempty" jsonschema:"all must hold"`
	GroupBy   []string    `json:"group_by,omitempty" jsonschema:"columns"`
	OrderBy   []string    `json:"order_by,omitempty" jsonschema:"such as total desc"`
	Limit     int         `json:"limit,omitempty" jsonschema:"most rows"`
	Offset    int         `json:"offset,omitempty" jsonschema:"rows to skip"`
}

type condition struct {
	Column   string    `json:"column" jsonschema:"header or letter"`
	Operator operator  `json:"operator,omitempty" jsonschema:"ignores case"`
	Value    tool.Free `json:"value,omitempty" jsonschema:"for in: a JSON list"`
}

type operator string

func (operator) Values() []string { return calc.Operators }

type queryResult struct {
	Range     string            `json:"range"`
	Columns   []string          `json:"columns"`
	Rows      []json.RawMessage `json:"rows"`
	RowCount  int               `json:"row_count"`
	Matched   int               `json:"matched_rows"`
	Total     int               `json:"total_rows"`
	Errors    int               `json:"errors,omitempty"`
	Truncated bool              `json:"truncated,omitempty"`
	Message   string            `json:"message,omitempty"`
}

func (t sheetTools) query(ctx context.Context, c *tool.Call, a queryArgs) (queryResult, error) {
	doc, err := t.d.For(ctx, c, document.Calc, false)
	if err != nil {
		return queryResult{}, err
	}
	ref, err := single(a.Range)
	if err != nil {
		return queryResult{}, err
	}
	table, err := calc.OpenTable(ctx, doc, ref, a.HasHeader)
	if err != nil {
		return queryResult{}, err
	}
	q := calc.Query{GroupBy: a.GroupBy, Select: a.Select, OrderBy: a.OrderBy, Offset: a.Offset, Limit: a.Limit}
	for _, w := range a.Where {
		q.Where = append(q.Where, calc.Condition{Column: w.Column, Operator: string(w.Operator), Value: w.Value.Value})
	}
	found, err := table.Query(ctx, q)
	if err != nil {
		return queryResult{}, err
	}
	out := queryResult{
		Range: table.String(), Columns: found.Columns, Rows: []json.RawMessage{}, RowCount: found.Found,
		Matched: found.Matched, Total: found.Total, Errors: found.Errors,
	}
	room := c.TextLimit()
	for _, row := range found.Rows {
		raw, err := compact(row)
		if err != nil {
			return queryResult{}, err
		}
		if room -= len(raw) + 1; room < 0 && len(out.Rows) > 0 {
			break
		}
		out.Rows = append(out.Rows, raw)
	}
	if next := a.Offset + len(out.Rows); next < found.Found {
		out.Truncated = true
		out.Message = fmt.Sprintf("%d rows in all; for the next ones repeat the call with offset %d.", found.Found, next)
	}
	if found.Errors > 0 {
		out.Message += fmt.Sprintf(" %d cells hold an error and were taken for empty.", found.Errors)
	}
	return out, nil
}

// compact writes JSON as short as it can be.
func compact(v any) (json.RawMessage, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	err := e.Encode(v)
	return bytes.TrimSpace(b.Bytes()), err
}

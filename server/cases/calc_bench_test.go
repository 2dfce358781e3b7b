//go:build unix

package cases

import (
	"fmt"
	"testing"

	"github.com/unodesk/unodesk/server/servertest"
)

// bigSheet makes a sheet of rows times columns cells: mostly numbers, the fourth
// column texts.
func bigSheet(b testing.TB, r *servertest.Rig, rows, columns int) (uid string) {
	b.Helper()
	model, uid := r.Open("scalc")
	data := make([][]any, rows)
	for i := range data {
		data[i] = make([]any, columns)
		for j := range data[i] {
			data[i][j] = float64(i*columns+j) / 4
			if i == 0 {
				data[i][j] = fmt.Sprint("Column ", j)
			} else if j == 3 {
				data[i][j] = []any{"x", "y", "zebra"}[i%3]
			}
		}
	}
	last := fmt.Sprintf("A1:%c%d", 'A'+columns-1, rows)
	put(r, model, last, data)
	return uid
}

func BenchmarkReadCells(b *testing.B) {
	r := servertest.New(b)
	uid := bigSheet(b, r, 1000, 10)
	for name, bare := range map[string]bool{"values": true, "cells": false} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				r.OK("read_cell_range", props{"document_url": uid, "range": []string{"A1:J1000"}, "values_only": bare, "max_bytes": 1_000_000})
			}
		})
	}
}

func BenchmarkWriteCells(b *testing.B) {
	r := servertest.New(b)
	uid := bigSheet(b, r, 10, 10)
	rows := make([]any, 100)
	for n, what := range []func(i, j int) any{
		func(i, j int) any { return i*10 + j },
		func(i, j int) any { return fmt.Sprint("text ", i, j) },
		func(i, j int) any { return fmt.Sprintf("=A%d+%d", i+1, j) },
	} {
		for i := range rows {
			row := make([]any, 10)
			for j := range row {
				row[j] = what(i, j)
			}
			rows[i] = row
		}
		b.Run([]string{"numbers", "texts", "formulas"}[n], func(b *testing.B) {
			for b.Loop() {
				r.OK("write_formula_range", props{"document_url": uid, "range": []string{"L1:U100"}, "values": rows})
			}
		})
	}
}

func BenchmarkQuery(b *testing.B) {
	r := servertest.New(b)
	uid := bigSheet(b, r, 50_000, 20)
	for name, args := range map[string]props{
		"sum where": {"select": []string{"sum(C)"}, "where": []any{props{"column": "D", "operator": "=", "value": "x"}}},
		"group":     {"select": []string{"D", "sum(C) as total", "count(*)"}, "group_by": []string{"D"}, "order_by": []string{"total desc"}},
		"rows":      {"order_by": []string{"C desc"}, "limit": 10},
	} {
		b.Run(name, func(b *testing.B) {
			args["document_url"] = uid
			for b.Loop() {
				r.OK("query_sheet", args)
			}
		})
	}
}

package calc

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/unodesk/unodesk/server/document"
)

// Notes says what a reader might not expect of the cells that are written:
// text that looks like a date but can mean two days, or none.
func (w *Writer) Notes() []string {
	var out []string
	for _, b := range w.blocks {
		for i, row := range b.entries {
			for j, e := range row {
				if note := e.note(); note != "" && len(out) < maxNotes {
					out = append(out, CellName(b.Column+j, b.Row+i)+": "+note)
				}
			}
		}
	}
	return out
}

// maxNotes bounds what is said about single cells.
const maxNotes = 20

// Counts says how many cells of each kind are written, in words: "2 numbers, 1
// formula".
func (w *Writer) Counts() string {
	count := map[string]int{}
	for _, b := range w.blocks {
		for _, row := range b.entries {
			for _, e := range row {
				count[e.kind]++
			}
		}
	}
	var parts []string
	for _, kind := range []string{"number", "text", "formula", "date", "time", "datetime", "duration", "boolean", "empty"} {
		switch n := count[kind]; {
		case n == 1:
			parts = append(parts, "1 "+kind)
		case n > 1 && kind != "text" && kind != "empty":
			parts = append(parts, fmt.Sprintf("%d %ss", n, kind))
		case n > 1:
			parts = append(parts, fmt.Sprintf("%d %s", n, kind))
		}
	}
	return strings.Join(parts, ", ")
}

// Spelled returns names as they stand in the formulas that are written; the
// office keeps those that it does not know in small letters.
func (w *Writer) Spelled(names []string) []string {
	out := slices.Clone(names)
	for _, b := range w.blocks {
		for _, row := range b.entries {
			for _, e := range row {
				for i, name := range names {
					if at := strings.Index(strings.ToLower(e.text), name); e.kind == "formula" && at >= 0 && at+len(name) <= len(e.text) {
						out[i] = e.text[at : at+len(name)]
					}
				}
			}
		}
	}
	return out
}

// CountErrors counts the cells whose formula failed, without reading them.
func (w *Writer) CountErrors(ctx context.Context) (int, error) {
	n := 0
	for i := range w.blocks {
		b := &w.blocks[i]
		if !b.has("formula") {
			continue
		}
		broken, err := b.object.CallObject(ctx, iQuery, "queryFormulaCells", int32(resultError))
		if err != nil {
			return 0, document.Explain(err)
		}
		areas, err := areasOf(ctx, broken)
		if err != nil {
			return 0, document.Explain(err)
		}
		for _, a := range areas {
			n += a.Cells()
		}
	}
	return n, nil
}

package calc

import (
	"context"
	"errors"
	"strings"

	"github.com/unodesk/unodesk/uno"
)

// manyRows is from how many rows on it pays to keep Calc from measuring them:
// it lays out the text of every cell in every row that changes, again at each
// call, which takes 0.1 ms a row.
const manyRows = 100

// heights keeps Calc from fitting the heights of rows to what is in them.
type heights struct {
	model *uno.Object
	off   bool
	need  bool // heights can change: they are to be fitted once
}

const adjustHeights = "IsAdjustHeightEnabled"

// holdHeights begins it where it pays. What is written needs no other heights
// unless it has several lines or its cells break lines.
func (b *block) holdHeights(ctx context.Context) (*heights, error) {
	h := &heights{model: b.doc.Model()}
	if len(b.entries) < manyRows {
		return h, nil
	}
	asked := b.object.Conn().NewBatch()
	wrapped := asked.Call(b.object, iProperties, "getPropertyValue", "IsTextWrapped")
	state := asked.Call(b.object, "com.sun.star.beans.XPropertyState", "getPropertyState", "IsTextWrapped")
	if err := asked.First(ctx); err != nil {
		return h, err
	}
	mixed, _ := state.Value.(uno.Enum)
	h.need = wrapped.Value == true || mixed.Name == "AMBIGUOUS_VALUE" || b.hasLines()
	_, err := h.model.Call(ctx, iProperties, "setPropertyValue", adjustHeights, false)
	h.off = err == nil
	return h, err
}

func (b *block) hasLines() bool {
	for _, row := range b.entries {
		for _, e := range row {
			if strings.Contains(e.text, "\n") {
				return true
			}
		}
	}
	return false
}

// fit lets Calc fit heights from the next call of b on, if they can change.
func (h *heights) fit(b *uno.Batch) {
	if h.off && h.need {
		b.Call(h.model, iProperties, "setPropertyValue", adjustHeights, true)
		h.off = false
	}
}

// end lets Calc fit heights again.
func (h *heights) end(ctx context.Context, err error) error {
	if !h.off {
		return err
	}
	_, on := h.model.Call(ctx, iProperties, "setPropertyValue", adjustHeights, true)
	return errors.Join(err, on)
}

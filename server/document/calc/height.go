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
	block         *block
	wrapped, wrap *uno.Result // whether cells break lines, and the state of that
	off           bool
}

const adjustHeights = "IsAdjustHeightEnabled"

// holdHeights begins it, where it pays, with a batch. What is written needs no other heights
// unless it has several lines or its cells break lines.
func (b *block) holdHeights(w *uno.Batch) *heights {
	h := &heights{block: b}
	if len(b.entries) < manyRows {
		return h
	}
	h.wrapped = w.Call(b.object, iProperties, "getPropertyValue", "IsTextWrapped")
	h.wrap = w.Call(b.object, iStates, "getPropertyState", "IsTextWrapped")
	w.Call(b.doc.Model(), iProperties, "setPropertyValue", adjustHeights, false)
	h.off = true
	return h
}

// can tells that heights can change.
func (h *heights) can() bool {
	mixed, _ := h.wrap.Value.(uno.Enum)
	return h.wrapped.Value == true || mixed.Name == ambiguous || h.block.hasLines()
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
	if h.off && h.can() {
		b.Call(h.block.doc.Model(), iProperties, "setPropertyValue", adjustHeights, true)
		h.off = false
	}
}

// end lets Calc fit heights again.
func (h *heights) end(ctx context.Context, err error) error {
	if !h.off {
		return err
	}
	_, on := h.block.doc.Model().Call(ctx, iProperties, "setPropertyValue", adjustHeights, true)
	return errors.Join(err, on)
}

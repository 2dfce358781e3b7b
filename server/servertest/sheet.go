package servertest

import (
	"slices"
	"strconv"
	"strings"
)

// trimSheet leaves out of a spreadsheet what has no effect:
//
//   - the default style of columns, and the splitting of neighbouring columns of
//     the same width: both are left where a cell once had a format;
//   - cells at a row's end that hold nothing and have no format;
//   - where the box of a comment is that is not shown: it moves when the heights
//     of rows above it are measured anew, as undo does;
//   - what sorting and filtering remember of themselves in the sheet's unnamed
//     database range; it stays when they are undone, as after the user's own.
func (w *normalWriter) trimSheet(e *element) {
	var out []*element
	for _, c := range e.children {
		switch c.name {
		case "table:table-row":
			c.children = withoutTrailingCells(c.children)
		case "table:table-column":
			c.attrs = without(c.attrs, "table:default-cell-style-name")
			n := count(c)
			c.attrs = without(c.attrs, repeated)
			if len(out) > 0 && out[len(out)-1].name == c.name && w.tag(c) == w.tag(&element{name: c.name, attrs: without(out[len(out)-1].attrs, repeated)}) {
				c = out[len(out)-1]
				n += count(c)
				c.attrs = without(c.attrs, repeated)
				out = out[:len(out)-1]
			}
			c.attrs = append(c.attrs, [2]string{repeated, strconv.Itoa(n)})
		case "office:annotation":
			if c.attr("office:display") != "true" {
				c.attrs = without(c.attrs, "draw:caption-point-x", "draw:caption-point-y", "svg:x", "svg:y")
			}
		case "table:database-ranges":
			c.children = slices.DeleteFunc(c.children, isMemory)
			if len(c.children) == 0 {
				continue
			}
		}
		out = append(out, c)
	}
	e.children = out
}

const repeated = "table:number-columns-repeated"

// count is how many columns an element stands for.
func count(e *element) int {
	if n, err := strconv.Atoi(e.attr(repeated)); err == nil {
		return n
	}
	return 1
}

func withoutTrailingCells(cells []*element) []*element {
	for n := len(cells); n > 0; n-- {
		c := cells[n-1]
		if c.name != "table:table-cell" || len(c.children) > 0 || len(without(c.attrs, repeated)) > 0 {
			return cells[:n]
		}
	}
	return nil
}

// isMemory tells a database range that only remembers.
func isMemory(e *element) bool {
	if !strings.HasPrefix(e.attr("table:name"), "__Anonymous_Sheet_DB__") {
		return false
	}
	for _, c := range e.children {
		if c.name != "table:sort" {
			return false
		}
	}
	return len(without(e.attrs, "table:name", "table:target-range-address", "table:contains-header")) == 0
}

func without(attrs [][2]string, names ...string) [][2]string {
	return slices.DeleteFunc(slices.Clone(attrs), func(a [2]string) bool { return slices.Contains(names, a[0]) })
}

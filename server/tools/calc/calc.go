// Package calc holds the tools for spreadsheets.
package calc

import (
	"slices"

	"github.com/unodesk/unodesk/server/document"
	"github.com/unodesk/unodesk/server/tool"
)

// Tools returns the tools for the spreadsheets of d.
func Tools(d *document.Desktop) tool.Set {
	return slices.Concat(cells(d), sheets(d), columns(d), styles(d), filters(d))
}

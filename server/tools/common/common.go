// Package common holds the tools that work on documents of every kind.
package common

import (
	"slices"

	"github.com/unodesk/unodesk/server/document"
	"github.com/unodesk/unodesk/server/tool"
)

// Tools returns the common tools for the documents of d.
func Tools(d *document.Desktop) tool.Set {
	return slices.Concat(documents(d), life(d), undoing(d), manual(d))
}

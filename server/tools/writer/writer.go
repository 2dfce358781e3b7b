// Package writer holds the tools for text documents.
package writer

import (
	"github.com/unodesk/unodesk/server/document"
	"github.com/unodesk/unodesk/server/document/writer"
	"github.com/unodesk/unodesk/server/tool"
)

// Tools returns the tools for the text documents of d.
func Tools(d *document.Desktop) tool.Set {
	var all tool.Set
	places := writer.NewAddresses()
	for _, domain := range []tool.Set{contents(d, places), navigation(d, places), styling(d), reviewing(d)} {
		all = append(all, domain...)
	}
	return all
}

// Package tools is the list of all tools. A tool is declared in the package of
// its family, one file a domain; this package only joins them.
package tools

import (
	"github.com/unodesk/unodesk/server/document"
	"github.com/unodesk/unodesk/server/tool"
	"github.com/unodesk/unodesk/server/tools/calc"
	"github.com/unodesk/unodesk/server/tools/common"
	"github.com/unodesk/unodesk/server/tools/writer"
)

// All returns every tool, in the order in which people should read them.
func All(d *document.Desktop) tool.Set {
	var all tool.Set
	for _, family := range []tool.Set{common.Tools(d), tool.Discovery(), tool.Jobs(), writer.Tools(d), calc.Tools(d)} {
		all = append(all, family...)
	}
	return all
}

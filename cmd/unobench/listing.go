package main

import (
	"fmt"
	"strings"

	"github.com/unodesk/unodesk/server/tool"
	"github.com/unodesk/unodesk/server/tools"
)

// listBudget tells what the list of tools costs a model, by mode and by what is
// open.
func listBudget() (string, error) {
	c, err := tools.All(nil).Compile(tool.Options{})
	if err != nil {
		return "", err
	}
	var b strings.Builder
	b.WriteString("\nThe list of tools (four bytes are some token):\n\n| mode | open | tools | bytes |\n| --- | --- | --- | --- |\n")
	for _, mode := range []tool.Mode{tool.Delegate, tool.DirectDiscovery, tool.DirectFlat} {
		for _, open := range [][]tool.Family{nil, {tool.Writer}, {tool.Calc}, {tool.Writer, tool.Calc}} {
			names, bytes := c.Listed(tool.Exposure{Mode: mode, Kinds: open}), 0
			for _, name := range names {
				bytes += len(c.JSON(name)) + 1
			}
			fmt.Fprintf(&b, "| `%s` | %s | %d | %d |\n", mode, strings.Trim(fmt.Sprint(open), "[]"), len(names), bytes)
		}
	}
	return b.String(), nil
}

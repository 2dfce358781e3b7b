package main

import (
	"context"
	"fmt"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// listTools prints the tools of the running server, or the documentation of
// those of this build.
func listTools(ctx context.Context, c *console, args []string) error {
	flags := newFlags("tools")
	asJSON := flags.Bool("json", false, "print the list as a client sees it")
	asMarkdown := flags.Bool("markdown", false, "print docs/tools.md; needs no server")
	state := stateFlag(flags)
	if _, err := parse(c, flags, args, 0, 0); err != nil {
		return err
	}
	if *asMarkdown {
		text, err := toolsMarkdown()
		if err != nil {
			return err
		}
		_, err = fmt.Fprint(c.out, text)
		return err
	}
	to, err := reach(*state)
	if err != nil {
		return err
	}
	var tools []*mcp.Tool
	for cursor := ""; ; {
		var page mcp.ListToolsResult
		if err := to.call(ctx, "tools/list", map[string]string{"cursor": cursor}, nil, &page); err != nil {
			return err
		}
		tools = append(tools, page.Tools...)
		if cursor = page.NextCursor; cursor == "" {
			break
		}
	}
	if *asJSON {
		return printJSON(c.out, tools)
	}
	for _, t := range tools {
		fmt.Fprintf(c.out, "%-28s %s\n", t.Name, firstSentence(t.Description))
	}
	return nil
}

func firstSentence(text string) string {
	first, _, _ := strings.Cut(text, ". ")
	return strings.TrimSuffix(first, ".")
}

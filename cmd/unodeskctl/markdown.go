package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"

	"github.com/unodesk/unodesk/server/tool"
	"github.com/unodesk/unodesk/server/tools"
)

// families are the parts of docs/tools.md.
var families = []struct {
	family tool.Family
	title  string
}{
	{tool.Common, "All documents"},
	{tool.Writer, "Writer: text documents"},
	{tool.Calc, "Calc: spreadsheets"},
	{tool.Draw, "Draw and Impress: drawings and presentations"},
}

// toolsMarkdown documents the tools of this build, from their declarations.
func toolsMarkdown() (string, error) {
	catalog, err := tools.All(nil).Compile(tool.Options{})
	if err != nil {
		return "", err
	}
	var b strings.Builder
	b.WriteString("# Tools\n\n<!-- Written by \"go run ./cmd/unodeskctl tools --markdown\" from the tools themselves. -->\n\n" +
		"Every answer is an object with `status`, `document` (the name and uid of the document it is about) and `_elapsed_ms`. " +
		"An error has `code`, `message`, `retryable`, `outcome` (`nothing_changed` or `unknown`), `next` and sometimes `details`.\n")
	for _, f := range families {
		first := true
		for _, listed := range catalog.Tools() {
			spec, _ := catalog.Spec(listed.Name)
			if spec.Family != f.family {
				continue
			}
			if first {
				fmt.Fprintf(&b, "\n## %s\n", f.title)
				first = false
			}
			describeTool(&b, spec, listed.InputSchema.(*jsonschema.Schema))
		}
	}
	describeCodes(&b)
	return b.String(), nil
}

// describeCodes documents the codes of errors, and what became of those that
// people know from elsewhere.
func describeCodes(b *strings.Builder) {
	b.WriteString("\n## Error codes\n\n| code | try again | outcome | what to do |\n| --- | --- | --- | --- |\n")
	for _, code := range tool.Codes() {
		m := tool.Means(code)
		again := "no"
		if m.Retryable {
			again = "yes"
		}
		fmt.Fprintf(b, "| `%s` | %s | %s | %s |\n", code, again, m.Outcome, m.Next)
	}
	b.WriteString("\nFor rules and skills that were written for WriterAgent:\n\n| its code | ours |\n| --- | --- |\n")
	for _, code := range slices.Sorted(maps.Keys(tool.Formerly)) {
		fmt.Fprintf(b, "| `%s` | `%s` |\n", code, tool.Formerly[code])
	}
}

func describeTool(b *strings.Builder, s tool.Spec, input *jsonschema.Schema) {
	fmt.Fprintf(b, "\n### `%s`\n\n%s\n\n", s.Name, s.Description)
	fmt.Fprintf(b, "%s; %s; domain %s; %s. Undo: %s.\n", s.Title, s.Tier, s.Domain, s.Effect, s.Undo)
	if len(input.PropertyOrder) == 0 {
		return
	}
	b.WriteString("\n| argument | type | |\n| --- | --- | --- |\n")
	for _, name := range input.PropertyOrder {
		p := input.Properties[name]
		fmt.Fprintf(b, "| `%s` | %s | %s |\n", name, typeOf(p), hint(p, slices.Contains(input.Required, name)))
	}
}

func typeOf(s *jsonschema.Schema) string {
	switch {
	case s.Type == "array":
		return "list of " + typeOf(s.Items)
	case len(s.Enum) > 0:
		values := make([]string, len(s.Enum))
		for i, v := range s.Enum {
			values[i] = fmt.Sprintf("`%v`", v)
		}
		return strings.Join(values, ", ")
	}
	return s.Type
}

func hint(s *jsonschema.Schema, required bool) string {
	text := s.Description
	if required {
		text += " (required)"
	}
	return strings.ReplaceAll(text, "|", "\\|")
}

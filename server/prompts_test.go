package server

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/unodesk/unodesk/server/tools"
)

func TestPrompts(t *testing.T) {
	s := started(t, Options{})
	client := mcp.NewClient(&mcp.Implementation{Name: "t", Version: "1"}, nil)
	session, err := client.Connect(t.Context(), &mcp.StreamableClientTransport{Endpoint: s.Address()}, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer session.Close()
	list, err := session.ListPrompts(t.Context(), nil)
	if err != nil || len(list.Prompts) != len(presets) {
		t.Fatalf("%v: %+v", err, list)
	}
	// Tools that the texts name are there: a model would look for them.
	var names []string
	for _, tool := range tools.All(nil) {
		names = append(names, tool.Name)
	}
	named := regexp.MustCompile(`\b[a-z]+(?:_[a-z]+)+\b`)
	notTools := []string{"full_document", "old_content", "document_url"}
	for _, p := range list.Prompts {
		args := map[string]string{}
		for _, a := range p.Arguments {
			args[a.Name] = "some " + a.Name
		}
		got, err := session.GetPrompt(t.Context(), &mcp.GetPromptParams{Name: p.Name, Arguments: args})
		if err != nil {
			t.Fatal(err)
		}
		text := got.Messages[0].Content.(*mcp.TextContent).Text
		for a, value := range args {
			if !strings.Contains(text, value) || strings.Contains(text, "{"+a+"}") {
				t.Errorf("%s: %s is not in %s", p.Name, a, text)
			}
		}
		for _, word := range named.FindAllString(text, -1) {
			if !slices.Contains(names, word) && !slices.Contains(notTools, word) {
				t.Errorf("%s names %s, which is no tool", p.Name, word)
			}
		}
	}
	if got, err := session.GetPrompt(t.Context(), &mcp.GetPromptParams{Name: "explain_sheet"}); err != nil || !strings.Contains(got.Messages[0].Content.(*mcp.TextContent).Text, "the active document") {
		t.Errorf("without arguments: %v", err)
	}
	if _, err := session.GetPrompt(t.Context(), &mcp.GetPromptParams{Name: "translate"}); err == nil || !strings.Contains(err.Error(), "language") {
		t.Errorf("without the language: %v", err)
	}
}

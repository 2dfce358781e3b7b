package server_test

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/unodesk/unodesk/server/document"
	"github.com/unodesk/unodesk/server/tool"
	"github.com/unodesk/unodesk/server/tools"
)

// answerFields are what the manual says of answers.
var answerFields = []string{
	"body_style", "edited_context", "pending_review", "replaced_count", "review_mode",
	"dry_run", "if_revision", // taken by every edit, not listed for each
}

var wireWord = regexp.MustCompile(`\b[a-z]+(_[a-z]+)+\b`)

// The manual names only tools, arguments and fields that there are.
func TestGuidanceIsTrue(t *testing.T) {
	known := map[string]bool{}
	for _, field := range answerFields {
		known[field] = true
	}
	for _, l := range catalog(t).Tools() {
		known[l.Name] = true
		raw, err := json.Marshal(l.InputSchema)
		if err != nil {
			t.Fatal(err)
		}
		var schema struct {
			Properties map[string]struct{ Enum []string }
		}
		if err := json.Unmarshal(raw, &schema); err != nil {
			t.Fatal(err)
		}
		for name, arg := range schema.Properties {
			known[name] = true
			for _, value := range arg.Enum {
				known[value] = true
			}
		}
	}
	codes := tool.Codes()
	files, err := filepath.Glob("tools/common/guidance/*.md")
	if err != nil || len(files) == 0 {
		t.Fatal("no guidance", err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, word := range wireWord.FindAllString(string(text), -1) {
			if !known[word] {
				t.Errorf("%s names %s, which there is not", file, word)
			}
		}
		for _, code := range regexp.MustCompile(`\b[A-Z]+(_[A-Z]+)+\b`).FindAllString(string(text), -1) {
			if !slices.Contains(codes, code) {
				t.Errorf("%s names %s, which is no code", file, code)
			}
		}
		if len(text) > 2000 {
			t.Errorf("%s has %d bytes", file, len(text))
		}
	}
}

func TestGuidance(t *testing.T) {
	nothing := document.NewDesktop(func(context.Context) (document.Office, error) {
		return document.Office{}, errors.New("no office")
	}, document.Options{})
	c, err := tools.All(nothing).Compile(tool.Options{})
	if err != nil {
		t.Fatal(err)
	}
	ask := func(topic string) map[string]any {
		raw, err := json.Marshal(map[string]string{"topic": topic})
		if err != nil {
			t.Fatal(err)
		}
		r := c.Call(t.Context(), tool.NewCall(tool.CallOptions{}), "get_guidance", raw)
		var a map[string]any
		if err := json.Unmarshal(r.JSON, &a); err != nil {
			t.Fatal(err)
		}
		return a
	}
	index := ask("")
	if topics, _ := index["topics"].([]any); len(topics) == 0 || index["doc_type"] != "none" || index["current_local_datetime"] == "" {
		t.Errorf("index %v", index)
	}
	for _, name := range []string{"editing", "Edits", "multi document", "document_url", "429"} {
		if a := ask(name); a["status"] != "ok" || !strings.Contains(a["guidance"].(string), "document") {
			t.Errorf("%s: %v", name, a)
		}
	}
	if a := ask("poetry"); a["code"] != tool.CodeUnknownTopic || !strings.Contains(a["message"].(string), "concurrency") {
		t.Errorf("poetry: %v", a)
	}
}

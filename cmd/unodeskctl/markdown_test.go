package main

import (
	"os"
	"testing"
)

func TestToolsDocumentIsCurrent(t *testing.T) {
	want, err := toolsMarkdown()
	if err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile("../../docs/tools.md")
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != want {
		t.Error("docs/tools.md is not current; write it with: go run ./cmd/unodeskctl tools --markdown >docs/tools.md")
	}
}

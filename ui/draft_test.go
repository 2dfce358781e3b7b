package ui

import (
	"slices"
	"testing"

	"github.com/unodesk/unodesk/app/config"
)

func TestDraft(t *testing.T) {
	d := newDraft(config.Default())
	if d.changed() || len(d.mistakes()) != 0 {
		t.Fatalf("a new draft has changed or is wrong: %v", d.mistakes())
	}
	d.set(keyPort, " 8765 ")
	if d.changed() {
		t.Error("another way to write the same number counts as a change")
	}
	d.set(keyPort, "nine")
	d.set(keyModel, "qwen")
	if wrong := d.mistakes(); len(wrong) != 1 || wrong[keyPort] == nil || !d.changed() {
		t.Errorf("mistakes: %v", wrong)
	}
	if c := d.result(); c.MCP.Port != 8765 || c.LLM.Model != "qwen" {
		t.Errorf("result: %+v", c)
	}
}

func TestRebaseKeepsWhatTheUserWrites(t *testing.T) {
	d := newDraft(config.Default())
	d.set(keyPort, "nine")
	d.set(keyModel, "qwen")
	elsewhere := config.Default()
	elsewhere.MCP.Port, elsewhere.LLM.Endpoint, elsewhere.LLM.Model = 9000, "http://localhost:1/v1", "llama"
	if fresh := d.rebase(elsewhere); !slices.Equal(fresh, []string{keyEndpoint}) {
		t.Errorf("fresh: %v, want the endpoint only", fresh)
	}
	if d.text(keyPort) != "nine" || d.text(keyModel) != "qwen" || d.text(keyEndpoint) != "http://localhost:1/v1" {
		t.Errorf("texts: %v", d.texts)
	}
	d.set(keyModel, "llama")
	d.set(keyPort, "9000")
	if d.changed() {
		t.Error("what equals the settings elsewhere counts as a change")
	}
}

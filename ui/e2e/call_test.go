package e2e

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
)

// answer is what a tool answers, as far as tests look at it.
type answer struct{ Status, Code, Content, Message string }

// try calls a tool as an AI program does.
func (r *rig) try(name string, args map[string]any) (answer, error) {
	var a answer
	body, err := json.Marshal(map[string]any{
		"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": map[string]any{"name": name, "arguments": args},
	})
	if err != nil {
		return a, err
	}
	response, err := http.Post(fmt.Sprintf("http://127.0.0.1:%d/mcp", r.port), "application/json", bytes.NewReader(body))
	if err != nil {
		return a, err
	}
	defer response.Body.Close()
	var wire struct {
		Result struct {
			Content []struct{ Text string }
		}
	}
	if err := json.NewDecoder(response.Body).Decode(&wire); err != nil {
		return a, err
	}
	if len(wire.Result.Content) == 0 {
		return a, errors.New("an answer without content")
	}
	return a, json.Unmarshal([]byte(wire.Result.Content[0].Text), &a)
}

// call calls a tool that must succeed, and returns the content that it answers.
func (r *rig) call(name string, args map[string]any) string {
	r.t.Helper()
	a, err := r.try(name, args)
	if err != nil || a.Status != "ok" {
		r.t.Fatalf("%s: %+v, %v", name, a, err)
	}
	return a.Content
}

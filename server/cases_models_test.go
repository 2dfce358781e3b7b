package server_test

import (
	"context"
	"encoding/json"
	"sync/atomic"
	"testing"
	"time"

	"github.com/unodesk/unodesk/server"
	"github.com/unodesk/unodesk/server/tool"
)

// A39: tools that every model can take. The checks of the schemas are those of
// TestSchemasSuitModelProviders.
func TestA39ToolsThatEveryModelCanTake(t *testing.T) {
	c := catalog(t)
	for _, kind := range []tool.Family{tool.Writer, tool.Calc, tool.Draw} {
		list := c.Listed(tool.Exposure{Kinds: []tool.Family{kind}})
		if tokens := listBytes(c, list) / 4; len(list) > 20 || tokens > 6000 {
			t.Errorf("%s: %d tools, about %d tokens", kind, len(list), tokens)
		}
		for _, name := range list {
			var listed struct{ InputSchema schema }
			if err := json.Unmarshal(c.JSON(name), &listed); err != nil {
				t.Fatal(err)
			}
			for _, fault := range append(gemini(name, listed.InputSchema), openAI(name, strictly(listed.InputSchema))...) {
				t.Error(fault)
			}
		}
	}
	b := newBench(t)
	host := b.connect(t)
	uid := b.open(t, "calc")
	for name, args := range map[string]map[string]any{
		"null":           {"range": []string{"A1"}, "values": "x", "dry_run": nil},
		"a list as text": {"range": `["A1", "B1"]`, "values": `[[1, 2]]`},
	} {
		args["document_url"] = uid
		if said := callTool(t, host, "write_formula_range", args); said["status"] != "ok" {
			t.Errorf("%s: %v", name, said)
		}
	}
	if said := callTool(t, host, "read_cell_range", map[string]any{"document_url": uid, "range": "A1", "max_bytes": "5000"}); said["status"] != "ok" {
		t.Errorf("a number as text: %v", said)
	}
}

// A39: a job that takes longer than a host waits is answered with an id in time,
// runs once, and its result can be fetched.
func TestA39JobOfAPatientHost(t *testing.T) {
	var ran atomic.Int64
	finish := make(chan struct{})
	research := tool.Spec{Name: "research", Title: "Research", Description: "Takes long.", Domain: "tests", Family: tool.Common, Effect: tool.Reads, Undo: tool.NotNeeded, Long: true}
	set := append(tool.Jobs(), tool.Define(research, func(c context.Context, _ *tool.Call, _ struct{}) (any, error) {
		ran.Add(1)
		select {
		case <-finish:
			return map[string]any{"found": 3}, nil
		case <-c.Done():
			return nil, c.Err()
		}
	}))
	host := (&bench{address: plain(t, set, server.Settings{JobAfter: 50 * time.Millisecond})}).connect(t)
	said := callTool(t, host, "research", nil)
	id, _ := said["job_id"].(string)
	if id == "" {
		t.Fatalf("no job: %v", said)
	}
	close(finish)
	for {
		said = callTool(t, host, "get_job_result", map[string]any{"job_id": id, "wait": 1})
		if said["found"] != nil || t.Failed() {
			break
		}
	}
	if said["found"] != 3.0 || ran.Load() != 1 {
		t.Errorf("ran %d times: %v", ran.Load(), said)
	}
}

package server

import (
	"context"
	"encoding/json"
	"net/http"
	"slices"
	"strconv"
	"sync/atomic"

	"github.com/unodesk/unodesk/server/tool"
)

// How many calls there may be at a time.
const (
	runningCalls  = 16  // fast calls that run
	admittedCalls = 256 // fast calls that run or wait
	admittedLong  = 64  // long calls; they wait for nobody but the edits of their document
	retryAfter    = 1   // seconds
)

// codeBusy is the JSON-RPC code of an answer to more calls than there may be.
const codeBusy = -32000

// gate bounds the calls that are served. Long ones do not count among the fast,
// which therefore never wait for them.
type gate struct {
	long    func(name string) bool
	pool    *turns
	edits   *queue
	fast    admission
	slow    admission
	refused atomic.Int64 // since the start
}

// Traffic is what the gate sees.
type Traffic struct {
	Refused int64          // calls that had to come again later, since the start
	Edits   map[string]int // that wait or run, by the uid of their document
}

// Traffic tells how busy the server is.
func (s *Server) Traffic() Traffic {
	return Traffic{Refused: s.gate.refused.Load(), Edits: s.gate.edits.waiting()}
}

type admission struct {
	most int64
	in   atomic.Int64
}

func (a *admission) enter() bool {
	if a.in.Add(1) <= a.most {
		return true
	}
	a.in.Add(-1)
	return false
}

func newGate(edits *queue, long func(string) bool) *gate {
	g := &gate{long: long, pool: newTurns(runningCalls), edits: edits}
	g.fast.most, g.slow.most = admittedCalls, admittedLong
	return g
}

// admit lets a message in, or answers that it has to come again later: that
// must be known before anything of an answer is sent. The function it returns
// lets the next one in.
func (g *gate) admit(w http.ResponseWriter, m *message) (leave func(), ok bool) {
	var in []*admission
	leave = func() {
		for _, a := range in {
			a.in.Add(-1)
		}
	}
	for _, m := range append([]*message{m}, m.others...) {
		if !slices.Contains(asksOffice, m.method) {
			continue
		}
		a := &g.fast
		if g.long(m.toolName()) {
			a = &g.slow
		}
		if !a.enter() {
			leave()
			g.refuse(w, m.id)
			return nil, false
		}
		in = append(in, a)
	}
	return leave, true
}

// refuse answers that a message has to come again later.
func (g *gate) refuse(w http.ResponseWriter, id json.RawMessage) {
	g.refused.Add(1)
	means := tool.Means(tool.CodeServerBusy)
	data, _ := json.Marshal(map[string]any{
		"code": tool.CodeServerBusy, "retryable": means.Retryable, "outcome": means.Outcome, "next": means.Next, "retry_after": retryAfter,
	})
	w.Header().Set("Retry-After", strconv.Itoa(retryAfter))
	writeRPCError(w, id, &rpcError{Code: codeBusy, Message: "too many calls at once; nothing was done", Data: data, status: http.StatusTooManyRequests})
}

// asksOffice are the methods that may keep the office busy.
var asksOffice = []string{"tools/call", "resources/read", "completion/complete"}

// toolName is the tool that a message means, also through call_tool; "" for none.
func (m *message) toolName() string {
	var p struct {
		Name      string          `json:"name"`
		Arguments json.RawMessage `json:"arguments"`
		URI       string          `json:"uri"`
	}
	_ = json.Unmarshal(m.params, &p) // what is wrong with it, its answer says
	if m.method == "resources/read" {
		return toolOfURI(p.URI)
	}
	if p.Name != tool.CallTool {
		return p.Name
	}
	var inner struct {
		Name string `json:"name"`
	}
	_ = json.Unmarshal(p.Arguments, &inner)
	return inner.Name
}

// around runs a tool call: an edit when its document is free, a fast call when
// there is room in the pool.
func (g *gate) around(ctx context.Context, t *tool.Tool, c *tool.Call, next func(context.Context) error) error {
	return g.edits.around(ctx, t, c, func(ctx context.Context) error {
		if t.Long {
			return next(ctx)
		}
		if err := g.pool.take(ctx, hostOf(c)); err != nil {
			return waited(err, "other calls")
		}
		defer g.pool.give()
		return next(ctx)
	})
}

// waited is the error of a call that waited in vain.
func waited(err error, what string) error {
	if err == context.Canceled {
		return err
	}
	return tool.Errorf(tool.CodeServerBusy, "%s took too long; this one was not begun", what)
}

package tool

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

type ctx = context.Context

type noArgs struct{}

type greeting struct {
	Text string `json:"text"`
}

func read(name string, h func(ctx, *Call, noArgs) (any, error)) Tool {
	return Define(Spec{
		Name: name, Title: "Try it", Description: "Tries it.", Domain: "tests",
		Family: Common, Effect: Reads, Undo: NotNeeded,
	}, h)
}

type plan struct {
	preview any
	apply   func(ctx, string) (any, error)
}

func (p plan) Preview() any                           { return p.preview }
func (p plan) Apply(c ctx, title string) (any, error) { return p.apply(c, title) }
func edit(name string, h func(ctx, *Call) (Plan, error)) Tool {
	return DefineEdit(Spec{
		Name: name, Title: "Change it", Description: "Changes it.", Domain: "tests",
		Family: Common, Effect: Edits, Undo: Native,
	}, func(c ctx, call *Call, _ noArgs) (Plan, error) { return h(c, call) })
}

func call(t *testing.T, o Options, tool Tool, c ctx, args string) map[string]any {
	t.Helper()
	catalog, err := Set{tool}.Compile(o)
	if err != nil {
		t.Fatal(err)
	}
	r := catalog.Call(c, NewCall(CallOptions{Host: "tester"}), tool.Name, json.RawMessage(args))
	var m map[string]any
	if err := json.Unmarshal(r.JSON, &m); err != nil {
		t.Fatalf("answer %s: %v", r.JSON, err)
	}
	if r.IsError() != (m["status"] == "error") {
		t.Errorf("IsError is %v, answer %s", r.IsError(), r.JSON)
	}
	if _, ok := m["_elapsed_ms"].(float64); !ok {
		t.Errorf("answer %s has no _elapsed_ms", r.JSON)
	}
	delete(m, "_elapsed_ms")
	return m
}

func wantAnswer(t *testing.T, got map[string]any, want string) {
	t.Helper()
	raw, _ := json.Marshal(got)
	var w map[string]any
	if err := json.Unmarshal([]byte(want), &w); err != nil {
		t.Fatal(err)
	}
	wantRaw, _ := json.Marshal(w)
	if string(raw) != string(wantRaw) {
		t.Errorf("got  %s\nwant %s", raw, wantRaw)
	}
}

func TestAnswers(t *testing.T) {
	tests := []struct {
		name string
		v    any
		want string
	}{
		{"struct", greeting{"<b>hi</b>"}, `{"status":"ok","text":"<b>hi</b>"}`},
		{"list", []int{1, 2}, `{"status":"ok","result":[1,2]}`},
		{"text", "hi", `{"status":"ok","result":"hi"}`},
		{"nothing", nil, `{"status":"ok"}`},
		{"own status and document", map[string]any{"status": "partial", "document": "x"}, `{"document":"x","status":"partial"}`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := call(t, Options{}, read("try_it", func(ctx, *Call, noArgs) (any, error) { return tt.v, nil }), t.Context(), "")
			wantAnswer(t, got, tt.want)
		})
	}
}

func TestAnswerNamesItsDocument(t *testing.T) {
	got := call(t, Options{}, read("try_it", func(_ ctx, c *Call, _ noArgs) (any, error) {
		c.SetDocument("a b.odt", "x-1", "")
		return nil, errors.New("no")
	}), t.Context(), "")
	wantAnswer(t, got, `{"status":"error","code":"INTERNAL_ERROR","message":"no","retryable":false,"outcome":"nothing_changed",
		"next":"Try another way, and tell the user if it happens again.","document":{"name":"a b.odt","uid":"x-1"}}`)
}

type ownError struct{}

func (ownError) Error() string           { return "no sheet X" }
func (ownError) Code() string            { return CodeUnknownSheet }
func (ownError) Details() map[string]any { return map[string]any{"sheets": []string{"A"}} }
func (ownError) Next() string            { return "Use A." }

func TestBehaviour21ErrorsOfTools(t *testing.T) {
	tests := []struct {
		name string
		err  error
		want string
	}{
		{"coded and wrapped", fmt.Errorf("read: %w", ownError{}), `{"status":"error","code":"UNKNOWN_SHEET","message":"read: no sheet X","retryable":false,"outcome":"nothing_changed","next":"Use A.","details":{"sheets":["A"]}}`},
		{"timeout", fmt.Errorf("x: %w", context.DeadlineExceeded), `{"status":"error","code":"TIMEOUT","message":"the call took longer than its time limit","retryable":true,"outcome":"nothing_changed","next":"Ask for less at once, or try again later."}`},
		{"code of tomorrow", Errorf("NEW_CODE", "new"), `{"status":"error","code":"NEW_CODE","message":"new","retryable":false,"outcome":"unknown","next":"Read the document to see whether the change is there before repeating anything."}`},
		{"details that are no JSON", Errorf(CodeValidation, "x").With("f", func() {}), `{"status":"error","code":"VALIDATION_ERROR","message":"x","retryable":false,"outcome":"nothing_changed","next":"Correct the arguments and call again."}`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := call(t, Options{}, read("try_it", func(ctx, *Call, noArgs) (any, error) { return nil, tt.err }), t.Context(), "")
			wantAnswer(t, got, tt.want)
		})
	}
}

func TestPanicIsAnError(t *testing.T) {
	got := call(t, Options{}, read("try_it", func(ctx, *Call, noArgs) (any, error) { panic("secret text") }), t.Context(), "")
	if got["code"] != CodeInternal || strings.Contains(fmt.Sprint(got), "secret") {
		t.Errorf("got %v", got)
	}
}

func TestEdit(t *testing.T) {
	var applied atomic.Int32
	tool := edit("change_it", func(_ ctx, c *Call) (Plan, error) {
		return plan{map[string]any{"count": 2}, func(_ ctx, title string) (any, error) {
			applied.Add(1)
			return map[string]string{"title": title}, nil
		}}, nil
	})
	wantAnswer(t, call(t, Options{}, tool, t.Context(), `{"dry_run":"true"}`), `{"status":"ok","dry_run":true,"count":2}`)
	if n := applied.Load(); n != 0 {
		t.Errorf("a dry run applied %d times", n)
	}
	wantAnswer(t, call(t, Options{}, tool, t.Context(), `{}`), `{"status":"ok","title":"tester: Change it"}`)
}

func TestCancelBeforeApplyChangesNothing(t *testing.T) {
	c, cancel := context.WithCancel(t.Context())
	tool := edit("change_it", func(ctx, *Call) (Plan, error) {
		cancel()
		return plan{nil, func(ctx, string) (any, error) { t.Error("applied"); return nil, nil }}, nil
	})
	got := call(t, Options{}, tool, c, "")
	if got["code"] != CodeCancelled || got["outcome"] != outcomeNothing {
		t.Errorf("got %v", got)
	}
}

func TestCancelDuringApplyFinishesTheEdit(t *testing.T) {
	c, cancel := context.WithCancel(t.Context())
	tool := edit("change_it", func(ctx, *Call) (Plan, error) {
		return plan{nil, func(c ctx, _ string) (any, error) {
			cancel()
			if _, ok := c.Deadline(); !ok {
				t.Error("the context of Apply has no deadline")
			}
			return "done", c.Err()
		}}, nil
	})
	wantAnswer(t, call(t, Options{}, tool, c, ""), `{"status":"ok","result":"done"}`)
}

func TestBehaviour20Deadline(t *testing.T) {
	stuck := func(c ctx) error { time.Sleep(time.Hour); return nil }
	polite := func(c ctx) error { <-c.Done(); return c.Err() }
	tests := []struct {
		name, code, outcome string
		tool                func() Tool
	}{
		{"read that notices", CodeTimeout, outcomeNothing, func() Tool {
			return read("try_it", func(c ctx, _ *Call, _ noArgs) (any, error) { return nil, polite(c) })
		}},
		{"read that does not", CodeTimeout, outcomeNothing, func() Tool {
			return read("try_it", func(c ctx, _ *Call, _ noArgs) (any, error) { return nil, stuck(c) })
		}},
		{"edit before it began", CodeTimeout, outcomeNothing, func() Tool {
			return edit("try_it", func(c ctx, _ *Call) (Plan, error) { return nil, stuck(c) })
		}},
		{"edit that had begun", CodeOutcomeUnknown, outcomeUnknown, func() Tool {
			return edit("try_it", func(ctx, *Call) (Plan, error) {
				return plan{nil, func(c ctx, _ string) (any, error) { return nil, stuck(c) }}, nil
			})
		}},
		{"change without a plan", CodeOutcomeUnknown, outcomeUnknown, func() Tool {
			tool := read("try_it", func(c ctx, _ *Call, _ noArgs) (any, error) { return nil, polite(c) })
			tool.Effect, tool.Undo = Edits, Native
			return tool
		}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				start := time.Now()
				got := call(t, Options{Timeout: func() time.Duration { return 5 * time.Second }}, tt.tool(), t.Context(), "")
				if took := time.Since(start); took > 6*time.Second {
					t.Errorf("answered after %v", took)
				}
				if got["code"] != tt.code || got["outcome"] != tt.outcome {
					t.Errorf("got %v %v, want %s %s", got["code"], got["outcome"], tt.code, tt.outcome)
				}
				time.Sleep(2 * time.Hour) // the stuck handler ends
			})
		})
	}
}

func TestAroundHoldsUntilTheHandlerReturns(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var inside atomic.Bool
		o := Options{
			Timeout: func() time.Duration { return time.Second },
			Around: func(c ctx, _ *Tool, _ *Call, next func(ctx) error) error {
				inside.Store(true)
				defer inside.Store(false)
				return next(c)
			},
		}
		call(t, o, read("try_it", func(ctx, *Call, noArgs) (any, error) { time.Sleep(time.Minute); return nil, nil }), t.Context(), "")
		if !inside.Load() {
			t.Error("the gate opened while the handler was still at work")
		}
		time.Sleep(2 * time.Minute)
		if inside.Load() {
			t.Error("the gate stayed closed")
		}
	})
}

func TestLongAnswersAreCut(t *testing.T) {
	o := Options{TextLimit: func() int { return 1000 }}
	long := strings.Repeat("ä<b>", 10_000)
	tool := read("try_it", func(ctx, *Call, noArgs) (any, error) {
		return map[string]any{"content": long, "items": make([]string, 9_000), "length": len(long)}, nil
	})
	got := call(t, o, tool, t.Context(), "")
	raw, _ := json.Marshal(got)
	if len(raw) > 12_000 {
		t.Errorf("answer has %d bytes", len(raw))
	}
	if got["truncated"] != true || got["length"] != float64(len(long)) || got["_cut"] == nil {
		t.Errorf("got %.200s", raw)
	}
	tool = read("try_it", func(_ ctx, c *Call, _ noArgs) (any, error) {
		c.AllowText(len(long))
		return greeting{long}, nil
	})
	if got := call(t, o, tool, t.Context(), ""); got["text"] != long {
		t.Error("a text that was asked for was cut")
	}
}

// A grid of cells is one list in another: the rows go, not the grid.
func TestCutInsideOfAList(t *testing.T) {
	grid := make([][]string, 4_000)
	for i := range grid {
		grid[i] = []string{"a", "b"}
	}
	o := Options{TextLimit: func() int { return 1000 }}
	got := call(t, o, read("try_it", func(ctx, *Call, noArgs) (any, error) {
		return map[string]any{"result": [][][]string{grid}}, nil
	}), t.Context(), "")
	kept := got["result"].([]any)[0].([]any)
	if len(kept) < 100 || len(kept) > 1000 {
		t.Errorf("%d rows kept, %v", len(kept), got["_cut"])
	}
}

func TestPanicAroundIsAnError(t *testing.T) {
	o := Options{Around: func(ctx, *Tool, *Call, func(ctx) error) error { panic("x") }}
	if got := call(t, o, read("try_it", nil), t.Context(), ""); got["code"] != CodeInternal {
		t.Errorf("got %v", got)
	}
}

func TestUnknownTool(t *testing.T) {
	catalog, err := Set{read("try_it", nil)}.Compile(Options{})
	if err != nil {
		t.Fatal(err)
	}
	r := catalog.Call(t.Context(), NewCall(CallOptions{}), "try_that", nil)
	if r.Code != CodeUnknownTool {
		t.Errorf("got %s", r.JSON)
	}
}

func TestDocumentArgumentWins(t *testing.T) {
	tool := read("try_it", func(_ ctx, c *Call, _ noArgs) (any, error) {
		return map[string]any{"target": c.Target(), "explicit": c.Explicit()}, nil
	})
	catalog, err := Set{tool}.Compile(Options{})
	if err != nil {
		t.Fatal(err)
	}
	for args, want := range map[string]string{`{"document_url":"a"}`: `"target":"a"`, `{}`: `"target":"header"`, `{"document_url":""}`: `"target":"header"`} {
		r := catalog.Call(t.Context(), NewCall(CallOptions{Target: "header"}), "try_it", []byte(args))
		if !strings.Contains(string(r.JSON), want) {
			t.Errorf("%s: got %s, want %s", args, r.JSON, want)
		}
	}
}

// user is a user who answers as a test wants.
type user struct {
	needed func(Question) bool
	answer func(Question) error
	asked  []Question
}

func (u *user) Needed(q Question) bool { return u.needed == nil || u.needed(q) }

func (u *user) Ask(_ ctx, q Question) error {
	u.asked = append(u.asked, q)
	if u.answer == nil {
		return nil
	}
	return u.answer(q)
}

func TestConsent(t *testing.T) {
	type state struct {
		text    string
		applied int
	}
	changing := func(s *state) Tool {
		return edit("change_it", func(_ ctx, c *Call) (Plan, error) {
			c.SetDocument("a.odt", "x-1", "")
			if s.text == "gone" {
				return nil, Errorf(CodeTextNotFound, "no such text")
			}
			return plan{preview: map[string]any{"would": s.text, "dry": c.DryRun()}, apply: func(ctx, string) (any, error) {
				s.applied++
				return "done", nil
			}}, nil
		})
	}
	plain := func(s *state) Tool {
		return Define(Spec{
			Name: "save_it", Title: "Save it", Description: "Saves.", Domain: "tests", Family: Common, Effect: Destroys, Undo: None,
		}, func(ctx, *Call, noArgs) (any, error) {
			s.applied++
			return "done", nil
		})
	}
	refuse := func(Question) error { return Errorf(CodeRefused, "the user said no") }
	tests := []struct {
		name    string
		tool    func(*state) Tool
		user    func(*state) *user
		args    string
		text    string
		asked   int
		applied int
		code    any
	}{
		{"allowed", changing, func(*state) *user { return &user{} }, "", "x", 1, 1, nil},
		{"refused", changing, func(*state) *user { return &user{answer: refuse} }, "", "x", 1, 0, CodeRefused},
		{"not needed", changing, func(*state) *user { return &user{needed: func(q Question) bool { return q.Effect == Destroys }} }, "", "x", 0, 1, nil},
		{"dry run", changing, func(*state) *user { return &user{answer: refuse} }, `{"dry_run":true}`, "x", 0, 0, nil},
		{"fails before the question", changing, func(*state) *user { return &user{} }, "", "gone", 0, 0, CodeTextNotFound},
		{"changed meanwhile", changing, func(s *state) *user {
			return &user{answer: func(Question) error { s.text = "y"; return nil }}
		}, "", "x", 1, 0, CodeDocumentChanged},
		{"without a plan, allowed", plain, func(*state) *user { return &user{} }, "", "", 1, 1, nil},
		{"without a plan, refused", plain, func(*state) *user { return &user{answer: refuse} }, "", "", 1, 0, CodeRefused},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := &state{text: tt.text}
			u := tt.user(s)
			got := call(t, Options{Consent: u}, tt.tool(s), t.Context(), tt.args)
			if len(u.asked) != tt.asked || s.applied != tt.applied || got["code"] != tt.code {
				t.Errorf("asked %d times, applied %d times, answered %v", len(u.asked), s.applied, got)
			}
			if got["code"] == CodeRefused && got["outcome"] != "nothing_changed" {
				t.Errorf("the outcome of a refusal is %v", got["outcome"])
			}
		})
	}
	s := &state{text: "x"}
	u := &user{}
	call(t, Options{Consent: u}, changing(s), t.Context(), "")
	q := u.asked[0]
	if q.Host != "tester" || q.Tool != "change_it" || q.Title != "Change it" || q.Document != "a.odt" || q.UID != "x-1" ||
		string(q.Preview) != `{"dry":true,"would":"x"}` || string(q.Arguments) != "{}" {
		t.Errorf("the question is %+v", q)
	}
	reads := &user{answer: refuse}
	if got := call(t, Options{Consent: reads}, read("look", func(ctx, *Call, noArgs) (any, error) { return "x", nil }), t.Context(), ""); len(reads.asked) > 0 || got["status"] != "ok" {
		t.Errorf("a read was asked about: %v", got)
	}
}

func TestRecord(t *testing.T) {
	working := func(err error) Tool {
		return edit("change_it", func(_ ctx, c *Call) (Plan, error) {
			c.SetDocument("a.odt", "x-1", "")
			return plan{preview: "p", apply: func(ctx, string) (any, error) { return "done", err }}, nil
		})
	}
	changed := Record{
		Host: "tester", Tool: "change_it", Title: "Change it", Effect: Edits, Document: "a.odt", UID: "x-1", Step: "tester: Change it",
	}
	tests := []struct {
		name string
		tool Tool
		args string
		want func(*Record)
	}{
		{"edit", working(nil), "", func(*Record) {}},
		{"dry run", working(nil), `{"dry_run":true}`, func(r *Record) { r.DryRun, r.Step = true, "" }},
		{"failed edit", working(Errorf(CodeProtected, "no")), "", func(r *Record) { r.Code, r.Message, r.Step = CodeProtected, "no", "" }},
		{"unknown outcome", working(Errorf(CodeOutcomeUnknown, "who knows")), "", func(r *Record) {
			r.Code, r.Message = CodeOutcomeUnknown, "who knows"
		}},
		{"refused arguments", working(nil), `{"x":1}`, func(r *Record) {
			r.Document, r.UID, r.Step, r.Code = "", "", "", CodeValidation
		}},
		{"read", read("look", func(ctx, *Call, noArgs) (any, error) { return "x", nil }), "", func(r *Record) {
			*r = Record{Host: "tester", Tool: "look", Title: "Try it", Effect: Reads}
		}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var got []Record
			call(t, Options{Record: func(r Record) { got = append(got, r) }}, tt.tool, t.Context(), tt.args)
			if len(got) != 1 {
				t.Fatalf("%d records", len(got))
			}
			r := got[0]
			if r.At.IsZero() || r.Took < 0 || r.Took > time.Minute {
				t.Errorf("at %v, took %v", r.At, r.Took)
			}
			want := changed
			tt.want(&want)
			if want.Code == CodeValidation {
				want.Message = r.Message
			}
			want.At, want.Took = r.At, r.Took
			if r != want {
				t.Errorf("got  %+v\nwant %+v", r, want)
			}
		})
	}
}

package tool

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// slow is a catalog with a tool that takes the given time.
func slow(t *testing.T, takes time.Duration, long bool) *Catalog {
	t.Helper()
	work := func(c ctx, call *Call, _ noArgs) (any, error) {
		call.SetDocument("a.odt", "t-1", "r")
		call.Attach(Image{Data: []byte{1}, MIMEType: "image/png"})
		select {
		case <-time.After(takes):
			return map[string]int{"answer": 42}, nil
		case <-c.Done():
			return nil, c.Err()
		}
	}
	tool := read("work_long", work)
	tool.Long = long
	c, err := append(Jobs(), tool).Compile(Options{JobAfter: func() time.Duration { return 45 * time.Second }})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func fields(t *testing.T, r *Result) map[string]any {
	t.Helper()
	var m map[string]any
	if err := json.Unmarshal(r.JSON, &m); err != nil {
		t.Fatal(err)
	}
	return m
}

func TestALongCallGoesOnAsAJob(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := slow(t, 3*time.Minute, true)
		ask := func(session string, args string) (*Result, *Call) {
			call := NewCall(CallOptions{Session: session})
			return c.Call(t.Context(), call, JobResult, json.RawMessage(args)), call
		}
		begun := time.Now()
		request, gone := context.WithCancel(t.Context())
		first := fields(t, c.Call(request, NewCall(CallOptions{Session: "a"}), "work_long", nil))
		gone() // the request has ended, the work goes on
		id, _ := first["job_id"].(string)
		if time.Since(begun) != 45*time.Second || first["state"] != "running" || first["status"] != "ok" || id == "" {
			t.Fatalf("after %v: %v", time.Since(begun), first)
		}
		begun = time.Now()
		if r, _ := ask("a", `{"job_id":"`+id+`","wait":10}`); fields(t, r)["state"] != "running" || time.Since(begun) != 10*time.Second {
			t.Errorf("after %v: %s", time.Since(begun), r.JSON)
		}
		begun = time.Now()
		if r, _ := ask("a", `{"job_id":"`+id+`","wait":40}`); r.IsError() || time.Since(begun) != 30*time.Second {
			t.Errorf("it waited %v of at most two thirds of the host's time: %s", time.Since(begun), r.JSON)
		}
		time.Sleep(2 * time.Minute)
		for range 2 { // it can be fetched again
			r, call := ask("a", `{"job_id":"`+id+`"}`)
			if got := fields(t, r); got["answer"] != 42.0 || got["document"].(map[string]any)["uid"] != "t-1" || len(call.Images()) != 1 {
				t.Errorf("result: %s, %d images", r.JSON, len(call.Images()))
			}
		}
		for _, args := range []string{id, "nonsense", "", "../" + id} {
			if r, _ := ask("b", `{"job_id":"`+args+`"}`); r.Code != CodeUnknownJob {
				t.Errorf("another conversation with %q: %s", args, r.JSON)
			}
		}
		other := strings.Map(func(r rune) rune {
			if r >= 'a' && r < 'z' {
				return r + 1
			}
			return r
		}, id[:6]) + id[6:]
		if r, _ := ask("a", `{"job_id":"`+other+`"}`); r.Code != CodeJobLost || fields(t, r)["outcome"] != outcomeUnknown {
			t.Errorf("of an earlier run: %s", r.JSON)
		}
		time.Sleep(jobTime)
		if r, _ := ask("a", `{"job_id":"`+id+`"}`); r.Code != CodeUnknownJob {
			t.Errorf("after an hour: %s", r.JSON)
		}
	})
}

// What fails as a job fails for who asks; its deadline holds.
func TestAJobHasADeadline(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := slow(t, time.Hour, false)
		first := fields(t, c.Call(t.Context(), NewCall(CallOptions{}), "work_long", nil))
		time.Sleep(time.Minute)
		r := c.Call(t.Context(), NewCall(CallOptions{}), JobResult, json.RawMessage(fmt.Sprintf(`{"job_id":%q}`, first["job_id"])))
		if r.Code != CodeTimeout || !r.IsError() {
			t.Errorf("got %s", r.JSON)
		}
	})
}

func TestJobsEndWithTheServer(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := slow(t, time.Hour, true)
		c.Call(t.Context(), NewCall(CallOptions{}), "work_long", nil)
		c.EndJobs()
		synctest.Wait()
		if o := c.jobs.all[0]; !o.over() || o.result.Code != CodeCancelled {
			t.Errorf("not ended: %+v", o)
		}
	})
}

func TestOnlySoManyJobsAreKept(t *testing.T) {
	j := newJobs()
	var made []*job
	for range maxJobs {
		made = append(made, j.add("a", "x", time.Now(), func() {}))
	}
	if j.add("a", "x", time.Now(), func() {}) != nil {
		t.Error("one too many")
	}
	made[3].finish(&Result{}, nil)
	if j.add("a", "x", time.Now(), func() {}) == nil || len(j.all) != maxJobs {
		t.Errorf("the one that has ended makes no room: %d", len(j.all))
	}
	if _, err := j.find(made[3].id, "a"); err == nil {
		t.Error("it is still there")
	}
}

func TestSilentCallsAreReported(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		type told struct {
			at          time.Duration
			done, total float64
			message     string
		}
		var all []told
		begun := time.Now()
		o := CallOptions{Host: "h", Progress: func(_ context.Context, done, total float64, message string) {
			all = append(all, told{time.Since(begun), done, total, message})
		}}
		quick := read("work_long", func(c ctx, call *Call, _ noArgs) (any, error) {
			time.Sleep(5 * time.Second)
			call.Progress(c, 1, 3, "one")
			call.Progress(c, 1, 3, "one again")
			time.Sleep(10 * time.Second)
			return nil, nil
		})
		c, err := Set{quick}.Compile(Options{JobAfter: func() time.Duration { return 9 * time.Second }})
		if err != nil {
			t.Fatal(err)
		}
		c.Call(t.Context(), NewCall(o), "work_long", nil)
		time.Sleep(time.Minute) // after the answer it is silent
		for i, n := range all {
			if i > 0 && n.done <= all[i-1].done {
				t.Errorf("progress goes from %v to %v", all[i-1].done, n.done)
			}
		}
		if len(all) != 5 || all[0].at != beat || all[2].done != 1 || all[2].total != 3 || all[4].at > 9*time.Second || !strings.Contains(all[0].message, "2 s so far") {
			t.Errorf("told %+v", all)
		}
	})
}

// A call that is given up before its edit has begun changes nothing.
func TestAGivenUpCallEndsAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := slow(t, time.Hour, true)
		request, cancel := context.WithCancel(t.Context())
		time.AfterFunc(time.Second, cancel)
		begun := time.Now()
		if r := c.Call(request, NewCall(CallOptions{}), "work_long", nil); r.Code != CodeCancelled || time.Since(begun) != time.Second {
			t.Errorf("after %v: %s", time.Since(begun), r.JSON)
		}
		if len(c.jobs.all) != 0 || !errors.Is(request.Err(), context.Canceled) {
			t.Error("it became a job")
		}
	})
}

package server

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/unodesk/unodesk/server/tool"
)

func TestTurnsAreFair(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := newTurns(1)
		var mu sync.Mutex
		var order []string
		enter := func(c ctx, host string, n int) {
			if err := q.take(c, host); err != nil {
				return
			}
			mu.Lock()
			order = append(order, fmt.Sprint(host, n))
			mu.Unlock()
			time.Sleep(time.Second)
			q.give()
		}
		givesUp, cancel := context.WithCancel(t.Context())
		for n := range 6 {
			go enter(t.Context(), "a", n)
			synctest.Wait()
		}
		go enter(givesUp, "b", 0)
		synctest.Wait()
		go enter(t.Context(), "b", 1)
		synctest.Wait()
		go enter(t.Context(), "c", 0)
		synctest.Wait()
		cancel()
		time.Sleep(time.Minute)
		// The hosts in turn, each host's own in order.
		mu.Lock()
		defer mu.Unlock()
		if got, want := strings.Join(order, " "), "a0 a1 b1 c0 a2 a3 a4 a5"; got != want {
			t.Errorf("got %s, want %s", got, want)
		}
		q.mu.Lock()
		defer q.mu.Unlock()
		if q.free != 1 || len(q.hosts) != 0 || len(q.lines) != 0 {
			t.Errorf("left: %d free, %v, %v", q.free, q.hosts, q.lines)
		}
	})
}

// However calls come and give up, no turn is lost and none is given twice.
func TestTurnsUnderPressure(t *testing.T) {
	q := newTurns(3)
	var running sync.WaitGroup
	slots := make(chan struct{}, 3)
	for n := range 300 {
		running.Go(func() {
			c, cancel := context.WithTimeout(t.Context(), time.Duration(n%7)*time.Millisecond)
			defer cancel()
			if q.take(c, fmt.Sprint(n%5)) != nil {
				return
			}
			select {
			case slots <- struct{}{}:
			default:
				t.Error("more than 3 at once")
			}
			time.Sleep(50 * time.Microsecond)
			<-slots
			q.give()
		})
	}
	running.Wait()
	if q.free != 3 || len(q.hosts)+len(q.lines) != 0 {
		t.Errorf("left: %d free, %v", q.free, q.hosts)
	}
}

// blocked is a server whose tool stop_here runs until release is called.
func blocked(t *testing.T) (s *Server, release func()) {
	open := make(chan struct{})
	release = sync.OnceFunc(func() { close(open) })
	block := func(c ctx, _ *tool.Call, _ struct{}) (any, error) {
		select {
		case <-open:
			return nil, nil
		case <-c.Done():
			return nil, c.Err()
		}
	}
	stop := tool.Spec{Name: "stop_here", Title: "Stop", Description: "Stops.", Domain: "tests", Family: tool.Common, Effect: tool.Reads, Undo: tool.NotNeeded}
	long := stop
	long.Name, long.Long = "stop_long", true
	set := append(toolbox(), tool.Define(stop, block), tool.Define(long, block))
	return started(t, Options{Tools: append(set, tool.Discovery()...)}), release
}

func callOf(name string) string {
	return `{"jsonrpc":"2.0","id":5,"method":"tools/call","params":{"name":"` + name + `"}}`
}

func TestBehaviour09TooManyCalls(t *testing.T) {
	s, release := blocked(t)
	s.gate.fast.most = 20 // 16 of them run
	var calls sync.WaitGroup
	for range 20 {
		calls.Go(func() {
			if r := post(t, s, callOf("stop_here")); r.StatusCode != 200 {
				t.Errorf("%d %s", r.StatusCode, text(t, r))
			}
		})
	}
	for s.gate.fast.in.Load() < 20 {
		time.Sleep(time.Millisecond)
	}
	for _, body := range []string{sayIt("x"), `{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"call_tool","arguments":{"name":"say_it"}}}`} {
		r := post(t, s, body)
		got := text(t, r)
		if r.StatusCode != 429 || r.Header.Get("Retry-After") != "1" || r.Header.Get("Content-Type") != "application/json" {
			t.Errorf("%d %v", r.StatusCode, r.Header)
		}
		for _, part := range []string{`"id":7`, `"code":-32000`, `"retryable":true`, `"code":"SERVER_BUSY"`} {
			if !strings.Contains(got, part) {
				t.Errorf("%s is not in %s", part, got)
			}
		}
	}
	// Everything else is served meanwhile, long calls too.
	if r := post(t, s, listRequest); r.StatusCode != 200 {
		t.Errorf("list: %d", r.StatusCode)
	}
	calls.Go(func() {
		if r := post(t, s, callOf("stop_long")); r.StatusCode != 200 {
			t.Errorf("long: %d", r.StatusCode)
		}
	})
	for s.gate.slow.in.Load() < 1 {
		time.Sleep(time.Millisecond)
	}
	release()
	calls.Wait()
	if h := decoded[Health](t, ask(t, s, http.MethodGet, "/health", "")); h.Busy != 2 {
		t.Errorf("%d refused, want 2", h.Busy)
	}
	if r := post(t, s, sayIt("x")); r.StatusCode != 200 {
		t.Errorf("afterwards: %d", r.StatusCode)
	}
}

// Calls that are answered on a stream count until their answer, or to the end of
// the stream; batches count for each of their calls, resources like tools.
func TestAdmissionOnAllWays(t *testing.T) {
	s, release := blocked(t)
	s.gate.fast.most = 3
	count := func(want int64) {
		t.Helper()
		for begin := time.Now(); s.gate.fast.in.Load() != want; time.Sleep(time.Millisecond) {
			if time.Since(begin) > 10*time.Second {
				t.Fatalf("%d calls are in, want %d", s.gate.fast.in.Load(), want)
			}
		}
	}
	events, path := openLegacy(t, s)
	legacy := func(id int) int {
		return ask(t, s, http.MethodPost, path, strings.Replace(callOf("stop_here"), `"id":5`, fmt.Sprintf(`"id":"%d"`, id), 1), typeJSON).StatusCode
	}
	for id := range 3 {
		if code := legacy(id); code != http.StatusAccepted {
			t.Fatalf("call %d: %d", id, code)
		}
	}
	count(3)
	if code := legacy(3); code != http.StatusTooManyRequests {
		t.Errorf("one too many: %d", code)
	}
	for name, message := range map[string]string{
		"resource": `{"jsonrpc":"2.0","id":1,"method":"resources/read","params":{"uri":"unodesk://document/a-1"}}`,
		"values":   `{"jsonrpc":"2.0","id":1,"method":"completion/complete","params":{"ref":{"type":"ref/prompt","name":"translate"},"argument":{"name":"document","value":""}}}`,
		"batch":    `[{"jsonrpc":"2.0","id":1,"method":"ping"},` + callOf("say_it") + `]`,
		"alias":    callOf("say_it"),
	} {
		to := "/mcp"
		if name == "alias" {
			to = "/messages"
		}
		if r := ask(t, s, http.MethodPost, to, message, typeJSON); r.StatusCode != http.StatusTooManyRequests || r.Header.Get("Retry-After") == "" {
			t.Errorf("%s: %s", name, r.Status)
		}
	}
	if code := ask(t, s, http.MethodPost, path, `{"jsonrpc":"2.0","id":9,"method":"ping"}`, typeJSON).StatusCode; code != http.StatusAccepted {
		t.Errorf("ping: %d", code)
	}
	release()
	for range 4 {
		events.next()
	}
	count(0)
	if r := post(t, s, "["+strings.TrimSuffix(strings.Repeat(callOf("say_it")+",", 4), ",")+"]"); r.StatusCode != http.StatusTooManyRequests {
		t.Errorf("a batch of four calls: %s", r.Status)
	}
	if r := post(t, s, "["+strings.TrimSuffix(strings.Repeat(listRequest+",", maxBatch+1), ",")+"]"); r.StatusCode != http.StatusBadRequest {
		t.Errorf("a large batch: %s", r.Status)
	}
	count(0)
}

// A call of a stream that broke off keeps its place until it has ended.
func TestAdmissionOutlivesTheStream(t *testing.T) {
	s, release := blocked(t)
	c, cancel := context.WithCancel(t.Context())
	r, err := http.NewRequestWithContext(c, http.MethodGet, strings.TrimSuffix(s.Address(), "/mcp")+"/sse", nil)
	if err != nil {
		t.Fatal(err)
	}
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	events := stream{t, bufio.NewReader(resp.Body)}
	path := events.next()
	if code := ask(t, s, http.MethodPost, path, callOf("stop_here"), typeJSON).StatusCode; code != http.StatusAccepted || s.gate.fast.in.Load() != 1 {
		t.Fatalf("%d, %d calls are in", code, s.gate.fast.in.Load())
	}
	running := func() bool {
		s.gate.pool.mu.Lock()
		defer s.gate.pool.mu.Unlock()
		return s.gate.pool.free < runningCalls
	}
	for !running() {
		time.Sleep(time.Millisecond)
	}
	cancel()
	time.Sleep(50 * time.Millisecond)
	if s.gate.fast.in.Load() != 1 {
		t.Error("the call runs and has no place")
	}
	release()
	for s.gate.fast.in.Load() != 0 {
		time.Sleep(time.Millisecond)
	}
}

// A long call is in nobody's way.
func TestBehaviour08LongCallsHoldNobodyUp(t *testing.T) {
	s, release := blocked(t)
	var calls sync.WaitGroup
	for range runningCalls + 4 {
		calls.Go(func() { post(t, s, callOf("stop_long")) })
	}
	for s.gate.slow.in.Load() < runningCalls+4 {
		time.Sleep(time.Millisecond)
	}
	if r := post(t, s, sayIt("x")); r.StatusCode != 200 {
		t.Errorf("a fast call: %d", r.StatusCode)
	}
	release()
	calls.Wait()
}

func TestGivingUpIsNoBusyServer(t *testing.T) {
	var coded tool.Coded
	if err := waited(context.DeadlineExceeded, "x"); !errors.As(err, &coded) || coded.Code() != tool.CodeServerBusy {
		t.Errorf("got %v", err)
	}
	if err := waited(context.Canceled, "x"); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

package server_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"regexp"
	"runtime"
	"strconv"
	"sync"
	"testing"
	"time"
)

// loadKey, set to a duration, makes the load test that long, with 64 clients.
const loadKey = "UNODESK_LOAD"

// Many clients read and edit three documents at once: every edit is made once,
// each client's in its order, and nothing is answered with an error but that it
// shall come again.
func TestLoad(t *testing.T) {
	clients, over := 12, 4*time.Second
	if text := os.Getenv(loadKey); text != "" {
		d, err := time.ParseDuration(text)
		if err != nil {
			t.Fatal(err)
		}
		clients, over = 64, d
	}
	b := newBench(t)
	documents := []string{b.open(t, "writer"), b.open(t, "writer"), b.open(t, "calc")}
	l := &load{address: b.address, client: &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: clients}}}
	defer l.client.CloseIdleConnections()
	began := time.Now()
	written := make([]int, clients)
	var all sync.WaitGroup
	for n := range clients {
		all.Go(func() {
			for time.Since(began) < over && !t.Failed() {
				edit, read := steps(documents, n, written[n]+1)
				if l.call(t, edit) != nil {
					written[n]++
				}
				l.call(t, read)
			}
		})
	}
	time.Sleep(over / 2)
	half := memory()
	all.Wait()
	end := memory()
	total := 0
	for _, lines := range written {
		total += lines
	}
	if total == 0 {
		t.Error("there was no edit")
	}
	t.Logf("%d edits by %d clients, %d times asked to come again; memory %d MB at half time, %d MB at the end", total, clients, l.again, half>>20, end>>20)
	if end > 2*half+64<<20 {
		t.Errorf("memory grew from %d MB to %d MB", half>>20, end>>20)
	}
	l.check(t, documents, written)
}

// A server that has too much to do sends clients away, who come again when they
// are told to: still every edit is made once, and in order.
func TestLoadOfABusyServer(t *testing.T) {
	t.Parallel() // it waits
	const clients, lines = 12, 4
	b := newBench(t)
	b.server.Narrow(2)
	documents := []string{b.open(t, "writer"), b.open(t, "writer"), b.open(t, "calc")}
	l := &load{address: b.address, client: &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: clients}}}
	defer l.client.CloseIdleConnections()
	written := make([]int, clients)
	var all sync.WaitGroup
	for n := range clients {
		all.Go(func() {
			for line := 1; line <= lines; line++ {
				edit, read := steps(documents, n, line)
				if l.call(t, edit) != nil {
					written[n]++
				}
				l.call(t, read)
			}
		})
	}
	all.Wait()
	t.Logf("%d edits by %d clients, %d times asked to come again", clients*lines, clients, l.again)
	if l.again == 0 {
		t.Error("nobody was asked to come again")
	}
	l.check(t, documents, written)
	for n := range written {
		if written[n] != lines {
			t.Errorf("client %d has written %d lines", n, written[n])
		}
	}
}

// steps are what client n does: its next edit, and a read.
func steps(documents []string, n, line int) (edit, read map[string]any) {
	uid := documents[n%len(documents)]
	if n%len(documents) == 2 { // a column for each client
		cell := fmt.Sprintf("%s%d", column(n), line)
		return call("write_formula_range", uid, "range", []string{cell}, "values", [][]any{{line}}),
			call("read_cell_range", uid, "range", []string{cell})
	}
	return call("apply_document_content", uid, "target", "end", "content", []string{fmt.Sprintf("<p>client %d line %d.</p>", n, line)}),
		call("get_document_content", uid, "max_chars", 2000)
}

func column(n int) string {
	if n < 26 {
		return string(rune('A' + n))
	}
	return string(rune('A'+n/26-1)) + string(rune('A'+n%26))
}

func call(tool, uid string, more ...any) map[string]any {
	args := map[string]any{"document_url": uid}
	for i := 0; i < len(more); i += 2 {
		args[more[i].(string)] = more[i+1]
	}
	return map[string]any{"name": tool, "arguments": args}
}

func memory() uint64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapInuse
}

type load struct {
	address string
	client  *http.Client

	mu    sync.Mutex
	again int // how often a client was asked to come again
}

// call makes a call, again if the server asks for that. Its answer is nil, and
// the test has failed, when it was an error.
func (l *load) call(t *testing.T, params map[string]any) json.RawMessage {
	body, err := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params})
	if err != nil {
		t.Error(err)
		return nil
	}
	for !t.Failed() {
		r, err := l.client.Post(l.address, "application/json", bytes.NewReader(body))
		if err != nil {
			t.Error(err)
			return nil
		}
		raw, err := io.ReadAll(r.Body)
		r.Body.Close()
		if err != nil {
			t.Error(err)
			return nil
		}
		var answer struct {
			Result struct {
				IsError bool
				Content []struct{ Text string }
			}
		}
		_ = json.Unmarshal(raw, &answer)
		if r.StatusCode == http.StatusOK && len(answer.Result.Content) > 0 && !answer.Result.IsError {
			return json.RawMessage(answer.Result.Content[0].Text)
		}
		if r.StatusCode != http.StatusTooManyRequests {
			t.Errorf("%s: %s %.500s", params["name"], r.Status, raw)
			return nil
		}
		l.mu.Lock()
		l.again++
		l.mu.Unlock()
		seconds, err := strconv.Atoi(r.Header.Get("Retry-After"))
		if err != nil || seconds < 1 || seconds > 5 {
			t.Errorf("Retry-After: %q", r.Header.Get("Retry-After"))
			return nil
		}
		time.Sleep(time.Duration(seconds) * time.Second)
	}
	return nil
}

var line = regexp.MustCompile(`client (\d+) line (\d+)\.`)

// check reads the documents: each client's lines stand there once, in order.
func (l *load) check(t *testing.T, documents []string, written []int) {
	t.Helper()
	seen := make([]int, len(written))
	for _, uid := range documents[:2] {
		raw := l.call(t, call("get_document_content", uid, "max_chars", 2_000_000))
		for _, m := range line.FindAllSubmatch(raw, -1) {
			n, _ := strconv.Atoi(string(m[1]))
			got, _ := strconv.Atoi(string(m[2]))
			if seen[n]++; got != seen[n] {
				t.Fatalf("client %d: line %d stands where %d belongs", n, got, seen[n])
			}
		}
	}
	for n := 2; n < len(written); n += len(documents) {
		var r struct {
			Result [][][]float64
		}
		if written[n] == 0 {
			continue
		}
		raw := l.call(t, call("read_cell_range", documents[2], "range", []string{fmt.Sprintf("%s1:%s%d", column(n), column(n), written[n])}, "values_only", true))
		if err := json.Unmarshal(raw, &r); err != nil || len(r.Result) != 1 {
			t.Fatalf("%s: %v", raw, err)
		}
		for i, row := range r.Result[0] {
			if len(row) == 1 && row[0] == float64(i+1) {
				seen[n]++
			}
		}
	}
	for n := range written {
		if seen[n] != written[n] {
			t.Errorf("client %d: %d lines stand there, %d were written", n, seen[n], written[n])
		}
	}
}

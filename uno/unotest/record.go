package unotest

import (
	"bytes"
	"encoding/hex"
	"fmt"
	"io"
	"net"
	"os"
	"regexp"
	"strings"
	"sync"
	"testing"
)

// Recorder is a connection that notes what goes over it, in order.
type Recorder struct {
	net.Conn

	mu    sync.Mutex // guards steps
	steps []step
}

// step is what went in one direction before something went in the other.
type step struct {
	toOffice bool
	bytes    []byte
}

// Record returns c with a recorder on it.
func Record(c net.Conn) *Recorder { return &Recorder{Conn: c} }

// Read implements net.Conn.
func (r *Recorder) Read(b []byte) (int, error) {
	n, err := r.Conn.Read(b)
	r.note(false, b[:n])
	return n, err
}

// Write implements net.Conn. It notes what it is given first, so that answers
// come after it.
func (r *Recorder) Write(b []byte) (int, error) {
	r.note(true, b)
	return r.Conn.Write(b)
}

func (r *Recorder) note(toOffice bool, b []byte) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(b) == 0 {
		return
	}
	if n := len(r.steps); n == 0 || r.steps[n-1].toOffice != toOffice {
		r.steps = append(r.steps, step{toOffice: toOffice})
	}
	last := &r.steps[len(r.steps)-1]
	last.bytes = append(last.bytes, b...)
}

// Save writes the conversation to a file, under a title.
func (r *Recorder) Save(path, title string) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	var text strings.Builder
	fmt.Fprintf(&text, "# %s\n# > is what the client sent, < what the office sent.\n", title)
	for _, s := range r.steps {
		mark := "<"
		if s.toOffice {
			mark = ">"
		}
		text.WriteString("\n")
		for line := range strings.Lines(hex.Dump(s.bytes)) {
			text.WriteString(mark + line[8:]) // without the offset
		}
	}
	return os.WriteFile(path, []byte(text.String()), 0o644)
}

// parseSteps reads what Save wrote.
func parseSteps(text string) ([]step, error) {
	var steps []step
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line == "" {
			steps = append(steps, step{})
			continue
		}
		if line[0] == '#' {
			continue
		}
		digits, _, _ := strings.Cut(line[1:], "|")
		b, err := hex.DecodeString(strings.Join(strings.Fields(digits), ""))
		if err != nil || !strings.ContainsAny(line[:1], "<>") || len(steps) == 0 {
			return nil, fmt.Errorf("bad line %q: %v", line, err)
		}
		last := &steps[len(steps)-1]
		last.toOffice = line[0] == '>'
		last.bytes = append(last.bytes, b...)
	}
	return steps, nil
}

// identity is what the ids of one client begin with; it is new for every
// connection.
var identity = regexp.MustCompile(`unodesk-[0-9a-f]{16}`)

// Replay returns the client's side of a connection whose other side plays the
// office's part of a recorded conversation. The client must say exactly what
// the recorded one said, but for its identity.
func Replay(t testing.TB, path string) net.Conn {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	steps, err := parseSteps(string(text))
	if err != nil {
		t.Fatal(err)
	}
	client, server := net.Pipe()
	Play(t, server, func(p *Peer) {
		recorded, now := []byte("no identity yet"), []byte(nil)
		known := false
		for i, s := range steps {
			if !s.toOffice {
				p.Raw(bytes.ReplaceAll(s.bytes, recorded, now))
				continue
			}
			got := make([]byte, len(s.bytes))
			if n, err := io.ReadFull(server, got); err != nil {
				p.fail("step %d: the client ended after %d of %d bytes", i, n, len(got))
			}
			if at := identity.FindIndex(s.bytes); at != nil && !known {
				known = true
				recorded, now = s.bytes[at[0]:at[1]], bytes.Clone(got[at[0]:at[1]])
			}
			if want := bytes.ReplaceAll(s.bytes, recorded, now); !bytes.Equal(got, want) {
				p.fail("step %d: the client said\n%sinstead of\n%s", i, hex.Dump(got), hex.Dump(want))
			}
		}
		more := make([]byte, 64)
		if n, _ := server.Read(more); n > 0 {
			p.fail("the client goes on after the end:\n%s", hex.Dump(more[:n]))
		}
	})
	return client
}

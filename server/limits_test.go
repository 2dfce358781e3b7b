package server

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"
)

// dialed opens a connection and sends the beginning of something.
func dialed(t *testing.T, s *Server, begin string) net.Conn {
	t.Helper()
	c, err := net.Dial("tcp", fmt.Sprint("127.0.0.1:", s.port))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	if _, err := io.WriteString(c, begin); err != nil {
		t.Fatal(err)
	}
	return c
}

// latency is the median of some calls to each of the servers, in turn: what
// else goes on meets all of them alike.
func latency(t *testing.T, servers ...*Server) []time.Duration {
	t.Helper()
	took := make([][]time.Duration, len(servers))
	for range 61 {
		for i, s := range servers {
			began := time.Now()
			if r := post(t, s, sayIt("x")); r.StatusCode != 200 || !strings.Contains(text(t, r), "result") {
				t.Fatalf("a call was not answered: %s", r.Status)
			}
			took[i] = append(took[i], time.Since(began))
		}
	}
	medians := make([]time.Duration, len(servers))
	for i := range took {
		slices.Sort(took[i])
		medians[i] = took[i][len(took[i])/2]
	}
	return medians
}

const head = "POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"

// Clients that open connections and do not go on harm nobody else.
func TestHalfOpenConnectionsHarmNobody(t *testing.T) {
	for name, begin := range map[string]string{
		"silent":          "",
		"half a header":   head,
		"half a body":     head + "Content-Length: 100\r\n\r\n{",
		"half of a chunk": head + "Transfer-Encoding: chunked\r\n\r\n64\r\n{",
	} {
		t.Run(name, func(t *testing.T) {
			quiet, crowded := started(t, Options{}), started(t, Options{})
			for range 200 {
				dialed(t, crowded, begin)
			}
			latency(t, quiet, crowded) // warms up
			if took := latency(t, quiet, crowded); took[1] > 2*took[0]+time.Millisecond {
				t.Errorf("a call takes %v with 200 half-open connections, %v without", took[1], took[0])
			}
		})
	}
}

func TestThousandConnections(t *testing.T) {
	s := started(t, Options{})
	stream := dialed(t, s, "GET /sse HTTP/1.1\r\nHost: localhost\r\n\r\n")
	events := bufio.NewReader(stream)
	if line, err := events.ReadString('\n'); err != nil || !strings.Contains(line, "200") {
		t.Fatalf("stream: %q, %v", line, err)
	}
	var silent []net.Conn
	for range 1000 {
		silent = append(silent, dialed(t, s, ""))
	}
	if took := latency(t, s)[0]; took > time.Second {
		t.Errorf("a call takes %v", took)
	}
	// The first were closed, the last and the stream were not.
	if _, err := read(silent[0], time.Second); !errors.Is(err, io.EOF) && !isReset(err) {
		t.Errorf("the first connection is still open: %v", err)
	}
	if _, err := read(silent[999], 50*time.Millisecond); !isTimeout(err) {
		t.Errorf("the last connection: %v", err)
	}
	_ = stream.SetReadDeadline(time.Now().Add(300 * time.Millisecond))
	if _, err := io.Copy(io.Discard, events); !isTimeout(err) {
		t.Errorf("the stream ended: %v", err)
	}
}

func read(c net.Conn, within time.Duration) (int, error) {
	_ = c.SetReadDeadline(time.Now().Add(within))
	return c.Read(make([]byte, 1))
}

func isTimeout(err error) bool {
	var n net.Error
	return errors.As(err, &n) && n.Timeout()
}

func isReset(err error) bool {
	var op *net.OpError
	return errors.As(err, &op) && !op.Timeout()
}

// What is slow, too long or wrongly announced ends in bounded time.
func TestSlowAndLongRequestsEnd(t *testing.T) {
	t.Parallel()
	s := started(t, Options{})
	for _, tt := range []struct {
		name, request string
		drip          string // sent again and again
		status        string // "" for a connection that is closed
		within        time.Duration
	}{
		{"headers that never end", head, "X-A: b\r\n", "", headerTimeout + 3*time.Second},
		{"no request at all", "", "", "", headerTimeout + 3*time.Second},
		{"length too long", head + "Content-Length: 500\r\n\r\n" + listRequest, "", "408", bodyPause + 3*time.Second},
		{"length too short", head + fmt.Sprintf("Content-Length: %d\r\n\r\n", len(listRequest)-10) + listRequest, "", "400", headerTimeout + 3*time.Second},
		{"length negative", head + "Content-Length: -1\r\n\r\n" + listRequest, "", "400", 2 * time.Second},
		{"two lengths", head + "Content-Length: 5\r\nContent-Length: 6\r\n\r\n{}", "", "400", 2 * time.Second},
		{"chunk without an end", head + "Transfer-Encoding: chunked\r\n\r\n5\r\n{\"a\"", "", "408", bodyPause + 3*time.Second},
		{"100 MB announced", head + "Content-Length: 104857600\r\n\r\n{", "", "413", 2 * time.Second},
		{"100 MB announced, asks first", head + "Expect: 100-continue\r\nContent-Length: 104857600\r\n\r\n", "", "413", 2 * time.Second},
		{"not HTTP", "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n", "", "400", 2 * time.Second},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			c := dialed(t, s, tt.request)
			if tt.drip != "" {
				stop := make(chan struct{})
				dripping := make(chan struct{})
				defer func() { close(stop); <-dripping }()
				go func() {
					defer close(dripping)
					for {
						select {
						case <-time.After(200 * time.Millisecond):
							_, _ = io.WriteString(c, tt.drip)
						case <-stop:
							return
						}
					}
				}()
			}
			began := time.Now()
			_ = c.SetReadDeadline(began.Add(tt.within))
			got, err := io.ReadAll(c)
			if isTimeout(err) {
				t.Fatalf("still open after %v: %q", tt.within, got)
			}
			line, _, _ := strings.Cut(string(got), "\r\n")
			if strings.Contains(string(got), `"result"`) {
				t.Errorf("something was done: %s", got)
			}
			if tt.status != "" && !strings.Contains(line, " "+tt.status+" ") {
				t.Errorf("answered %q, want %s", line, tt.status)
			}
		})
	}
}

// A body that is really sent is read no further than the limit.
func TestHundredMegabytes(t *testing.T) {
	s := started(t, Options{})
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, s.Address(), io.LimitReader(spaces{}, 100<<20))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	resp, err := http.DefaultClient.Do(r) // chunked: the length is not told
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	if body := text(t, resp); resp.StatusCode != http.StatusRequestEntityTooLarge || !strings.Contains(body, "16 MiB") {
		t.Errorf("%s %s", resp.Status, body)
	}
}

type spaces struct{}

func (spaces) Read(b []byte) (int, error) {
	for i := range b {
		b[i] = ' '
	}
	return len(b), nil
}

// Two requests on one connection, the second with chunks.
func TestKeepAlive(t *testing.T) {
	s := started(t, Options{})
	c := dialed(t, s, "")
	answers := bufio.NewReader(c)
	_ = c.SetDeadline(time.Now().Add(5 * time.Second))
	for _, request := range []string{
		head + fmt.Sprintf("Content-Length: %d\r\n\r\n%s", len(listRequest), listRequest),
		head + fmt.Sprintf("Transfer-Encoding: chunked\r\n\r\n%x\r\n%s\r\n0\r\n\r\n", len(listRequest), listRequest),
		head + fmt.Sprintf("Content-Length: %d\r\n\r\n%s", len(listRequest), listRequest),
	} {
		if _, err := io.WriteString(c, request); err != nil {
			t.Fatal(err)
		}
		r, err := http.ReadResponse(answers, nil)
		if err != nil || r.StatusCode != 200 || r.Close {
			t.Fatalf("%+v, %v", r, err)
		}
		text(t, r)
	}
}

package bridge

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptrace"
	"net/url"
	"strings"
	"sync/atomic"
	"time"
)

// The headers of the protocol.
const (
	headerSession = "Mcp-Session-Id"
	headerVersion = "Mcp-Protocol-Version"
	acceptBoth    = "application/json, text/event-stream"
)

// unreachableError says that a message did not leave: nothing has happened.
type unreachableError struct{ cause error }

func (e *unreachableError) Error() string { return "Unodesk is not reachable: " + e.cause.Error() }
func (e *unreachableError) Unwrap() error { return e.cause }

func isUnreachable(err error) bool {
	var away *unreachableError
	return errors.As(err, &away)
}

// errCut says that a message left and no answer came.
var errCut = errors.New("the connection to Unodesk broke before the answer came, so the outcome is not known: look at the document before you repeat the call")

// refusedError is an answer that is no message of the protocol.
type refusedError struct{ text string }

func (e *refusedError) Error() string { return e.text }

// errNoSession says that the server does not know the session.
var errNoSession = errors.New("the server does not know the session")

// forward sends a message and passes on what comes back. Sent is called when it
// has left. The error of a request that was answered is nil.
func (b *bridge) forward(ctx context.Context, m *message, sent func()) error {
	err := b.forwardOnce(ctx, m, sent)
	if errors.Is(err, errNoSession) { // refused before it was looked at
		err = b.forwardOnce(ctx, m, sent)
	}
	return err
}

func (b *bridge) forwardOnce(ctx context.Context, m *message, sent func()) error {
	t, err := b.o.Server()
	if err != nil {
		return &unreachableError{err}
	}
	h := http.Header{}
	id := ""
	if m.stateless() {
		h.Set(headerVersion, m.version)
		h.Set("Mcp-Method", m.method)
		if m.subject != "" {
			h.Set("Mcp-Name", m.subject)
		}
	} else if id, err = b.ensure(ctx, t); err != nil {
		return err
	} else {
		b.session.mark(h)
	}
	h.Set("User-Agent", b.agent(m))
	resp, err := b.do(ctx, http.MethodPost, t, m.raw, h, sent)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode == http.StatusNotFound && id != "" {
		b.session.drop(id)
		return errNoSession
	}
	answered := false
	err = messages(resp, func(raw []byte) {
		answered = answered || isAnswer(raw)
		if m.method != methodListen || !isAnswer(raw) {
			b.out.write(raw)
		}
	})
	if m.isRequest() && !answered && err == nil {
		err = errCut
	}
	if answered && m.method != methodListen {
		return nil
	}
	return err
}

// agent is what the bridge calls itself: by the name of the program that it
// speaks for, which is shown to the user.
func (b *bridge) agent(m *message) string {
	own := "unodeskctl/" + b.o.Version
	if m.client != "" {
		return m.client + " " + own
	}
	if client := b.session.client(); client != "" {
		return client + " " + own
	}
	return own
}

// do makes a request. An error of a request that did not leave is an
// unreachableError, one of a request whose answer did not come is errCut.
func (b *bridge) do(ctx context.Context, method string, t Target, body []byte, h http.Header, sent func()) (*http.Response, error) {
	var left atomic.Bool
	ctx = httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{
		WroteHeaders: func() { left.Store(true) },
		WroteRequest: func(httptrace.WroteRequestInfo) { sent() },
	})
	r, err := http.NewRequestWithContext(ctx, method, t.Address, bytes.NewReader(body))
	if err != nil {
		return nil, &unreachableError{err}
	}
	r.Header = h
	r.Header.Set("Accept", acceptBoth)
	r.Header.Set("Content-Type", "application/json")
	if t.Token != "" {
		r.Header.Set("Authorization", "Bearer "+t.Token)
	}
	resp, err := b.http.Do(r)
	switch {
	case err == nil:
		b.met.Store(true)
		return resp, nil
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case !left.Load():
		return nil, &unreachableError{plain(err)}
	}
	return nil, fmt.Errorf("%w (%w)", errCut, plain(err))
}

// plain leaves out what net/http puts before an error.
func plain(err error) error {
	var u *url.Error
	if errors.As(err, &u) {
		return u.Err
	}
	return err
}

// reachable reports whether somebody listens where the server should be.
func (b *bridge) reachable(ctx context.Context) bool {
	t, err := b.o.Server()
	if err != nil {
		return false
	}
	u, err := url.Parse(t.Address)
	if err != nil {
		return false
	}
	address := u.Host
	if u.Port() == "" {
		address = net.JoinHostPort(u.Hostname(), map[string]string{"http": "80", "https": "443"}[u.Scheme])
	}
	d := net.Dialer{Timeout: time.Second}
	conn, err := d.DialContext(ctx, "tcp", address)
	if err != nil {
		return false
	}
	conn.Close()
	return true
}

// messages hands out the messages of an answer, as they come.
func messages(resp *http.Response, each func(raw []byte)) error {
	kind, _, _ := strings.Cut(resp.Header.Get("Content-Type"), ";")
	if kind == "text/event-stream" {
		return events(resp.Body, each)
	}
	raw, err := io.ReadAll(resp.Body)
	if err != nil {
		return fmt.Errorf("%w (%w)", errCut, err)
	}
	raw = bytes.TrimSpace(raw)
	var fields struct {
		Version string `json:"jsonrpc"`
		Code    string `json:"code"`
		Message string `json:"message"`
	}
	_ = json.Unmarshal(raw, &fields)
	switch {
	case fields.Version != "" || len(raw) > 0 && raw[0] == '[':
		each(raw)
		return nil
	case len(raw) == 0 && resp.StatusCode < http.StatusMultipleChoices:
		return nil
	case fields.Message != "":
		return &refusedError{"Unodesk refuses: " + fields.Message + " (" + fields.Code + ")"}
	}
	return &refusedError{"something else than Unodesk answers at this address: " + resp.Status}
}

// events reads a stream of server-sent events.
func events(r io.Reader, each func(raw []byte)) error {
	in := bufio.NewReader(r)
	var data []byte
	for {
		line, err := in.ReadBytes('\n')
		if err != nil {
			return nil // an answer that did not come is noticed by who waits for it
		}
		line = bytes.TrimRight(line, "\r\n")
		if text, ok := bytes.CutPrefix(line, []byte("data:")); ok {
			if len(data) > 0 {
				data = append(data, '\n')
			}
			data = append(data, bytes.TrimPrefix(text, []byte(" "))...)
		}
		if len(line) == 0 && len(data) > 0 {
			each(data)
			data = nil
		}
	}
}

// isAnswer reports whether a message answers a request, rather than being one
// of the server's own.
func isAnswer(raw []byte) bool {
	if len(raw) > 0 && raw[0] == '[' {
		return true
	}
	var fields struct {
		ID     json.RawMessage `json:"id"`
		Method string          `json:"method"`
	}
	return json.Unmarshal(raw, &fields) == nil && fields.ID != nil && fields.Method == ""
}

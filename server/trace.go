package server

import (
	"context"
	"log/slog"
	"net/http"
	"slices"
	"strings"
	"time"
)

// exchange is what the log tells of a request. What handles the request fills
// it in; it holds nothing that a caller wrote but its name.
type exchange struct {
	path   string // of the route, "other" for none
	rpc    string // the method of MCP
	client string // what the caller calls itself
	why    string // the code of a refusal
}

type exchangeKey struct{}

// exchangeOf returns the exchange of a request; one that nobody reads, if the
// request came from ourselves.
func exchangeOf(ctx context.Context) *exchange {
	if e, ok := ctx.Value(exchangeKey{}).(*exchange); ok {
		return e
	}
	return new(exchange)
}

// traced writes a line for each request when it has been answered, and one when
// a stream opens, which may last for days.
func traced(log *slog.Logger, paths []string, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		began := time.Now()
		e := &exchange{path: "other", client: clientAgent(r.Header)}
		if slices.Contains(paths, r.URL.Path) {
			e.path = r.URL.Path
		}
		t := &tracedWriter{ResponseWriter: w}
		if r.Method == http.MethodGet {
			t.opened = func() { log.Info("stream opened", "path", e.path, "client", e.client) }
		}
		next.ServeHTTP(t, r.WithContext(context.WithValue(r.Context(), exchangeKey{}, e)))
		e.tell(log, r, t.status, time.Since(began))
	})
}

func (e *exchange) tell(log *slog.Logger, r *http.Request, status int, took time.Duration) {
	words := []any{"verb", verb(r.Method), "path", e.path}
	if e.rpc != "" {
		words = append(words, "method", e.rpc)
	}
	words = append(words, "client", e.client, "answer", status, "ms", took.Milliseconds())
	level, what := slog.LevelInfo, "request"
	preflight := r.Method == http.MethodOptions && r.Header.Get("Access-Control-Request-Method") != ""
	switch {
	case preflight:
		what = "preflight"
		words = append(words, "allowed", e.why == "", "origin", r.Header.Get("Origin"))
	case e.path == "/health" && e.why == "":
		level = slog.LevelDebug // programs ask it again and again
	}
	if e.why != "" {
		level = slog.LevelWarn
		words = append(words, "why", e.why, "host", r.Host)
		if !preflight {
			what = "request refused"
			words = append(words, "origin", r.Header.Get("Origin"))
		}
	}
	log.Log(r.Context(), level, what, words...)
}

// verb is the method of HTTP, if it is one.
func verb(method string) string {
	switch method {
	case http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete, http.MethodOptions:
		return method
	}
	return "other"
}

// rpcMethods are the words that a method of MCP is made of. Others are not
// written down: anything may stand there.
var rpcMethods = []string{"initialize", "ping", "server/", "tools/", "prompts/", "resources/", "completion/", "logging/", "subscriptions/", "notifications/"}

// knownMethod is a method as the log may tell it.
func knownMethod(m *message) string {
	if m.batch {
		return "batch"
	}
	if m.method == "" {
		return "answer"
	}
	for _, known := range rpcMethods {
		if rest, ok := strings.CutPrefix(m.method, known); ok && len(rest) <= 25 && strings.Trim(rest, "abcdefghijklmnopqrstuvwxyzL_/") == "" && (rest == "") != strings.HasSuffix(known, "/") {
			return m.method
		}
	}
	return "other"
}

// clientAgent is the first word of a User-Agent, without the version.
func clientAgent(h http.Header) string {
	agent, _, _ := strings.Cut(h.Get("User-Agent"), " ")
	agent, _, _ = strings.Cut(agent, "/")
	return clip(agent, 40)
}

// tracedWriter notes the status.
type tracedWriter struct {
	http.ResponseWriter
	status int
	opened func() // told when a stream opens; nil: nobody
}

func (w *tracedWriter) WriteHeader(status int) {
	if w.status == 0 {
		w.status = status
		if w.opened != nil && strings.HasPrefix(w.Header().Get("Content-Type"), "text/event-stream") {
			w.opened()
		}
	}
	w.ResponseWriter.WriteHeader(status)
}

func (w *tracedWriter) Write(b []byte) (int, error) {
	if w.status == 0 {
		w.WriteHeader(http.StatusOK)
	}
	return w.ResponseWriter.Write(b)
}

// Unwrap lets http.ResponseController reach the connection.
func (w *tracedWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }

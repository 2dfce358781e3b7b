package server

import (
	"net/http"
	"slices"
	"strings"
)

const (
	corsMethods = "GET, POST, DELETE, OPTIONS"
	corsExpose  = "Mcp-Session-Id, Mcp-Protocol-Version, WWW-Authenticate, Retry-After"
	corsMaxAge  = "7200"
)

// allowCrossOrigin lets the page of an allowed origin read the answer.
func allowCrossOrigin(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Access-Control-Allow-Origin", r.Header.Get("Origin"))
	h.Set("Access-Control-Expose-Headers", corsExpose)
}

// preflight answers a browser that asks before it asks. The headers are
// echoed: new protocol versions bring new ones, a fixed list would break them.
func preflight(w http.ResponseWriter, r *http.Request) bool {
	if r.Method != http.MethodOptions || r.Header.Get("Access-Control-Request-Method") == "" {
		return false
	}
	h := w.Header()
	h.Set("Access-Control-Allow-Methods", corsMethods)
	if wanted := r.Header.Get("Access-Control-Request-Headers"); wanted != "" {
		h.Set("Access-Control-Allow-Headers", once(wanted))
		h.Add("Vary", "Access-Control-Request-Headers")
	}
	if r.Header.Get("Access-Control-Request-Private-Network") == "true" {
		h.Set("Access-Control-Allow-Private-Network", "true")
	}
	h.Set("Access-Control-Max-Age", corsMaxAge)
	w.WriteHeader(http.StatusNoContent)
	return true
}

// once is a list of header names with each name once, however it is spelled.
func once(names string) string {
	seen := map[string]bool{}
	return strings.Join(slices.DeleteFunc(strings.Split(names, ","), func(name string) bool {
		key := strings.ToLower(strings.TrimSpace(name))
		defer func() { seen[key] = true }()
		return seen[key]
	}), ",")
}

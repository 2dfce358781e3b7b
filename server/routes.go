package server

import (
	"context"
	_ "embed"
	"html/template"
	"net/http"
	"os"
	"strings"
	"time"

	"github.com/gorilla/mux"
)

const serverName = "Unodesk"

// routes puts the paths behind the policy.
func (s *Server) routes(mcp http.Handler) http.Handler {
	m := mux.NewRouter()
	for _, path := range []string{"/mcp", "/mcp/"} {
		m.Handle(path, mcp)
	}
	for _, path := range []string{"/health", "/health/"} {
		m.HandleFunc(path, s.health).Methods(http.MethodGet, http.MethodHead)
	}
	m.HandleFunc("/", s.root).Methods(http.MethodGet, http.MethodHead)
	m.NotFoundHandler = http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		problem(w, http.StatusNotFound, "NOT_FOUND", "there is nothing at this path; MCP is at /mcp")
	})
	m.MethodNotAllowedHandler = http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Allow", "GET, HEAD")
		problem(w, http.StatusMethodNotAllowed, "METHOD_NOT_ALLOWED", "this path can only be read")
	})
	return &policy{settings: s.o.Settings, control: s.control, log: s.log, next: m}
}

// Health is the answer of GET /health.
type Health struct {
	Status         string       `json:"status"` // "healthy"
	Server         string       `json:"server"`
	Version        string       `json:"version"`
	Office         OfficeHealth `json:"office"`
	Documents      *int         `json:"documents,omitempty"` // open documents, if the office answers
	Tools          ToolsHealth  `json:"tools"`
	ListeningSince time.Time    `json:"listening_since"`
	PID            int          `json:"pid"`
}

// OfficeHealth is the state of the office in Health.
type OfficeHealth struct {
	Phase   string `json:"phase"`
	Detail  string `json:"detail"`
	Version string `json:"version,omitempty"`
	PID     int    `json:"pid,omitempty"`
}

// health tells how the server and its office are. It answers soon, whatever
// the office does: then the number of documents is left out.
func (s *Server) health(w http.ResponseWriter, r *http.Request) {
	h := Health{
		Status: "healthy", Server: serverName, Version: s.o.Version,
		ListeningSince: s.since.UTC().Truncate(time.Second), PID: os.Getpid(),
	}
	if s.o.Office != nil {
		st := s.o.Office.State()
		h.Office = OfficeHealth{Phase: string(st.Phase), Detail: st.Detail, Version: st.Version, PID: st.PID}
	}
	ctx, cancel := context.WithTimeout(r.Context(), 500*time.Millisecond)
	defer cancel()
	if s.o.Documents != nil && (s.o.Office == nil || s.o.Office.State().Live()) {
		if docs, err := s.o.Documents(ctx); err == nil {
			n := len(docs)
			h.Documents = &n
			s.open.set(kindsOf(docs))
		}
	}
	h.Tools = s.toolsHealth()
	writeJSON(w, http.StatusOK, h)
}

//go:embed root.html
var rootPage string

var rootTemplate = template.Must(template.New("root").Parse(rootPage))

// root says where one is: as a page to a browser, as JSON to a program.
func (s *Server) root(w http.ResponseWriter, r *http.Request) {
	about := struct {
		Name     string   `json:"name"`
		Version  string   `json:"version"`
		Endpoint string   `json:"mcp_endpoint"`
		Routes   []string `json:"routes"`
	}{serverName, s.o.Version, s.Address(), []string{"GET /", "GET /health", "POST /mcp", "GET /mcp", "DELETE /mcp", "OPTIONS /mcp"}}
	if !strings.Contains(r.Header.Get("Accept"), "text/html") {
		writeJSON(w, http.StatusOK, about)
		return
	}
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'")
	_ = rootTemplate.Execute(w, about)
}

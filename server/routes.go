package server

import (
	"context"
	_ "embed"
	"html/template"
	"net/http"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/gorilla/mux"
)

const serverName = "Unodesk"

// paths are all that there is.
func (s *Server) paths(rt *router, old *legacy) []route {
	const get, head, post, del = http.MethodGet, http.MethodHead, http.MethodPost, http.MethodDelete
	return []route{
		{"/", []string{get, head}, s.root},
		{"/health", []string{get, head}, s.health},
		{"/mcp", []string{get, post, del}, rt.ServeHTTP},
		{"/sse", []string{get, post, del}, orLegacy(rt, old)},
		{"/messages", []string{post}, orLegacy(rt, old)},
		{debugPath, []string{post}, s.debug},
	}
}

// orLegacy serves the paths of the oldest transport, which clients of the newer
// ones use, too.
func orLegacy(rt *router, old *legacy) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		switch {
		case r.Method == http.MethodPost && r.URL.Query().Has(legacyParam):
			old.message(w, r)
		case r.Method == http.MethodGet && r.Header.Get(headerSession) == "":
			old.open(w, r)
		default:
			rt.ServeHTTP(w, r)
		}
	}
}

// routes puts the paths behind the policy.
func (s *Server) routes(rt *router, old *legacy) http.Handler {
	m := mux.NewRouter().SkipClean(true)
	var paths []string
	for _, p := range s.paths(rt, old) {
		m.Handle(p.path, p)
		paths = append(paths, p.path)
		if p.path != debugPath {
			s.shown = append(s.shown, p.names()...)
		}
	}
	m.NotFoundHandler = http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		problem(w, http.StatusNotFound, "NOT_FOUND", "there is nothing at this path; MCP is at /mcp")
	})
	return trimmed(traced(s.log, paths, &policy{settings: s.o.Settings, control: s.control, next: m}))
}

// Health is the answer of GET /health.
type Health struct {
	Status         string       `json:"status"` // "healthy"
	Server         string       `json:"server"`
	Version        string       `json:"version"`
	Office         OfficeHealth `json:"office"`
	Documents      *int         `json:"documents,omitempty"` // open documents, if the office answers
	Tools          ToolsHealth  `json:"tools"`
	Busy           int64        `json:"busy_refused"` // calls that were told to come again later, since the start
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
	if s.o.Documents != nil && s.live() {
		if docs, err := s.o.Documents(ctx); err == nil {
			n := len(docs)
			h.Documents = &n
			s.open.set(docs)
		}
	}
	h.Tools, h.Busy = s.toolsHealth(), s.gate.refused.Load()
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
	}{serverName, s.o.Version, s.Address(), s.shown}
	if s.o.Settings().Debug {
		about.Routes = append(slices.Clone(about.Routes), "POST "+debugPath)
	}
	if !strings.Contains(r.Header.Get("Accept"), "text/html") {
		writeJSON(w, http.StatusOK, about)
		return
	}
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'")
	_ = rootTemplate.Execute(w, about)
}

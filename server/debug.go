package server

import (
	"encoding/json"
	"net/http"
	"strings"

	"github.com/unodesk/unodesk/server/tool"
)

const debugPath = "/debug"

// debugRequest is the body of POST /debug.
type debugRequest struct {
	Action string          `json:"action"` // "call_tool"
	Tool   string          `json:"tool"`
	Args   json.RawMessage `json:"args"`
}

// debug calls a tool without MCP, for people who look for a fault. It is there
// while the setting is on, for those who can read the endpoint file; a page can
// never use it.
func (s *Server) debug(w http.ResponseWriter, r *http.Request) {
	token, _ := bearer(r.Header)
	switch {
	case !s.o.Settings().Debug:
		problem(w, http.StatusNotFound, "DEBUG_OFF", "this path is switched off; the setting mcp.debug_enabled switches it on")
		return
	case r.Header["Origin"] != nil || r.Header["Sec-Fetch-Site"] != nil:
		problem(w, http.StatusForbidden, "ORIGIN_NOT_ALLOWED", "pages may not use this path")
		return
	case !sameToken(token, s.control):
		w.Header().Set("WWW-Authenticate", `Bearer realm="Unodesk"`)
		problem(w, http.StatusUnauthorized, "TOKEN_NEEDED", "this path needs the control token (Authorization: Bearer …); it stands in the endpoint file")
		return
	}
	body, bad := readBody(w, r)
	if bad != nil {
		problem(w, bad.status, "BODY_NOT_READ", bad.Message)
		return
	}
	var d debugRequest
	if err := json.Unmarshal(body, &d); err != nil || d.Action != "call_tool" || d.Tool == "" {
		problem(w, http.StatusBadRequest, "BAD_REQUEST", `the body must be {"action":"call_tool","tool":NAME,"args":{…}}`)
		return
	}
	exchangeOf(r.Context()).client = "debug"
	call := tool.NewCall(tool.CallOptions{Host: "debug", Target: strings.TrimSpace(r.Header.Get("X-Document-Url"))})
	writeJSON(w, http.StatusOK, json.RawMessage(s.catalog.Call(r.Context(), call, d.Tool, d.Args).JSON))
}

package server

import (
	"net/http"
	"strings"
	"testing"
)

func TestDebug(t *testing.T) {
	on := true
	s := started(t, Options{Settings: func() Settings { return Settings{Debug: on, AccessToken: "access"} }})
	const call = `{"action":"call_tool","tool":"say_it","args":{"text":"hi"}}`
	control := "Authorization: Bearer " + s.control
	for _, tt := range []struct {
		name, body string
		headers    []string
		status     int
		want       string
	}{
		{"call", call, []string{control}, 200, `"text":"hi"`},
		{"call for a document", call, []string{control, "X-Document-URL: file:///a.odt"}, 200, `"target":"file:///a.odt"`},
		{"unknown tool", strings.Replace(call, "say_it", "zzz", 1), []string{control}, 200, "UNKNOWN_TOOL"},
		{"no token", call, nil, 401, "TOKEN_NEEDED"},
		{"access token", call, []string{"Authorization: Bearer access"}, 401, "TOKEN_NEEDED"},
		{"page", call, []string{control, "Origin: http://localhost:3000"}, 403, "ORIGIN_NOT_ALLOWED"},
		{"browser", call, []string{control, "Sec-Fetch-Site: none"}, 403, "ORIGIN_NOT_ALLOWED"},
		{"foreign host", call, []string{control, "Host: evil.com"}, 403, "HOST_NOT_ALLOWED"},
		{"other action", `{"action":"set_config"}`, []string{control}, 400, "call_tool"},
		{"no tool", `{"action":"call_tool"}`, []string{control}, 400, "call_tool"},
		{"no JSON", `{bad`, []string{control}, 400, "call_tool"},
		{"too long", `"` + strings.Repeat("x", maxBody) + `"`, []string{control}, 413, "BODY_NOT_READ"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := ask(t, s, http.MethodPost, "/debug", tt.body, tt.headers...)
			if body := text(t, r); r.StatusCode != tt.status || !strings.Contains(body, tt.want) {
				t.Errorf("%s %s", r.Status, body)
			}
		})
	}
	if body := text(t, ask(t, s, http.MethodGet, "/", "")); !strings.Contains(body, "POST /debug") {
		t.Errorf("GET / does not name it: %s", body)
	}
	on = false
	if r := ask(t, s, http.MethodPost, "/debug", call, control); r.StatusCode != 404 {
		t.Errorf("switched off: %s", r.Status)
	}
}

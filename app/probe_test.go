package app_test

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/unodesk/unodesk/app"
)

func TestHealth(t *testing.T) {
	tests := []struct {
		name   string
		status int
		body   string
		code   string
	}{
		{"ours", 200, `{"status":"healthy","server":"Unodesk","version":"1"}`, ""},
		{"ours but ill", 503, `{"status":"stopping","server":"Unodesk"}`, app.ProbeStatus},
		{"another MCP server", 200, `{"status":"healthy","server":"Other"}`, app.ProbeForeign},
		{"a web page", 200, `<html>`, app.ProbeForeign},
		{"nothing there", 404, `not found`, app.ProbeForeign},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if r.URL.Path != "/health" {
					t.Errorf("asked for %s", r.URL.Path)
				}
				w.WriteHeader(tt.status)
				w.Write([]byte(tt.body))
			}))
			defer server.Close()
			t.Setenv("HTTP_PROXY", "http://127.0.0.1:1")
			expect(t, app.Health(t.Context(), server.URL+"/mcp"), tt.code)
		})
	}
}

func TestHealthOfNobody(t *testing.T) {
	server := httptest.NewServer(http.NotFoundHandler())
	server.Close()
	expect(t, app.Health(t.Context(), server.URL+"/mcp"), app.ProbeRefused)
}

func TestHealthOfASleeper(t *testing.T) {
	release := make(chan struct{})
	server := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { <-release }))
	defer server.Close()
	defer close(release)
	expect(t, app.Health(t.Context(), server.URL+"/mcp"), app.ProbeTimeout)
}

func expect(t *testing.T, err error, code string) {
	t.Helper()
	if code == "" {
		if err != nil {
			t.Errorf("got %v, want no error", err)
		}
		return
	}
	var p *app.Problem
	if !errors.As(err, &p) || p.Code != code {
		t.Errorf("got %v, want %s", err, code)
	}
}

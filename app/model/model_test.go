package model

import (
	"context"
	"errors"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"
)

// service answers path with status and text, if the key is right.
func service(t *testing.T, key string, pages map[string]string, status int) Service {
	t.Helper()
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if key != "" && r.Header.Get("Authorization") != "Bearer "+key {
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		text, ok := pages[strings.TrimPrefix(r.URL.Path, "/v1")]
		if !ok {
			w.WriteHeader(http.StatusNotFound)
			return
		}
		w.WriteHeader(status)
		_, _ = w.Write([]byte(text))
	}))
	t.Cleanup(s.Close)
	return Service{Endpoint: s.URL + "/v1/", Key: key}
}

func TestModels(t *testing.T) {
	list := map[string]string{"/models": `{"object":"list","data":[{"id":"qwen3:8b"},{"id":""},{"id":"llama3.1"}]}`}
	got, err := service(t, "k", list, 200).Models(t.Context())
	if err != nil || !slices.Equal(got, []string{"llama3.1", "qwen3:8b"}) {
		t.Errorf("got %v, %v", got, err)
	}
}

func TestReasons(t *testing.T) {
	wrongKey := service(t, "k", nil, 200)
	wrongKey.Key = "other"
	nobody, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	nobody.Close()
	tests := []struct {
		name    string
		service Service
		want    Reason
		detail  string
	}{
		{"nobody", Service{Endpoint: "http://" + nobody.Addr().String() + "/v1"}, Unreachable, "refused"},
		{"no address", Service{Endpoint: "http://[::1"}, Unreachable, "missing"},
		{"wrong key", wrongKey, KeyRefused, ""},
		{"another page", service(t, "", nil, 200), NotFound, ""},
		{"a web site", service(t, "", map[string]string{"/models": "<html>"}, 200), Foreign, ""},
		{"other JSON", service(t, "", map[string]string{"/models": "{}"}, 200), Foreign, ""},
		{"a reason", service(t, "", map[string]string{"/models": `{"error":{"message":"no\nmoney"}}`}, 402), Refused, "no money"},
		{"a short reason", service(t, "", map[string]string{"/models": `{"error":"no money"}`}, 402), Refused, "no money"},
		{"no reason", service(t, "", map[string]string{"/models": "x"}, 500), Refused, "Internal Server Error"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := tt.service.Models(t.Context())
			var e *Error
			if !errors.As(err, &e) || e.Reason != tt.want || !strings.Contains(e.Detail, tt.detail) {
				t.Errorf("got %v, want %s with %q", err, tt.want, tt.detail)
			}
		})
	}
}

func TestSilent(t *testing.T) {
	wait := make(chan struct{})
	s := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { <-wait }))
	defer s.Close()
	defer close(wait)
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	_, err := Service{Endpoint: s.URL}.Models(ctx)
	var e *Error
	if !errors.As(err, &e) || e.Reason != Silent {
		t.Errorf("got %v", err)
	}
}

func TestTry(t *testing.T) {
	chat := func(text string) map[string]string { return map[string]string{"/chat/completions": text} }
	tests := []struct {
		name    string
		service Service
		tools   bool
		want    Reason
	}{
		{"calls the tool", service(t, "", chat(`{"choices":[{"message":{"tool_calls":[{"function":{"name":"report_ready","arguments":"{}"}}]}}]}`), 200), true, ""},
		{"calls another", service(t, "", chat(`{"choices":[{"message":{"tool_calls":[{"function":{"name":"x"}}]}}]}`), 200), false, ""},
		{"talks", service(t, "", chat(`{"choices":[{"message":{"content":"report_ready"}}]}`), 200), false, ""},
		{"says nothing", service(t, "", chat(`{"choices":[]}`), 200), false, Foreign},
		{"no such model", service(t, "", nil, 200), false, NotFound},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := tt.service.Try(t.Context(), "m")
			var e *Error
			if errors.As(err, &e); got.Tools != tt.tools || (err == nil) != (tt.want == "") || e != nil && e.Reason != tt.want {
				t.Errorf("got %+v, %v", got, err)
			}
		})
	}
}

// TestTryWithoutTools: some services refuse a request with tools for a model that cannot use them.
func TestTryWithoutTools(t *testing.T) {
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var body [4096]byte
		n, _ := r.Body.Read(body[:])
		if strings.Contains(string(body[:n]), `"tools"`) {
			w.WriteHeader(http.StatusBadRequest)
			_, _ = w.Write([]byte(`{"error":{"message":"gemma does not support tools"}}`))
			return
		}
		_, _ = w.Write([]byte(`{"choices":[{"message":{"content":"ready"}}]}`))
	}))
	defer s.Close()
	got, err := Service{Endpoint: s.URL}.Try(t.Context(), "gemma")
	if err != nil || got.Tools {
		t.Errorf("got %+v, %v", got, err)
	}
}

func FuzzDetail(f *testing.F) {
	f.Add([]byte(`{"error":{"message":"x"}}`))
	f.Add([]byte(`{"error":["x"],"message":"y"}`))
	f.Fuzz(func(t *testing.T, raw []byte) {
		if got := detail(raw); len([]rune(got)) > 301 || strings.ContainsAny(got, "\n\t") {
			t.Errorf("got %q", got)
		}
	})
}

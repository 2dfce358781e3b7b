package server_test

import (
	"context"
	"net"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/unodesk/unodesk/server"
	"github.com/unodesk/unodesk/server/tool"
	"github.com/unodesk/unodesk/server/tools"
)

// A38: who may ask.
func TestA38ForeignCallers(t *testing.T) {
	at, err := url.Parse(plain(t, tools.All(nil), server.Settings{}))
	if err != nil {
		t.Fatal(err)
	}
	port := at.Port()
	for _, tt := range []struct {
		name, address, header, value string
		want                         int
	}{
		{"foreign host", "127.0.0.1", "Host", "evil.example", 403},
		{"foreign origin", "127.0.0.1", "Origin", "https://evil.example", 403},
		{"no origin", "127.0.0.1", "", "", 200},
		{"no origin, IPv6", "::1", "", "", 200},
	} {
		r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, "http://"+net.JoinHostPort(tt.address, port)+"/mcp",
			strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"tools/list"}`))
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Content-Type", "application/json")
		if tt.header == "Host" {
			r.Host = tt.value
		} else if tt.header != "" {
			r.Header.Set(tt.header, tt.value)
		}
		resp, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Errorf("%s: %v", tt.name, err)
			continue
		}
		resp.Body.Close()
		if resp.StatusCode != tt.want {
			t.Errorf("%s: %s", tt.name, resp.Status)
		}
	}
	// Another machine would come to one of these addresses; from there nothing is
	// served, and with LAN access only with the token.
	lan, err := url.Parse(plain(t, tools.All(nil), server.Settings{LAN: true, AccessToken: "access"}))
	if err != nil {
		t.Fatal(err)
	}
	for _, ip := range ownAddresses(t) {
		if c, err := net.DialTimeout("tcp", net.JoinHostPort(ip.String(), port), 2*time.Second); err == nil {
			c.Close()
			t.Errorf("%s can be reached", ip)
		}
		if !ip.IsPrivate() {
			continue
		}
		for token, want := range map[string]int{"": 401, "access": 200} {
			r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, "http://"+net.JoinHostPort(ip.String(), lan.Port())+"/mcp",
				strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"tools/list"}`))
			if err != nil {
				t.Fatal(err)
			}
			r.Header.Set("Content-Type", "application/json")
			if token != "" {
				r.Header.Set("Authorization", "Bearer "+token)
			}
			resp, err := http.DefaultClient.Do(r)
			if err != nil {
				t.Errorf("%s with the token %q: %v", ip, token, err)
				continue
			}
			resp.Body.Close()
			if resp.StatusCode != want {
				t.Errorf("%s with the token %q: %s", ip, token, resp.Status)
			}
		}
	}
	http.DefaultClient.CloseIdleConnections()
}

// ownAddresses are those under which others reach this computer.
func ownAddresses(t *testing.T) (list []net.IP) {
	t.Helper()
	addresses, err := net.InterfaceAddrs()
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range addresses {
		if n, ok := a.(*net.IPNet); ok && !n.IP.IsLoopback() && !n.IP.IsLinkLocalUnicast() {
			list = append(list, n.IP)
		}
	}
	return list
}

// plain starts a server that needs no office and returns its address.
func plain(t *testing.T, set tool.Set, settings server.Settings) string {
	t.Helper()
	s, err := server.New(server.Options{Version: "test", Tools: set, Settings: func() server.Settings { return settings }})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Start(0); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second)
		defer cancel()
		_ = s.Stop(ctx)
	})
	return s.Address()
}

package server

import (
	"net/http"
	"net/http/httptest"
	"net/netip"
	"os"
	"strings"
	"testing"
)

func TestLoopbackHost(t *testing.T) {
	for host, want := range map[string]bool{
		"localhost": true, "LOCALHOST:8765": true, "127.0.0.1:8765": true, "[::1]:8765": true, "[::1]": true,
		"127.1.2.3": true, "localhost.": true, "[::ffff:127.0.0.1]:80": true,
		"": false, "evil.com": false, "localhost.evil.com": false, "evil.localhost": false, "127.0.0.1.nip.io": false,
		"0.0.0.0:8765": false, "[::]:8765": false, "192.168.1.2": false, "127.1": false, "2130706433": false,
		"[::1%lo]": false, "localhost:80:90": false, "localhost:A": false, "user@localhost": false,
	} {
		if got := loopbackHost(host); got != want {
			t.Errorf("loopbackHost(%q) = %v", host, got)
		}
	}
}

func TestBehaviour17Origins(t *testing.T) {
	listed := []string{"https://app.example", "vscode-webview://", "http://"}
	tests := []struct {
		origin string
		want   originClass
	}{
		{"http://localhost", originLoopback},
		{"http://localhost:3000", originLoopback},
		{"https://127.0.0.1:8443", originLoopback},
		{"http://[::1]:5173", originLoopback},
		{"http://192.168.1.50:3000", originPrivate},
		{"http://10.1.2.3", originPrivate},
		{"http://172.16.3.4", originPrivate},
		{"http://[fd00::1]", originPrivate},
		{"http://169.254.1.1", originPrivate},
		{"http://app.lan", originPrivate},
		{"http://nas.local:3000", originPrivate},
		{"http://x.home.arpa", originPrivate},
		{"https://a.internal", originPrivate},
		{"https://a.intern", originPrivate},
		{"https://app.example", originListed},
		{"HTTPS://APP.EXAMPLE", originListed},
		{"vscode-webview://1a2b3c", originListed},
		{"https://app.example:8443", originRefused},
		{"https://app.example.evil.com", originRefused},
		{"http://evil.com", originRefused},
		{"http://localhost.attacker.com", originRefused},
		{"http://evil.localhost", originRefused},
		{"http://localai.local.com", originRefused},
		{"http://intern.evil.com", originRefused},
		{"http://10.evil.com", originRefused},
		{"http://127.0.0.1.nip.io", originRefused},
		{"https://[::1].evil.net", originRefused},
		{"localai.local", originRefused},
		{"http://.local", originRefused},
		{"http://172.32.0.1", originRefused},
		{"http://8.8.8.8", originRefused},
		{"null", originRefused},
		{"", originRefused},
		{"tauri://localhost", originRefused},
		{"chrome-extension://abc", originRefused},
		{"file://", originRefused},
		{"http://localhost@evil.com", originRefused},
		{"http://localhost/path", originRefused},
		{"http://localhost http://evil.com", originRefused},
	}
	for _, tt := range tests {
		r := httptest.NewRequest(http.MethodPost, "/mcp", nil)
		r.Header["Origin"] = []string{tt.origin}
		set := Settings{AllowPrivateOrigins: true, AllowedOrigins: listed}
		if got := classify(r, set); got != tt.want {
			t.Errorf("classify(%q) = %d, want %d", tt.origin, got, tt.want)
		}
		set.AllowPrivateOrigins = false
		if got := classify(r, set); tt.want == originPrivate && got != originRefused {
			t.Errorf("classify(%q) = %d with private origins off", tt.origin, got)
		}
	}
	r := httptest.NewRequest(http.MethodPost, "/mcp", nil)
	r.Header["Origin"] = []string{"http://localhost", "http://evil.com"}
	if got := classify(r, Settings{}); got != originRefused {
		t.Errorf("two origins: %d", got)
	}
}

func TestTokens(t *testing.T) {
	passed := 0
	next := http.HandlerFunc(func(http.ResponseWriter, *http.Request) { passed++ })
	tests := []struct {
		name         string
		same         bool
		set          Settings
		origin, auth string
		want         int
	}{
		{"own process", true, Settings{}, "", "", 200},
		{"own process, any token", true, Settings{}, "", "Bearer wrong", 200},
		{"other user", false, Settings{AccessToken: "access"}, "", "", 401},
		{"other user, access token", false, Settings{AccessToken: "access"}, "", "Bearer access", 200},
		{"other user, control token", false, Settings{}, "", "Bearer control", 200},
		{"other user, empty token", false, Settings{}, "", "Bearer ", 401},
		{"other user, wrong token", false, Settings{AccessToken: "access"}, "", "Bearer Access", 401},
		{"other user, no scheme", false, Settings{AccessToken: "access"}, "", "access", 401},
		{"local page", true, Settings{}, "http://localhost:1", "", 200},
		{"local page of another user's browser", false, Settings{}, "http://localhost:1", "", 401},
		{"private page", true, Settings{AllowPrivateOrigins: true, AccessToken: "access"}, "http://a.lan", "", 401},
		{"private page, token", true, Settings{AllowPrivateOrigins: true, AccessToken: "access"}, "http://a.lan", "Bearer access", 200},
		{"listed page", true, Settings{AllowedOrigins: []string{"https://a.b"}}, "https://a.b", "", 401},
		{"foreign page with a token", true, Settings{AccessToken: "access"}, "https://evil.com", "Bearer access", 403},
		{"token for all", true, Settings{TokenForAll: true, AccessToken: "access"}, "", "", 401},
		{"token for all, wrong token", true, Settings{TokenForAll: true, AccessToken: "access"}, "", "Bearer Access", 401},
		{"token for all, control token", true, Settings{TokenForAll: true}, "", "Bearer control", 200},
		{"token for all, token", true, Settings{TokenForAll: true, AccessToken: "access"}, "", "Bearer access", 200},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var log strings.Builder
			p := traced(logTo(&log), nil, &policy{settings: func() Settings { return tt.set }, control: "control", next: next})
			peer := &peer{owner: func(_, _ netip.AddrPort) (bool, error) { return tt.same, nil }}
			r := httptest.NewRequest(http.MethodPost, "http://localhost/mcp", nil)
			r = r.WithContext(contextWithPeer(r.Context(), peer))
			if tt.origin != "" {
				r.Header.Set("Origin", tt.origin)
			}
			if tt.auth != "" {
				r.Header.Set("Authorization", tt.auth)
			}
			w := httptest.NewRecorder()
			passed = 0
			p.ServeHTTP(w, r)
			if w.Code != tt.want || (passed == 1) != (tt.want == 200) {
				t.Errorf("got %d, passed on %d times", w.Code, passed)
			}
			if challenge := w.Header().Get("WWW-Authenticate"); (challenge != "") != (w.Code == 401) {
				t.Errorf("WWW-Authenticate: %q", challenge)
			}
			if _, token, ok := strings.Cut(tt.auth, "Bearer "); ok && len(token) > 1 && strings.Contains(log.String(), token) {
				t.Errorf("the token is in the log: %s", log.String())
			}
		})
	}
}

// TestNetwork: who comes from the network needs that it is open, the token, and our address.
func TestNetwork(t *testing.T) {
	next := http.HandlerFunc(func(http.ResponseWriter, *http.Request) {})
	own, err := os.Hostname()
	if err != nil {
		t.Fatal(err)
	}
	open, closed := Settings{LAN: true, AccessToken: "access"}, Settings{AccessToken: "access"}
	tests := []struct {
		name, host string
		set        Settings
		token      string
		want       int
	}{
		{"closed", "192.168.1.10:8765", closed, "access", 403},
		{"closed, as if it were here", "localhost:8765", closed, "access", 403},
		{"by address", "192.168.1.10:8765", open, "access", 200},
		{"by name", own + ":8765", open, "access", 200},
		{"by full name", strings.ToUpper(own) + ".local", open, "access", 200},
		{"without a token", "192.168.1.10:8765", open, "", 401},
		{"without a token there is", "192.168.1.10:8765", Settings{LAN: true}, "", 401},
		{"wrong token", "192.168.1.10:8765", open, "other", 401},
		{"a foreign name", "evil.example:8765", open, "access", 403},
		{"a name like ours", own + ".evil.example", open, "access", 403},
		{"another address", "192.168.1.11:8765", open, "access", 403},
		{"as if it were here", "localhost:8765", open, "access", 403},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p := &policy{settings: func() Settings { return tt.set }, control: "control", next: next}
			r := httptest.NewRequest(http.MethodPost, "http://localhost/mcp", nil)
			r.Host = tt.host
			r = r.WithContext(contextWithPeer(r.Context(), &peer{
				remote: netip.MustParseAddrPort("192.168.1.20:50000"), local: netip.MustParseAddrPort("192.168.1.10:8765"),
				owner: func(_, _ netip.AddrPort) (bool, error) { return true, nil },
			}))
			if tt.token != "" {
				r.Header.Set("Authorization", "Bearer "+tt.token)
			}
			w := httptest.NewRecorder()
			p.ServeHTTP(w, r)
			if w.Code != tt.want {
				t.Errorf("got %d: %s", w.Code, w.Body)
			}
		})
	}
}

// TestHealthIsOpen: the app looks at the health page before it knows whose server that is, so it shows no token there.
func TestHealthIsOpen(t *testing.T) {
	set := Settings{TokenForAll: true, AccessToken: "access"}
	p := &policy{settings: func() Settings { return set }, next: http.HandlerFunc(func(http.ResponseWriter, *http.Request) {})}
	for same, want := range map[bool]int{true: 200, false: 401} {
		r := httptest.NewRequest(http.MethodGet, "http://localhost/health", nil)
		r = r.WithContext(contextWithPeer(r.Context(), &peer{owner: func(_, _ netip.AddrPort) (bool, error) { return same, nil }}))
		w := httptest.NewRecorder()
		p.ServeHTTP(w, r)
		if w.Code != want {
			t.Errorf("same user %v: %d", same, w.Code)
		}
	}
}

func TestPeerIsAskedOnce(t *testing.T) {
	asked := 0
	p := &peer{owner: func(_, _ netip.AddrPort) (bool, error) { asked++; return true, nil }}
	for range 2 {
		if !p.sameUser() {
			t.Error("the same user is taken for another")
		}
	}
	if asked != 1 {
		t.Errorf("asked %d times", asked)
	}
	if (*peer)(nil).sameUser() {
		t.Error("nobody is of the same user")
	}
}

package server

import (
	"crypto/subtle"
	"net/http"
	"strings"
	"time"
)

// Settings is what the user may change while the server runs. They are asked
// anew for each request.
type Settings struct {
	AllowPrivateOrigins bool     // pages from private networks may ask, with the token
	AllowedOrigins      []string // further origins, with the token; "scheme://" allows a whole scheme
	TokenForAll         bool     // nobody is served without a token; /health is
	LAN                 bool     // other computers of the private network may come, with the token
	AccessToken         string   // for browsers, other users; "" means there is none
	Debug               bool     // POST /debug is there

	ToolMode string // which tools clients are shown, a tool.Mode
	Profile  string // which tools callers may use, a tool.Profile
	ReadOnly bool   // only tools that change nothing may be used
	// TokenProfile and TokenReadOnly narrow these for callers with the access
	// token.
	TokenProfile  string
	TokenReadOnly bool

	CallTimeout     time.Duration // deadline of a call; 0: that of package tool
	LongCallTimeout time.Duration // deadline of a call of a long tool
	JobAfter        time.Duration // after which a call that still runs is answered with a job's id
	TextLimit       int           // bytes of content in an answer
}

// policy decides who may ask at all. It stands before every route.
type policy struct {
	settings func() Settings
	control  string // the control token
	next     http.Handler
}

// ServeHTTP checks host, origin and caller, in this order: a preflight
// carries no token and is answered before the caller is checked.
func (p *policy) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	set := p.settings()
	h := w.Header()
	h.Set("X-Content-Type-Options", "nosniff")
	h.Add("Vary", "Origin")
	from := peerOf(r.Context())
	switch {
	case from.elsewhere() && !set.LAN:
		p.refuse(w, r, http.StatusForbidden, "PEER_NOT_ALLOWED", "only programs on the computer that Unodesk runs on may use it; LAN access is switched off in its settings")
		return
	case from.elsewhere() && !networkHost(r.Host, from.local.Addr()):
		p.refuse(w, r, http.StatusForbidden, "HOST_NOT_ALLOWED", "requests must be addressed to the name or the IP address of the computer that Unodesk runs on")
		return
	case !from.elsewhere() && !loopbackHost(r.Host):
		p.refuse(w, r, http.StatusForbidden, "HOST_NOT_ALLOWED", "requests must be addressed to localhost, 127.0.0.1 or [::1]")
		return
	}
	origin := classify(r, set)
	if origin == originRefused {
		p.refuse(w, r, http.StatusForbidden, "ORIGIN_NOT_ALLOWED", "pages of this origin may not use Unodesk; allow the origin in the settings")
		return
	}
	if origin != originNone {
		allowCrossOrigin(w, r)
		if preflight(w, r) {
			return
		}
	}
	if !p.trusted(r, origin, set) {
		h.Set("WWW-Authenticate", `Bearer realm="Unodesk"`)
		p.refuse(w, r, http.StatusUnauthorized, "TOKEN_NEEDED", "this caller needs the access token (Authorization: Bearer …); it is shown in the settings")
		return
	}
	p.next.ServeHTTP(w, r)
}

// trusted reports whether a request may be served: with a token, or from a
// process of the same user that is not a page from elsewhere. The health page
// is open to such a process in any case: the app looks at it, before it knows
// whose server that is.
func (p *policy) trusted(r *http.Request, origin originClass, set Settings) bool {
	if token, ok := bearer(r.Header); ok {
		if sameToken(token, p.control) || sameToken(token, set.AccessToken) {
			return true
		}
	}
	if set.TokenForAll && r.URL.Path != "/health" || (origin != originNone && origin != originLoopback) {
		return false
	}
	return peerOf(r.Context()).sameUser()
}

func sameToken(given, want string) bool {
	return want != "" && subtle.ConstantTimeCompare([]byte(given), []byte(want)) == 1
}

// refuse answers a request that is not allowed; the log will say why.
func (p *policy) refuse(w http.ResponseWriter, r *http.Request, status int, code, message string) {
	exchangeOf(r.Context()).why = code
	problem(w, status, code, message)
}

// bearer is the token that a caller shows.
func bearer(h http.Header) (token string, shown bool) {
	token, shown = strings.CutPrefix(h.Get("Authorization"), "Bearer ")
	if !shown {
		return "", false
	}
	return token, true
}

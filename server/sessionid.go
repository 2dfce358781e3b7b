package server

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

const (
	sessionPrefix = "u1."
	sessionMaxAge = 30 * 24 * time.Hour
	// sessionMaxID bounds an id: it travels as a header with each request.
	sessionMaxID = 2048
)

var errForged = errors.New("not a session id of this installation")

// sessionTicket is what a session id holds: enough to open the same session
// again after a restart. Hosts built on the common SDKs do not initialize
// again when their session is lost, so people would have to switch the server
// off and on in the host.
type sessionTicket struct {
	Random       string          `json:"r"`
	Issued       int64           `json:"t"`
	Version      string          `json:"v,omitempty"`
	Client       string          `json:"n,omitempty"`
	ClientTitle  string          `json:"l,omitempty"`
	ClientVers   string          `json:"w,omitempty"`
	Capabilities json.RawMessage `json:"c,omitempty"`
}

// newTicket keeps what matters of the parameters of initialize.
func newTicket(params json.RawMessage, now time.Time) sessionTicket {
	t := sessionTicket{Random: rand.Text()[:13], Issued: now.Unix()}
	var p mcp.InitializeParams
	if json.Unmarshal(params, &p) != nil {
		return t
	}
	t.Version = clip(p.ProtocolVersion, 10)
	if p.ClientInfo != nil {
		t.Client, t.ClientTitle, t.ClientVers = clip(p.ClientInfo.Name, 60), clip(p.ClientInfo.Title, 60), clip(p.ClientInfo.Version, 30)
	}
	if p.Capabilities != nil {
		var raw map[string]json.RawMessage
		_ = json.Unmarshal(params, &struct {
			C *map[string]json.RawMessage `json:"capabilities"`
		}{&raw})
		// Roots, sampling and elicitation are small; what else a client may
		// announce is not needed to serve it.
		kept := map[string]json.RawMessage{}
		for _, name := range []string{"roots", "sampling", "elicitation"} {
			if c, ok := raw[name]; ok && len(c) <= 200 {
				kept[name] = c
			}
		}
		t.Capabilities, _ = json.Marshal(kept)
	}
	return t
}

// initialize is the request that opens the session again.
func (t sessionTicket) initialize() []byte {
	capabilities := t.Capabilities
	if capabilities == nil {
		capabilities = json.RawMessage("{}")
	}
	raw, _ := json.Marshal(map[string]any{
		"jsonrpc": "2.0", "id": 0, "method": "initialize",
		"params": map[string]any{
			"protocolVersion": t.Version,
			"capabilities":    capabilities,
			"clientInfo":      map[string]string{"name": t.Client, "title": t.ClientTitle, "version": t.ClientVers},
		},
	})
	return raw
}

// negotiated is the protocol version that the session speaks: what the client
// asked for, or the newest that has sessions.
func (t sessionTicket) negotiated() string {
	if t.Version < firstStateless && slices.Contains(mcp.SupportedProtocolVersions(), t.Version) {
		return t.Version
	}
	return "2025-11-25"
}

// sign makes the session id: prefix, ticket and a code that only this
// installation can make.
func (t sessionTicket) sign(key []byte) string {
	raw, _ := json.Marshal(t)
	body := base64.RawURLEncoding.EncodeToString(raw)
	return sessionPrefix + body + "." + seal(key, body)
}

// openTicket checks a session id and reads its ticket.
func openTicket(key []byte, id string, now time.Time) (sessionTicket, error) {
	var t sessionTicket
	rest, ok := strings.CutPrefix(id, sessionPrefix)
	body, mac, ok2 := strings.Cut(rest, ".")
	if !ok || !ok2 || len(id) > sessionMaxID || !hmac.Equal([]byte(mac), []byte(seal(key, body))) {
		return t, errForged
	}
	raw, err := base64.RawURLEncoding.DecodeString(body)
	if err != nil || json.Unmarshal(raw, &t) != nil {
		return t, errForged
	}
	if age := now.Sub(time.Unix(t.Issued, 0)); age > sessionMaxAge {
		return t, errors.New("session id is too old")
	}
	return t, nil
}

func seal(key []byte, body string) string {
	m := hmac.New(sha256.New, key)
	m.Write([]byte(sessionPrefix + body))
	return base64.RawURLEncoding.EncodeToString(m.Sum(nil)[:16])
}

// clip bounds what a client says of itself, at a rune.
func clip(s string, n int) string {
	if r := []rune(s); len(r) > n {
		return string(r[:n])
	}
	return s
}

package tool

import (
	"context"
	"errors"
	"sync"
)

// Call is one running call of a tool, as its handler sees it.
type Call struct {
	o       CallOptions
	tool    *Tool
	catalog *Catalog
	user    Consent
	limit   int // bytes of text in the answer
	mustBe  string
	told    progress

	mu       sync.Mutex
	dryRun   bool
	document *documentEcho
	begun    bool
	request  func() error // why the client has given up; nil: it cannot any more
	allowed  int
	images   []Image
}

// CallOptions is what is known about a call before it runs.
type CallOptions struct {
	Target   string // document named for this call; "" means the active one. The argument document_url wins.
	Host     string // name of the AI host, for display only
	Protocol string // version of MCP, such as "2025-11-25"; "" if that is not known
	Session  string // "" for a client without a session
	Access   Access // what the caller may use
	Progress func(ctx context.Context, done, total float64, message string)
}

type documentEcho struct {
	Name     string `json:"name"`
	UID      string `json:"uid"`
	Revision string `json:"revision,omitempty"`
}

// NewCall makes a call for Catalog.Call, or for a test of a handler.
func NewCall(o CallOptions) *Call {
	if o.Host == "" {
		o.Host = "unknown"
	}
	return &Call{o: o, limit: DefaultTextLimit}
}

// Target is the document that the caller named, a URL or a uid, or "" for the
// active document.
func (c *Call) Target() string { return c.o.Target }

// Explicit reports whether the caller named a document.
func (c *Call) Explicit() bool { return c.o.Target != "" }

// Host is the name of the AI host. It is for display only: anyone can claim
// any name.
func (c *Call) Host() string { return c.o.Host }

// Session names the conversation, or is "" when the client keeps none.
func (c *Call) Session() string { return c.o.Session }

// Title names the call in the undo list: host and tool.
func (c *Call) Title() string {
	if c.tool == nil {
		return c.o.Host
	}
	return c.o.Host + ": " + c.tool.Title
}

// DryRun reports whether the call only asks what would change.
func (c *Call) DryRun() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.dryRun
}

func (c *Call) setDryRun(on bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.dryRun = on
}

// IfRevision is the revision that the document must have for an edit to be
// made, "" for any.
func (c *Call) IfRevision() string { return c.mustBe }

// SetDocument says which document the call works on, and in which revision: of
// a read, before reading; of an edit, after it. Every answer repeats it, an
// error's too.
func (c *Call) SetDocument(name, uid, revision string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.document = &documentEcho{name, uid, revision}
}

// TextLimit is how many bytes of content an answer should hold unless the
// caller asked for more. What is left out must be said with how to get it.
func (c *Call) TextLimit() int { return c.limit }

// AllowText lifts the cap on this answer to n bytes of content, for a caller
// that asked for so much.
func (c *Call) AllowText(n int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.allowed = max(c.allowed, n)
}

// Begin says that from here on the document may be changed. DefineEdit says
// it itself; a handler that changes something without a Plan must.
func (c *Call) Begin() { c.begin() }

func (c *Call) begin() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.begun = true
}

// follow says what tells whether the client has given the call up.
func (c *Call) follow(request func() error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.request = request
}

// givenUp is an error once the client has given the call up. The context of a
// handler learns of it a moment later.
func (c *Call) givenUp() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.request == nil {
		return nil
	}
	return c.request()
}

func (c *Call) hasBegun() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.begun
}

func (c *Call) echo() *documentEcho {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.document
}

// textCap is the longest answer in bytes: the content allowed and room for
// what stands around it.
func (c *Call) textCap() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	n := max(c.limit, c.allowed)
	return n + n/2 + 4096
}

// mayHaveBegun covers changing tools without a Plan: unless their error says
// what happened, nobody knows.
func (c *Call) mayHaveBegun(err error) bool {
	if c.tool == nil || c.tool.edit || !c.tool.Effect.Mutates() {
		return false
	}
	var coded Coded
	return !errors.As(err, &coded) || coded.Code() == CodeInternal
}

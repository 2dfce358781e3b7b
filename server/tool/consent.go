package tool

import (
	"bytes"
	"context"
	"encoding/json"
)

// Consent is the user's word, asked for before a call changes something.
type Consent interface {
	// Needed says whether a call that changes something has to be asked about.
	// Document, UID and Preview of the question are not known yet.
	Needed(q Question) bool
	// Ask returns nil when the user allows the call, and else the error that the
	// caller gets. It waits for the user, no longer than ctx lasts.
	Ask(ctx context.Context, q Question) error
}

// Question is what the user is asked.
type Question struct {
	Host      string // for display only
	Tool      string // its name
	Title     string
	Effect    Effect
	Document  string          // its name; or what the caller wrote, or "" for the active one, when it was not looked up
	UID       string          // "" when it was not looked up
	Arguments json.RawMessage // an object
	Preview   json.RawMessage // what a dry run answers; nil for a tool that has none
}

// consent asks the user if that is needed. Look makes a dry run; nil for a tool
// that has none. A document in which something else would happen after the
// answer than the user saw is left alone.
func (c *Call) consent(ctx context.Context, args json.RawMessage, look func() (any, error)) error {
	if c.user == nil || c.DryRun() || !c.tool.Effect.Mutates() {
		return nil
	}
	q := Question{
		Host: c.Host(), Tool: c.tool.Name, Title: c.tool.Title, Effect: c.tool.Effect, Document: c.Target(), Arguments: args,
	}
	if !c.user.Needed(q) {
		return nil
	}
	if look == nil {
		return c.user.Ask(ctx, q)
	}
	seen, err := c.look(look)
	if err != nil {
		return err
	}
	if doc := c.echo(); doc != nil {
		q.Document, q.UID = doc.Name, doc.UID
	}
	q.Preview = seen
	if err := c.user.Ask(ctx, q); err != nil {
		return err
	}
	now, err := c.look(look)
	if err == nil && !bytes.Equal(seen, now) {
		err = Errorf(CodeDocumentChanged, "the document was changed while the user was asked")
	}
	return err
}

// look makes a dry run.
func (c *Call) look(run func() (any, error)) (json.RawMessage, error) {
	c.setDryRun(true)
	v, err := run()
	c.setDryRun(false)
	if err != nil {
		return nil, err
	}
	return encode(v)
}

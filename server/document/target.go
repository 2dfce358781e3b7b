package document

import (
	"context"
	"fmt"
	"strings"

	"github.com/unodesk/unodesk/uno"
)

// Target says which document a call means.
type Target struct {
	// Ref is a uid, a URL or a path; "" means the active document.
	Ref string
	// Session tells conversations apart; "" when the client has none.
	Session string
	// Edit is set for calls that change the document.
	Edit bool
	// Kind, when set, is the kind of document that the call needs.
	Kind string
	// IfRevision, when set, is the revision that the document must have.
	IfRevision string
}

// Find returns the document that a call means. It lives as long as the scope
// of ctx. An edit that names no document goes to the active one only if that is
// the one this session last worked on, or nothing else is open.
func (d *Desktop) Find(ctx context.Context, t Target) (*Document, error) {
	doc, err := d.at(ctx, t)
	if err != nil {
		return nil, err
	}
	if t.Kind != "" && doc.DocType != t.Kind {
		return nil, Errorf(CodeWrongType, "%s is a %s document; this tool works on %s documents", doc.Name, doc.DocType, t.Kind).
			With("doc_type", doc.DocType)
	}
	if err := d.recover(ctx, doc); err != nil {
		return nil, explain(err, false)
	}
	doc.session, doc.mustBe = t.Session, t.IfRevision
	if doc.Revision, err = d.revisions.of(ctx, doc); err != nil {
		return nil, explain(err, false)
	}
	d.remember(t.Session, doc.UID)
	return doc, doc.unchanged()
}

// sure finds the document without a look at the others, nil where that could
// find another one than choose does. A document that we listen to is open: it
// would have told its end.
func (d *Desktop) sure(ctx context.Context, office Office, t Target) (c *component, err error) {
	if t.Ref != "" {
		c = d.models.of(office, strings.TrimSpace(t.Ref))
	} else if !t.Edit || t.Session != "" {
		if c, err = d.models.current(ctx, office); err != nil {
			return nil, err
		}
	}
	if c == nil || d.revisions.now(c.uid) == "" || t.Ref == "" && t.Edit && !d.workedOn(t.Session, c.uid) {
		return nil, nil
	}
	return c, nil
}

// at finds the document that t means.
func (d *Desktop) at(ctx context.Context, t Target) (*Document, error) {
	office, err := d.source(ctx)
	if err != nil {
		return nil, explain(err, false)
	}
	c, err := d.sure(ctx, office, t)
	if err != nil {
		return nil, explain(err, false)
	}
	if c != nil {
		docs, err := d.describe(ctx, office, []*component{c})
		if err != nil {
			return nil, explain(err, false)
		}
		if len(docs) == 1 {
			return docs[0], nil
		}
	}
	return d.amongAll(ctx, t)
}

// amongAll finds it by a look at all documents.
func (d *Desktop) amongAll(ctx context.Context, t Target) (*Document, error) {
	docs, office, err := d.documents(ctx)
	if err != nil {
		return nil, explain(err, false)
	}
	return d.choose(docs, office, t)
}

// workedOn tells that a session has worked on no document or on this one last.
func (d *Desktop) workedOn(session, uid string) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	last := d.seen[session].last
	return last == "" || last == uid
}

// UID returns the uid of the document that a uid, URL or path means, or of the
// active one for "". It does not work on it.
func (d *Desktop) UID(ctx context.Context, ref string) (string, error) {
	ctx, end := uno.Scope(ctx)
	defer end()
	t := Target{Ref: ref}
	office, err := d.source(ctx)
	if err != nil {
		return "", explain(err, false)
	}
	if c, err := d.sure(ctx, office, t); err == nil && c != nil {
		return c.uid, nil
	}
	doc, err := d.amongAll(ctx, t)
	if err != nil {
		return "", err
	}
	return doc.UID, nil
}

// Worked notes that a call has made or opened doc, and tells the call.
func (d *Desktop) Worked(c Caller, doc *Document) {
	d.remember(c.Session(), doc.UID)
	c.SetDocument(doc.Name, doc.UID, doc.Revision)
}

func (d *Desktop) choose(docs []*Document, office Office, t Target) (*Document, error) {
	if len(docs) == 0 && t.Ref == "" {
		return nil, Errorf(CodeNoDocumentOpen, "no document is open in LibreOffice")
	}
	if t.Ref != "" {
		return named(docs, office, t.Ref)
	}
	doc := docs[0]
	found := len(docs) == 1
	for _, candidate := range docs {
		if candidate.IsActive {
			doc, found = candidate, true
		}
	}
	if !found {
		return nil, Errorf(CodeNoDocumentOpen, "no document window is active; %d documents are open: say which one is meant", len(docs)).
			With("documents", names(docs))
	}
	if !t.Edit || len(docs) == 1 {
		return doc, nil
	}
	if t.Session == "" {
		return nil, Errorf(CodeTargetChanged, "%d documents are open and the call does not say which one to edit; %s is active", len(docs), doc).
			With("documents", names(docs))
	}
	d.mu.Lock()
	last := d.seen[t.Session].last
	d.mu.Unlock()
	if last != "" && last != doc.UID {
		previous := last
		for _, other := range docs {
			if other.UID == last {
				previous = other.String()
			}
		}
		return nil, Errorf(CodeTargetChanged, "the active document is now %s, but this conversation last worked on %s", doc, previous).
			With("active", doc.UID).With("last", last)
	}
	return doc, nil
}

// named finds a document by uid, URL or path. A uid needs the office's tag: a
// bare number would mean another file after a restart.
func named(docs []*Document, office Office, ref string) (*Document, error) {
	want := normalURL(ref)
	for _, doc := range docs {
		if doc.UID == strings.TrimSpace(ref) || doc.URL != "" && normalURL(doc.URL) == want {
			return doc, nil
		}
	}
	reason := ""
	if tag, _, ok := strings.Cut(ref, "-"); ok && !strings.Contains(ref, "/") && tag != office.Tag {
		reason = "; uids of a LibreOffice that has ended are not valid any more"
	}
	return nil, Errorf(CodeDocumentNotFound, "no open document is %q%s", ref, reason).
		With("document_url", ref).With("documents", names(docs))
}

// names lists documents for an error's details.
func names(docs []*Document) []map[string]string {
	out := make([]map[string]string, len(docs))
	for i, doc := range docs {
		out[i] = map[string]string{"name": doc.Name, "uid": doc.UID, "doc_type": doc.DocType}
	}
	return out
}

// String names a document for people, with its uid.
func (doc *Document) String() string { return fmt.Sprintf("%q (%s)", doc.Name, doc.UID) }

// Caller is a tool call as far as finding its document goes.
type Caller interface {
	Target() string     // a uid, a URL or a path; "" means the active document
	Session() string    // "" when the client has none
	IfRevision() string // that the document must have; "" means any
	SetDocument(name, uid, revision string)
}

// For returns the document of a tool call, of the given kind unless that is "",
// and tells the call which one it is.
func (d *Desktop) For(ctx context.Context, c Caller, kind string, edit bool) (*Document, error) {
	t := Target{Ref: c.Target(), Session: c.Session(), Edit: edit, Kind: kind, IfRevision: c.IfRevision()}
	doc, err := d.Find(ctx, t)
	if doc != nil {
		doc.tell = c
		c.SetDocument(doc.Name, doc.UID, doc.Revision)
	}
	return doc, err
}

package document

// conversation is what is remembered of one session.
type conversation struct {
	last string            // uid of the document it worked on last
	read map[string]string // uid -> revision in which it saw the whole document
}

// maxSessions bounds what is remembered of conversations.
const maxSessions = 10_000

func (d *Desktop) remember(session, uid string) {
	d.converse(session, func(c *conversation) { c.last = uid })
}

// converse changes what is remembered of a session.
func (d *Desktop) converse(session string, change func(*conversation)) {
	if session == "" {
		return
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	c, known := d.seen[session]
	if !known && len(d.seen) >= maxSessions {
		clear(d.seen) // the price is that an edit without a target must name it
	}
	change(&c)
	d.seen[session] = c
}

// Shown notes that the call's answer shows the whole document.
func (doc *Document) Shown() {
	doc.desktop.converse(doc.session, func(c *conversation) {
		if c.read == nil || len(c.read) >= maxSessions {
			c.read = map[string]string{}
		}
		c.read[doc.UID] = doc.Revision
	})
}

// MustBeAsShown is for edits that replace the whole document: without a
// revision from the caller they need that nothing has changed since its
// conversation saw the whole document.
func (doc *Document) MustBeAsShown() error {
	if doc.mustBe != "" {
		return nil // has been checked, and will be once more
	}
	doc.desktop.mu.Lock()
	shown := doc.desktop.seen[doc.session].read[doc.UID]
	doc.desktop.mu.Unlock()
	if shown == "" {
		return Errorf(CodeDocumentChanged, "this conversation has not read all of %s; read it first, or pass if_revision", doc.Name).
			With("revision", doc.Revision)
	}
	doc.mustBe = shown
	return doc.unchanged()
}

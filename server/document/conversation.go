package document

// conversation is what is remembered of one session.
type conversation struct {
	last string            // uid of the document it worked on last
	read map[string]string // uid -> fingerprint of the whole document as it saw it
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

// Shown notes that the call's answer shows the whole document. What it shows is
// known by a fingerprint of its content: a revision also moves when the user
// saves, and when LibreOffice lays the document out.
func (doc *Document) Shown(fingerprint string) {
	doc.desktop.converse(doc.session, func(c *conversation) {
		if c.read == nil || len(c.read) >= maxSessions {
			c.read = map[string]string{}
		}
		c.read[doc.UID] = fingerprint
	})
}

// MustBeAsShown is for edits that replace the whole document, whose content has
// the fingerprint given: without a revision from the caller they need that it is
// what the caller's conversation saw last, and stays so until the edit.
func (doc *Document) MustBeAsShown(fingerprint string) error {
	if doc.mustBe != "" {
		return nil // has been checked, and will be once more
	}
	doc.desktop.mu.Lock()
	shown := doc.desktop.seen[doc.session].read[doc.UID]
	doc.desktop.mu.Unlock()
	if shown == fingerprint {
		doc.mustBe = doc.Revision
		return nil
	}
	what := "was changed since this conversation read it"
	if shown == "" {
		what = "was not read as a whole in this conversation"
	}
	return Errorf(CodeDocumentChanged, "%s %s; read it first, or pass if_revision", doc.Name, what).With("revision", doc.Revision)
}

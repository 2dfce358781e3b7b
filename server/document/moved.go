package document

// Moved tells that the document was changed since the call found it, as far as
// it is listened to.
func (doc *Document) Moved() bool {
	now := doc.desktop.revisions.now(doc.UID)
	return now != "" && now != doc.Revision
}

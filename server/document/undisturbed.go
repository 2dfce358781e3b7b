package document

import "context"

// Undisturbed runs a read of a text document. While changes are recorded,
// LibreOffice's exporters switch the recording off and on, which it tells as two
// changes (7.4): the revision would be old as soon as it was read. So we do not
// listen then, and read on the main thread, where the user cannot type
// meanwhile.
func (doc *Document) Undisturbed(ctx context.Context, read func(context.Context) error) error {
	recording, err := doc.model.Call(ctx, iProperties, "getPropertyValue", propRecord)
	if err != nil {
		return err
	}
	if recording != true {
		return read(ctx)
	}
	return doc.unheard(ctx, read)
}

// unheard runs do on the main thread, where nobody types meanwhile, and does not
// listen: exporters tell of changes that they do not make (7.4), which would make
// the revision old by looking at a page.
func (doc *Document) unheard(ctx context.Context, do func(context.Context) error) error {
	return doc.Conn().Main(ctx, func(ctx context.Context) error {
		return doc.desktop.revisions.unheard(ctx, doc.UID, func() error { return do(ctx) })
	})
}

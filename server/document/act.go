package document

import (
	"context"

	"github.com/unodesk/unodesk/uno"
)

// Act is something done to documents as wholes: opening, saving, closing. It
// has a plan's shape, but no undo step: LibreOffice has none for it.
type Act struct {
	preview any
	do      func(ctx context.Context) (any, error)
}

// NewAct makes an act. do says by its error's code when the outcome is unknown.
func NewAct(preview any, do func(ctx context.Context) (any, error)) *Act { return &Act{preview, do} }

// Preview says what Apply would do.
func (a *Act) Preview() any { return a.preview }

// Apply does it.
func (a *Act) Apply(ctx context.Context, _ string) (any, error) { return a.do(ctx) }

// onMain calls one method on the office's main thread, where what has windows
// belongs. A missing answer means that it may have happened.
func onMain(ctx context.Context, o *uno.Object, iface, method string, args ...any) (any, error) {
	var value any
	sent := false
	err := o.Conn().Main(ctx, func(ctx context.Context) (err error) {
		value, err = o.Call(ctx, iface, method, args...)
		sent = !uno.NothingSent(err)
		return err
	})
	if err != nil {
		return nil, explain(err, sent && unanswered(err))
	}
	return value, nil
}

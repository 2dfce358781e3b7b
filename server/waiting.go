package server

import (
	"context"
	"errors"

	"github.com/unodesk/unodesk/server/tool"
	"github.com/unodesk/unodesk/uno/attach"
)

// whileWaiting refuses edits as long as a dialog in the office waits for the
// user, whose answer they could change the meaning of. Reads are served; one
// that finds no document, as while the office asks what to recover, says that
// the dialog is the reason.
func whileWaiting(office Office, around aroundFunc) aroundFunc {
	return func(ctx context.Context, t *tool.Tool, c *tool.Call, next func(context.Context) error) error {
		if t.Effect.Mutates() && !c.DryRun() {
			if err := waits(office); err != nil {
				return err
			}
		}
		err := around(ctx, t, c, next)
		var coded interface{ Code() string }
		if errors.As(err, &coded) && coded.Code() == tool.CodeNoDocumentOpen {
			if reason := waits(office); reason != nil {
				return reason
			}
		}
		return err
	}
}

// waits is the error of a call that cannot go on before the user has answered;
// nil: it can.
func waits(office Office) error {
	if office == nil {
		return nil
	}
	state := office.State()
	if state.Phase != attach.Waiting {
		return nil
	}
	return tool.Errorf(tool.CodeOfficeWaiting, "%s", state.Detail).With("dialog", state.Dialog)
}

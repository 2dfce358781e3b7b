package main

import (
	"context"
	"errors"

	"github.com/unodesk/unodesk/app"
	"github.com/unodesk/unodesk/server/tool"
)

// consent asks the user in a window. The app that shows it is made after the server's parts.
type consent struct{ app func() *app.App }

func (c consent) Needed(q tool.Question) bool {
	return c.app().Settings().Doc.MustAsk(q.Host, q.Effect == tool.Destroys)
}

func (c consent) Ask(ctx context.Context, q tool.Question) error {
	err := c.app().Ask(ctx, app.Question{
		Host: q.Host, Tool: q.Tool, Title: q.Title, Document: q.Document, UID: q.UID, Final: q.Effect == tool.Destroys,
		Lines: q.Lines(app.MostLines),
	})
	if errors.Is(err, app.ErrRefused) || errors.Is(err, app.ErrNotAnswered) {
		return tool.Errorf(tool.CodeRefused, "nothing was changed: %w", err)
	}
	return err
}

package main

import (
	"context"

	"github.com/unodesk/unodesk/app/config"
	"github.com/unodesk/unodesk/server/tool"
)

// consent refuses what the settings want the user to be asked about: there is no window to ask in.
type consent struct{ settings *config.Store }

func (c consent) Needed(q tool.Question) bool {
	return c.settings.Config().Doc.MustAsk(q.Host, q.Effect == tool.Destroys)
}

func (c consent) Ask(context.Context, tool.Question) error {
	return tool.Errorf(tool.CodeRefused, "nothing was changed: the settings want the user to be asked first (doc.ask_first), "+
		"and a server without windows cannot ask; use the tray app, or set it to never")
}

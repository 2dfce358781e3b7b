package main

import (
	"context"
	"log/slog"

	"github.com/unodesk/unodesk/app/config"
	"github.com/unodesk/unodesk/server"
	"github.com/unodesk/unodesk/server/document"
	"github.com/unodesk/unodesk/server/tools"
	"github.com/unodesk/unodesk/uno/attach"
)

// assemble puts a server together for the office that the watcher attaches to.
func assemble(w *attach.Watcher, settings *config.Store, stateDir, endpointDir string, log *slog.Logger) (*server.Server, error) {
	desktop := document.NewDesktop(func(ctx context.Context) (document.Office, error) {
		o, err := w.Office(ctx)
		if err != nil {
			return document.Office{}, err
		}
		return document.Office{Conn: o.Conn, Tag: o.Tag}, nil
	}, document.Options{StateDir: stateDir, Log: log})
	return server.New(server.Options{
		Version:   ownVersion(),
		Office:    w,
		Tools:     tools.All(desktop),
		Documents: desktop.List,
		Log:       log,
		Settings: func() server.Settings {
			c := settings.Config().MCP
			return server.Settings{AllowPrivateOrigins: c.AllowPrivateOrigins, AllowedOrigins: c.AllowedOrigins}
		},
		StateDir:    stateDir,
		EndpointDir: endpointDir,
	})
}

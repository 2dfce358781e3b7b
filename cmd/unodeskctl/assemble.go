package main

import (
	"log/slog"
	"time"

	"github.com/unodesk/unodesk/app/config"
	"github.com/unodesk/unodesk/app/serving"
	"github.com/unodesk/unodesk/app/version"
	"github.com/unodesk/unodesk/server"
	"github.com/unodesk/unodesk/server/conformance"
	"github.com/unodesk/unodesk/server/document"
	"github.com/unodesk/unodesk/uno/attach"
)

// assemble puts a server together for the office that the watcher attaches to.
func assemble(w *attach.Watcher, settings *config.Store, o *serveOptions, log *slog.Logger) (*server.Server, error) {
	desktop := server.NewDesktop(w, document.Options{
		StateDir: o.stateDir, Log: log,
		Folders: func() []string { return settings.Config().Doc.Folders },
		Review: func() document.Review {
			c := settings.Config().Doc
			return document.Review{
				Mode: document.ReviewMode(c.ReviewMode), Author: c.AgentName, Wait: time.Duration(c.ReviewTimeout) * time.Second,
			}
		},
	})
	var fixtures *server.Fixtures
	if o.conformance {
		fixtures = conformance.Fixtures()
	}
	return server.NewAttached(w, desktop, server.Options{
		Version:     version.Own(),
		Log:         log,
		Settings:    func() server.Settings { return serving.Settings(settings.Config().MCP, "") },
		Consent:     consent{settings},
		StateDir:    o.stateDir,
		EndpointDir: o.endpointDir,
		Fixtures:    fixtures,
	})
}

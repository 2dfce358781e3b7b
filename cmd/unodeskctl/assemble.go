package main

import (
	"context"
	"log/slog"
	"path/filepath"
	"time"

	"github.com/unodesk/unodesk/app/config"
	"github.com/unodesk/unodesk/app/secret"
	"github.com/unodesk/unodesk/app/serving"
	"github.com/unodesk/unodesk/app/version"
	"github.com/unodesk/unodesk/server"
	"github.com/unodesk/unodesk/server/conformance"
	"github.com/unodesk/unodesk/server/document"
	"github.com/unodesk/unodesk/uno/attach"
)

// assemble puts a server together for the office that the watcher attaches to.
func assemble(w *attach.Watcher, settings *config.Store, o *serveOptions, log *slog.Logger) (*server.Server, error) {
	desktop := server.NewDesktop(w, func() bool { return settings.Config().App.StartOffice }, document.Options{
		StateDir: o.stateDir, Log: log,
		Folders: func() []string { return settings.Config().Doc.Folders },
		Review: func() document.Review {
			c := settings.Config().Doc
			return document.Review{
				Mode: document.ReviewMode(c.ReviewMode), Author: c.AgentName, Wait: time.Duration(c.ReviewTimeout) * time.Second,
			}
		},
	})
	token := accessToken(settings, log)
	var fixtures *server.Fixtures
	if o.conformance {
		fixtures = conformance.Fixtures()
	}
	return server.NewAttached(w, desktop, server.Options{
		Version:     version.Own(),
		Log:         log,
		Settings:    func() server.Settings { return serving.Settings(settings.Config().MCP, token) },
		Consent:     consent{settings},
		StateDir:    o.stateDir,
		EndpointDir: o.endpointDir,
		Fixtures:    fixtures,
	})
}

// accessToken is the token that the tray app or the environment has for those who need one.
func accessToken(settings *config.Store, log *slog.Logger) string {
	kept := secret.New(secret.Options{Folder: filepath.Dir(settings.Path()), Timeout: 5 * time.Second})
	token, _, err := kept.Lookup(context.Background(), secret.AccessToken)
	if err != nil {
		log.Warn("access token is not known", "err", err)
	}
	if c := settings.Config().MCP; token == "" && (c.LAN || c.TokenForAll) {
		log.Warn("nobody but unodeskctl gets in where a token is needed: there is none; make one in the tray app's settings, or set " + secret.AccessToken.Variable())
	}
	return token
}

package main

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"time"

	"github.com/adrg/xdg"
	"gopkg.in/natefinch/lumberjack.v2"

	"github.com/unodesk/unodesk/app"
	"github.com/unodesk/unodesk/app/autostart"
	"github.com/unodesk/unodesk/app/config"
	"github.com/unodesk/unodesk/app/connect"
	"github.com/unodesk/unodesk/app/program"
	"github.com/unodesk/unodesk/app/remember"
	"github.com/unodesk/unodesk/app/secret"
	"github.com/unodesk/unodesk/app/serving"
	"github.com/unodesk/unodesk/app/version"
	"github.com/unodesk/unodesk/server"
	"github.com/unodesk/unodesk/server/document"
	"github.com/unodesk/unodesk/server/endpoint"
	"github.com/unodesk/unodesk/server/tool"
	"github.com/unodesk/unodesk/uno/attach"
)

// assemble makes all parts and joins them. State is the folder for what is kept, "" for the usual ones.
func assemble(settings *config.Store, state string) (*app.App, func(), error) {
	given, endpoints := state, state
	if state == "" {
		state, endpoints = filepath.Join(xdg.StateHome, "unodesk"), endpoint.DefaultDir()
	}
	if err := os.MkdirAll(state, 0o700); err != nil {
		return nil, nil, fmt.Errorf("create state folder: %w", err)
	}
	log, closeLog := openLog(state, settings)
	login, err := loginStart(settings, given)
	if err != nil {
		log.Warn("the start at login cannot be switched", "err", err)
	}

	office := attach.NewWatcher(attach.Options{
		Profile: settings.Config().App.OfficeProfile, TCP: settings.Config().App.OfficeAddress, Log: log,
	})
	desktop := server.NewDesktop(office, func() bool { return settings.Config().App.StartOffice }, document.Options{
		StateDir: state, Log: log,
		Folders: func() []string { return settings.Config().Doc.Folders },
		Review: func() document.Review {
			c := settings.Config().Doc
			return document.Review{
				Mode: document.ReviewMode(c.ReviewMode), Author: c.AgentName, Wait: time.Duration(c.ReviewTimeout) * time.Second,
			}
		},
	})

	var core *app.App
	core = app.New(app.Options{
		Version:  version.Own(),
		Settings: settings,
		Secrets:  secret.New(secret.Options{Folder: filepath.Dir(settings.Path())}),
		Office:   office,
		Log:      log,
		NewListener: func() (app.Listener, error) {
			return server.NewAttached(office, desktop, server.Options{
				Version:     version.Own(),
				Log:         log,
				Consent:     consent{func() *app.App { return core }},
				Record:      func(r tool.Record) { core.Record(call(r)) },
				Settings:    func() server.Settings { return serverSettings(core) },
				StateDir:    state,
				EndpointDir: endpoints,
			})
		},
		EndpointDir: endpoints,
		Login:       login,
		Memory:      remember.Open(filepath.Join(state, "remembered.json")),
		Hosts: func(ctx context.Context, address string) ([]string, error) {
			return tellHosts(ctx, state, address)
		},
		Documents: func(ctx context.Context) ([]app.Document, error) { return documents(ctx, desktop) },
		Connector: func(address string) (*connect.Connector, error) { return connector(state, address) },
		TakeBack: func(ctx context.Context, uid, step string) (int, error) {
			undone, err := desktop.TakeBack(ctx, uid, step)
			return undone.Steps, err
		},
		TakeBackFrom: func(ctx context.Context, uid string, at time.Time) (int, error) {
			undone, err := desktop.TakeBackFrom(ctx, uid, at)
			return undone.Steps, err
		},
		StartOffice: func(ctx context.Context) error {
			_, err := office.StartOffice(ctx)
			return err
		},
	})
	return core, closeLog, nil
}

// loginStart starts this program at login, with what it was given now.
func loginStart(settings *config.Store, state string) (app.LoginStart, error) {
	own, err := os.Executable()
	if err != nil {
		return nil, err
	}
	login := autostart.Login{Program: own}
	if settings.Path() != config.DefaultPath() {
		login.Args = append(login.Args, "--config", settings.Path())
	}
	if state != "" {
		login.Args = append(login.Args, "--state", state)
	}
	return login, nil
}

// serverSettings is asked anew for each request, so that a change takes effect at once.
func serverSettings(core *app.App) server.Settings {
	return serving.Settings(core.Settings().MCP, core.AccessToken())
}

// tellHosts gives AI programs that were connected the address. Those that start the bridge find it by themselves.
func tellHosts(ctx context.Context, state, address string) ([]string, error) {
	c, err := connector(state, address)
	if err != nil {
		return nil, err
	}
	return c.Refresh(ctx)
}

// connector enters address in the settings of AI programs.
func connector(state, address string) (*connect.Connector, error) {
	system, err := connect.ThisSystem()
	if err != nil {
		return nil, err
	}
	bridge, _ := program.Find(program.CommandLine) // without it those that start the bridge cannot be connected, which Plan says
	target := connect.Target{URL: address, Program: bridge}
	return &connect.Connector{System: system, Target: target, State: state, OwnCommands: true}, nil
}

func call(r tool.Record) app.Call {
	c := app.Call{
		At: r.At, Took: r.Took, Host: r.Host, Protocol: r.Protocol, Tool: r.Tool, Title: r.Title, DryRun: r.DryRun,
		Document: r.Document, UID: r.UID, Code: r.Code, Message: r.Message, Step: r.Step,
	}
	if r.Tool != "" {
		c.Effect = r.Effect.String()
	}
	return c
}

func documents(ctx context.Context, desktop *document.Desktop) ([]app.Document, error) {
	open, err := desktop.List(ctx)
	if err != nil {
		return nil, err
	}
	list := make([]app.Document, len(open))
	for i, d := range open {
		list[i] = app.Document{UID: d.UID, Name: d.Title, Path: d.Path, Type: d.DocType, Active: d.IsActive, Modified: d.Modified}
	}
	return list, nil
}

// openLog writes to a file of bounded size, and warnings to the terminal as well.
func openLog(state string, settings *config.Store) (*slog.Logger, func()) {
	file := &lumberjack.Logger{Filename: filepath.Join(state, "unodesk.log"), MaxSize: 5, MaxBackups: 2}
	level := levelOf{settings}
	log := slog.New(slog.NewMultiHandler(
		slog.NewTextHandler(file, &slog.HandlerOptions{Level: level}),
		slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelWarn}),
	))
	return log, closer(file)
}

func closer(c io.Closer) func() { return func() { _ = c.Close() } }

// levelOf is the log level that the settings say, as they say it now.
type levelOf struct{ settings *config.Store }

// Level implements slog.Leveler.
func (l levelOf) Level() slog.Level {
	var level slog.Level
	if level.UnmarshalText([]byte(l.settings.Config().App.LogLevel)) != nil {
		return slog.LevelInfo
	}
	return level
}

package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"path/filepath"
	"sync"
	"time"

	"github.com/adrg/xdg"

	"github.com/unodesk/unodesk/app/config"
	"github.com/unodesk/unodesk/app/port"
	"github.com/unodesk/unodesk/server"
	"github.com/unodesk/unodesk/server/endpoint"
	"github.com/unodesk/unodesk/uno/attach"
)

// serveOptions are the flags of serve.
type serveOptions struct {
	port            int
	office, profile string
	tcp             string
	config, state   string
	stateDir        string // of keys and notes
	endpointDir     string // of the file by which others find the server
	conformance     bool
}

// answerTime is how long a server that has just started may take to answer itself.
const answerTime = 20 * time.Second

// stopTime bounds the stop of the server, open streams included.
const stopTime = 2 * time.Second

func serveFlags(c *console, args []string) (*serveOptions, error) {
	o := &serveOptions{}
	flags := newFlags("serve")
	flags.IntVar(&o.port, "port", -1, "`port` to listen on, 0 for any free one; without it that of the settings")
	flags.StringVar(&o.office, "office", "attach", "attach to the user's LibreOffice, or start a `private` one without windows")
	flags.StringVar(&o.profile, "profile", "", "`folder` or URL of the LibreOffice profile to use")
	flags.StringVar(&o.tcp, "tcp", "", "`host:port` of a LibreOffice that was started with an acceptor there")
	flags.StringVar(&o.config, "config", config.DefaultPath(), "settings `file`")
	flags.StringVar(&o.state, "state", "", "`folder` for all that is kept between runs")
	flags.BoolVar(&o.conformance, "conformance", false, "also serve what the MCP conformance suites ask for")
	if _, err := parse(c, flags, args, 0, 0); err != nil {
		return nil, err
	}
	switch {
	case o.office != "attach" && o.office != "private":
		return nil, usageError{fmt.Sprintf("--office is attach or private, not %q", o.office)}
	case o.office == "private" && o.profile != "":
		return nil, usageError{"a private office makes its own profile; leave --profile out"}
	case o.tcp != "" && (o.profile != "" || o.office == "private"):
		return nil, usageError{"--tcp names an office by itself; leave --profile and --office private out"}
	case o.port < -1 || o.port > 65535:
		return nil, usageError{fmt.Sprintf("there is no port %d", o.port)}
	}
	o.stateDir, o.endpointDir = o.state, o.state
	if o.state == "" {
		o.stateDir, o.endpointDir = filepath.Join(xdg.StateHome, "unodesk"), endpoint.DefaultDir()
	}
	return o, nil
}

// serve runs the server until ctx ends.
func serve(ctx context.Context, c *console, args []string) error {
	o, err := serveFlags(c, args)
	if err != nil {
		return err
	}
	settings, err := config.Open(o.config)
	if err != nil {
		return err
	}
	for _, p := range settings.Problems() {
		fmt.Fprintln(c.err, "unodeskctl serve: settings:", p)
	}
	if o.port < 0 {
		o.port = settings.Config().MCP.Port
	}
	log := newLog(c, settings)
	if o.office == "private" {
		private, err := startPrivate(ctx, log)
		if err != nil {
			return err
		}
		defer private.close()
		o.profile = private.profile
	} else if o.profile == "" && o.tcp == "" {
		o.profile, o.tcp = settings.Config().App.OfficeProfile, settings.Config().App.OfficeAddress
	}
	return serveOffice(ctx, c, o, settings, log)
}

// serveOffice attaches to an office and serves its documents.
func serveOffice(ctx context.Context, c *console, o *serveOptions, settings *config.Store, log *slog.Logger) error {
	watcher := attach.NewWatcher(attach.Options{Profile: o.profile, TCP: o.tcp, Log: log})
	s, err := assemble(watcher, settings, o, log)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(ctx)
	var background sync.WaitGroup
	defer background.Wait()
	defer cancel()
	background.Go(func() { report(log, "office watcher", watcher.Run(ctx)) })
	background.Go(func() { report(log, "settings watcher", settings.Watch(ctx, func() {})) })
	if err := freePort(ctx, c, o); err != nil {
		return err
	}
	if err := s.Start(o.port); err != nil {
		return err
	}
	if o.office == "private" {
		_, _ = watcher.Office(ctx) // it runs: callers need not wait for it
	}
	err = answers(ctx, s.Address())
	switch {
	case err == nil:
		fmt.Fprintln(c.out, "listening on", s.Address())
		<-ctx.Done()
	case ctx.Err() != nil:
		err = nil
	default:
		err = fmt.Errorf("the server does not answer itself: %w", err)
	}
	return errors.Join(err, stopServer(s))
}

// freePort ends a server of ours that holds the port and answers no more. Of others it says who they are, and which port
// is free instead.
func freePort(ctx context.Context, c *console, o *serveOptions) error {
	if o.port == 0 || port.Free(o.port) {
		return nil
	}
	held, hard, err := port.Cleaner{Dir: o.endpointDir}.Clean(ctx, o.port)
	instead := ""
	if next, err := port.Next(o.port); err == nil {
		instead = fmt.Sprintf("; port %d is free: --port %d", next, next)
	}
	switch {
	case err != nil:
		return err
	case held.Kind == port.Stuck:
		how := "ended"
		if hard {
			how = "killed"
		}
		fmt.Fprintf(c.err, "unodeskctl serve: %s an old Unodesk (process %d) that did not answer any more\n", how, held.PID)
	case held.Kind == port.Ours:
		return fmt.Errorf("port %d is in use by a Unodesk that runs already (process %d): use that, or stop it first%s", o.port, held.PID, instead)
	case held.Kind == port.Foreign && held.PID != 0:
		return fmt.Errorf("port %d is in use by %s (process %d)%s", o.port, held.Program, held.PID, instead)
	}
	return nil
}

func stopServer(s *server.Server) error {
	ctx, cancel := context.WithTimeout(context.Background(), stopTime)
	defer cancel()
	return s.Stop(ctx)
}

// answers waits until the server at address answers, which takes seconds on a computer that has just started.
func answers(ctx context.Context, address string) error {
	ctx, cancel := context.WithTimeout(ctx, answerTime)
	defer cancel()
	for {
		_, err := (&client{http: direct(), address: address}).health(ctx)
		if err == nil || ctx.Err() != nil {
			return err
		}
	}
}

func report(log *slog.Logger, what string, err error) {
	if err != nil && !errors.Is(err, context.Canceled) {
		log.Error(what+" ended", "err", err)
	}
}

// newLog writes to the error output, as much as the settings say.
func newLog(c *console, settings *config.Store) *slog.Logger {
	var level slog.Level
	if level.UnmarshalText([]byte(settings.Config().App.LogLevel)) != nil {
		level = slog.LevelInfo
	}
	return slog.New(slog.NewTextHandler(c.err, &slog.HandlerOptions{Level: level}))
}

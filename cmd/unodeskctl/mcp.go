package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"os"
	"strconv"

	"github.com/unodesk/unodesk/app/config"
	"github.com/unodesk/unodesk/app/program"
	"github.com/unodesk/unodesk/app/version"
	"github.com/unodesk/unodesk/server/bridge"
)

// The variables that say which server mcp uses, for AI programs that can set
// those more easily than arguments.
const (
	urlVariable   = "UNODESK_MCP_URL"
	tokenVariable = "UNODESK_MCP_TOKEN"
)

// errAway is what a model reads when there is no server and none is started.
var errAway = errors.New("it is not running; ask the user to start Unodesk and to switch it on, then try again")

// bridgeStdio is the server that an AI program starts itself.
func bridgeStdio(ctx context.Context, c *console, args []string) error {
	flags := newFlags("mcp")
	address := flags.String("url", os.Getenv(urlVariable), "`address` of the server, such as http://127.0.0.1:8765/mcp; without it the one that runs. Its access token, if it wants one, is read from "+tokenVariable)
	settings := flags.String("config", config.DefaultPath(), "settings `file`")
	state := stateFlag(flags)
	verbose := flags.Bool("verbose", false, "say on the error output what goes on")
	if _, err := parse(c, flags, args, 0, 0); err != nil {
		return err
	}
	o := bridge.Options{Version: version.Own(), In: c.in, Out: c.out}
	if *verbose {
		o.Log = slog.New(slog.NewTextHandler(c.err, &slog.HandlerOptions{Level: slog.LevelDebug}))
	}
	if *address == "" {
		o.Server = func() (bridge.Target, error) { return runningServer(*state) }
		o.Launch = func() error { return launchApp(*settings, *state) }
		return bridge.Run(ctx, o)
	}
	if u, err := url.Parse(*address); err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		return usageError{fmt.Sprintf("%q is no address of a server; one looks like http://127.0.0.1:8765/mcp", *address)}
	}
	target := bridge.Target{Address: *address, Token: os.Getenv(tokenVariable)}
	o.Server = func() (bridge.Target, error) { return target, nil }
	return bridge.Run(ctx, o)
}

// runningServer is the running server as the bridge wants it.
func runningServer(state string) (bridge.Target, error) {
	e, err := endpointOf(state, errAway)
	if err != nil {
		return bridge.Target{}, err
	}
	return bridge.Target{Address: e.Address, Token: e.Token, Run: strconv.Itoa(e.PID) + "-" + strconv.FormatInt(e.Started, 10) + "-" + e.Token}, nil
}

// launchApp starts the tray app, if the settings allow that.
func launchApp(settings, state string) error {
	c, _, err := config.Load(settings)
	switch {
	case err != nil:
		return err
	case !c.MCP.Enabled:
		return errors.New("AI access is switched off in the settings of Unodesk")
	case !c.App.StartForPrograms:
		return errors.New("the settings do not let AI programs start Unodesk")
	}
	app, err := program.Find(program.Tray)
	if err != nil {
		return err
	}
	args := []string{}
	if settings != config.DefaultPath() {
		args = append(args, "--config", settings)
	}
	if state != "" {
		args = append(args, "--state", state)
	}
	return startDetached(app, args...)
}

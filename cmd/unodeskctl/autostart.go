package main

import (
	"context"
	"fmt"
	"runtime"

	"github.com/unodesk/unodesk/app/autostart"
	"github.com/unodesk/unodesk/app/program"
)

// startAtLogin switches the start of the tray app at login.
func startAtLogin(_ context.Context, c *console, args []string) error {
	words, err := parse(c, newFlags("autostart"), args, 1, 1)
	if err != nil {
		return err
	}
	app, missing := program.Find(program.Tray)
	login := autostart.Login{Program: app}
	switch words[0] {
	case "on":
		if missing != nil {
			return missing
		}
		if err := login.On(); err != nil {
			return err
		}
	case "off":
		if err := login.Off(); err != nil {
			return err
		}
	case "status":
	default:
		return usageError{fmt.Sprintf("autostart takes on, off or status, not %q", words[0])}
	}
	s, err := login.State()
	switch {
	case err != nil:
		return err
	case s.Current:
		_, err = fmt.Fprintf(c.out, "on: %s starts at login (%s)\n", app, s.Where)
	case s.On:
		_, err = fmt.Fprintf(c.out, "on, but in another way than \"unodeskctl autostart on\" would make it now (%s)\n", s.Where)
	default:
		_, err = fmt.Fprintln(c.out, "off: Unodesk does not start at login")
	}
	return err
}

// backgroundService installs and steers a server without a desktop.
func backgroundService(ctx context.Context, c *console, args []string) error {
	if len(args) == 0 {
		return usageError{"an argument is missing"}
	}
	own, err := ownProgram()
	if err != nil {
		return err
	}
	word, rest := args[0], args[1:]
	s := autostart.Service{Program: own, Args: append([]string{"serve"}, rest...)}
	if runtime.GOOS == "windows" { // where a service must talk to the system
		s.Args = append([]string{"service", "run"}, rest...)
	}
	if word != "install" && word != "run" && len(rest) > 0 {
		return usageError{fmt.Sprintf("argument %q is one too many", rest[0])}
	}
	switch word {
	case "install":
		if _, err := serveFlags(c, rest); err != nil {
			return err
		}
		if err := s.Install(); err != nil {
			return err
		}
		_, err = fmt.Fprintln(c.out, "installed; start it now with: unodeskctl service start")
		return err
	case "run": // what the system starts
		return s.Run(func(ctx context.Context) error { return serve(ctx, c, rest) })
	case "uninstall":
		return s.Uninstall()
	case "start":
		return s.Start()
	case "stop":
		return s.Stop()
	case "status":
		running, err := s.Running()
		if err != nil {
			return err
		}
		_, err = fmt.Fprintln(c.out, map[bool]string{true: "running", false: "installed, not running"}[running])
		return err
	}
	return usageError{fmt.Sprintf("service takes install, uninstall, start, stop or status, not %q", word)}
}

package main

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/adrg/xdg"

	"github.com/unodesk/unodesk/app/config"
	"github.com/unodesk/unodesk/app/connect"
	"github.com/unodesk/unodesk/server/endpoint"
)

// connectHost enters Unodesk in the settings of an AI program.
func connectHost(ctx context.Context, c *console, args []string) error {
	flags := newFlags("connect")
	show := flags.Bool("print", false, "say what would change, and change nothing")
	undo := flags.Bool("undo", false, "put the program's settings back as they were")
	settings := flags.String("config", config.DefaultPath(), "settings `file`")
	state := stateFlag(flags)
	words, err := parse(c, flags, args, 0, 1)
	if err != nil {
		return err
	}
	to, err := connector(*settings, *state)
	switch {
	case err != nil:
		return err
	case len(words) == 0 && (*undo || *show):
		return usageError{"name the AI program"}
	case len(words) == 0:
		return listHosts(c, to)
	}
	host, err := connect.Lookup(words[0])
	switch {
	case err != nil:
		return usageError{err.Error()}
	case *undo:
		path, err := to.Undo(host.ID)
		if err == nil {
			fmt.Fprintf(c.out, "%s is as it was.\n", path)
		}
		return err
	case host.Manual != "":
		_, err := fmt.Fprintf(c.out, "%s The address is %s\n", host.Manual, to.Target.URL)
		return err
	}
	change, err := to.Plan(host.ID)
	if err != nil {
		return err
	}
	if *show {
		return printChange(c, to, change)
	}
	return applyChange(ctx, c, to, change)
}

// connector connects hosts to the server that runs, or to where the settings say that one will.
func connector(settings, state string) (*connect.Connector, error) {
	system, err := connect.ThisSystem()
	if err != nil {
		return nil, err
	}
	program, err := ownProgram()
	if err != nil {
		return nil, err
	}
	c, _, err := config.Load(settings)
	if err != nil {
		return nil, err
	}
	url := endpoint.AddressAt(c.MCP.Port)
	if running, err := runningServer(state); err == nil {
		url = running.Address
	}
	var elsewhere []string // the bridge must look where we did
	if settings != config.DefaultPath() {
		elsewhere = append(elsewhere, "--config", settings)
	}
	if state == "" {
		state = filepath.Join(xdg.StateHome, "unodesk")
	} else {
		elsewhere = append(elsewhere, "--state", state)
	}
	target := connect.Target{URL: url, Program: program, Args: elsewhere}
	return &connect.Connector{System: system, Target: target, State: state, OwnCommands: true}, nil
}

func listHosts(c *console, to *connect.Connector) error {
	for _, f := range to.Hosts() {
		state := "not found"
		switch {
		case f.Manual != "":
			state = "by hand: " + f.Manual
		case f.Problem != nil:
			state = f.Problem.Error()
		case f.Connected:
			state = "connected, in " + f.Path
		case f.Installed:
			state = "found; connect it with: unodeskctl connect " + f.ID
		}
		fmt.Fprintf(c.out, "%-15s %s: %s\n", f.ID, f.Name, state)
	}
	return nil
}

func printChange(c *console, to *connect.Connector, change *connect.Change) error {
	if command := change.Host.Command(to.Target); command != nil {
		fmt.Fprintf(c.out, "Its own command: %s\n", strings.Join(command, " "))
	}
	if link := change.Host.Link(to.Target); link != "" {
		fmt.Fprintf(c.out, "A link that asks it to connect: %s\n", link)
	}
	if !change.Needed() {
		_, err := fmt.Fprintf(c.out, "%s is connected already; %s needs no change.\n", change.Host.Name, change.Path)
		return err
	}
	_, err := fmt.Fprintf(c.out, "%s:\n%s", change.Path, change.Diff())
	return err
}

func applyChange(ctx context.Context, c *console, to *connect.Connector, change *connect.Change) error {
	if change.Needed() {
		if err := to.Apply(ctx, change); err != nil {
			return err
		}
		fmt.Fprintf(c.out, "%s:\n%s", change.Path, change.Diff())
		fmt.Fprintf(c.out, "%s is connected. To put its settings back: unodeskctl connect %s --undo\n", change.Host.Name, change.Host.ID)
	} else {
		fmt.Fprintf(c.out, "%s is connected already.\n", change.Host.Name)
	}
	tools, err := to.Try(ctx, change.Host.ID)
	switch {
	case errors.Is(err, connect.ErrNoServer):
		fmt.Fprintf(c.out, "Not tried out: %v.\n", err)
	case err != nil:
		return fmt.Errorf("%s would not get through: %w", change.Host.Name, err)
	default:
		fmt.Fprintf(c.out, "Tried out the way that it takes: %d tools.\n", tools)
	}
	_, err = fmt.Fprintln(c.out, change.Host.After)
	return err
}

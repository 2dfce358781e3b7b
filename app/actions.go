package app

import (
	"context"
	"errors"
	"fmt"
	"log/slog"

	"github.com/unodesk/unodesk/app/config"
	"github.com/unodesk/unodesk/app/connect"
	"github.com/unodesk/unodesk/server/endpoint"
)

// StartServer switches the server on and keeps it so. After a failed start it tries again.
func (a *App) StartServer(ctx context.Context) error { return a.switchServer(ctx, true) }

// StopServer switches the server off and keeps it so.
func (a *App) StopServer(ctx context.Context) error { return a.switchServer(ctx, false) }

func (a *App) switchServer(ctx context.Context, on bool) error {
	return a.change(ctx, func(c *config.Config) error {
		c.MCP.Enabled = on
		return nil
	})
}

// UsePort keeps another port and switches the server on.
func (a *App) UsePort(ctx context.Context, port int) error {
	return a.change(ctx, func(c *config.Config) error {
		c.MCP.Port, c.MCP.Enabled = port, true
		return nil
	})
}

// FreePort returns a free port above another.
func (a *App) FreePort(above int) (int, error) { return a.o.Port.Next(above) }

// SaveSettings saves what differs between before, which the user saw, and after, which the user made of it. Settings
// that were changed elsewhere in the meantime stay.
func (a *App) SaveSettings(ctx context.Context, before, after config.Config) error {
	return a.change(ctx, func(c *config.Config) error {
		config.Copy(c, after, config.Diff(before, after))
		return nil
	})
}

func (a *App) change(ctx context.Context, change func(*config.Config) error) error {
	if err := a.o.Settings.Update(ctx, change); err != nil {
		return err
	}
	a.post(a.onSettings)
	return nil
}

// Connector enters the server's address in the settings of AI programs: that of the one that runs, or where one will be.
func (a *App) Connector() (*connect.Connector, error) {
	address := a.Snapshot().Server.Address
	if address == "" {
		address = endpoint.AddressAt(a.Settings().MCP.Port)
	}
	return a.o.Connector(address)
}

// ProbeNow asks the server how it is and shows that it is being asked.
func (a *App) ProbeNow() { a.post(func() { a.startProbe(true) }) }

// Watching says whether somebody looks at the state, which is then looked at more often.
func (a *App) Watching(on bool) {
	a.post(func() {
		a.watching = on
		if on {
			a.probeIfDue()
			a.documentsIfDue()
			a.countTraffic()
		}
	})
}

// StartOffice starts LibreOffice: only ever on the user's word.
func (a *App) StartOffice(ctx context.Context) error {
	if err := a.o.StartOffice(ctx); err != nil {
		return fmt.Errorf("start LibreOffice: %w", err)
	}
	return nil
}

// Settings returns the settings in use, for parts that ask anew each time.
func (a *App) Settings() config.Config { return a.o.Settings.Config() }

// settingsProblems turns what is wrong with the settings file into problems.
func settingsProblems(s SettingsStore) []Problem {
	var problems []Problem
	for _, err := range s.Problems() {
		problems = append(problems, settingsProblem(err))
	}
	return problems
}

func settingsProblem(err error) Problem {
	var broken *config.BrokenFileError
	var refused *config.ValueError
	switch {
	case errors.As(err, &broken) && broken.Kept != "":
		args := map[string]any{"path": broken.Path, "reason": broken.Err.Error(), "kept": broken.Kept}
		return Problem{Code: SettingsKept, Args: args, Err: err}
	case errors.As(err, &broken):
		return Problem{Code: SettingsBroken, Args: map[string]any{"path": broken.Path, "reason": broken.Err.Error()}, Err: err}
	case errors.As(err, &refused):
		return Problem{Code: SettingRefused, Args: map[string]any{"setting": refused.Field.Key}, Err: err}
	default:
		return *unexpected(err)
	}
}

// Log returns the log of the app, for the parts around it.
func (a *App) Log() *slog.Logger { return a.o.Log }

package autostart

import (
	"errors"
	"fmt"

	"golang.org/x/sys/windows"
	"golang.org/x/sys/windows/registry"
)

// What Windows starts with the user's session; no administrator is needed.
const (
	runKey   = `Software\Microsoft\Windows\CurrentVersion\Run`
	runValue = "Unodesk"
)

func (l Login) command() string {
	return windows.ComposeCommandLine(append([]string{l.Program}, l.Args...))
}

// On lets the program start at the next login.
func (l Login) On() error {
	key, _, err := registry.CreateKey(registry.CURRENT_USER, runKey, registry.SET_VALUE)
	if err != nil {
		return fmt.Errorf("switch the start at login on: %w", err)
	}
	defer key.Close()
	if err := key.SetStringValue(runValue, l.command()); err != nil {
		return fmt.Errorf("switch the start at login on: %w", err)
	}
	return nil
}

// Off takes that back.
func (l Login) Off() error {
	key, err := registry.OpenKey(registry.CURRENT_USER, runKey, registry.SET_VALUE)
	if errors.Is(err, registry.ErrNotExist) {
		return nil
	}
	if err == nil {
		defer key.Close()
		err = key.DeleteValue(runValue)
	}
	if err != nil && !errors.Is(err, registry.ErrNotExist) {
		return fmt.Errorf("switch the start at login off: %w", err)
	}
	return nil
}

// State says what happens at login now.
func (l Login) State() (State, error) {
	s := State{Where: `HKEY_CURRENT_USER\` + runKey + `\` + runValue}
	key, err := registry.OpenKey(registry.CURRENT_USER, runKey, registry.QUERY_VALUE)
	if err == nil {
		defer key.Close()
		var have string
		have, _, err = key.GetStringValue(runValue)
		s.On, s.Current = err == nil, err == nil && have == l.command()
	}
	if err != nil && !errors.Is(err, registry.ErrNotExist) {
		return s, fmt.Errorf("read what starts at login: %w", err)
	}
	return s, nil
}

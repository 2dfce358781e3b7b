package autostart

import "github.com/adrg/xdg"

// On lets the program start at the next login.
func (l Login) On() error { return writeFile(agentPath(xdg.Home), l.agentFile()) }

// Off takes that back.
func (l Login) Off() error { return removeFile(agentPath(xdg.Home)) }

// State says what happens at login now.
func (l Login) State() (State, error) { return fileState(agentPath(xdg.Home), l.agentFile()) }

//go:build unix && !darwin

package autostart

// On lets the program start at the next login.
func (l Login) On() error { return writeFile(desktopPath(), l.desktopFile()) }

// Off takes that back.
func (l Login) Off() error { return removeFile(desktopPath()) }

// State says what happens at login now.
func (l Login) State() (State, error) { return fileState(desktopPath(), l.desktopFile()) }

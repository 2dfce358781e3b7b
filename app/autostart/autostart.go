// Package autostart lets Unodesk start when the user logs in, and run as a background service where there is no desktop.
//
// Start from [Login] for the app in the user's session, and from [Service] for the server in the background. Both belong
// to one user and need no administrator, but for the service on Windows.
package autostart

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/adrg/xdg"

	"github.com/unodesk/unodesk/app/internal/wholefile"
)

// ID names the app to desktops.
const ID = "io.github.unodesk.Unodesk"

// Login is the start of a program at login, in the way of the desktop: a file in the autostart folder on Linux, an agent
// on a Mac, a value in the registry on Windows.
type Login struct {
	Program string // absolute path
	Args    []string
}

// State says what happens at login.
type State struct {
	On      bool
	Current bool   // it is this program with these arguments that starts
	Where   string // the file or registry key that says so
}

// fileState is the state as a file says it, that should hold want.
func fileState(path, want string) (State, error) {
	text, err := os.ReadFile(path)
	switch {
	case errors.Is(err, os.ErrNotExist):
		return State{Where: path}, nil
	case err != nil:
		return State{Where: path}, fmt.Errorf("read what starts at login: %w", err)
	}
	on := !switchedOff(string(text))
	return State{On: on, Current: on && string(text) == want, Where: path}, nil
}

// switchedOff reports whether the user has switched an autostart file off in the settings of the desktop.
func switchedOff(text string) bool {
	for line := range strings.Lines(text) {
		switch key, value, _ := strings.Cut(strings.TrimSpace(line), "="); {
		case strings.TrimSpace(key) == "Hidden" && strings.TrimSpace(value) == "true",
			strings.TrimSpace(key) == "X-GNOME-Autostart-enabled" && strings.TrimSpace(value) == "false":
			return true
		}
	}
	return false
}

func writeFile(path, text string) error {
	err := os.MkdirAll(filepath.Dir(path), 0o755)
	if err == nil {
		err = wholefile.Write(path, []byte(text), 0o644)
	}
	if err != nil {
		return fmt.Errorf("switch the start at login on: %w", err)
	}
	return nil
}

func removeFile(path string) error {
	if err := os.Remove(path); err != nil && !errors.Is(err, os.ErrNotExist) {
		return fmt.Errorf("switch the start at login off: %w", err)
	}
	return nil
}

// desktopPath is where desktops look for what starts with the session.
func desktopPath() string { return filepath.Join(xdg.ConfigHome, "autostart", ID+".desktop") }

// desktopFile is an autostart file of the XDG specification.
func (l Login) desktopFile() string {
	return `[Desktop Entry]
Type=Application
Name=Unodesk
Comment=Let AI programs work in your open LibreOffice documents
Exec=` + execLine(append([]string{l.Program}, l.Args...)) + `
Icon=` + ID + `
Terminal=false
X-GNOME-Autostart-enabled=true
`
}

// execLine quotes a command as desktop files want it: in the manner of a shell, and once more as the text of a value.
func execLine(words []string) string {
	quote := strings.NewReplacer(`\`, `\\`, `"`, `\"`, "`", "\\`", `$`, `\$`, `%`, `%%`)
	value := strings.NewReplacer(`\`, `\\`)
	for i, w := range words {
		if w == "" || strings.ContainsAny(w, " \t\n\"'\\><~|&;$*?#()`%") {
			w = `"` + quote.Replace(w) + `"`
		}
		words[i] = value.Replace(w)
	}
	return strings.Join(words, " ")
}

// agentPath is where a Mac looks for agents of a user.
func agentPath(home string) string {
	return filepath.Join(home, "Library", "LaunchAgents", ID+".plist")
}

// agentFile is a launchd agent that starts once, in the graphical session only, and stays ended when it was quit.
func (l Login) agentFile() string {
	var args strings.Builder
	for _, w := range append([]string{l.Program}, l.Args...) {
		args.WriteString("\t\t<string>" + escaped(w) + "</string>\n")
	}
	return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
	<key>Label</key>
	<string>` + ID + `</string>
	<key>ProgramArguments</key>
	<array>
` + args.String() + `	</array>
	<key>RunAtLoad</key>
	<true/>
	<key>KeepAlive</key>
	<false/>
	<key>LimitLoadToSessionType</key>
	<string>Aqua</string>
	<key>ProcessType</key>
	<string>Interactive</string>
</dict>
</plist>
`
}

func escaped(text string) string {
	var b bytes.Buffer
	_ = xml.EscapeText(&b, []byte(text)) // a buffer takes everything
	return b.String()
}

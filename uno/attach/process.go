package attach

import (
	"slices"
	"strings"
	"time"
)

// process is a running office program, or one that is about to become one.
type process struct {
	pid, parent int
	name        string   // soffice.bin, oosplash …
	program     string   // path of the executable, "" if not known
	arguments   []string // with the program at the front, nil if not known
	started     time.Time
	// identity differs between two processes that have the same pid one after
	// the other.
	identity string
	// root is what stands before the paths that the process sees, "" outside
	// of sandboxes.
	root string
	// usual is the profile that it would use by itself, as its surroundings are.
	usual string
	// noWindows says that its surroundings tell it to have no windows.
	noWindows bool
}

// profile gives the URL of the user installation by the command line.
func (p process) profile() string {
	const option = "-env:UserInstallation="
	for _, a := range p.arguments {
		// The office takes the option with one or two dashes.
		if i := strings.Index(a, option); i == 0 || i == 1 && a[0] == '-' {
			return strings.TrimSuffix(a[i+len(option):], "/")
		}
	}
	if p.arguments == nil {
		return ""
	}
	if p.usual != "" {
		return p.usual
	}
	return defaultProfiles()[0]
}

// headless reports whether the command line asks for an office without
// windows; some tasks imply it.
func (p process) headless() bool {
	return p.noWindows || slices.ContainsFunc(p.arguments, func(a string) bool {
		switch "-" + strings.TrimLeft(a, "-") {
		case "-headless", "-convert-to", "-cat", "-print-to-file":
			return strings.HasPrefix(a, "-")
		}
		return false
	})
}

// isOffice reports whether a program's name is one of an office's.
func isOffice(name string) bool {
	switch name {
	case "soffice.bin", "soffice", "oosplash":
		return true
	}
	return false
}

package attach

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// Program is an installed LibreOffice.
type Program struct {
	Path string // of what starts it
	Kind string // "system", "folder", "snap", "flatpak", "bundle"
}

// ErrNotInstalled is the cause when no LibreOffice was found to start.
var ErrNotInstalled = errors.New("no LibreOffice found; get it from https://www.libreoffice.org/download or give the path of its program")

// Find gives the LibreOffice to start: the one that the user names by the path
// of its program or of its folder, else the first of Installed.
func Find(path string) (Program, error) {
	if path != "" {
		return named(path)
	}
	list := Installed()
	if len(list) == 0 {
		return Program{}, ErrNotInstalled
	}
	return list[0], nil
}

// named finds the program at a path that a user gave.
func named(path string) (Program, error) {
	candidates := []string{path}
	for _, name := range programNames() {
		candidates = append(candidates, filepath.Join(path, name), filepath.Join(path, "program", name),
			filepath.Join(path, "Contents/MacOS", name))
	}
	for _, c := range candidates {
		if isProgram(c) {
			return Program{c, "folder"}, nil
		}
	}
	return Program{}, fmt.Errorf("%s holds no LibreOffice program", path)
}

// Installed lists the LibreOffice programs of this computer: the one that the
// search path has first, then the newest of those in folders of their own.
func Installed() []Program {
	var list []Program
	add := func(p Program) {
		same := func(h Program) bool { return realPath(h.Path) == realPath(p.Path) }
		if isProgram(p.Path) && !slices.ContainsFunc(list, same) {
			list = append(list, p)
		}
	}
	for _, name := range programNames() {
		if path, err := exec.LookPath(name); err == nil {
			add(Program{path, kindOf(path)})
		}
	}
	for _, place := range places() {
		found, _ := filepath.Glob(place.Path) // the patterns are well-formed
		slices.Reverse(found)                 // libreoffice25.8 before libreoffice7.6
		slices.SortStableFunc(found, func(a, b string) int { return versionIn(b) - versionIn(a) })
		for _, path := range found {
			add(Program{path, place.Kind})
		}
	}
	return list
}

// kindOf tells what a program on the search path belongs to.
func kindOf(path string) string {
	switch real := realPath(path); {
	case strings.HasPrefix(path, "/snap/") || strings.HasPrefix(real, "/snap/") || filepath.Base(real) == "snap":
		return "snap"
	case strings.Contains(path, "flatpak"):
		return "flatpak"
	case strings.Contains(real, ".app/"):
		return "bundle"
	}
	return "system"
}

// versionIn gives the first number in a path times 100 plus the one after a
// dot: 706 for /opt/libreoffice7.6/program/soffice.
func versionIn(path string) int {
	var parts [2]int
	n, digits := 0, false
	for _, c := range path {
		switch {
		case '0' <= c && c <= '9' && parts[n] < 1000:
			parts[n], digits = 10*parts[n]+int(c-'0'), true
		case c == '.' && digits && n == 0:
			n = 1
		case digits:
			return 100*parts[0] + parts[1]
		}
	}
	return 100*parts[0] + parts[1]
}

func isProgram(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular() && (info.Mode()&0o111 != 0 || filepath.Ext(path) == ".exe")
}

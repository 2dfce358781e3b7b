package attach

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
)

// Program is an installed LibreOffice.
type Program struct {
	Path    string // of what starts it
	Kind    string // "system", "folder", "snap", "flatpak", "bundle", "homebrew"
	Version string // such as "7.4", "" where that cannot be read
}

// ErrNotInstalled is the cause when no LibreOffice was found to start.
var ErrNotInstalled = errors.New("no LibreOffice found; get it from https://www.libreoffice.org/download or give the path of its program")

// Find gives the LibreOffice to start: the one that the user names by the path
// of its program or of its folder, else the first of Installed.
func Find(path string) (Program, error) { return thisComputer().find(path) }

// Installed lists the LibreOffice programs of this computer: the one that the
// search path has first, then the newest of those in folders of their own. On
// macOS bundles come first, because what the search path has starts one.
func Installed() []Program { return thisComputer().installed() }

func (c *computer) find(path string) (Program, error) {
	if path != "" {
		return c.named(path)
	}
	list := c.installed()
	if len(list) == 0 {
		return Program{}, ErrNotInstalled
	}
	return list[0], nil
}

// named finds the program at a path that a user gave.
func (c *computer) named(path string) (Program, error) {
	candidates := []string{path}
	for _, name := range c.names() {
		candidates = append(candidates, filepath.Join(path, name), filepath.Join(path, "program", name),
			filepath.Join(path, "Contents/MacOS", name))
	}
	for _, path := range candidates {
		if c.isProgram(path) {
			return Program{path, "folder", c.version(path, "")}, nil
		}
	}
	return Program{}, fmt.Errorf("%s holds no LibreOffice program", path)
}

func (c *computer) installed() []Program {
	var list []Program
	add := func(path, kind, folder string) {
		same := func(h Program) bool { return c.realPath(h.Path) == c.realPath(path) }
		if c.isProgram(path) && !slices.ContainsFunc(list, same) {
			list = append(list, Program{path, kind, c.version(path, folder)})
		}
	}
	searchPath := func() {
		for _, name := range c.names() {
			if path, err := c.lookPath(name); err == nil {
				add(path, c.kindOf(path), c.folderOf(path))
			}
		}
	}
	if c.system != "darwin" {
		searchPath()
	}
	for _, place := range c.places() {
		found := c.glob(place.pattern)
		slices.Reverse(found) // libreoffice25.8 before libreoffice7.6
		slices.SortStableFunc(found, func(a, b string) int { return versionIn(b) - versionIn(a) })
		for _, path := range found {
			add(path, place.kind, place.folder)
		}
	}
	if c.system == "darwin" {
		searchPath()
	}
	return list
}

// kindOf tells what a program on the search path belongs to.
func (c *computer) kindOf(path string) string {
	switch real := c.realPath(path); {
	case strings.HasPrefix(path, "/snap/") || strings.HasPrefix(real, "/snap/") || filepath.Base(real) == "snap":
		return "snap"
	case strings.Contains(path, "flatpak"):
		return "flatpak"
	case strings.Contains(real, ".app/"):
		return "bundle"
	case c.system == "darwin":
		return "homebrew"
	}
	return "system"
}

// folderOf gives the folder of the program that a path of a packaging starts.
func (c *computer) folderOf(path string) string {
	for _, place := range c.places() {
		if place.pattern == path {
			return place.folder
		}
	}
	return ""
}

// version reads the version from what stands beside a program, or in the
// folder where its packaging puts that.
func (c *computer) version(path, folder string) string {
	path = strings.ReplaceAll(c.realPath(path), `\`, "/")
	beside := path[:strings.LastIndexByte(path, '/')+1]
	for _, file := range []string{beside + "bootstraprc", beside + "bootstrap.ini", beside + "../Resources/bootstraprc", folder + "/bootstraprc"} {
		for line := range strings.Lines(c.read(file)) {
			if product, ok := strings.CutPrefix(strings.TrimSpace(line), "ProductKey="); ok {
				return product[strings.LastIndexByte(product, ' ')+1:]
			}
		}
	}
	return ""
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

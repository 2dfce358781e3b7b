package attach

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
)

// computer is where programs are looked for: this one, or that of a test.
type computer struct {
	system    string // as runtime.GOOS
	home      string
	env       func(name string) string
	lookPath  func(name string) (string, error)
	glob      func(pattern string) []string
	isProgram func(path string) bool
	realPath  func(path string) string
	read      func(path string) string // "" for what cannot be read
}

func thisComputer() *computer {
	home, _ := os.UserHomeDir()
	return &computer{
		system: runtime.GOOS, home: home, env: os.Getenv, lookPath: exec.LookPath, isProgram: isProgram, realPath: realPath,
		glob: func(pattern string) []string {
			found, _ := filepath.Glob(pattern) // the patterns are well-formed
			return found
		},
		read: func(path string) string {
			text, _ := os.ReadFile(path) // most are not there
			return string(text)
		},
	}
}

func isProgram(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular() && (info.Mode()&0o111 != 0 || filepath.Ext(path) == ".exe")
}

// names are the names under which a search path may have the program.
func (c *computer) names() []string {
	if c.system == "windows" {
		return []string{"soffice.exe"}
	}
	return []string{"soffice", "libreoffice"}
}

// place is where programs stand beside the search path.
type place struct {
	pattern, kind string
	folder        string // of the program proper, where the packaging starts it in another way
}

// places are looked at in this order.
func (c *computer) places() []place {
	switch c.system {
	case "windows":
		return c.placesOnWindows()
	case "darwin":
		const bundle = "/Applications/LibreOffice*.app/Contents/MacOS/soffice"
		return []place{{bundle, "bundle", ""}, {c.home + bundle, "bundle", ""}}
	}
	const (
		flatpak = "/exports/bin/org.libreoffice.LibreOffice"
		inside  = "/app/org.libreoffice.LibreOffice/current/active/files/libreoffice/program"
	)
	own := c.home + "/.local/share/flatpak"
	return []place{
		{"/usr/lib/libreoffice/program/soffice", "system", ""},
		{"/usr/lib64/libreoffice/program/soffice", "system", ""},
		{"/usr/local/bin/soffice", "system", ""},
		{"/opt/libreoffice*/program/soffice", "folder", ""},
		{"/snap/bin/libreoffice", "snap", "/snap/libreoffice/current/lib/libreoffice/program"},
		{"/var/lib/flatpak" + flatpak, "flatpak", "/var/lib/flatpak" + inside},
		{own + flatpak, "flatpak", own + inside},
	}
}

// placesOnWindows copes with any of the variables unset.
func (c *computer) placesOnWindows() []place {
	folders := []string{c.env("ProgramFiles"), c.env("ProgramW6432"), c.env("ProgramFiles(x86)")}
	drive := c.env("SystemDrive")
	if drive == "" {
		drive = "C:"
	}
	folders = append(folders, drive+`\Program Files`, drive+`\Program Files (x86)`)
	var list []place
	for _, folder := range folders {
		if folder != "" {
			list = append(list, place{folder + `\LibreOffice*\program\soffice.exe`, "folder", ""})
		}
	}
	return list
}

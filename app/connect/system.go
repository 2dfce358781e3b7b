package connect

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
)

// System is the computer as far as hosts keep things on it. Tests make others.
type System struct {
	OS   string // as in runtime.GOOS
	Home string
	Env  func(name string) string
	Find func(program string) (path string, err error)
}

// ThisSystem is the computer that this program runs on.
func ThisSystem() (System, error) {
	home, err := os.UserHomeDir()
	return System{OS: runtime.GOOS, Home: home, Env: os.Getenv, Find: exec.LookPath}, err
}

func (s System) home(parts ...string) string {
	return filepath.Join(append([]string{s.Home}, parts...)...)
}

// config is where most programs keep their settings.
func (s System) config(parts ...string) string {
	base := s.or("XDG_CONFIG_HOME", s.home(".config"))
	switch s.OS {
	case "darwin":
		base = s.home("Library", "Application Support")
	case "windows":
		base = s.or("APPDATA", s.home("AppData", "Roaming"))
	}
	return filepath.Join(append([]string{base}, parts...)...)
}

// unixConfig is where programs keep their settings that do as on Linux also on a Mac.
func (s System) unixConfig(parts ...string) string {
	if s.OS == "darwin" {
		return s.home(append([]string{".config"}, parts...)...)
	}
	return s.config(parts...)
}

// or is the folder that a variable names, else another one.
func (s System) or(variable, other string) string {
	if dir := s.Env(variable); filepath.IsAbs(dir) {
		return dir
	}
	return other
}

// first returns the first path that is there, else the last.
func first(paths ...string) string {
	for _, p := range paths {
		if exists(p) {
			return p
		}
	}
	return paths[len(paths)-1]
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

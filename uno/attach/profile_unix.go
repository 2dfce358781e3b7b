//go:build unix

package attach

import (
	"os"
	"path/filepath"
	"runtime"
)

// defaultProfiles gives the URLs of the profiles that offices use unless told
// otherwise: the ordinary one first, then those of packaged offices.
func defaultProfiles() []string {
	home, _ := os.UserHomeDir()
	if runtime.GOOS == "darwin" {
		return []string{fileURL(filepath.Join(home, "Library/Application Support/LibreOffice/4"))}
	}
	list := []string{fileURL(filepath.Join(configHome(os.Getenv("XDG_CONFIG_HOME"), home), "libreoffice/4"))}
	packaged := []string{
		filepath.Join(home, ".var/app/org.libreoffice.LibreOffice/config/libreoffice/4"),
		filepath.Join(home, "snap/libreoffice/*/.config/libreoffice/4"),
	}
	for _, pattern := range packaged {
		found, _ := filepath.Glob(pattern) // the patterns are well-formed
		for _, path := range found {
			list = append(list, fileURL(path))
		}
	}
	return list
}

// configHome gives the folder of configurations by a process's environment.
func configHome(xdg, home string) string {
	if xdg != "" {
		return xdg
	}
	return filepath.Join(home, ".config")
}

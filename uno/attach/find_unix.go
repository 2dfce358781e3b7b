//go:build unix

package attach

import (
	"os"
	"path/filepath"
)

// programNames are the names under which a search path may have the program.
func programNames() []string { return []string{"soffice", "libreoffice"} }

// places are the patterns of where programs stand beside the search path.
func places() []Program {
	home, _ := os.UserHomeDir()
	return []Program{
		{"/usr/lib/libreoffice/program/soffice", "system"},
		{"/usr/lib64/libreoffice/program/soffice", "system"},
		{"/usr/local/bin/soffice", "system"},
		{"/opt/libreoffice*/program/soffice", "folder"},
		{"/Applications/LibreOffice*.app/Contents/MacOS/soffice", "bundle"},
		{filepath.Join(home, "Applications/LibreOffice*.app/Contents/MacOS/soffice"), "bundle"},
		{"/snap/bin/libreoffice", "snap"},
		{"/var/lib/flatpak/exports/bin/org.libreoffice.LibreOffice", "flatpak"},
		{filepath.Join(home, ".local/share/flatpak/exports/bin/org.libreoffice.LibreOffice"), "flatpak"},
	}
}

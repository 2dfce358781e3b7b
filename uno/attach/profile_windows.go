package attach

import (
	"os"
	"path/filepath"
)

// defaultProfiles gives the URL of the profile that an office uses unless told
// otherwise.
func defaultProfiles() []string {
	return []string{fileURL(filepath.Join(os.Getenv("APPDATA"), `LibreOffice\4`))}
}

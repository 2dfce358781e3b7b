package attach

import (
	"os"
	"path/filepath"
)

// programNames are the names under which a search path may have the program.
func programNames() []string { return []string{"soffice.exe"} }

// places are the patterns of where programs stand beside the search path. Any
// of the variables may be unset.
func places() []Program {
	var list []Program
	folders := []string{os.Getenv("ProgramFiles"), os.Getenv("ProgramW6432"), os.Getenv("ProgramFiles(x86)")}
	if drive := os.Getenv("SystemDrive"); drive != "" {
		folders = append(folders, drive+`\Program Files`, drive+`\Program Files (x86)`)
	} else {
		folders = append(folders, `C:\Program Files`, `C:\Program Files (x86)`)
	}
	for _, folder := range folders {
		if folder != "" {
			list = append(list, Program{filepath.Join(folder, `LibreOffice*\program\soffice.exe`), "folder"})
		}
	}
	return list
}

package attach

import (
	"errors"
	"path"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// fake is a computer with these files. What is executable starts with "#!"; a link says where it leads to.
func fake(system string, env, files map[string]string) *computer {
	slashes := func(p string) string { return strings.ReplaceAll(p, `\`, "/") }
	content := func(p string) (string, bool) {
		for name, text := range files {
			if slashes(name) == path.Clean(slashes(p)) {
				return text, true
			}
		}
		return "", false
	}
	c := &computer{system: system, home: "/home/ü", env: func(name string) string { return env[name] }}
	c.realPath = func(p string) string {
		if text, _ := content(p); strings.HasPrefix(text, "-> ") {
			return strings.TrimPrefix(text, "-> ")
		}
		return p
	}
	c.isProgram = func(p string) bool {
		text, there := content(c.realPath(p))
		return there && strings.HasPrefix(text, "#!")
	}
	c.read = func(p string) string {
		text, _ := content(p)
		return text
	}
	c.glob = func(pattern string) []string {
		var found []string
		for name := range files {
			if ok, err := path.Match(slashes(pattern), slashes(name)); ok && err == nil {
				found = append(found, name)
			}
		}
		slices.Sort(found)
		return found
	}
	c.lookPath = func(name string) (string, error) {
		for folder := range strings.SplitSeq(env["PATH"], ";") {
			if p := folder + "/" + name; c.isProgram(p) {
				return p, nil
			}
		}
		return "", errors.New("not on the search path")
	}
	return c
}

// TestA05FindLibreOffice looks for LibreOffice on computers of all kinds.
func TestA05FindLibreOffice(t *testing.T) {
	const program = "#! a program"
	version := func(v string) string {
		return "[Bootstrap]\nInstallMode=<installmode>\nProductKey=LibreOffice " + v + "\r\n"
	}
	const bundle = "/Applications/LibreOffice.app/Contents"
	type finding struct {
		name, system string
		env, files   map[string]string
		given        string // by the user
		want         []Program
	}
	tests := []finding{
		{
			name: "Windows, no ProgramFiles(x86)", system: "windows", env: map[string]string{"ProgramFiles": `C:\Program Files`},
			files: map[string]string{
				`C:\Program Files\LibreOffice\program\soffice.exe`:   program,
				`C:\Program Files\LibreOffice\program\bootstrap.ini`: version("25.8"),
			},
			want: []Program{{`C:\Program Files\LibreOffice\program\soffice.exe`, "folder", "25.8"}},
		},
		{
			name: "Windows, no variables", system: "windows",
			files: map[string]string{`C:\Program Files (x86)\LibreOffice 5\program\soffice.exe`: program},
			want:  []Program{{`C:\Program Files (x86)\LibreOffice 5\program\soffice.exe`, "folder", ""}},
		},
		{
			name: "Windows, another drive", system: "windows", env: map[string]string{"SystemDrive": "D:", "ProgramFiles": `D:\Programme`},
			files: map[string]string{`D:\Programme\LibreOffice\program\soffice.exe`: program},
			want:  []Program{{`D:\Programme\LibreOffice\program\soffice.exe`, "folder", ""}},
		},
		{
			name: "only under opt", system: "linux",
			files: map[string]string{
				"/opt/libreoffice7.6/program/soffice": program, "/opt/libreoffice7.6/program/bootstraprc": version("7.6"),
			},
			want: []Program{{"/opt/libreoffice7.6/program/soffice", "folder", "7.6"}},
		},
		{
			name: "several under opt, the newest first", system: "linux",
			files: map[string]string{"/opt/libreoffice7.6/program/soffice": program, "/opt/libreoffice25.8/program/soffice": program},
			want: []Program{
				{"/opt/libreoffice25.8/program/soffice", "folder", ""}, {"/opt/libreoffice7.6/program/soffice", "folder", ""},
			},
		},
		{
			name: "the system's, once though it has two names", system: "linux", env: map[string]string{"PATH": "/usr/bin"},
			files: map[string]string{
				"/usr/bin/soffice": "-> /usr/lib/libreoffice/program/soffice", "/usr/bin/libreoffice": "-> /usr/lib/libreoffice/program/soffice",
				"/usr/lib/libreoffice/program/soffice": program, "/usr/lib/libreoffice/program/bootstraprc": version("7.4"),
			},
			want: []Program{{"/usr/bin/soffice", "system", "7.4"}},
		},
		{
			name: "only snap", system: "linux", env: map[string]string{"PATH": "/usr/bin;/snap/bin"},
			files: map[string]string{
				"/snap/bin/libreoffice": "-> /usr/bin/snap", "/usr/bin/snap": program,
				"/snap/libreoffice/current/lib/libreoffice/program/bootstraprc": version("24.8"),
			},
			want: []Program{{"/snap/bin/libreoffice", "snap", "24.8"}},
		},
		{
			name: "only Flatpak", system: "linux",
			files: map[string]string{
				"/var/lib/flatpak/exports/bin/org.libreoffice.LibreOffice":                                              program,
				"/var/lib/flatpak/app/org.libreoffice.LibreOffice/current/active/files/libreoffice/program/bootstraprc": version("25.2"),
			},
			want: []Program{{"/var/lib/flatpak/exports/bin/org.libreoffice.LibreOffice", "flatpak", "25.2"}},
		},
		{
			name: "only a Flatpak of the user's own", system: "linux",
			files: map[string]string{"/home/ü/.local/share/flatpak/exports/bin/org.libreoffice.LibreOffice": program},
			want:  []Program{{"/home/ü/.local/share/flatpak/exports/bin/org.libreoffice.LibreOffice", "flatpak", ""}},
		},
		{
			name: "macOS, bundle and Homebrew's script for it", system: "darwin", env: map[string]string{"PATH": "/opt/homebrew/bin"},
			files: map[string]string{
				bundle + "/MacOS/soffice": program, bundle + "/Resources/bootstraprc": version("25.8"), "/opt/homebrew/bin/soffice": "#!/bin/sh",
			},
			want: []Program{{bundle + "/MacOS/soffice", "bundle", "25.8"}, {"/opt/homebrew/bin/soffice", "homebrew", ""}},
		},
		{
			name: "macOS, a bundle of the user's own", system: "darwin",
			files: map[string]string{"/home/ü" + bundle + "/MacOS/soffice": program},
			want:  []Program{{"/home/ü" + bundle + "/MacOS/soffice", "bundle", ""}},
		},
		{name: "none on Windows", system: "windows"},
		{name: "none on macOS", system: "darwin"},
		{name: "none", system: "linux", env: map[string]string{"PATH": "/usr/bin"}, files: map[string]string{"/usr/bin/soffice": "no program"}},
	}
	if runtime.GOOS != "windows" { // what the user gives is a path of the system that the program runs on
		tests = append(tests, finding{
			name: "the user's word before another installation", system: "linux", given: "/srv/LibreOffice Dev",
			env: map[string]string{"PATH": "/usr/bin"},
			files: map[string]string{
				"/usr/bin/soffice": program, "/srv/LibreOffice Dev/program/soffice": program, "/srv/LibreOffice Dev/program/bootstraprc": version("26.2"),
			},
			want: []Program{{"/srv/LibreOffice Dev/program/soffice", "folder", "26.2"}},
		})
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			c := fake(test.system, test.env, test.files)
			if got := c.installed(); test.given == "" && !slices.Equal(got, test.want) {
				t.Errorf("installed: %q, want %q", got, test.want)
			}
			got, err := c.find(test.given)
			if len(test.want) == 0 {
				if !errors.Is(err, ErrNotInstalled) || !strings.Contains(err.Error(), "https://") || !strings.Contains(err.Error(), "path") {
					t.Errorf("found %q, %v", got, err)
				}
				return
			}
			if err != nil || got != test.want[0] {
				t.Errorf("found %q, %v; want %q", got, err, test.want[0])
			}
		})
	}
}

// Package packaging checks the files from which packages are made.
package packaging

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/unodesk/unodesk/app/version"
)

// ID names the app to desktops.
const id = "io.github.unodesk.Unodesk"

// validate runs a checking program. Where it is missing the test is skipped, or fails in CI.
func validate(t *testing.T, name string, args ...string) {
	t.Helper()
	path, err := exec.LookPath(name)
	if errors.Is(err, exec.ErrNotFound) {
		if os.Getenv("CI") != "" {
			t.Fatalf("%s is not installed", name)
		}
		t.Skipf("%s is not installed", name)
	}
	out, err := exec.Command(path, args...).CombinedOutput()
	if err != nil || bytes.Contains(out, []byte("warning")) || bytes.Contains(out, []byte("error")) {
		t.Errorf("%s: %v\n%s", name, err, out)
	}
}

func TestDesktopFile(t *testing.T) {
	validate(t, "desktop-file-validate", filepath.Join("linux", id+".desktop"))
}

func TestMetainfo(t *testing.T) {
	validate(t, "appstreamcli", "validate", "--no-net", filepath.Join("linux", id+".metainfo.xml"))
}

// TestVersionsAgree: one version, wherever it is written.
func TestVersionsAgree(t *testing.T) {
	places := map[string]string{
		filepath.Join("linux", id+".metainfo.xml"): `<release version="([^"]+)"`,
		filepath.Join("..", "FyneApp.toml"):        `Version = "([^"]+)"`,
	}
	for path, pattern := range places {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		found := regexp.MustCompile(pattern).FindSubmatch(data)
		if found == nil || string(found[1]) != version.Next {
			t.Errorf("%s names version %q, want %s", path, found, version.Next)
		}
	}
}

// TestNamesAgree: the menu entry finds the program, its icon and its window.
func TestNamesAgree(t *testing.T) {
	data, err := os.ReadFile(filepath.Join("linux", id+".desktop"))
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range []string{"Exec=unodesk", "Icon=" + id, "StartupWMClass=Unodesk"} {
		if !strings.Contains(string(data), "\n"+line+"\n") {
			t.Errorf("no line %q", line)
		}
	}
}

package packaging

import (
	"archive/zip"
	"encoding/json"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/unodesk/unodesk/app/version"
	"github.com/unodesk/unodesk/uno/unotest"
)

// TestBundle makes the bundle for this system, which the format's own validator
// looks at, unpacks it as Claude Desktop does, and asks what is in it.
func TestBundle(t *testing.T) {
	if _, err := exec.LookPath("npm"); err != nil {
		unotest.Missing(t, "npm is not installed")
	}
	out := t.TempDir()
	script, err := exec.Command("./mcpb.sh", out, runtime.GOOS+"/"+runtime.GOARCH).CombinedOutput()
	if err != nil || !strings.Contains(string(script), "validation passes") {
		t.Fatalf("mcpb.sh: %v\n%s", err, script)
	}
	found, err := filepath.Glob(filepath.Join(out, "unodesk-"+version.Next+"-*.mcpb"))
	if err != nil || len(found) != 1 {
		t.Fatalf("made %v, %v", found, err)
	}
	dir := unpack(t, found[0])
	var manifest struct {
		Version string
		Server  struct {
			Config struct {
				Command string
				Args    []string
			} `json:"mcp_config"`
		}
	}
	raw, err := os.ReadFile(filepath.Join(dir, "manifest.json"))
	if err != nil || json.Unmarshal(raw, &manifest) != nil || manifest.Version != version.Next {
		t.Fatalf("manifest %s, %v", raw, err)
	}
	command := strings.ReplaceAll(manifest.Server.Config.Command, "${__dirname}", dir)
	host := exec.Command(command, append(manifest.Server.Config.Args, "--state", t.TempDir(), "--config", filepath.Join(t.TempDir(), "none"))...)
	host.Stdin = strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"tools/list"}` + "\n")
	answer, err := host.Output()
	if err != nil || !strings.Contains(string(answer), `"tools":[]`) {
		t.Errorf("the program in the bundle says %q, %v", answer, err)
	}
}

// unpack unpacks a bundle with the modes of its files.
func unpack(t *testing.T, path string) string {
	t.Helper()
	z, err := zip.OpenReader(path)
	if err != nil {
		t.Fatal(err)
	}
	defer z.Close()
	dir := t.TempDir()
	for _, f := range z.File {
		to := filepath.Join(dir, filepath.FromSlash(f.Name))
		if err := os.MkdirAll(filepath.Dir(to), 0o700); err != nil {
			t.Fatal(err)
		}
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		raw, err := io.ReadAll(r)
		r.Close()
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(to, raw, f.Mode().Perm()); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

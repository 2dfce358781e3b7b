package server

import (
	"fmt"
	"io"
	"net/http"
	"net/netip"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/unodesk/unodesk/uno/unotest"
)

const procNetTCP = `  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
   0: 0100007F:223D 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1000        0 12345 1 0000000000000000 100 0 0 10 0
   1: 0100007F:C001 0100007F:223D 01 00000000:00000000 00:00000000 00000000   501        0 12346 1 0000000000000000 20 4 30 10 -1
`

const procNetTCP6 = `  sl  local_address                         remote_address                        st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
   0: 00000000000000000000000001000000:C002 00000000000000000000000001000000:223D 01 00000000:00000000 00:00000000 00000000   502        0 1 1 0 20 4 30 10 -1
   1: 0000000000000000FFFF00000100007F:C003 0000000000000000FFFF00000100007F:223D 01 00000000:00000000 00:00000000 00000000   503        0 1 1 0 20 4 30 10 -1
`

func TestFindSocket(t *testing.T) {
	tests := []struct {
		name, table, from, to string
		uid                   int
	}{
		{"IPv4", procNetTCP, "127.0.0.1:49153", "127.0.0.1:8765", 501},
		{"IPv6", procNetTCP6, "[::1]:49154", "[::1]:8765", 502},
		{"IPv4 over an IPv6 socket", procNetTCP6, "127.0.0.1:49155", "127.0.0.1:8765", 503},
		{"our own end", procNetTCP, "127.0.0.1:8765", "127.0.0.1:49153", -1},
		{"other port", procNetTCP, "127.0.0.1:49154", "127.0.0.1:8765", -1},
		{"garbage", "a\nb c d e f g h i\n", "127.0.0.1:1", "127.0.0.1:2", -1},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			uid, err := findSocket(strings.NewReader(tt.table), netip.MustParseAddrPort(tt.from), netip.MustParseAddrPort(tt.to))
			if (err != nil) != (tt.uid < 0) || err == nil && uid != tt.uid {
				t.Errorf("got %d, %v; want %d", uid, err, tt.uid)
			}
		})
	}
}

// asOtherUser, set to an address, makes the test binary a client.
const asOtherUser = "UNODESK_TEST_GET"

func TestHelperClient(t *testing.T) {
	address := os.Getenv(asOtherUser)
	if address == "" {
		return
	}
	r, err := http.NewRequest(http.MethodGet, address, nil)
	if err != nil {
		t.Fatal(err)
	}
	if token := os.Getenv("UNODESK_TEST_TOKEN"); token != "" {
		r.Header.Set("Authorization", "Bearer "+token)
	}
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	_, _ = io.Copy(io.Discard, resp.Body)
	fmt.Printf("status %d\n", resp.StatusCode)
	http.DefaultClient.CloseIdleConnections()
}

// A process of another user of this computer needs the token, on both
// addresses.
func TestOtherUserNeedsToken(t *testing.T) {
	if os.Getuid() != 0 {
		unotest.Missing(t, "only root can become another user")
	}
	s := started(t, Options{Settings: func() Settings { return Settings{AccessToken: "access"} }})
	client := copyOfTestBinary(t)
	get := func(uid uint32, address, token string) string {
		cmd := exec.CommandContext(t.Context(), client, "-test.run=^TestHelperClient$")
		cmd.Env = append(os.Environ(), asOtherUser+"="+address, "UNODESK_TEST_TOKEN="+token)
		cmd.Dir = "/"
		cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: uid, Gid: uid}}
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("client: %v\n%s", err, out)
		}
		status, _, _ := strings.Cut(string(out), "\n")
		return status
	}
	for _, tt := range []struct {
		uid               uint32
		host, token, want string
	}{
		{0, "127.0.0.1", "", "status 200"},
		{65534, "127.0.0.1", "", "status 401"},
		{65534, "[::1]", "guess", "status 401"},
		{65534, "[::1]", "access", "status 200"},
		{0, "[::1]", "", "status 200"},
	} {
		address := fmt.Sprintf("http://%s:%d/health", tt.host, s.port)
		if got := get(tt.uid, address, tt.token); got != tt.want {
			t.Errorf("%s as user %d with token %q: %s, want %s", tt.host, tt.uid, tt.token, got, tt.want)
		}
	}
}

// copyOfTestBinary puts the test binary where every user may run it.
func copyOfTestBinary(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "unodesk-client")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	self, err := os.ReadFile("/proc/self/exe")
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, "client.test")
	if err := os.WriteFile(path, self, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	return path
}

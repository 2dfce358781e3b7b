package remember

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
)

func TestRoundTrip(t *testing.T) {
	path := filepath.Join(t.TempDir(), "behalten ü.json")
	s := Open(path)
	if err := s.Put("hosts", []string{"Claude"}); err != nil {
		t.Fatal(err)
	}
	if err := s.Put("size", [2]int{3, 4}); err != nil {
		t.Fatal(err)
	}
	var hosts []string
	var size [2]int
	if s = Open(path); !s.Get("hosts", &hosts) || !slices.Equal(hosts, []string{"Claude"}) || !s.Get("size", &size) || size[1] != 4 {
		t.Errorf("got %v, %v", hosts, size)
	}
	if s.Get("other", &hosts) || s.Get("hosts", &size) {
		t.Error("found what is not there")
	}
}

func TestDamaged(t *testing.T) {
	for _, content := range []string{"", "null", "[1]", `{"a":`, `{"a": 1} x`} {
		path := filepath.Join(t.TempDir(), "x.json")
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		s, n := Open(path), 0
		if err := s.Put("b", 2); err != nil || !s.Get("b", &n) || n != 2 {
			t.Errorf("%q: %v, %d", content, err, n)
		}
	}
	var none *Store
	if none.Get("a", new(int)) || none.Put("a", 1) != nil {
		t.Error("nobody remembers something")
	}
}

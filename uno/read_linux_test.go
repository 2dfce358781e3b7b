package uno

import (
	"os"
	"testing"
)

// What a source takes of the system it gives back.
func TestSourceDescriptors(t *testing.T) {
	open := func() int {
		fds, err := os.ReadDir("/proc/self/fd")
		if err != nil {
			t.Fatal(err)
		}
		return len(fds)
	}
	before := open()
	for range 50 {
		here, there := sockets(t)
		s := newSource(here)
		_ = s.Close()
		_ = there.Close()
	}
	if after := open(); after > before+10 { // Go's own pollers may have come
		t.Errorf("%d descriptors before, %d after", before, after)
	}
}

package attach

import (
	"os"
	"strings"
	"testing"
	"time"
)

func TestLookUp(t *testing.T) {
	p := lookUp(os.Getpid())
	if p.parent != os.Getppid() || p.identity == "" || !strings.HasSuffix(p.program, ".test") || len(p.arguments) == 0 {
		t.Errorf("got %+v", p)
	}
	if age := time.Since(p.started); age < -2*time.Second || age > time.Hour {
		t.Errorf("started %v ago", age)
	}
	if p.root != "" {
		t.Errorf("root %q", p.root)
	}
	if gone := lookUp(1 << 30); gone.identity != "" {
		t.Errorf("no process: got %+v", gone)
	}
}

func TestReadStat(t *testing.T) {
	fields := " S 7 1 1 0 -1 4194560 1 2 3 4 5 6 7 8 20 0 1 0 4711 5 6"
	for line, ok := range map[string]bool{
		"12 (soffice.bin)" + fields:                         true,
		"12 (a) b) (c)" + fields:                            true,
		"12 (x)" + strings.Replace(fields, " S ", " Z ", 1): false,
		"12 (x) S 7": false,
		"12":         false,
		")(":         false,
		"":           false,
	} {
		var p process
		if err := p.readStat(line); (err == nil) != ok {
			t.Errorf("%q: %v", line, err)
		} else if ok && (p.parent != 7 || !strings.HasPrefix(p.identity, "4711 ")) {
			t.Errorf("%q: got %+v", line, p)
		}
	}
}

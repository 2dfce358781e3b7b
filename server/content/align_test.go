package content

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func blocksOf(t testing.TB, html string) []Block {
	t.Helper()
	f, err := ParseHTML(html)
	if err != nil {
		t.Fatal(err)
	}
	return f.Blocks
}

func TestAlign(t *testing.T) {
	for name, c := range map[string]struct{ old, new, want string }{
		"equal":        {"<p>a</p><p>b</p>", "<p>a</p><p>b</p>", "0=0 1=1"},
		"reworded":     {"<p>one long line</p><p>b</p>", "<p>one short line</p><p>b</p>", "0~0 1=1"},
		"added":        {"<p>a</p><p>b</p>", "<p>a</p><p>x</p><p>b</p>", "0=0 +1 1=2"},
		"removed":      {"<p>a</p><p>x</p><p>b</p>", "<p>a</p><p>b</p>", "0=0 -1 2=1"},
		"replaced":     {"<p>a</p>", "<p>x</p>", "-0 +0"},
		"other level":  {"<h1>Title</h1>", "<h2>Title</h2>", "0~0"},
		"other style":  {"<p>words here</p>", `<p data-lo-style="Quotations">words here</p>`, "0~0"},
		"moved":        {"<p>a</p><p>b</p><p>c</p>", "<p>c</p><p>a</p><p>b</p>", "+0 0=1 1=2 -2"},
		"table stays":  {"<table data-lo-object=\"table:T\"><tr><td>a</td></tr></table>", "<table data-lo-object=\"table:T\"><tr><td>b</td></tr></table>", "0~0"},
		"no mixture":   {"<table><tr><td>a</td></tr></table>", "<p>a</p>", "-0 +0"},
		"by its token": {`<p>a <span data-lo-object="field:1">x</span></p>`, `<p>quite new <span data-lo-object="field:1">y</span></p>`, "0~0"},
		"clock":        {`<p>a <span data-lo-object="field:1">10:00</span></p>`, `<p>a <span data-lo-object="field:1">10:01</span></p>`, "0=0"},
		"to nothing":   {"<p>a</p>", "", "-0"},
		"from nothing": {"", "<p>a</p>", "+0"},
	} {
		t.Run(name, func(t *testing.T) {
			var got []string
			for _, s := range Align(blocksOf(t, c.old), blocksOf(t, c.new)) {
				switch {
				case s.Same:
					got = append(got, fmt.Sprintf("%d=%d", s.Old, s.New))
				case s.New < 0:
					got = append(got, fmt.Sprintf("-%d", s.Old))
				case s.Old < 0:
					got = append(got, fmt.Sprintf("+%d", s.New))
				default:
					got = append(got, fmt.Sprintf("%d~%d", s.Old, s.New))
				}
			}
			if d := cmp.Diff(c.want, strings.Join(got, " ")); d != "" {
				t.Error(d)
			}
		})
	}
}

// Steps name every block of both versions once, in order.
func TestAlignNamesEveryBlock(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	lines := []string{"<p>a b c</p>", "<p>a b d</p>", "<p>x</p>", "<h1>x</h1>", "<p></p>", "<table><tr><td>x</td></tr></table>", "<ul><li>x y</li></ul>"}
	version := func() []Block {
		var b strings.Builder
		for range random.IntN(12) {
			b.WriteString(lines[random.IntN(len(lines))])
		}
		return blocksOf(t, b.String())
	}
	for range 1000 {
		old, new := version(), version()
		i, j := 0, 0
		for _, s := range Align(old, new) {
			if s.Old >= 0 {
				if s.Old != i {
					t.Fatalf("old block %d comes when %d should", s.Old, i)
				}
				i++
			}
			if s.New >= 0 {
				if s.New != j {
					t.Fatalf("new block %d comes when %d should", s.New, j)
				}
				j++
			}
			if s.Same && key(&old[s.Old]) != key(&new[s.New]) {
				t.Fatalf("blocks %d and %d are not the same", s.Old, s.New)
			}
		}
		if i != len(old) || j != len(new) {
			t.Fatalf("%d of %d and %d of %d blocks were named", i, len(old), j, len(new))
		}
	}
}

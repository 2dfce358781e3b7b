package content

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestDiff(t *testing.T) {
	for name, c := range map[string]struct {
		old, new string
		want     []Splice
	}{
		"equal":         {"a b", "a b", nil},
		"one word":      {"Hello world", "Hi world", []Splice{{0, "Hello", "Hi"}}},
		"number":        {"within ten days of", "within 14 days of", []Splice{{7, "ten", "14"}}},
		"two words":     {"a b c d e", "a X c Y e", []Splice{{2, "b", "X"}, {6, "d", "Y"}}},
		"append":        {"end", "end now", []Splice{{3, "", " now"}}},
		"delete":        {"much too long", "too long", []Splice{{0, "much ", ""}}},
		"after emoji":   {"😀 old", "😀 new", []Splice{{2, "old", "new"}}},
		"from nothing":  {"", "x", []Splice{{0, "", "x"}}},
		"to nothing":    {"x y", "", []Splice{{0, "x y", ""}}},
		"punctuation":   {"[@ana; @ben]", "[@ana]", []Splice{{5, "; @ben", ""}}},
		"umlaut letter": {"schön war", "schon war", []Splice{{0, "schön", "schon"}}},
	} {
		t.Run(name, func(t *testing.T) {
			if d := cmp.Diff(c.want, Diff(c.old, c.new)); d != "" {
				t.Error(d)
			}
		})
	}
}

// patch applies splices from the right, as an editor does.
func patch(t testing.TB, old string, splices []Splice) string {
	t.Helper()
	runes := []rune(old)
	for i := len(splices) - 1; i >= 0; i-- {
		s := splices[i]
		n := len([]rune(s.Old))
		if got := string(runes[s.Offset : s.Offset+n]); got != s.Old {
			t.Fatalf("splice %d says %q stands at %d, but it is %q", i, s.Old, s.Offset, got)
		}
		runes = append(append(append([]rune{}, runes[:s.Offset]...), []rune(s.New)...), runes[s.Offset+n:]...)
	}
	return string(runes)
}

func TestDiffOfRandomTexts(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	words := []string{"a", "bb", " ", "  ", "ü", "😀", ".", "-", "long", "\t", "1"}
	text := func() string {
		var b strings.Builder
		for range random.IntN(20) {
			b.WriteString(words[random.IntN(len(words))])
		}
		return b.String()
	}
	for range 3000 {
		old, new := text(), text()
		splices := Diff(old, new)
		if got := patch(t, old, splices); got != new {
			t.Fatalf("Diff(%q, %q) = %v makes %q", old, new, splices, got)
		}
	}
}

package content

import "testing"

// TestPrintsAreKept: what was printed once is given again for the same options
// only.
func TestPrintsAreKept(t *testing.T) {
	d := &Document{Blocks: []Block{
		{Kind: Paragraph, Style: "Text body", Runs: []Run{{Text: "one"}}},
		{Kind: Paragraph, Style: "Text body", Runs: []Run{{Text: "two"}}},
	}}
	for _, o := range []HTMLOptions{{}, {BodyStyle: "Text body"}, {BodyStyle: "Text body", MaxBytes: 10}, {BodyStyle: "Text body"}} {
		want, wantEnd := HTMLPart(d.Blocks, o)
		for range 2 {
			if got, end := d.HTML(o); got != want || end != wantEnd {
				t.Errorf("%+v: got %q to %v, want %q to %v", o, got, end, want, wantEnd)
			}
		}
	}
	other := &Document{Blocks: d.Blocks[:1]}
	if a, b := d.Fingerprint(), d.Fingerprint(); a != b || a == other.Fingerprint() {
		t.Errorf("fingerprints %s, %s and %s", a, b, other.Fingerprint())
	}
}

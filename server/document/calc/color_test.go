package calc

import "testing"

func TestColorNumber(t *testing.T) {
	for in, want := range map[string]int32{
		"#ff8000": 0xff8000, "FF8000": 0xff8000, "0xff8000": 0xff8000, "#f80": 0xff8800, "#000": 0, "rgb(255, 128,0)": 0xff8000,
		"rgba(1,2,3,0.5)": 0x010203, "red": 0xff0000, "Light Gray": 0xd3d3d3, "rebeccapurple": 0x663399, "none": noColor,
	} {
		if got, err := colorNumber(in); got != want || err != nil {
			t.Errorf("colorNumber(%q) = %06x, %v, want %06x", in, got, err, want)
		}
	}
	for _, in := range []string{"", "invalid", "#ff", "#ff80000", "rgb(256,0,0)", "rgb(1,2)", "f0f8ffaa"} {
		if got, err := colorNumber(in); err == nil {
			t.Errorf("colorNumber(%q) = %06x, want an error", in, got)
		}
	}
}

package calc

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// noColor is what the office takes for no colour of one's own.
const noColor = int32(-1)

var rgbColor = regexp.MustCompile(`^rgba?\(\s*(\d{1,3})\s*,\s*(\d{1,3})\s*,\s*(\d{1,3})\s*(,[^)]*)?\)$`)

// colorNumber reads a colour: #RRGGBB or #RGB with or without the #, 0xRRGGBB,
// rgb(r, g, b), a CSS name, or none.
func colorNumber(s string) (int32, error) {
	word := strings.ToLower(strings.ReplaceAll(strings.TrimSpace(s), " ", ""))
	if word == "none" || word == "transparent" || word == "automatic" {
		return noColor, nil
	}
	if fields := strings.Fields(cssColors); word != "" {
		if i := slices.Index(fields, word); i >= 0 && i%2 == 0 {
			word = fields[i+1]
		}
	}
	if m := rgbColor.FindStringSubmatch(word); m != nil {
		n := int32(0)
		for _, part := range m[1:4] {
			v, err := strconv.Atoi(part)
			if err != nil || v > 255 {
				return 0, fmt.Errorf("in %q %s is not between 0 and 255", s, part)
			}
			n = n<<8 | int32(v)
		}
		return n, nil
	}
	digits := strings.TrimPrefix(strings.TrimPrefix(word, "#"), "0x")
	if len(digits) == 3 {
		digits = string([]byte{digits[0], digits[0], digits[1], digits[1], digits[2], digits[2]})
	}
	n, err := strconv.ParseUint(digits, 16, 32)
	if err != nil || len(digits) != 6 {
		return 0, fmt.Errorf("%q is not a colour; write #RRGGBB, rgb(r,g,b), a CSS name such as lightgray, or none", s)
	}
	return int32(n), nil
}

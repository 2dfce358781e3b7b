package calc

import (
	"math"
	"strconv"

	"github.com/unodesk/unodesk/server/document/calc"
)

// appendCell writes a cell as encoding/json would, by its tags.
func appendCell(b []byte, c *calc.Cell) ([]byte, error) {
	b = append(append(b, `{"address":"`...), c.Address...)
	b, err := appendValue(append(b, `","value":`...), c.Value)
	for _, f := range []struct{ name, text string }{{"formula", c.Formula}, {"type", c.Type}, {"shown", c.Shown}, {"error", c.Error}} {
		if err != nil || f.text == "" {
			continue
		}
		b = append(append(append(b, `,"`...), f.name...), `":`...)
		b, err = appendText(b, f.text)
	}
	return append(b, '}'), err
}

// appendValue writes the value of a cell.
func appendValue(b []byte, v any) ([]byte, error) {
	switch v := v.(type) {
	case string:
		return appendText(b, v)
	case float64:
		// Very small and very large ones have an exponent.
		if size := math.Abs(v); v == 0 || size >= 1e-6 && size < 1e21 {
			return strconv.AppendFloat(b, v, 'f', -1, 64), nil
		}
	}
	raw, err := compact(v)
	return append(b, raw...), err
}

// appendText writes a text; what needs no escapes as it is.
func appendText(b []byte, s string) ([]byte, error) {
	for i := range len(s) {
		if s[i] < ' ' || s[i] == '"' || s[i] == '\\' || s[i] >= 0x7f {
			raw, err := compact(s)
			return append(b, raw...), err
		}
	}
	return append(append(append(b, '"'), s...), '"'), nil
}

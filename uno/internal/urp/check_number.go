package urp

import (
	"fmt"
	"math"

	"github.com/unodesk/unodesk/uno/internal/unotype"
)

func toInt64(v any) (int64, bool) {
	switch v := v.(type) {
	case int:
		return int64(v), true
	case int8:
		return int64(v), true
	case int16:
		return int64(v), true
	case int32:
		return int64(v), true
	case int64:
		return v, true
	case uint8:
		return int64(v), true
	case uint16:
		return int64(v), true
	case uint32:
		return int64(v), true
	case uint64:
		return int64(v), v <= math.MaxInt64
	case Char:
		return int64(v), true
	}
	return 0, false
}

// integer range-checks v and gives it the Go type of t.
func integer(t Type, v any) (any, error) {
	if u, ok := v.(uint64); ok && t.Class == unotype.UnsignedHyper {
		return u, nil
	}
	n, ok := toInt64(v)
	if !ok {
		return nil, mismatch(t, v)
	}
	in := func(lo, hi int64) bool { return n >= lo && n <= hi }
	switch {
	case t.Class == unotype.Byte && in(math.MinInt8, math.MaxUint8):
		return int8(n), nil // 128…255 are the same bytes as the negative ones
	case t.Class == unotype.Short && in(math.MinInt16, math.MaxInt16):
		return int16(n), nil
	case t.Class == unotype.UnsignedShort && in(0, math.MaxUint16):
		return uint16(n), nil
	case t.Class == unotype.Char && in(0, math.MaxUint16):
		return Char(n), nil
	case t.Class == unotype.Long && in(math.MinInt32, math.MaxInt32):
		return int32(n), nil
	case t.Class == unotype.UnsignedLong && in(0, math.MaxUint32):
		return uint32(n), nil
	case t.Class == unotype.Hyper:
		return n, nil
	case t.Class == unotype.UnsignedHyper && n >= 0:
		return uint64(n), nil
	}
	return nil, fmt.Errorf("urp: %d does not fit UNO %s", n, t.Name)
}

// float also takes integers.
func float(t Type, v any) (any, error) {
	var f float64
	switch v := v.(type) {
	case float64:
		f = v
	case float32:
		if t.Class == unotype.Float {
			return v, nil
		}
		f = float64(v)
	default:
		n, ok := toInt64(v)
		if !ok {
			return nil, mismatch(t, v)
		}
		f = float64(n)
	}
	if t.Class == unotype.Double {
		return f, nil
	}
	if math.Abs(f) > math.MaxFloat32 && !math.IsInf(f, 0) {
		return nil, fmt.Errorf("urp: %g does not fit UNO %s", f, t.Name)
	}
	return float32(f), nil
}

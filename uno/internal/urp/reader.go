package urp

import (
	"encoding/binary"
	"errors"
	"fmt"
	"unicode/utf8"
)

// ErrFormat marks bytes that do not follow the protocol.
var ErrFormat = errors.New("urp: malformed message")

// reader takes integers and strings from a byte slice. Its first error sticks:
// later reads return zero values, so a caller checks once at the end.
type reader struct {
	b   []byte
	off int
	err error
}

func (r *reader) fail(format string, args ...any) {
	if r.err == nil {
		r.err = fmt.Errorf("%w: "+format+" at byte %d", append(append([]any{ErrFormat}, args...), r.off)...)
	}
}

func (r *reader) left() int { return len(r.b) - r.off }

func (r *reader) take(n int) []byte {
	if r.err != nil {
		return nil
	}
	if n < 0 || n > r.left() {
		r.fail("%d bytes wanted, %d left", n, r.left())
		return nil
	}
	p := r.b[r.off : r.off+n]
	r.off += n
	return p
}

func (r *reader) u8() uint8 {
	if p := r.take(1); p != nil {
		return p[0]
	}
	return 0
}

func (r *reader) u16() uint16 {
	if p := r.take(2); p != nil {
		return binary.BigEndian.Uint16(p)
	}
	return 0
}

func (r *reader) u32() uint32 {
	if p := r.take(4); p != nil {
		return binary.BigEndian.Uint32(p)
	}
	return 0
}

func (r *reader) u64() uint64 {
	if p := r.take(8); p != nil {
		return binary.BigEndian.Uint64(p)
	}
	return 0
}

// compressed reads a number of one byte, or of 0xff and four.
func (r *reader) compressed() uint32 {
	if n := r.u8(); n != 0xff {
		return uint32(n)
	}
	return r.u32()
}

func (r *reader) bytes() []byte { return r.take(int(r.compressed())) }

func (r *reader) string() string {
	p := r.bytes()
	if !utf8.Valid(p) {
		r.fail("a string is not UTF-8")
		return ""
	}
	return string(p)
}

// flag reads a boolean; anything but 0 and 1 is an error.
func (r *reader) flag() bool {
	switch v := r.u8(); v {
	case 0:
		return false
	case 1:
		return true
	default:
		r.fail("a boolean is %d", v)
		return false
	}
}

func appendU16(b []byte, v uint16) []byte { return binary.BigEndian.AppendUint16(b, v) }
func appendU32(b []byte, v uint32) []byte { return binary.BigEndian.AppendUint32(b, v) }
func appendU64(b []byte, v uint64) []byte { return binary.BigEndian.AppendUint64(b, v) }

func appendCompressed(b []byte, n uint32) []byte {
	if n < 0xff {
		return append(b, byte(n))
	}
	return appendU32(append(b, 0xff), n)
}

func appendString(b []byte, s string) []byte {
	return append(appendCompressed(b, uint32(len(s))), s...)
}

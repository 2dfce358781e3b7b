package urp

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"os"
	"runtime"
	"strings"
	"testing"
)

func TestBlocks(t *testing.T) {
	body := []byte("some messages")
	b := append(BeginBlock(nil), body...)
	if err := EndBlock(b, 3); err != nil {
		t.Fatal(err)
	}
	got, count, err := NewBlockReader(bytes.NewReader(b)).Next()
	if err != nil || count != 3 || !bytes.Equal(got, body) {
		t.Errorf("got %q, %d messages, %v", got, count, err)
	}
	for n := range b {
		_, _, err := NewBlockReader(bytes.NewReader(b[:n])).Next()
		want := io.ErrUnexpectedEOF
		if n == 0 {
			want = io.EOF // the other side ended between two blocks
		}
		if !errors.Is(err, want) {
			t.Errorf("%d of %d bytes: %v, want %v", n, len(b), err, want)
		}
	}
	if err := EndBlock(b, 0); !errors.Is(err, ErrBlock) {
		t.Errorf("a block of no messages: %v", err)
	}
}

func TestBadBlockHeaders(t *testing.T) {
	for name, text := range map[string]string{
		"no messages":              `00000004 00000000 01020304`,
		"more messages than bytes": `00000004 00000005 01020304`,
		"nothing":                  `00000000 00000001`,
		"too large":                `40000001 00000001`,
		"largest number":           `ffffffff 00000001`,
	} {
		if _, _, err := NewBlockReader(bytes.NewReader(parse(t, text))).Next(); !errors.Is(err, ErrBlock) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// A header that announces a gigabyte gets memory for what really comes.
func TestAnnouncedSizeIsNotBelieved(t *testing.T) {
	head := parse(t, `40000000 00000001`)
	rest := make([]byte, 3<<20)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	_, _, err := NewBlockReader(io.MultiReader(bytes.NewReader(head), bytes.NewReader(rest))).Next()
	runtime.ReadMemStats(&after)
	if !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("got %v", err)
	}
	if grown := after.TotalAlloc - before.TotalAlloc; grown > 32<<20 {
		t.Errorf("3 MiB of an announced 1 GiB took %d MiB", grown>>20)
	}
}

// Blocks of all sizes come in uneven pieces, with timeouts between them.
func TestBlocksInPieces(t *testing.T) {
	sizes := []int{10, 5 << 20, 1, 10, 3 << 20, 2}
	var stream []byte
	for _, size := range sizes {
		b := append(BeginBlock(nil), bytes.Repeat([]byte{byte(size)}, size)...)
		if err := EndBlock(b, 1); err != nil {
			t.Fatal(err)
		}
		stream = append(stream, b...)
	}
	r := NewBlockReader(&unevenReader{r: bytes.NewReader(stream)})
	timeouts := 0
	next := func() (body []byte, count uint32, err error) {
		for {
			body, count, err = r.Next()
			if !errors.Is(err, os.ErrDeadlineExceeded) {
				return body, count, err
			}
			timeouts++
		}
	}
	for _, size := range sizes {
		body, count, err := next()
		if err != nil || count != 1 || !bytes.Equal(body, bytes.Repeat([]byte{byte(size)}, size)) {
			t.Fatalf("block of %d bytes: %d bytes, %v", size, len(body), err)
		}
	}
	if _, _, err := next(); !errors.Is(err, io.EOF) || timeouts < 10 {
		t.Errorf("at the end %v, after %d timeouts", err, timeouts)
	}
}

// unevenReader gives every read another, often tiny part, and some a timeout.
type unevenReader struct {
	r io.Reader
	n int
}

func (r *unevenReader) Read(p []byte) (int, error) {
	r.n++
	n, err := r.r.Read(p[:min(len(p), r.n*r.n%70_000+1)])
	switch {
	case r.n%3 == 0:
		return n, os.ErrDeadlineExceeded // together with bytes
	case r.n%7 == 0 && n == 0:
		return 0, os.ErrDeadlineExceeded
	}
	return n, err
}

// Numbers of elements are bounded by the bytes that are there.
func TestLyingCounts(t *testing.T) {
	for _, name := range []string{
		"string", "[]byte", "[]boolean", "[]short", "[]double", "[]string", "[]any", "[]type", "[][]any", "[][][]long",
		"[]com.sun.star.awt.Point", "[]com.sun.star.awt.FontSlant", "[]com.sun.star.uno.XInterface",
	} {
		typ := typ(t, name)
		for _, count := range []uint32{2, 1000, 1 << 20, 1 << 31, 1<<32 - 1} {
			b := binary.BigEndian.AppendUint32([]byte{0xff}, count)
			b = append(b, 0)
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			v, err := decode(newDecoder(), typ, b)
			runtime.ReadMemStats(&after)
			if !errors.Is(err, ErrFormat) {
				t.Errorf("%d elements of %s in one byte: %v, %v", count, name, v, err)
			}
			if grown := after.TotalAlloc - before.TotalAlloc; grown > 1<<20 {
				t.Errorf("%d elements of %s took %d KiB", count, name, grown>>10)
			}
		}
	}
}

func TestBadValues(t *testing.T) {
	for _, test := range []struct{ name, typ, bytes string }{
		{"boolean", "boolean", `02`},
		{"string that is not UTF-8", "string", `01 ff`},
		{"surrogate", "string", `03 eda080`},
		{"any in an any", "any", `0e 06 00000001`},
		{"any of an unknown struct", "any", `91 0000 $"com.sun.star.no.Such" 00`},
		{"any of an unknown enum", "any", `8f 0000 $"com.sun.star.no.Such" 00000000`},
		{"any of an enum that is a struct", "any", `8f 0000 $"com.sun.star.awt.Size" 00000000`},
		{"any of a struct that is an enum", "any", `91 0000 $"com.sun.star.awt.FontSlant" 00000000`},
		{"any of a template", "any", `91 0000 $"com.sun.star.beans.Pair" 00`},
		{"any of sequences of nothing", "any", `94 0000 $"[]" 00`},
		{"any of sequences of void", "any", `94 0000 $"[]void" 00`},
		{"any of sequences of exceptions", "any", `94 0000 $"[]com.sun.star.uno.Exception" 00`},
		{"class without values", "any", `90 0000 $"com.sun.star.awt.Size" 00`},
		{"class used for another", "[]any", `02 91 0000 $"com.sun.star.awt.Size" 0000000100000001 16 0000 00 ffff`},
		{"type of no class", "type", `ff 0000 $"x"`},
		{"type of class 21", "type", `95 0000 $"x"`},
		{"simple type with a name", "type", `86 0000 $"long"`},
		{"type without a name", "type", `96 0000 00`},
	} {
		if v, err := decode(newDecoder(), typ(t, test.typ), parse(t, test.bytes)); !errors.Is(err, ErrFormat) {
			t.Errorf("%s: got %v, %v", test.name, v, err)
		}
	}
}

// An enum value that this program does not know is no reason to end a
// connection.
func TestUnknownEnumValue(t *testing.T) {
	v, err := decode(newDecoder(), typ(t, "com.sun.star.awt.FontSlant"), parse(t, `00000063`))
	if want := (Enum{"com.sun.star.awt.FontSlant", "", 0x63}); err != nil || v != want {
		t.Errorf("got %v, %v", v, err)
	}
}

func TestDepth(t *testing.T) {
	// Anys in sequences of any, one inside the other.
	nested := func(n int) (v any, b []byte) {
		b = []byte{0x94, 0, 0, 5, '[', ']', 'a', 'n', 'y', 1}
		for range n - 1 {
			b = append(b, 0x14, 0, 0, 1)
		}
		for range n {
			v = []any{v}
		}
		return v, append(b, 0)
	}
	for _, n := range []int{1, 20, 10_000} {
		v, b := nested(n)
		_, checkErr := check(typeAny, v)
		_, decodeErr := decode(newDecoder(), typeAny, b)
		if (checkErr == nil) != (n <= 20) || (decodeErr == nil) != (n <= 20) {
			t.Errorf("%d levels: check %v, decode %v", n, checkErr, decodeErr)
		}
	}
	deep := strings.Repeat("[]", 1000)
	if v, err := decode(newDecoder(), typeAny, append(append([]byte{0x94, 0, 0, 0xff, 0, 0, 0x07, 0xd4}, deep+"long"...), 1, 1)); err == nil {
		t.Errorf("a sequence of a thousand levels: %v", v)
	}
}

// The largest messages are refused before anything is encoded.
func TestMaxMessage(t *testing.T) {
	half := strings.Repeat("x", MaxMessage/2+1)
	m := method(t, "com.sun.star.beans.XPropertySet", "setPropertyValue")
	if _, err := checker().Args(m, []any{"n", half}); err != nil {
		t.Errorf("half of the limit: %v", err)
	}
	if _, err := checker().Args(m, []any{half, half}); err == nil {
		t.Error("more than the limit in two arguments is let through")
	}
	big := make([]byte, MaxMessage+1)
	if _, err := checker().Args(m, []any{"n", big}); err == nil {
		t.Error("more bytes than the limit are let through")
	}
}

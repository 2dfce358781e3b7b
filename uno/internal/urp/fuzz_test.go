package urp

import (
	"bytes"
	"strings"
	"testing"

	"github.com/unodesk/unodesk/uno/internal/unotype"
)

// replied are methods whose answers the fuzzer decodes.
var replied = []struct{ iface, method string }{
	{"com.sun.star.uno.XInterface", "queryInterface"},
	{"com.sun.star.beans.XPropertySet", "setPropertyValue"},
	{"com.sun.star.sheet.XCellRangeData", "getDataArray"},
	{"com.sun.star.io.XInputStream", "readBytes"},
	{"com.sun.star.frame.XModel", "getArgs"},
	{"com.sun.star.script.XInvocation", "invoke"},
	{"com.sun.star.container.XEnumeration", "nextElement"},
	{"com.sun.star.table.XCell", "getType"},
}

// FuzzBlock feeds a stream of blocks to a decoder as a connection does. which
// chooses the methods that replies belong to.
func FuzzBlock(f *testing.F) {
	for i, text := range []string{requestChange, commitChange, agreed, refused, queryRoot} {
		f.Add(parse(f, text), uint8(i))
	}
	f.Add(parse(f, requestChange+commitChange), uint8(0))
	for _, v := range anyValues() {
		message := append(parse(f, `88 $"t" 0000`), parse(f, v.bytes)...)
		block := append(BeginBlock(nil), message...)
		if err := EndBlock(block, 1); err != nil {
			f.Fatal(err)
		}
		f.Add(block, uint8(0))
		f.Add(block, uint8(6))
	}
	f.Fuzz(func(t *testing.T, stream []byte, which uint8) {
		d, in := newDecoder(), NewBlockReader(bytes.NewReader(stream))
		for {
			body, count, err := in.Next()
			if err != nil {
				return
			}
			d.Feed(body)
			for range count {
				if !decodeMessage(t, d, &which) {
					return
				}
			}
			if d.Left() < 0 {
				t.Fatal("more was read than there is")
			}
		}
	})
}

func decodeMessage(t *testing.T, d *Decoder, which *uint8) bool {
	head, err := d.Head()
	if err != nil {
		return false
	}
	if !head.IsRequest {
		m := replied[int(*which)%len(replied)]
		*which++
		reply, err := d.Answer(head, method(t, m.iface, m.method))
		if err == nil && head.Exception {
			if _, ok := reply.Exception.(*Struct); !ok {
				t.Fatalf("an exception that is none: %v", reply.Exception)
			}
		}
		return err == nil
	}
	iface, err := unotype.Embedded().Interface(head.Type.Name)
	if err != nil || int(head.FunctionID) >= len(iface.Methods) {
		return false
	}
	_, err = d.Args(&iface.Methods[head.FunctionID])
	return err == nil
}

// FuzzValue decodes a value, encodes what came out and decodes that again: it
// must be the same.
func FuzzValue(f *testing.F) {
	for _, v := range values() {
		f.Add(v.typ, parse(f, v.bytes))
	}
	f.Add("com.sun.star.beans.PropertyValue", parse(f, `$"n" 00000001 94 0000 $"[][]any" 01 01 06 00000001 00000000`))
	f.Fuzz(func(t *testing.T, name string, data []byte) {
		typ, err := unotype.Embedded().Type(name)
		if err != nil {
			return
		}
		v, err := decode(newDecoder(), typ, data)
		if err != nil {
			return
		}
		checked, err := check(typ, v)
		if err != nil {
			if !strings.Contains(err.Error(), "spelled out") && // an empty sequence in an any
				!strings.Contains(err.Error(), "has no value") && // an unknown number of an enum
				!strings.Contains(err.Error(), "unknown type") && // of an interface, in an any
				!strings.Contains(err.Error(), "is no com") {
				t.Fatalf("%x decodes to %v, which is refused: %v", data, v, err)
			}
			return
		}
		once := NewEncoder().value(nil, typ, checked)
		again, err := decode(newDecoder(), typ, once)
		if err != nil {
			t.Fatalf("%x, encoded from %v, does not decode: %v", once, v, err)
		}
		if twice := encode(t, NewEncoder(), typ, again); !bytes.Equal(once, twice) {
			t.Fatalf("%v encodes to %x, then to %x", v, once, twice)
		}
	})
}

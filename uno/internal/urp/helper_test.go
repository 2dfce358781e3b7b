package urp

import (
	"encoding/hex"
	"fmt"
	"strings"
	"testing"

	"github.com/unodesk/unodesk/uno/internal/unotype"
)

// home stands for the connection.
const home = "home"

// ref is a reference of a test.
type ref struct {
	oid  string
	typ  Type
	sent int
}

func (r *ref) URPRef() (string, Type) { return r.oid, r.typ }
func (r *ref) URPSent(Type)           { r.sent++ }

func (r *ref) URPPassable(at any, t Type) error {
	if at != home {
		return fmt.Errorf("%s is not at home", r.oid)
	}
	if !unotype.Embedded().IsA(r.typ.Name, t.Name) {
		return fmt.Errorf("%s is no %s", r.oid, t.Name)
	}
	return nil
}

// typ returns the type of a name.
func typ(t testing.TB, name string) Type {
	t.Helper()
	typ, err := unotype.Embedded().Type(name)
	if err != nil {
		t.Fatal(err)
	}
	return typ
}

func method(t testing.TB, iface, name string) *unotype.Method {
	t.Helper()
	def, err := unotype.Embedded().Interface(iface)
	if err != nil {
		t.Fatal(err)
	}
	m, ok := def.Method(name)
	if !ok {
		t.Fatalf("%s has no method %s", iface, name)
	}
	return m
}

func checker() Checker { return Checker{Types: unotype.Embedded(), Home: home} }

// check is Checker.value for one value.
func check(t Type, v any) (any, error) {
	c := checker()
	return c.value(t, v, 0)
}

func encode(t testing.TB, e *Encoder, typ Type, v any) []byte {
	t.Helper()
	checked, err := check(typ, v)
	if err != nil {
		t.Fatalf("check %v as %s: %v", v, typ, err)
	}
	return e.value(nil, typ, checked)
}

// newDecoder gives references as *ref and sequences of them as []*ref.
func newDecoder() *Decoder {
	return NewDecoder(unotype.Embedded,
		func(oid string, t Type) any { return &ref{oid: oid, typ: t} },
		func(refs []any) any {
			out := make([]*ref, len(refs))
			for i, r := range refs {
				out[i], _ = r.(*ref)
			}
			return out
		})
}

// decode decodes one value, which must use up all bytes.
func decode(d *Decoder, typ Type, b []byte) (any, error) {
	d.Feed(b)
	v := d.value(typ, 0)
	if d.r.err == nil && d.Left() > 0 {
		return v, fmt.Errorf("%d bytes left", d.Left())
	}
	return v, d.r.err
}

// parse reads bytes as urp.md writes them: hexadecimal digits with blanks
// anywhere, "text" for its bytes, and $"text" with its length before it.
func parse(t testing.TB, text string) []byte {
	t.Helper()
	var out []byte
	for i, part := range strings.Split(text, `"`) {
		if i%2 == 1 {
			out = append(out, part...)
			continue
		}
		counted := strings.HasSuffix(part, "$")
		digits := strings.Join(strings.Fields(strings.TrimSuffix(part, "$")), "")
		b, err := hex.DecodeString(digits)
		if err != nil {
			t.Fatalf("%q: %v", part, err)
		}
		out = append(out, b...)
		if counted {
			out = append(out, byte(len(strings.Split(text, `"`)[i+1])))
		}
	}
	return out
}

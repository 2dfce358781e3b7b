package unotype

import (
	"errors"
	"sync"
	"testing"
)

// An office's own databases win for what is unpublished or unknown.
func TestWith(t *testing.T) {
	newer := []*entity{
		{
			kind: kindInterface, name: "com.sun.star.test.XChild", bases: []string{xInterface},
			methods: []method{{name: "paint", result: "void"}},
		},
		{kind: kindInterface, name: "com.sun.star.test.XNew", bases: []string{"com.sun.star.test.XRight"}},
		{kind: kindStruct, name: "com.sun.star.test.Point", members: []member{{name: "Wrong", typ: "any"}}},
	}
	overlay, err := Read(writeUNOIDL(newer))
	if err != nil {
		t.Fatal(err)
	}
	base := newRegistry(sampleFile(t), nil)
	r := base.With(overlay)

	child, err := r.Interface("com.sun.star.test.XChild")
	if err != nil || len(child.Methods) != 4 || child.Methods[3].Name != "paint" {
		t.Errorf("unpublished interface: %+v, %v", child, err)
	}
	if i, err := r.Interface("com.sun.star.test.XNew"); err != nil || i.Methods[3].Name != "turn" {
		t.Errorf("new interface: %+v, %v", i, err)
	}
	if s, err := r.Struct("com.sun.star.test.Point"); err != nil || s.Member("X") != 0 {
		t.Errorf("published struct: %+v, %v", s, err)
	}
	if _, err := r.Struct("com.sun.star.test.Pair<long,long>"); !errors.Is(err, ErrUnknown) {
		t.Errorf("unpublished struct that the office does not have: %v", err)
	}
	if old, err := base.Interface("com.sun.star.test.XChild"); err != nil || len(old.Methods) != 8 {
		t.Errorf("base registry changed: %+v, %v", old, err)
	}
	for name, want := range map[string]bool{
		"com.sun.star.test.XChild": false, "com.sun.star.test.XLeft": true, "com.sun.star.test.XNone": false,
	} {
		if got := base.Exact(name); got != want {
			t.Errorf("Exact(%s) = %v", name, got)
		}
	}
	if !r.Exact("com.sun.star.test.XChild") {
		t.Error("the office's own interface is not exact")
	}
	if base.With() != base {
		t.Error("With() made something new")
	}
}

func TestInterfaceOrder(t *testing.T) {
	i, err := newRegistry(sampleFile(t), nil).Interface("com.sun.star.test.XChild")
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"queryInterface", "acquire", "release", "getTitle", "setTitle", "getSize", "turn", "draw"}
	for n, name := range want {
		if m, ok := i.Method(name); !ok || m.ID != uint16(n) {
			t.Errorf("%s: got %+v, want id %d", name, m, n)
		}
	}
	draw := i.Methods[7]
	if draw.Return.Name != "[]unsigned long" || !draw.Params[1].Out || draw.Params[1].In || !draw.Params[2].In || !draw.Params[2].Out {
		t.Errorf("draw: %+v", draw)
	}
}

// Endless chains in a damaged database come to an end.
func TestEndlessChains(t *testing.T) {
	f, err := Read(writeUNOIDL([]*entity{
		{kind: kindTypedef, name: "a.A", target: "a.B"},
		{kind: kindTypedef, name: "a.B", target: "a.A"},
		{kind: kindTypedef, name: "a.D", target: "a.P<a.D,a.D>"},
		{kind: kindPolymorphic, name: "a.P", parameters: []string{"T", "U"}},
		{kind: kindStruct, name: "a.S", bases: []string{"a.S"}},
		{kind: kindInterface, name: "a.X", bases: []string{"a.Y"}},
		{kind: kindInterface, name: "a.Y", bases: []string{"a.X"}},
	}))
	if err != nil {
		t.Fatal(err)
	}
	r := NewRegistry(f)
	for _, name := range []string{"a.A", "[]a.A", "a.D"} {
		if got, err := r.Type(name); err == nil {
			t.Errorf("%s: %v", name, got)
		}
	}
	if s, err := r.Struct("a.S"); err == nil {
		t.Errorf("a.S: %v", s)
	}
	if _, err := r.Interface("a.A"); err == nil {
		t.Error("a.A is no interface")
	}
	r.Interface("a.X")
	r.IsA("a.X", "a.Y")
}

func TestConcurrentUse(t *testing.T) {
	r := newRegistry(sampleFile(t), nil)
	var first sync.Map
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for _, e := range sample() {
				if e.kind != kindInterface {
					continue
				}
				i, err := r.Interface(e.name)
				if err != nil {
					t.Error(err)
				}
				if old, loaded := first.LoadOrStore(e.name, i); loaded && old != i {
					t.Errorf("%s: two values", e.name)
				}
			}
		})
	}
	wg.Wait()
}

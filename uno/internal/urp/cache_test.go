package urp

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

func TestSendCacheEvictsLeastRecentlyUsed(t *testing.T) {
	c := newSendCache()
	for i := range cacheSize {
		if slot, known := c.slot(fmt.Sprint(i)); known || int(slot) != i {
			t.Fatalf("key %d gets slot %d, known %v", i, slot, known)
		}
	}
	c.slot("0") // now 1 is the oldest
	if slot, known := c.slot("new"); known || slot != 1 {
		t.Errorf("a new key gets slot %d, known %v, want 1", slot, known)
	}
	if slot, known := c.slot("0"); !known || slot != 0 {
		t.Errorf("key 0 has slot %d, known %v", slot, known)
	}
	if slot, known := c.slot("1"); known || slot != 2 {
		t.Errorf("the evicted key gets slot %d, known %v, want 2", slot, known)
	}
}

// The cache does what a plain list of the last 256 different keys does.
func TestSendCacheAgainstModel(t *testing.T) {
	c := newSendCache()
	var recent []string // most recent last
	random := rand.New(rand.NewPCG(1, 2))
	slots := map[string]CacheIndex{}
	for step := range 20_000 {
		key := fmt.Sprint(random.IntN(400))
		at := -1
		for i, k := range recent {
			if k == key {
				at = i
			}
		}
		slot, known := c.slot(key)
		if known != (at >= 0) {
			t.Fatalf("step %d: key %s is known: %v", step, key, known)
		}
		if known && slots[key] != slot {
			t.Fatalf("step %d: key %s moved from slot %d to %d", step, key, slots[key], slot)
		}
		if at >= 0 {
			recent = append(recent[:at], recent[at+1:]...)
		} else if len(recent) == cacheSize {
			if slots[recent[0]] != slot {
				t.Fatalf("step %d: slot %d is not the oldest key's", step, slot)
			}
			recent = recent[1:]
		}
		recent = append(recent, key)
		slots[key] = slot
	}
}

// Three hundred different objects, types and threads do not fit the caches; the
// two sides must stay together in whatever order they come.
func TestCachesTogether(t *testing.T) {
	const n = 300
	e, d := NewEncoder(), newDecoder()
	m := method(t, "com.sun.star.beans.XPropertySet", "setPropertyValue")
	order := make([]int, 0, 4*n)
	for i := range n {
		order = append(order, i)
	}
	for i := range n {
		order = append(order, n-1-i)
	}
	random := rand.New(rand.NewPCG(3, 4))
	for range 2 * n {
		order = append(order, random.IntN(n))
	}
	for step, i := range order {
		name := fmt.Sprintf("com.sun.star.test.X%d", i)
		q := &Request{
			TID: fmt.Sprintf("t%d", (i*7)%n), OID: fmt.Sprintf("o%d", i),
			Type:   Type{Class: TypeXInterface.Class, Name: name},
			Method: m, Args: []any{"p", Any{
				Type:  Type{Class: TypeXInterface.Class, Name: fmt.Sprintf("com.sun.star.test.X%d", (i*11)%n)},
				Value: &ref{oid: fmt.Sprintf("o%d", (i*13)%n)},
			}},
		}
		d.Feed(e.Request(nil, q))
		head, err := d.Head()
		if err != nil {
			t.Fatalf("step %d: %v", step, err)
		}
		if head.TID != q.TID || head.OID != q.OID || head.Type != q.Type {
			t.Fatalf("step %d: got %+v, want %+v", step, head, q)
		}
		args, err := d.Args(m)
		if err != nil || d.Left() != 0 {
			t.Fatalf("step %d: %v, %d bytes left", step, err, d.Left())
		}
		got := args[1].(*ref)
		if want := q.Args[1].(Any); got.oid != want.Value.(*ref).oid || got.typ != want.Type {
			t.Fatalf("step %d: got %+v, want %+v", step, got, want)
		}
	}
}

func TestReferencesAreCounted(t *testing.T) {
	e := NewEncoder()
	r := &ref{oid: "o", typ: TypeXInterface}
	checked, err := check(typ(t, "[]any"), []any{r, r, nil, Any{TypeXInterface, r}})
	if err != nil {
		t.Fatal(err)
	}
	if r.sent != 0 {
		t.Errorf("checking sent %d references", r.sent)
	}
	e.value(nil, typ(t, "[]any"), checked)
	if r.sent != 3 {
		t.Errorf("%d references were counted, want 3", r.sent)
	}
}

package uno_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"github.com/unodesk/unodesk/uno"
	"github.com/unodesk/unodesk/uno/unotest"
)

// officeBatch: 10,715 calls in one batch, setting, getting and failing; the
// answers come in order.
func officeBatch(t *testing.T, ctx context.Context, conn *uno.Conn, _ *unotest.Office) {
	const n = 10_715
	bag := newBag(t, ctx, conn)
	b := conn.NewBatch()
	results := make([]*uno.Result, n)
	for i := range n {
		switch i % 3 {
		case 0:
			results[i] = b.Call(bag, iProps, "setPropertyValue", "v", int32(i))
		case 1:
			results[i] = b.Call(bag, iProps, "getPropertyValue", "v")
		default:
			results[i] = b.Call(bag, iBag, "removeProperty", fmt.Sprint("nothing-", i))
		}
	}
	if err := b.Run(ctx); err != nil {
		t.Fatal(err)
	}
	for i, r := range results {
		var raised *uno.Exception
		switch i % 3 {
		case 0:
			if r.Err != nil {
				t.Fatalf("call %d: %v", i, r.Err)
			}
		case 1:
			if r.Value != int32(i-1) {
				t.Fatalf("call %d got %v", i, r.Value)
			}
		default:
			if !errors.As(r.Err, &raised) || !strings.Contains(raised.Message, fmt.Sprint("nothing-", i)) {
				t.Fatalf("call %d: %v", i, r.Err)
			}
		}
	}
}

// officeGoroutines: eight goroutines at once, with calls, batches and failures.
func officeGoroutines(t *testing.T, ctx context.Context, conn *uno.Conn, _ *unotest.Office) {
	var all []<-chan error
	for g := range 8 {
		all = append(all, start(func() error {
			ctx, end := uno.Scope(ctx)
			defer end()
			bag, err := conn.Service(ctx, "com.sun.star.beans.PropertyBag")
			if err != nil {
				return err
			}
			if _, err := bag.Call(ctx, iBag, "addProperty", "v", 0, int32(0)); err != nil {
				return err
			}
			for n := range 300 {
				want := int32(g*1000 + n)
				if _, err := bag.Call(ctx, iProps, "setPropertyValue", "v", want); err != nil {
					return err
				}
				if got, err := bag.Call(ctx, iProps, "getPropertyValue", "v"); err != nil || got != want {
					return fmt.Errorf("got %v, %v, want %d", got, err, want)
				}
				if _, err := bag.Call(ctx, iProps, "getPropertyValue", "no"); !uno.IsException(err, "com.sun.star.beans.UnknownPropertyException") {
					return fmt.Errorf("got %v", err)
				}
				b := conn.NewBatch()
				one, two := b.Call(bag, iProps, "getPropertyValue", "v"), b.Call(bag, iProps, "getPropertyValue", "v")
				if err := b.First(ctx); err != nil || one.Value != want || two.Value != want {
					return fmt.Errorf("got %v, %v, %v, want %d", one.Value, two.Value, err, want)
				}
			}
			return nil
		}))
	}
	for _, done := range all {
		if err := <-done; err != nil {
			t.Error(err)
		}
	}
}

// rss is how much memory a process has, in bytes.
func rss(t *testing.T, pid int) int {
	t.Helper()
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/statm", pid))
	if err != nil {
		t.Skip(err) // only Linux tells it this way
	}
	pages, err := strconv.Atoi(strings.Fields(string(text))[1])
	if err != nil {
		t.Fatal(err)
	}
	return pages * os.Getpagesize()
}

// parse makes n objects in the office.
func parse(t *testing.T, ctx context.Context, conn *uno.Conn, n int) {
	t.Helper()
	factory := service(t, ctx, conn, "com.sun.star.uri.UriReferenceFactory")
	for n > 0 {
		b := conn.NewBatch()
		for range min(n, 1000) {
			b.Call(factory, iURIs, "parse", "http://example.org/some/path?query#fragment")
		}
		if err := b.First(ctx); err != nil {
			t.Fatal(err)
		}
		n -= b.Len()
	}
}

// officeObjects: objects that are made and released leave nothing behind.
func officeObjects(t *testing.T, ctx context.Context, conn *uno.Conn, office *unotest.Office) {
	round := func(n int) {
		ctx, end := uno.Scope(ctx)
		defer end()
		parse(t, ctx, conn, n)
	}
	grown := 0
	for range 4 { // at first the office allocates what it keeps
		before := rss(t, office.PID)
		for range 4 {
			round(5000)
		}
		call(t, ctx, conn.Context(), "com.sun.star.uno.XComponentContext", "getValueByName", "after the releases")
		if grown = rss(t, office.PID) - before; grown < 5<<20 {
			return
		}
	}
	t.Errorf("20,000 released objects left %d KiB in the office, again and again", grown>>10)
}

// officeGarbage: the same for objects that are only forgotten.
func officeGarbage(t *testing.T, _ context.Context, conn *uno.Conn, office *unotest.Office) {
	round := func(n int) {
		parse(t, t.Context(), conn, n)
		runtime.GC()
	}
	for range 5 {
		round(5000)
	}
	before := rss(t, office.PID)
	for range 4 {
		round(5000)
	}
	eventually(t, "memory of forgotten objects comes back", func() bool {
		runtime.GC()
		return rss(t, office.PID)-before < 5<<20
	})
}

package uno_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/unodesk/unodesk/uno"
	"github.com/unodesk/unodesk/uno/unotest"
)

func officeMain(t *testing.T, ctx context.Context, conn *uno.Conn, _ *unotest.Office) {
	bag := newBag(t, ctx, conn)
	get := func(ctx context.Context) error { _, err := bag.Call(ctx, iProps, "getPropertyValue", "v"); return err }
	ran := 0
	var kept context.Context
	want := errors.New("what the function returned")
	err := conn.Main(ctx, func(inner context.Context) error {
		ran++
		kept = inner
		if err := get(inner); err != nil {
			t.Error(err)
		}
		unsent(t, get(ctx), uno.ErrNotMain)
		b := conn.NewBatch()
		for i := range 100 {
			b.Call(bag, iProps, "setPropertyValue", "v", int32(i))
		}
		if err := b.First(inner); err != nil {
			t.Error(err)
		}
		err := conn.Main(inner, func(ctx context.Context) error {
			ran++
			if err := get(ctx); err != nil {
				t.Error(err)
			}
			panic("inside")
		})
		if err == nil || !strings.Contains(err.Error(), "inside") {
			t.Errorf("the inner Main returned %v", err)
		}
		return want
	})
	if err != want || ran != 2 {
		t.Errorf("got %v after %d runs", err, ran)
	}
	unsent(t, get(kept), uno.ErrMainEnded)
	err = conn.Main(ctx, func(context.Context) error { panic("outside") })
	if err == nil || !strings.Contains(err.Error(), "outside") || uno.NothingSent(err) {
		t.Errorf("got %v", err)
	}
	// A listener that is called inside Main belongs to it.
	listener := changes(t, conn, func(inner context.Context, _ *uno.Struct) error {
		return conn.Main(inner, get)
	})
	call(t, ctx, bag, iProps, "addPropertyChangeListener", "", listener)
	if err := conn.Main(ctx, func(ctx context.Context) error {
		_, err := bag.Call(ctx, iProps, "setPropertyValue", "v", int32(1000))
		return err
	}); err != nil {
		t.Error(err)
	}
	// One that is called elsewhere must not wait for the main thread.
	_, err = bag.Call(ctx, iProps, "setPropertyValue", "v", int32(1001))
	if err == nil || !strings.Contains(err.Error(), uno.ErrNotMain.Error()) {
		t.Errorf("Main in a listener off the main thread: %v", err)
	}
	call(t, ctx, bag, iProps, "removePropertyChangeListener", "", listener)
}

// runTime is how long the main thread of a process has run.
func runTime(t *testing.T, pid int) time.Duration {
	t.Helper()
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/task/%d/schedstat", pid, pid))
	if err != nil {
		t.Skip(err) // only Linux tells it this way
	}
	n, err := strconv.ParseInt(strings.Fields(string(text))[0], 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	return time.Duration(n)
}

// officeMainThread sees by the time that it uses that the office's main thread
// does the work of calls inside Main, and of no others.
func officeMainThread(t *testing.T, ctx context.Context, conn *uno.Conn, office *unotest.Office) {
	bag := newBag(t, ctx, conn)
	work := func(ctx context.Context) error {
		for range 10 {
			b := conn.NewBatch()
			for i := range 2000 {
				b.Call(bag, iProps, "setPropertyValue", "v", int32(i))
			}
			if err := b.First(ctx); err != nil {
				return err
			}
		}
		return nil
	}
	measure := func(run func() error) time.Duration {
		before := runTime(t, office.PID)
		if err := run(); err != nil {
			t.Fatal(err)
		}
		return runTime(t, office.PID) - before
	}
	outside := measure(func() error { return work(ctx) })
	inside := measure(func() error { return conn.Main(ctx, work) })
	if inside < 5*outside || inside < 10*time.Millisecond {
		t.Errorf("the main thread ran for %v inside Main and for %v outside", inside, outside)
	}
}

func officeMainEnds(t *testing.T, ctx context.Context, conn *uno.Conn, office *unotest.Office) {
	bag := newBag(t, ctx, conn)
	never := func(context.Context) error { t.Error("ran"); return nil }
	ended, cancel := context.WithCancel(ctx)
	cancel()
	unsent(t, conn.Main(ended, never), context.Canceled)

	// While another connection holds the main thread, it does not come.
	other := connect(t, office)
	held, release := make(chan struct{}), make(chan struct{})
	holding := start(func() error {
		return other.Main(ctx, func(context.Context) error { close(held); <-release; return nil })
	})
	wait(t, "the main thread", held)
	short, cancel := context.WithTimeout(ctx, 300*time.Millisecond)
	defer cancel()
	unsent(t, conn.Main(short, never), context.DeadlineExceeded)
	close(release)
	if err := <-holding; err != nil {
		t.Error(err)
	}
	if err := conn.Main(ctx, func(context.Context) error { return nil }); err != nil {
		t.Error(err) // after the one that gave up, which must not run
	}

	// When time is over inside, calls return, and Main waits for its function.
	within, stop := context.WithCancelCause(ctx)
	cause := errors.New("the user went home")
	finished := false
	err := conn.Main(within, func(ctx context.Context) error {
		stop(cause)
		_, err := bag.Call(ctx, iProps, "getPropertyValue", "v")
		finished = true
		return err
	})
	unsent(t, err, cause)
	if !finished {
		t.Error("Main did not wait")
	}
	if err := conn.Main(ctx, func(ctx context.Context) error {
		_, err := bag.Call(ctx, iProps, "getPropertyValue", "v")
		return err
	}); err != nil {
		t.Error(err)
	}
}

// officeMainMany: goroutines take turns; none is inside together with another.
func officeMainMany(t *testing.T, ctx context.Context, conn *uno.Conn, _ *unotest.Office) {
	bag := newBag(t, ctx, conn)
	var inside atomic.Int32
	var all []<-chan error
	for range 8 {
		all = append(all, start(func() error {
			for range 20 {
				err := conn.Main(ctx, func(ctx context.Context) error {
					if inside.Add(1) != 1 {
						t.Error("two are inside Main")
					}
					defer inside.Add(-1)
					v, err := bag.Call(ctx, iProps, "getPropertyValue", "v")
					if err != nil {
						return err
					}
					_, err = bag.Call(ctx, iProps, "setPropertyValue", "v", v.(int32)+1)
					return err
				})
				if err != nil {
					return err
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
	if v := call(t, ctx, bag, iProps, "getPropertyValue", "v"); v != int32(160) {
		t.Errorf("160 increments made %v", v)
	}
}

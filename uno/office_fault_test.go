package uno_test

import (
	"context"
	"os"
	"testing"
	"time"

	"github.com/unodesk/unodesk/uno"
	"github.com/unodesk/unodesk/uno/unotest"
)

// faults are what offices do to their clients; each test has one of its own.
type faults struct {
	office *unotest.Office
	conn   *uno.Conn
	bag    *uno.Object
}

func newFaults(t *testing.T) *faults {
	t.Helper()
	office := unotest.StartOffice(t, unotest.OfficeOptions{})
	conn := connect(t, office)
	f := &faults{office, conn, newBag(t, t.Context(), conn)}
	if err := f.get(t.Context()); err != nil {
		t.Fatal(err)
	}
	return f
}

func (f *faults) get(ctx context.Context) error {
	_, err := f.bag.Call(ctx, iProps, "getPropertyValue", "v")
	return err
}

func (f *faults) set(ctx context.Context) error {
	_, err := f.bag.Call(ctx, iProps, "setPropertyValue", "v", int32(1))
	return err
}

// An office that stands still holds nobody up, and the connection goes on
// afterwards.
func TestOfficeStands(t *testing.T) {
	f := newFaults(t)
	const limit = 2 * time.Second
	unotest.Stop(t, f.office.PID)
	defer unotest.Continue(t, f.office.PID)
	var calls []<-chan time.Duration
	for i := range 8 {
		took := make(chan time.Duration, 1)
		calls = append(calls, took)
		go func() {
			ctx, cancel := context.WithTimeout(t.Context(), limit)
			defer cancel()
			began := time.Now()
			var err error
			switch {
			case i == 0:
				err = f.conn.Main(ctx, func(context.Context) error { t.Error("ran"); return nil })
				unsent(t, err, context.DeadlineExceeded)
			case i%2 == 0:
				sent(t, f.set(ctx), context.DeadlineExceeded)
			default:
				b := f.conn.NewBatch()
				for range 1000 {
					b.Call(f.bag, iProps, "getPropertyValue", "v")
				}
				sent(t, b.Run(ctx), context.DeadlineExceeded)
			}
			took <- time.Since(began)
		}()
	}
	for _, done := range calls {
		// The clock of the deadline began a moment before ours; a busy machine
		// may wake us late.
		took := <-done
		t.Logf("a call with %v of time took %v", limit, took)
		if took < limit*9/10 || took > 2*limit {
			t.Errorf("a call with %v of time took %v", limit, took)
		}
	}
	unotest.Continue(t, f.office.PID)
	for range 100 {
		if err := f.set(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	if err := f.conn.Main(t.Context(), f.get); err != nil {
		t.Error(err)
	}
}

// More than the socket holds, to an office that stands still.
func TestOfficeStandsWhileWriting(t *testing.T) {
	f := newFaults(t)
	m := newMap(t, t.Context(), f.conn)
	call(t, t.Context(), m, iMap, "put", "small", "x")
	unotest.Stop(t, f.office.PID)
	defer unotest.Continue(t, f.office.PID)
	big := make([]byte, 8<<20)
	ctx, cancel := context.WithTimeout(t.Context(), time.Second)
	defer cancel()
	began := time.Now()
	put := start(func() error { _, err := m.Call(ctx, iMap, "put", "big", big); return err })
	small := start(func() error { return f.get(ctx) })
	sent(t, <-put, context.DeadlineExceeded)
	sent(t, <-small, context.DeadlineExceeded)
	if took := time.Since(began); took > 5*time.Second {
		t.Errorf("took %v", took)
	}
	unotest.Continue(t, f.office.PID)
	if err := f.get(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got := call(t, t.Context(), m, iMap, "get", "big").([]byte); len(got) != len(big) {
		t.Errorf("%d bytes arrived", len(got))
	}
}

// Calls in flight end soon after their office was killed, and say that they
// were sent; those after it say that they were not.
func TestOfficeIsKilled(t *testing.T) {
	f := newFaults(t)
	unotest.Stop(t, f.office.PID) // so that no call is answered
	var calls []<-chan error
	for range 8 {
		calls = append(calls, start(func() error { return f.set(t.Context()) }))
	}
	time.Sleep(200 * time.Millisecond)
	began := time.Now()
	p, err := os.FindProcess(f.office.PID)
	if err != nil {
		t.Fatal(err)
	}
	if err := p.Kill(); err != nil {
		t.Fatal(err)
	}
	for _, done := range calls {
		sent(t, <-done, uno.ErrClosed)
	}
	took := time.Since(began)
	t.Logf("8 calls ended %v after the office was killed", took)
	if took > 5*time.Second {
		t.Errorf("took %v", took)
	}
	wait(t, "end of the connection", f.conn.Done())
	unsent(t, f.get(t.Context()), uno.ErrClosed)
	unsent(t, f.conn.Main(t.Context(), f.get), uno.ErrClosed)
	b := f.conn.NewBatch()
	b.Call(f.bag, iProps, "getPropertyValue", "v")
	unsent(t, b.Run(t.Context()), uno.ErrClosed)
}

// An office that is killed inside Main: the call in it was sent, the next one
// was not.
func TestOfficeIsKilledInMain(t *testing.T) {
	f := newFaults(t)
	err := f.conn.Main(t.Context(), func(ctx context.Context) error {
		if err := f.get(ctx); err != nil {
			t.Error(err)
		}
		unotest.Stop(t, f.office.PID)
		pending := start(func() error { return f.set(ctx) })
		time.Sleep(100 * time.Millisecond)
		f.office.Kill()
		sent(t, <-pending, uno.ErrClosed)
		wait(t, "end of the context", ctx.Done())
		return f.get(ctx)
	})
	unsent(t, err, uno.ErrClosed)
}

// An office that quits in the middle of calls, again and again: each time it
// ends, and so do the calls.
func TestOfficeQuits(t *testing.T) {
	for range 6 {
		f := newFaults(t)
		if err := f.conn.EndWithOffice(t.Context()); err != nil {
			t.Fatal(err)
		}
		quit := make(chan struct{})
		calls := start(func() error {
			for n := 0; ; n++ {
				if n == 100 {
					close(quit)
				}
				if err := f.get(t.Context()); err != nil {
					return err
				}
			}
		})
		<-quit
		f.office.Quit()
		if err := <-calls; err == nil {
			t.Error("a call of an office that has quit succeeded")
		}
		wait(t, "end of the connection", f.conn.Done())
		unsent(t, f.get(t.Context()), uno.ErrClosed)
	}
}

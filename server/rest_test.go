package server

import (
	"context"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/unodesk/unodesk/server/tool"
)

// Memory is given back once after the last call, and not between calls that
// follow each other.
func TestMemoryIsGivenBackAfterTheLastCall(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var given atomic.Int32
		call := rested(func(ctx context.Context, _ *tool.Tool, _ *tool.Call, next func(context.Context) error) error {
			return next(ctx)
		}, restTime, func() { given.Add(1) })
		for range 5 {
			_ = call(t.Context(), nil, nil, func(context.Context) error { time.Sleep(time.Second); return nil })
			time.Sleep(restTime / 2)
		}
		if n := given.Load(); n != 0 {
			t.Errorf("given back %d times between calls", n)
		}
		time.Sleep(time.Hour)
		if n := given.Load(); n != 1 {
			t.Errorf("given back %d times in an hour without a call", n)
		}
	})
}

package server

import (
	"context"
	"time"

	"github.com/unodesk/unodesk/server/tool"
)

// restTime is after how long without a call memory is given back. It is longer
// than the pauses within a task: taking memory again costs time.
const restTime = 20 * time.Second

// rested runs tool calls, and gives memory back to the system when none has
// ended for a while. The collector of Go would keep as much again as it needs
// until the next call, which may be tomorrow.
func rested(around aroundFunc, after time.Duration, giveBack func()) aroundFunc {
	pause := time.AfterFunc(after, giveBack)
	return func(ctx context.Context, t *tool.Tool, c *tool.Call, next func(context.Context) error) error {
		defer pause.Reset(after)
		return around(ctx, t, c, next)
	}
}

//go:build !linux

package endpoint

import (
	"context"
	"time"

	"github.com/shirou/gopsutil/v4/process"
)

// startTime returns when a process started, in milliseconds since 1970, as the
// system has noted it down then.
func startTime(pid int) (int64, error) {
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second)
	defer cancel()
	p, err := process.NewProcessWithContext(ctx, int32(pid))
	if err != nil {
		return 0, err
	}
	return p.CreateTimeWithContext(ctx)
}

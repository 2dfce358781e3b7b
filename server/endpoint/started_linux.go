package endpoint

import (
	"bytes"
	"fmt"
	"os"
	"strconv"
)

// startTime returns when a process started, in clock ticks since the system did
// (proc(5), field 22 of stat). A time of day would be another one after each
// correction of the clock, because Linux counts it back from now.
func startTime(pid int) (int64, error) {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return 0, err
	}
	// The second field is the name, in brackets, and may hold anything.
	fields := bytes.Fields(stat[bytes.LastIndexByte(stat, ')')+1:])
	const afterName = 22 - 3
	if len(fields) <= afterName {
		return 0, fmt.Errorf("/proc/%d/stat is too short", pid)
	}
	return strconv.ParseInt(string(fields[afterName]), 10, 64)
}

//go:build unix && !linux

package attach

import (
	"context"
	"fmt"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// officeProcesses lists this user's office programs.
func officeProcesses() ([]process, error) {
	list, err := listProcesses("-x")
	if err != nil {
		return nil, fmt.Errorf("list processes: %w", err)
	}
	return list, nil
}

// lookUp gives what can be known about a process; identity is "" if it is not
// there any more.
func lookUp(pid int) process {
	list, err := listProcesses("-p", strconv.Itoa(pid))
	if err != nil || len(list) == 0 || pid == 0 {
		return process{pid: pid}
	}
	return list[0]
}

// listProcesses asks ps and keeps the offices:
//
//	321     1 Mon Nov 30 19:20:11 2026     /Applications/…/soffice --headless
func listProcesses(which ...string) ([]process, error) {
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	cmd := exec.CommandContext(ctx, "ps", append(which, "-ww", "-o", "pid=,ppid=,lstart=,command=")...)
	cmd.Env = []string{"LC_ALL=C", "PATH=/bin:/usr/bin"}
	out, err := cmd.Output()
	if err != nil {
		return nil, err
	}
	var list []process
	for line := range strings.Lines(string(out)) {
		f := strings.Fields(line)
		if len(f) < 8 || !isOffice(filepath.Base(f[7])) {
			continue
		}
		p := process{name: filepath.Base(f[7]), program: f[7], arguments: f[7:]}
		p.identity = strings.Join(f[2:7], " ")
		p.pid, _ = strconv.Atoi(f[0])
		p.parent, _ = strconv.Atoi(f[1])
		p.started, _ = time.ParseInLocation("Mon Jan 2 15:04:05 2006", p.identity, time.Local)
		list = append(list, p)
	}
	return list, nil
}

// sandboxFolders would be the pipe folders of offices that see another file
// system; sandboxed offices have no such pipes here.
func sandboxFolders([]process) []string { return nil }

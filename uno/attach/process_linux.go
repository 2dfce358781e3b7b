package attach

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// officeProcesses lists this user's office programs, the office proper before
// its launchers.
func officeProcesses() ([]process, error) {
	entries, err := os.ReadDir("/proc")
	if err != nil {
		return nil, fmt.Errorf("list processes: %w", err)
	}
	var offices, launchers []process
	for _, e := range entries {
		pid, err := strconv.Atoi(e.Name())
		if err != nil {
			continue
		}
		name, err := os.ReadFile(filepath.Join("/proc", e.Name(), "comm"))
		if err != nil || !isOffice(strings.TrimSpace(string(name))) {
			continue
		}
		p := lookUp(pid)
		switch {
		case p.identity == "" || !own(pid):
		case p.name == "soffice.bin":
			offices = append(offices, p)
		default:
			launchers = append(launchers, p)
		}
	}
	return append(offices, launchers...), nil
}

func own(pid int) bool {
	info, err := os.Stat(fmt.Sprintf("/proc/%d", pid))
	if err != nil {
		return false
	}
	stat, ok := info.Sys().(*syscall.Stat_t)
	return ok && int(stat.Uid) == os.Getuid()
}

// lookUp gives what can be known about a process; identity is "" if it is not
// there any more.
func lookUp(pid int) process {
	p := process{pid: pid}
	folder := fmt.Sprintf("/proc/%d", pid)
	stat, err := os.ReadFile(filepath.Join(folder, "stat"))
	if err != nil || p.readStat(string(stat)) != nil {
		return process{pid: pid}
	}
	if line, err := os.ReadFile(filepath.Join(folder, "cmdline")); err == nil && len(line) > 0 {
		p.arguments = strings.Split(strings.TrimSuffix(string(line), "\x00"), "\x00")
	}
	if text, err := os.ReadFile(filepath.Join(folder, "environ")); err == nil {
		p.readEnvironment(strings.Split(string(text), "\x00"))
	}
	// A path that is deleted ("… (deleted)") after an update still names the
	// folder of the program.
	p.program, _ = os.Readlink(filepath.Join(folder, "exe"))
	ours, err1 := os.Readlink("/proc/self/ns/mnt")
	theirs, err2 := os.Readlink(filepath.Join(folder, "ns/mnt"))
	// A change of root alone (chroot) shows in the link; both show other files
	// under the same paths, another version's type databases above all.
	top, err3 := os.Readlink(filepath.Join(folder, "root"))
	if err1 == nil && err2 == nil && ours != theirs || err3 == nil && top != "/" {
		p.root = filepath.Join(folder, "root")
	}
	return p
}

func (p *process) readEnvironment(variables []string) {
	var xdg, home string
	for _, v := range variables {
		switch name, value, _ := strings.Cut(v, "="); name {
		case "SAL_USE_VCLPLUGIN":
			p.noWindows = value == "svp"
		case "XDG_CONFIG_HOME":
			xdg = value
		case "HOME":
			home = value
		}
	}
	if xdg != "" || home != "" {
		p.usual = fileURL(filepath.Join(configHome(xdg, home), "libreoffice/4"))
	}
}

// readStat takes the parent and the time of start from the line in
// /proc/PID/stat: pid (name) state parent …; the name may hold anything.
func (p *process) readStat(line string) error {
	open, end := strings.IndexByte(line, '('), strings.LastIndexByte(line, ')')
	if open < 0 || end < open {
		return errors.New("process state not understood")
	}
	fields := strings.Fields(line[end+1:])
	if len(fields) < 20 || fields[0] == "Z" || fields[0] == "X" {
		return errors.New("process has ended")
	}
	ticks, err := strconv.ParseInt(fields[19], 10, 64)
	if err != nil {
		return err
	}
	p.name = line[open+1 : end]
	p.parent, err = strconv.Atoi(fields[1])
	p.started = bootTime().Add(time.Duration(ticks) * (time.Second / 100))
	boot, _ := os.ReadFile("/proc/sys/kernel/random/boot_id")
	p.identity = fields[19] + " " + strings.TrimSpace(string(boot))
	return err
}

// bootTime is when the system started, in whole seconds.
func bootTime() time.Time {
	data, err := os.ReadFile("/proc/stat")
	if err != nil {
		return time.Time{}
	}
	_, rest, _ := strings.Cut(string(data), "\nbtime ")
	line, _, _ := strings.Cut(rest, "\n")
	seconds, err := strconv.ParseInt(line, 10, 64)
	if err != nil {
		return time.Time{}
	}
	return time.Unix(seconds, 0)
}

// sandboxFolders are the pipe folders of offices that see another file system
// (Snap, Flatpak), by paths that work from here.
func sandboxFolders(processes []process) []string {
	var folders []string
	for _, p := range processes {
		if p.root != "" && p.name == "soffice.bin" {
			folders = append(folders, filepath.Join(p.root, "tmp"))
		}
	}
	return folders
}

package attach

import (
	"errors"
	"fmt"
	"net"
	"strconv"
	"strings"
	"syscall"
	"time"
	"unsafe"
)

const processQueryLimitedInformation = 0x1000

var getNamedPipeServerProcessID = syscall.NewLazyDLL("kernel32.dll").NewProc("GetNamedPipeServerProcessId")

// peer gives the process that made the pipe. The pipe's default rights let
// nobody but the user and the system make or open it.
func peer(c net.Conn) (pid int, err error) {
	pipe, ok := c.(pipeConn)
	if !ok {
		return 0, fmt.Errorf("peer of a %T", c)
	}
	raw, err := pipe.SyscallConn()
	if err != nil {
		return 0, err
	}
	var id uint32
	var failed error
	if err := raw.Control(func(handle uintptr) {
		if r, _, e := getNamedPipeServerProcessID.Call(handle, uintptr(unsafe.Pointer(&id))); r == 0 {
			failed = e
		}
	}); err != nil {
		return 0, err
	}
	return int(id), failed
}

// officeProcesses lists the office programs that can be looked at, which are
// this user's.
func officeProcesses() ([]process, error) {
	snapshot, err := syscall.CreateToolhelp32Snapshot(syscall.TH32CS_SNAPPROCESS, 0)
	if err != nil {
		return nil, fmt.Errorf("list processes: %w", err)
	}
	defer syscall.CloseHandle(snapshot)
	var list []process
	entry := syscall.ProcessEntry32{}
	entry.Size = uint32(unsafe.Sizeof(entry))
	for err = syscall.Process32First(snapshot, &entry); err == nil; err = syscall.Process32Next(snapshot, &entry) {
		name := strings.TrimSuffix(strings.ToLower(syscall.UTF16ToString(entry.ExeFile[:])), ".exe")
		if !isOffice(name) {
			continue
		}
		if p := lookUp(int(entry.ProcessID)); p.identity != "" {
			p.name, p.parent = name, int(entry.ParentProcessID)
			list = append(list, p)
		}
	}
	if !errors.Is(err, syscall.ERROR_NO_MORE_FILES) {
		return nil, fmt.Errorf("list processes: %w", err)
	}
	return list, nil
}

// lookUp gives what can be known about a process; identity is "" if it is not
// there any more. The command line is not to be had by simple means.
func lookUp(pid int) process {
	p := process{pid: pid}
	if pid == 0 {
		return p
	}
	h, err := syscall.OpenProcess(processQueryLimitedInformation, false, uint32(pid))
	if err != nil {
		return p
	}
	defer syscall.CloseHandle(h)
	var created, exited, kernel, user syscall.Filetime
	if err := syscall.GetProcessTimes(h, &created, &exited, &kernel, &user); err != nil {
		return p
	}
	p.started = time.Unix(0, created.Nanoseconds())
	p.identity = strconv.FormatInt(created.Nanoseconds(), 10)
	return p
}

// sandboxFolders would be the pipe folders of offices in sandboxes; there are
// none here.
func sandboxFolders([]process) []string { return nil }

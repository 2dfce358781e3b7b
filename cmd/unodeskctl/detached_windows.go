package main

import (
	"syscall"

	"golang.org/x/sys/windows"
)

// detached gives a process no console and a group of its own: the end of this one does not reach it.
func detached() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{CreationFlags: windows.DETACHED_PROCESS | windows.CREATE_NEW_PROCESS_GROUP}
}

//go:build unix

package main

import "syscall"

// detached gives a process a session of its own: no signal to this one's reaches it.
func detached() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setsid: true} }

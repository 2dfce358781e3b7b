// Package attach finds the LibreOffice that the user is running and connects
// to it, without restarting it and without anything installed into it.
//
// Start with [NewWatcher], which keeps an attachment through the office's
// comings and goings, or, for one connection, with [Instances] and [Dial].
// [Start] starts an office; nothing else here does.
//
// An office listens on a pipe of its own for later starts of itself. Over that
// pipe it is asked to open a second pipe that speaks the remote protocol. Both
// belong to the user alone; TCP is used only when asked for.
package attach

// Package icons holds the pictures of Unodesk: one tray icon for each phase of the server and one for trouble with the
// office, told apart by shape as well as by colour, and the icon of the program.
//
// The files beside this one are written by gen from the drawings in internal/draw; nobody edits them.
package icons

import _ "embed" // for the pictures

//go:generate go run ./gen

// The tray icons, PNG. The small ones are for Windows, which takes no other size.
var (
	//go:embed tray-stopped.png
	Stopped []byte
	//go:embed tray-starting.png
	Starting []byte
	//go:embed tray-running.png
	Running []byte
	//go:embed tray-attention.png
	Attention []byte
	//go:embed tray-stopped-32.png
	StoppedSmall []byte
	//go:embed tray-starting-32.png
	StartingSmall []byte
	//go:embed tray-running-32.png
	RunningSmall []byte
	//go:embed tray-attention-32.png
	AttentionSmall []byte
)

// Program is the icon of the program, SVG.
//
//go:embed unodesk.svg
var Program []byte

// ProgramPNG is the icon of the program for title bars and task lists.
//
//go:embed unodesk-128.png
var ProgramPNG []byte

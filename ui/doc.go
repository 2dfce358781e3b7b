// Package ui is what the user sees of Unodesk: the tray icon with its menu, the status window and the settings window.
//
// It draws app.Snapshot values and calls [Core] for what the user wants; widgets hold no truth. Start from [New] and
// [UI.Start]. What is said is decided by plain functions (words.go, traymenu.go, draft.go); bridge.go is the one file
// that crosses to the goroutine on which Fyne draws. The package does not import fyne/v2/app: it works with whatever
// app it is given, in tests one without a display.
package ui

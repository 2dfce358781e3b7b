package main

import (
	"testing"

	fyneapp "fyne.io/fyne/v2/app"
)

// TestEndsForSure: Fyne has no event left to queue while its loop ends. With one, of 80 starts on a busy computer one
// never ended.
func TestEndsForSure(t *testing.T) {
	a := fyneapp.NewWithID("")
	endsForSure(a)
	l, ok := a.Lifecycle().(interface{ OnStopped() func() })
	if !ok {
		t.Fatal("this version of Fyne keeps its last event elsewhere: see whether it still hangs when it ends")
	}
	if l.OnStopped() != nil {
		t.Error("Fyne queues an event when its loop ends")
	}
}

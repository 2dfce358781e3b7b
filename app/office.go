package app

import (
	"context"
	"time"
)

// OfficePhase is where the connection to LibreOffice stands.
type OfficePhase string

// The phases, in the words that are used everywhere.
const (
	Unavailable OfficePhase = "unavailable"
	Connecting  OfficePhase = "connecting"
	Attached    OfficePhase = "attached"
	Headless    OfficePhase = "headless"
	Waiting     OfficePhase = "waiting"
	Lost        OfficePhase = "lost"
)

// Office is the user's LibreOffice as we see it.
type Office struct {
	Phase   OfficePhase
	Detail  string // one English sentence
	Version string
	PID     int
	Profile string
	Dialog  string // title of the dialog that waits for the user
	Others  int    // further LibreOffices of this user
	Since   time.Time
}

// Ready reports whether documents can be read.
func (o Office) Ready() bool { return o.Phase == Attached || o.Phase == Headless || o.Phase == Waiting }

// OfficeWatcher finds the office and keeps the connection.
type OfficeWatcher interface {
	Run(ctx context.Context) error
	State() Office
	Subscribe() (<-chan Office, func())
}

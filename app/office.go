package app

import (
	"context"

	"github.com/unodesk/unodesk/uno/attach"
)

// Office is the user's LibreOffice as we see it.
type Office = attach.State

// OfficePhase is where the connection to LibreOffice stands.
type OfficePhase = attach.Phase

// The phases, in the words that are used everywhere.
const (
	Unavailable = attach.Unavailable
	Connecting  = attach.Connecting
	Attached    = attach.Attached
	Headless    = attach.Headless
	Waiting     = attach.Waiting
	Lost        = attach.Lost
)

// OfficeWatcher finds the office and keeps the connection. It is an *attach.Watcher.
type OfficeWatcher interface {
	Run(ctx context.Context) error
	State() Office
	Subscribe() (<-chan Office, func())
	Use(profile string)
}

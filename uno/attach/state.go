package attach

import (
	"fmt"
	"time"
)

// Phase says how the attachment to an office is.
type Phase string

const (
	Unavailable Phase = "unavailable" // no office to attach to
	Connecting  Phase = "connecting"  // one is there, but starting or not answering
	Attached    Phase = "attached"
	Headless    Phase = "headless" // attached to an office without windows
	Waiting     Phase = "waiting"  // attached, a dialog needs the user
	Lost        Phase = "lost"     // it has just ended
)

// State is what is known about the attachment at one moment.
type State struct {
	Phase   Phase
	Detail  string // one sentence for people: what is going on, what to do next
	Version string // of the office: "7.4.7.2"
	PID     int
	Profile string // URL of the user installation
	How     string // "pipe" or "tcp"
	// Tag names the office process: the same after a restart of this program,
	// another one for every office process.
	Tag    string
	Since  time.Time  // when this phase began
	Others []Instance // offices that run beside, as of the last look
	Dialog string     // title of the dialog that waits
}

// Live says that calls can be made.
func (s State) Live() bool {
	return s.Phase == Attached || s.Phase == Headless || s.Phase == Waiting
}

// The sentences of Detail.
const (
	detailNone     = "LibreOffice is not running; start it and try again."
	detailOther    = "No LibreOffice with the chosen profile is running (%s); start it, or choose another that runs."
	detailStarting = "LibreOffice is starting; try again in a few seconds."
	detailSilent   = "LibreOffice does not answer; it may be busy, or a dialog in it may be waiting for you."
	detailAttached = "Connected to LibreOffice %s."
	detailHeadless = "Connected to LibreOffice %s, which runs without windows."
	detailDialog   = "LibreOffice is waiting for you: answer the dialog %q there."
	detailLost     = "LibreOffice has closed; it is used again as soon as it runs."
	detailFailed   = "No connection to LibreOffice: %v."
	detailTCP      = "Nothing listens at %s; start LibreOffice with --accept for that address."
)

// attachedDetail is the sentence for an attachment that answers.
func (s State) attachedDetail() string {
	switch s.Phase {
	case Headless:
		return fmt.Sprintf(detailHeadless, s.Version)
	case Waiting:
		return fmt.Sprintf(detailDialog, s.Dialog)
	default:
		return fmt.Sprintf(detailAttached, s.Version)
	}
}

// UnavailableError says that there is no live attachment; nothing was sent to
// any office.
type UnavailableError struct{ State State }

func (e *UnavailableError) Error() string { return e.State.Detail }

// Code gives the code of the tool error that this is.
func (e *UnavailableError) Code() string {
	switch e.State.Phase {
	case Connecting:
		return "OFFICE_STARTING"
	case Lost:
		return "OFFICE_LOST"
	default:
		return "OFFICE_UNAVAILABLE"
	}
}

// Details gives what a client can show or decide by.
func (e *UnavailableError) Details() map[string]any {
	d := map[string]any{"phase": string(e.State.Phase)}
	if len(e.State.Others) > 0 {
		var profiles []string
		for _, o := range e.State.Others {
			profiles = append(profiles, o.Profile)
		}
		d["other_profiles"] = profiles
	}
	return d
}

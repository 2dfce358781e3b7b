package app

import (
	"time"

	"github.com/unodesk/unodesk/app/config"
	"github.com/unodesk/unodesk/app/secret"
)

// Snapshot is everything that can be seen from outside at one moment. It is a value: nobody changes one that was handed
// out.
type Snapshot struct {
	Version   string
	Started   time.Time // when this program started
	Server    Server
	Probe     Probe
	Office    Office
	Documents Documents
	Calls     Calls
	Hosts     []Host // that have called, the last one first
	Newcomer  Newcomer
	LastEdit  Edit // the zero Edit before the first
	Question  *Question
	Settings  config.Config
	Login     Login
	Token     secret.Source // where the access token lies; "" as long as there is none
	Problems  []Problem     // of the settings file
	Ended     *Ended        // an old Unodesk that was ended to start the server; nil for none
}

// Ended is a process of ours that held the port and answered no more.
type Ended struct {
	PID    int
	Killed bool // it did not end when it was asked to
	At     time.Time
}

// Phase is where the server stands.
type Phase string

// The phases.
const (
	Stopped  Phase = "stopped"
	Starting Phase = "starting" // until it has answered for the first time
	Running  Phase = "running"
)

// Server is the MCP server as the user sees it.
type Server struct {
	Phase   Phase
	Address string    // of the running server, such as http://127.0.0.1:8765/mcp
	Network []string  // the same for other computers, with LAN access
	Since   time.Time // when it began to answer
	Refused int64     // calls that had to come again because there were too many, since then
	Problem *Problem  // why it does not run although it is switched on
}

// ProbeState says how the last health probe went.
type ProbeState string

// The probe states. While one is under way the result of the last one is not shown: it may be over.
const (
	ProbeNone    ProbeState = "" // nothing to probe
	ProbeRunning ProbeState = "probing"
	ProbeOK      ProbeState = "ok"
	ProbeFailed  ProbeState = "failed"
)

// Probe is a request to the server's address, made as an AI program would make it.
type Probe struct {
	State   ProbeState
	Took    time.Duration
	Problem *Problem // of a failed one
}

// Document is an open document.
type Document struct {
	UID      string
	Name     string
	Path     string // "" for one that was never saved
	Type     string // writer, calc, draw, impress …
	Active   bool
	Modified bool
	Edits    int // by AI programs, that wait or run
}

// Documents are the open ones. Known is false as long as the office has not been asked successfully.
type Documents struct {
	Known bool
	List  []Document
}

// Problem is something that the user should know. Code names the sentences in the user's language, Args fill them in.
type Problem struct {
	Code string
	Args map[string]any
	Err  error // for the log and for people who understand it
}

// The problems. Their sentences stand in ui/lang under problem.CODE.what and problem.CODE.do.
const (
	PortTaken       = "port_taken"        // port, program, pid, next
	PortTakenHidden = "port_taken_hidden" // port, next: the program belongs to another user
	PortDenied      = "port_denied"       // port
	Unexpected      = "unexpected"        // reason
	ProbeRefused    = "probe_refused"     // address
	ProbeTimeout    = "probe_timeout"     // seconds
	ProbeForeign    = "probe_foreign"     // port
	ProbeStatus     = "probe_status"      // status
	SettingsBroken  = "settings_broken"   // path, reason
	SettingsKept    = "settings_kept"     // path, reason, kept
	SettingRefused  = "setting_refused"   // setting, reason
)

// unexpected is for errors that have no sentence of their own.
func unexpected(err error) *Problem {
	return &Problem{Code: Unexpected, Args: map[string]any{"reason": err.Error()}, Err: err}
}

func (p *Problem) Error() string {
	if p.Err != nil {
		return p.Code + ": " + p.Err.Error()
	}
	return p.Code
}

// Unwrap returns the cause.
func (p *Problem) Unwrap() error { return p.Err }

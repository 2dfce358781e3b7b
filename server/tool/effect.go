package tool

// Effect is what a call does to the world. Its zero value is invalid, so that
// a forgotten effect is a mistake and not a read.
type Effect int

// The effects, from harmless to final.
const (
	_        Effect = iota
	Reads           // changes nothing
	Adds            // only adds; everything that was there stays
	Edits           // changes what was there; can be taken back
	Destroys        // cannot be taken back
)

// Mutates reports whether a call can change anything.
func (e Effect) Mutates() bool { return e != Reads }

func (e Effect) valid() bool { return e >= Reads && e <= Destroys }

func (e Effect) String() string {
	switch e {
	case Reads:
		return "reads"
	case Adds:
		return "adds"
	case Edits:
		return "edits"
	case Destroys:
		return "destroys"
	}
	return "invalid"
}

// Undo is how a call can be taken back. Its zero value is invalid.
type Undo int

// The ways back.
const (
	_           Undo = iota
	NotNeeded        // the tool changes nothing
	Native           // LibreOffice's own undo does it
	Compensated      // our journal restores the values it captured
	None             // there is no way back: the effect is Destroys
)

func (u Undo) valid() bool { return u >= NotNeeded && u <= None }

func (u Undo) String() string {
	switch u {
	case NotNeeded:
		return "not needed"
	case Native:
		return "native"
	case Compensated:
		return "compensated"
	case None:
		return "none"
	}
	return "invalid"
}

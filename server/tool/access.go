package tool

import "fmt"

// Profile is how many tools a caller may use.
type Profile string

// The profiles, from narrow to wide.
const (
	Small    Profile = "small"    // the essential tools: at most 12 for each kind of document
	Standard Profile = "standard" // the default tools
	Full     Profile = "full"     // all
)

// Access is what a caller may use. Its zero value is everything.
type Access struct {
	Profile  Profile // "" means Full
	ReadOnly bool    // only tools that change nothing
}

// With is what is in both a and b.
func (a Access) With(b Access) Access {
	a.ReadOnly = a.ReadOnly || b.ReadOnly
	if b.Profile.tier() < a.Profile.tier() {
		a.Profile = b.Profile
	}
	return a
}

// tier is the last tier that a profile holds.
func (p Profile) tier() Tier {
	switch p {
	case Small:
		return Essential
	case Standard:
		return Core
	}
	return Specialized
}

// refuses says why a caller may not use a tool; nil: it may.
func (a Access) refuses(s *Spec) error {
	switch {
	case s.Tier > a.Profile.tier():
		return Errorf(CodeNotInProfile, "the user has limited the tools to the profile %s, which is without %s", a.Profile, s.Name).
			With("tool", s.Name).With("profile", string(a.Profile))
	case a.ReadOnly && s.Effect.Mutates() && !s.forwards:
		return Errorf(CodeReadOnlyMode, "the user allows reading only, and %s %s", s.Name, s.Effect.inWords()).
			With("tool", s.Name)
	}
	return nil
}

// inWords completes "the tool …".
func (e Effect) inWords() string {
	switch e {
	case Adds:
		return "adds something"
	case Edits:
		return "changes the document"
	case Destroys:
		return "does what cannot be taken back"
	}
	return fmt.Sprint(e)
}

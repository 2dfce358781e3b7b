package app

// bell tells one listener that there is something new. Ringing it again before it was heard changes nothing.
type bell chan struct{}

func newBell() bell { return make(bell, 1) }

func (b bell) ring() {
	select {
	case b <- struct{}{}:
	default:
	}
}

package attach

import "time"

// SetPace makes a watcher look more often than people need.
func (w *Watcher) SetPace(d time.Duration) { w.pace = pace{check: d, waiting: d, silent: d} }

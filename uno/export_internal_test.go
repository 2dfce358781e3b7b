package uno

// References is how many references of e the office holds.
func (e *Exported) References() int {
	e.conn.mu.Lock()
	defer e.conn.mu.Unlock()
	return e.refs
}

// MaxBlock is how many calls of a batch wait in the office at once.
const MaxBlock = maxBlock

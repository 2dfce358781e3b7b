package uno

// References is how many references of e the office holds.
func (e *Exported) References() int {
	e.conn.mu.Lock()
	defer e.conn.mu.Unlock()
	return e.refs
}

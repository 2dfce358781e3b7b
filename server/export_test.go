package server

// Narrow lets only so many calls in at once, instead of what it takes to overload
// the server.
func (s *Server) Narrow(most int64) { s.gate.fast.most = most }

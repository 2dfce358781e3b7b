package server

import (
	"context"
	"slices"
	"time"

	"github.com/unodesk/unodesk/server/tool"
)

// lookTime is how often is looked whether clients must be told of other tools.
const lookTime = 2 * time.Second

// watchTools tells the clients when other tools are listed than before: because
// of what is open, or of the settings. While nobody is there to be told, nobody
// looks.
func (s *Server) watchTools(ctx context.Context) {
	now := func() []string {
		return s.catalog.Listed(tool.Exposure{Mode: s.mode(), Access: s.access(nil), Kinds: s.open.get()})
	}
	before := now()
	for tick := time.NewTicker(lookTime); ; {
		select {
		case <-ctx.Done():
			tick.Stop()
			return
		case <-tick.C:
		}
		if !s.anyoneThere() {
			continue
		}
		s.kinds(ctx)
		if after := now(); !slices.Equal(before, after) {
			before = after
			s.catalog.Announce(s.mcp)
		}
	}
}

// anyoneThere reports whether a client has a session or a stream.
func (s *Server) anyoneThere() bool {
	for range s.mcp.Sessions() {
		return true
	}
	return false
}

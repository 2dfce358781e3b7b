package server

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// maxSubscriptions is to how many resources one session may subscribe.
const maxSubscriptions = 100

// subscriptions are the resources that clients want to hear of. The SDK knows
// who they are, and forgets those who go; we know which documents are meant.
type subscriptions struct {
	mu   sync.Mutex
	list map[*mcp.ServerSession]map[string]string // by session: URI and uid of the document
	told map[string]string                        // by uid: the revision that was told last
}

// subscribe begins to follow the document of a resource. What is none of ours
// never changes, as far as we know.
func (s *Server) subscribe(ctx context.Context, req *mcp.SubscribeRequest) error {
	uri := req.Params.URI
	uid, revision := "", ""
	if strings.HasPrefix(uri, documentURI) {
		doc, _, _, err := s.resource(ctx, uri)
		if err != nil {
			return err
		}
		uid = doc.UID
		if s.o.Events != nil {
			if revision, err = s.o.Events.Follow(ctx, uid); err != nil {
				return &jsonrpc.Error{Code: jsonrpc.CodeInternalError, Message: err.Error()}
			}
		}
	}
	return s.subscribed.add(req.Session, uri, uid, revision)
}

func (s *Server) unsubscribe(_ context.Context, req *mcp.UnsubscribeRequest) error {
	s.subscribed.remove(req.Session, req.Params.URI)
	return nil
}

func (l *subscriptions) add(ss *mcp.ServerSession, uri, uid, revision string) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	mine := l.list[ss]
	if _, again := mine[uri]; !again && len(mine) >= maxSubscriptions {
		return &jsonrpc.Error{Code: jsonrpc.CodeInvalidParams, Message: fmt.Sprintf("there are %d subscriptions already; end one first", maxSubscriptions)}
	}
	if mine == nil {
		mine = map[string]string{}
		l.list[ss] = mine
	}
	mine[uri] = uid
	if _, known := l.told[uid]; uid != "" && !known {
		l.told[uid] = revision
	}
	return nil
}

func (l *subscriptions) remove(ss *mcp.ServerSession, uri string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.list[ss], uri)
	if len(l.list[ss]) == 0 {
		delete(l.list, ss)
	}
}

// keep forgets the sessions that have ended, and the documents that nobody wants
// to hear of any more.
func (l *subscriptions) keep(alive []*mcp.ServerSession) {
	l.mu.Lock()
	defer l.mu.Unlock()
	wanted := map[string]bool{}
	for ss, mine := range l.list {
		if !slices.Contains(alive, ss) {
			delete(l.list, ss)
			continue
		}
		for _, uid := range mine {
			wanted[uid] = true
		}
	}
	maps.DeleteFunc(l.told, func(uid, _ string) bool { return !wanted[uid] })
}

// news returns the resources whose documents have another revision than was told
// last, and notes that it is told now. An unknown revision is no news.
func (l *subscriptions) news(revision func(uid string) string) []string {
	l.mu.Lock()
	defer l.mu.Unlock()
	uris := map[string]bool{}
	for uid, last := range l.told {
		now := revision(uid)
		if now == "" || now == last {
			continue
		}
		l.told[uid] = now
		for _, mine := range l.list {
			for uri, of := range mine {
				if of == uid {
					uris[uri] = true
				}
			}
		}
	}
	return slices.Sorted(maps.Keys(uris))
}

package server

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

const (
	maxSubscriptions = 100  // to how many resources one session may subscribe
	maxURI           = 2000 // bytes
)

// subscriptions are the resources that clients want to hear of. The SDK knows
// who they are, and forgets those who go; we know which documents are meant.
type subscriptions struct {
	mu   sync.Mutex
	list map[*mcp.ServerSession]map[string]string // by session: URI and uid of the document
	told map[string]string                        // by uid: the revision that was told last, "" for none
	kept *remembered
}

func newSubscriptions(stateDir string) *subscriptions {
	return &subscriptions{list: map[*mcp.ServerSession]map[string]string{}, told: map[string]string{}, kept: loadRemembered(stateDir)}
}

// subscribe begins to follow the document of a resource. What is none of ours
// never changes, as far as we know.
func (s *Server) subscribe(ctx context.Context, req *mcp.SubscribeRequest) error {
	uri := req.Params.URI
	if len(uri) > maxURI {
		return &jsonrpc.Error{Code: jsonrpc.CodeInvalidParams, Message: fmt.Sprintf("the URI is longer than %d bytes", maxURI)}
	}
	if r, ok := parseReference(uri); ok && slices.Contains(s.subscribed.kept.of(req.Session.ID()), uri) {
		// After a restart: what has happened since is told when that is known.
		return s.subscribed.add(req.Session, uri, r.uid, "")
	}
	uid, revision := "", ""
	if strings.HasPrefix(uri, documentURI) {
		doc, _, _, err := s.resource(ctx, uri)
		if err != nil {
			return err
		}
		uid = doc.UID
		if revision, err = s.follow(ctx, uid); err != nil {
			return &jsonrpc.Error{Code: jsonrpc.CodeInternalError, Message: err.Error()}
		}
	}
	if err := s.subscribed.add(req.Session, uri, uid, revision); err != nil {
		return err
	}
	s.keepSubscriptions(req.Session)
	return nil
}

// follow begins to listen to a document, if the office lets it.
func (s *Server) follow(ctx context.Context, uid string) (revision string, err error) {
	if s.o.Events == nil {
		return "", nil
	}
	ctx, cancel := context.WithTimeout(ctx, lookTime)
	defer cancel()
	return s.o.Events.Follow(ctx, uid)
}

// resubscribe gives a session that was opened again what it had subscribed to.
func (s *Server) resubscribe(ctx context.Context, id string) {
	for _, uri := range s.subscribed.kept.of(id) {
		params, _ := json.Marshal(map[string]string{"uri": uri})
		body := fmt.Appendf(nil, `{"jsonrpc":"2.0","id":"unodesk:replayed","method":"resources/subscribe","params":%s}`, params)
		s.sessions.handler.ServeHTTP(discard{http.Header{}}, replayed(ctx, body, id))
	}
}

func (s *Server) keepSubscriptions(ss *mcp.ServerSession) {
	if id := ss.ID(); id != "" {
		if err := s.subscribed.kept.set(id, s.subscribed.of(ss), time.Now()); err != nil {
			s.log.Warn("subscriptions not written down", "err", err)
		}
	}
}

func (s *Server) unsubscribe(_ context.Context, req *mcp.UnsubscribeRequest) error {
	s.subscribed.remove(req.Session, req.Params.URI)
	s.keepSubscriptions(req.Session)
	return nil
}

// of are the subscriptions of a session.
func (l *subscriptions) of(ss *mcp.ServerSession) []string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return slices.Sorted(maps.Keys(l.list[ss]))
}

// unknown are the documents of which no revision was told yet.
func (l *subscriptions) unknown() []string {
	l.mu.Lock()
	defer l.mu.Unlock()
	var uids []string
	for uid, revision := range l.told {
		if revision == "" {
			uids = append(uids, uid)
		}
	}
	return uids
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

// keep forgets the sessions of server that have ended, and the documents that
// nobody wants to hear of any more. It reports whether there are any sessions.
func (l *subscriptions) keep(server *mcp.Server) bool {
	l.mu.Lock() // before the look: who subscribes meanwhile is not among them
	defer l.mu.Unlock()
	alive := slices.Collect(server.Sessions())
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
	return len(alive) > 0
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

package server

import (
	"context"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/unodesk/unodesk/server/document"
	"github.com/unodesk/unodesk/server/tool"
)

const (
	// listenTime is how long the office is listened to after the last message of
	// a client. Until it has an answer, the office waits for each thing that it
	// tells; should this program stand still, the user would wait with it.
	listenTime = 10 * time.Minute
	// settleTime is for how long is gathered what there is to tell clients.
	settleTime = 500 * time.Millisecond
	// settingsTime is how often is looked whether the settings are others.
	settingsTime = 2 * time.Second
	// lookEvery is how often the office is asked for its documents while clients
	// are there, whatever it has told: it is not listened to for ever.
	lookEvery = time.Minute
	// lookTime is how long it may take to answer.
	lookTime = 2 * time.Second
)

// watch tells the clients when other tools and resources are listed than
// before, and when those that they have subscribed to were changed. While nobody
// is there to be told, nobody looks and nobody listens.
type watch struct {
	s     *Server
	bell  chan struct{}
	asked atomic.Int64 // when a client said something last, in Unix nanoseconds
	awake atomic.Bool  // run looks by itself

	opened atomic.Bool // the office has told of other documents

	// The rest belongs to run.
	listening context.CancelFunc // nil: not
	listener  sync.WaitGroup
	looked    time.Time
	again     bool     // look once more: what the office tells of may take its time
	tools     []string // that were listed last
	resources []mcp.Resource
}

func newWatch(s *Server) *watch {
	return &watch{s: s, bell: make(chan struct{}, 1)}
}

// noticed notes that a client is there.
func (w *watch) noticed(next mcp.MethodHandler) mcp.MethodHandler {
	return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
		w.asked.Store(time.Now().UnixNano())
		if !w.awake.Load() {
			w.ring()
		}
		return next(ctx, method, req)
	}
}

func (w *watch) ring() {
	select {
	case w.bell <- struct{}{}:
	default:
	}
}

// hearOpened notes that other documents may be open. The office waits for it.
func (w *watch) hearOpened() {
	w.opened.Store(true)
	w.ring()
}

// run does all of it until ctx ends.
func (w *watch) run(ctx context.Context) {
	defer w.deafen()
	w.tools, w.resources = w.listed()
	for {
		var tick <-chan time.Time
		if w.awake.Load() {
			tick = time.After(settingsTime)
		}
		select {
		case <-ctx.Done():
			return
		case <-tick:
		case <-w.bell:
			select {
			case <-ctx.Done():
				return
			case <-time.After(settleTime):
			}
		}
		w.look(ctx)
	}
}

// look finds out what there is to tell, and tells it.
func (w *watch) look(ctx context.Context) {
	there := w.s.subscribed.keep(w.s.mcp)
	w.awake.Store(there)
	if !there {
		w.deafen()
		return
	}
	if time.Since(time.Unix(0, w.asked.Load())) < listenTime {
		w.listen(ctx)
	} else {
		w.deafen()
	}
	if !w.s.live() {
		w.s.open.set(nil)
		w.looked = time.Time{} // look as soon as there is an office again
		w.tellOfLists()
		return
	}
	opened := w.opened.Swap(false)
	if opened || w.again || time.Since(w.looked) >= lookEvery {
		w.lookAtDocuments(ctx)
		w.again = opened
	}
	w.tellOfLists()
	w.tellOfChanges(ctx)
}

// listen begins to listen to the office.
func (w *watch) listen(ctx context.Context) {
	if w.listening != nil || w.s.o.Events == nil {
		return
	}
	ctx, w.listening = context.WithCancel(ctx)
	w.listener.Go(func() { w.s.o.Events.Listen(ctx, w.hearOpened, w.ring) })
	w.looked = time.Time{} // what has happened before
}

// deafen ends it.
func (w *watch) deafen() {
	if w.listening != nil {
		w.listening()
		w.listener.Wait()
		w.listening = nil
	}
}

// lookAtDocuments asks the office which documents are open. A busy one is asked
// again.
func (w *watch) lookAtDocuments(ctx context.Context) {
	docs, err := w.s.openDocuments(ctx, lookTime)
	if err != nil {
		w.opened.Store(true)
		return
	}
	w.looked = time.Now()
	w.s.open.set(docs)
}

// listed is what clients are shown now.
func (w *watch) listed() (tools []string, resources []mcp.Resource) {
	docs := w.s.open.get()
	for _, r := range resourcesOf(docs) {
		resources = append(resources, *r)
	}
	return w.s.catalog.Listed(tool.Exposure{Mode: w.s.mode(), Access: w.s.access(nil), Kinds: kindsOf(docs)}), resources
}

// tellOfLists tells of other tools and resources.
func (w *watch) tellOfLists() {
	tools, resources := w.listed()
	if !slices.Equal(w.tools, tools) {
		w.tools = tools
		w.s.catalog.Announce(w.s.mcp)
	}
	same := func(a, b mcp.Resource) bool {
		return a.URI == b.URI && a.Title == b.Title && a.Description == b.Description
	}
	if !slices.EqualFunc(w.resources, resources, same) {
		w.resources = resources
		w.s.announceResources(w.s.mcp)
	}
}

// tellOfChanges tells those who want to hear of documents that have changed, or
// are closed.
func (w *watch) tellOfChanges(ctx context.Context) {
	for _, uid := range w.s.subscribed.unknown() {
		if w.s.revision(uid) == "" {
			_, _ = w.s.follow(ctx, uid) // a busy office is asked again
		}
	}
	for _, uri := range w.s.subscribed.news(w.s.revision) {
		if err := w.s.mcp.ResourceUpdated(ctx, &mcp.ResourceUpdatedNotificationParams{URI: uri}); err != nil {
			w.s.log.Debug("change not told", "err", err)
		}
	}
}

// closed stands for the revision of a document that is not open any more.
const closed = "closed"

// revision is the revision of a document, "" if that is not known.
func (s *Server) revision(uid string) string {
	switch {
	case !slices.ContainsFunc(s.open.get(), func(d document.Info) bool { return d.UID == uid }):
		return closed
	case s.o.Events == nil:
		return ""
	}
	return s.o.Events.Revision(uid)
}

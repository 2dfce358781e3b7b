package server

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"os"
	"runtime/debug"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/unodesk/unodesk/server/document"
	"github.com/unodesk/unodesk/server/endpoint"
	"github.com/unodesk/unodesk/server/tool"
)

// Options is what a server is made of.
type Options struct {
	Version   string
	Office    Office   // nil: the health answer does without
	Tools     tool.Set // what clients may call
	Documents func(context.Context) ([]document.Info, error)
	// DocumentID names the document that a uid, a URL or a path means, or the
	// active one for "", whichever of them a call uses; nil: by the text alone.
	DocumentID func(ctx context.Context, target string) (string, error)
	Events     Events // what the office tells unasked; nil: nothing
	Log        *slog.Logger
	Settings   func() Settings // nil: the defaults
	// Consent is asked before a call changes something; nil: never.
	Consent tool.Consent
	// Record is told of each call that has ended; it must not wait. nil: nobody.
	Record func(tool.Record)
	// StateDir keeps the key that lets sessions survive a restart; "" keeps
	// it in memory.
	StateDir string
	// EndpointDir gets the file by which the command line and the bridge find
	// this server; "" writes none.
	EndpointDir string
	Fixtures    *Fixtures // nil: none
}

// Server is one MCP server: made, started and stopped once.
type Server struct {
	o       Options
	log     *slog.Logger
	control string
	catalog *tool.Catalog
	open    opened
	watch   *watch
	// subscribed is who wants to hear of which document.
	subscribed *subscriptions
	gate       *gate
	mcp        *mcp.Server
	sessions   *sessions
	shown      []string // the routes, as GET / tells them
	http       *http.Server
	stop       context.CancelFunc // ends what still runs
	running    context.Context    // ends with stop
	unwatch    context.CancelFunc // ends what listens to the office
	recover    func(context.Context)

	serving  sync.WaitGroup
	port     int
	since    time.Time
	endpoint *endpoint.Endpoint
}

const (
	headerTimeout = 5 * time.Second // a client that dribbles its headers
	idleTimeout   = 2 * time.Minute
	// defaultJobAfter is below the minute that hosts wait for an answer.
	defaultJobAfter = 45 * time.Second
	maxHeader       = 64 << 10
)

// New makes a server. All mistakes in the tools come back joined.
func New(o Options) (*Server, error) {
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	if o.Settings == nil {
		o.Settings = func() Settings { return Settings{AllowPrivateOrigins: true} }
	}
	s := &Server{o: o, log: o.Log, control: rand.Text()}
	s.watch = newWatch(s)
	s.subscribed = newSubscriptions(o.StateDir)
	s.gate = newGate(&queue{key: s.documentKey}, func(name string) bool {
		spec, _ := s.catalog.Spec(name)
		return spec.Long
	})
	catalog, err := o.Tools.Compile(tool.Options{
		Log: o.Log, Consent: o.Consent, Record: o.Record,
		Timeout:     func() time.Duration { return cmp.Or(o.Settings().CallTimeout, tool.DefaultTimeout) },
		LongTimeout: func() time.Duration { return cmp.Or(o.Settings().LongCallTimeout, tool.DefaultLongTimeout) },
		JobAfter:    func() time.Duration { return cmp.Or(o.Settings().JobAfter, defaultJobAfter) },
		TextLimit:   func() int { return cmp.Or(o.Settings().TextLimit, tool.DefaultTextLimit) },
		Mode:        s.mode, Access: s.access, Kinds: s.kinds,
		Around: rested(scoped(whileWaiting(o.Office, s.gate.around)), restTime, debug.FreeOSMemory),
	})
	if err != nil {
		return nil, fmt.Errorf("tools: %w", err)
	}
	key, err := installKey(o.StateDir)
	if err != nil {
		return nil, err
	}
	s.catalog = catalog
	s.sessions = &sessions{key: key, ended: loadEnded(o.StateDir), log: o.Log, reopened: s.resubscribe, open: map[string]*openSession{}}
	s.mcp = s.newMCP()
	s.sessions.server = s.mcp
	ctx, cancel := context.WithCancel(context.Background())
	s.running, s.stop = ctx, cancel
	s.http = &http.Server{
		Handler:           s.routes(newRouter(s.mcp, s.sessions, s.gate, s.o.Fixtures), newLegacy(s.mcp, s.gate)),
		ReadHeaderTimeout: headerTimeout,
		IdleTimeout:       idleTimeout,
		MaxHeaderBytes:    maxHeader,
		BaseContext:       func(net.Listener) context.Context { return ctx },
		ConnContext:       withPeer,
		ConnState:         newCrowd(maxConnections).watch,
		ErrorLog:          slog.NewLogLogger(o.Log.Handler(), slog.LevelDebug),
	}
	return s, nil
}

// newMCP makes the one MCP server that all handlers share.
func (s *Server) newMCP() *mcp.Server {
	o := &mcp.ServerOptions{
		GetSessionID: s.sessions.nextID,
		SetCacheable: func(_ context.Context, _ mcp.Request, c *mcp.Cacheable) { c.CacheScope = "private" },
		Capabilities: &mcp.ServerCapabilities{Tools: &mcp.ToolCapabilities{ListChanged: true}},

		SubscribeHandler: s.subscribe, UnsubscribeHandler: s.unsubscribe, CompletionHandler: s.complete,
	}
	if s.o.Fixtures != nil {
		s.o.Fixtures.Options(o)
	}
	m := mcp.NewServer(&mcp.Implementation{Name: "unodesk", Title: serverName, Version: s.o.Version}, o)
	s.catalog.AddTo(m)
	m.AddReceivingMiddleware(s.watch.noticed, s.instructed)
	addPrompts(m)
	s.addResources(m)
	if s.o.Fixtures != nil {
		s.o.Fixtures.Add(m)
	}
	return m
}

// Start begins to listen; port 0 is any free one. It can be called once.
func (s *Server) Start(port int) error {
	listeners, err := listen(port, func() bool { return s.o.Settings().LAN }, s.log)
	if err != nil {
		return err
	}
	s.port = listeners[0].Addr().(*net.TCPAddr).Port
	s.since = time.Now()
	if s.o.EndpointDir != "" {
		s.endpoint = &endpoint.Endpoint{Address: s.Address(), Token: s.control, Version: s.o.Version, PID: os.Getpid()}
		if err := s.endpoint.Write(s.o.EndpointDir); err != nil {
			for _, l := range listeners {
				_ = l.Close()
			}
			return err
		}
	}
	for _, l := range listeners {
		s.serving.Go(func() {
			if err := s.http.Serve(l); err != nil && !errors.Is(err, http.ErrServerClosed) {
				s.log.Error("server ended", "address", l.Addr().String(), "err", err)
			}
		})
	}
	watching, unwatch := context.WithCancel(s.running)
	s.unwatch = unwatch
	s.serving.Go(func() { s.watch.run(watching) })
	if s.recover != nil {
		s.serving.Go(func() { s.recover(s.running) })
	}
	s.log.Info("listening", "address", s.Address(), "listeners", len(listeners))
	return nil
}

// Address is where clients find MCP, once started.
func (s *Server) Address() string { return endpoint.AddressAt(s.port) }

// Times of a stop: calls may finish, then they are cut off. An edit that has
// begun goes on through both; should the process end in its middle, the next
// run takes it back.
const (
	finishTime = 800 * time.Millisecond
	closeTime  = 500 * time.Millisecond
)

// Stop ends the server within two seconds, open streams included. Sessions
// stay valid for the next run.
func (s *Server) Stop(ctx context.Context) error {
	defer s.stop()
	if s.unwatch != nil {
		s.unwatch()
	}
	s.catalog.EndJobs()
	if s.endpoint != nil {
		if err := s.endpoint.Remove(s.o.EndpointDir); err != nil {
			s.log.Warn("endpoint file not removed", "err", err)
		}
	}
	// Streams that wait for notifications would hold the shutdown, so the
	// sessions are closed along with it. Closing waits for running calls.
	closed := make(chan struct{})
	go func() { s.sessions.close(); close(closed) }()
	gentle, cancel := context.WithTimeout(ctx, finishTime)
	defer cancel()
	err := s.http.Shutdown(gentle)
	if err != nil {
		s.stop()
		err = s.http.Close()
	}
	select {
	case <-closed:
	case <-time.After(closeTime):
		s.log.Warn("a call was still running at the stop")
	}
	s.stop()
	s.serving.Wait()
	return err
}

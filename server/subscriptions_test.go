package server

import (
	"bufio"
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/unodesk/unodesk/server/document"
)

// teller is an office that tells what the test wants.
type teller struct {
	mu              sync.Mutex
	opened, changed func()
	listening       atomic.Int64
	revisions       map[string]string
}

func newTeller() *teller { return &teller{revisions: map[string]string{}} }

func (o *teller) Listen(c context.Context, opened, changed func()) {
	o.mu.Lock()
	o.opened, o.changed = opened, changed
	o.mu.Unlock()
	o.listening.Add(1)
	<-c.Done()
	o.listening.Add(-1)
}

func (o *teller) Follow(_ context.Context, uid string) (string, error) { return o.Revision(uid), nil }

func (o *teller) Revision(uid string) string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.revisions[uid]
}

func (o *teller) tellOpened() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.opened()
}

func (o *teller) change(uid, revision string) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.revisions[uid] = revision
	o.changed()
}

// Subscribers of both eras hear of changes and of the end of a document, and of
// nothing else; all hear of other resources.
func TestSubscriptions(t *testing.T) {
	t.Parallel() // it waits
	for _, version := range []string{"2025-11-25", "2026-07-28"} {
		t.Run(version, func(t *testing.T) {
			t.Parallel()
			office := newTeller()
			office.revisions["tag-writer"], office.revisions["tag-calc"] = "1", "1"
			var kinds atomic.Value
			kinds.Store([]string{"writer", "calc"})
			s := started(t, Options{Tools: readers(), Events: office, Documents: func(c context.Context) ([]document.Info, error) {
				return reading(kinds.Load().([]string)...)(c)
			}})
			heard := make(chan string, 20)
			client := mcp.NewClient(&mcp.Implementation{Name: "t", Version: "1"}, &mcp.ClientOptions{
				ResourceUpdatedHandler:     func(_ context.Context, r *mcp.ResourceUpdatedNotificationRequest) { heard <- r.Params.URI },
				ResourceListChangedHandler: func(context.Context, *mcp.ResourceListChangedRequest) { heard <- "list" },
			})
			session, err := client.Connect(t.Context(), &mcp.StreamableClientTransport{Endpoint: s.Address()}, &mcp.ClientSessionOptions{ProtocolVersion: version})
			if err != nil {
				t.Fatal(err)
			}
			defer session.Close()
			text, outline := "unodesk://document/tag-writer", "unodesk://document/tag-writer/outline"
			for _, uri := range []string{text, outline, "test://nobody's"} {
				if err := session.Subscribe(t.Context(), &mcp.SubscribeParams{URI: uri}); err != nil {
					t.Fatal(err)
				}
			}
			next := func(want ...string) {
				t.Helper()
				var got []string
				for range want {
					select {
					case uri := <-heard:
						got = append(got, uri)
					case <-time.After(10 * time.Second):
						t.Fatalf("heard %v, want %v", got, want)
					}
				}
				if slices.Sort(got); !slices.Equal(got, want) {
					t.Errorf("heard %v, want %v", got, want)
				}
			}
			for office.listening.Load() == 0 {
				time.Sleep(10 * time.Millisecond)
			}
			time.Sleep(2 * settleTime)
			for len(heard) > 0 {
				<-heard // the list, at first
			}
			office.change("tag-calc", "2") // nobody wants to hear of it
			office.change("tag-writer", "2")
			next(text, outline)
			if err := session.Unsubscribe(t.Context(), &mcp.UnsubscribeParams{URI: outline}); err != nil {
				t.Fatal(err)
			}
			office.change("tag-writer", "3")
			next(text)
			kinds.Store([]string{"calc"})
			office.tellOpened()
			next("list", text)
			select {
			case uri := <-heard:
				t.Errorf("heard %s, too", uri)
			case <-time.After(2 * settleTime):
			}
		})
	}
}

// One client cannot make us keep any number of subscriptions, and what is not
// there cannot be subscribed to.
func TestSubscriptionsAreBounded(t *testing.T) {
	s := started(t, Options{Tools: readers(), Documents: reading("writer")})
	id := openSessionID(t, s)
	subscribe := func(uri string) int64 {
		_, code := rpc[struct{}](t, s, "resources/subscribe", `{"uri":"`+uri+`"}`, "Mcp-Session-Id: "+id)
		return code
	}
	if code := subscribe("unodesk://document/tag-other"); code != -32602 {
		t.Errorf("a document that is not open: %d", code)
	}
	for n := range maxSubscriptions {
		if code := subscribe(fmt.Sprintf("test://%d", n)); code != 0 {
			t.Fatalf("subscription %d: %d", n, code)
		}
	}
	if subscribe("test://0") != 0 || subscribe("test://more") != -32602 {
		t.Error("more than there may be")
	}
	ask(t, s, http.MethodDelete, "/mcp", "", "Mcp-Session-Id: "+id)
	s.subscribed.keep(s.mcp)
	if len(s.subscribed.list) != 0 {
		t.Errorf("left of a session that has ended: %v", s.subscribed.list)
	}
}

// A session that goes on after a restart has its subscriptions, and is told what
// may have happened meanwhile.
func TestSubscriptionsOutliveARestart(t *testing.T) {
	t.Parallel() // it waits
	office, dir := newTeller(), t.TempDir()
	office.revisions["tag-writer"] = "1"
	const uri = "unodesk://document/tag-writer/outline"
	server := func() *Server {
		return started(t, Options{Tools: readers(), Events: office, StateDir: dir, Documents: reading("writer")})
	}
	first := server()
	id := openSessionID(t, first)
	for method, params := range map[string]string{"resources/subscribe": `{"uri":"` + uri + `"}`, "ping": `{}`} {
		if _, code := rpc[struct{}](t, first, method, params, "Mcp-Session-Id: "+id); code != 0 {
			t.Fatalf("%s: %d", method, code)
		}
	}
	for range 2 {
		s := server()
		r := ask(t, s, http.MethodGet, "/mcp", "", "Accept: text/event-stream", "Mcp-Session-Id: "+id, "Mcp-Protocol-Version: 2025-11-25")
		events := stream{t, bufio.NewReader(r.Body)}
		told := func(when string) {
			t.Helper()
			for { // the list may be told, too
				if got := events.next(); strings.Contains(got, "notifications/resources/updated") {
					if !strings.Contains(got, uri) {
						t.Errorf("%s: %s", when, got)
					}
					return
				}
			}
		}
		told("after the restart")
		for office.listening.Load() == 0 {
			time.Sleep(10 * time.Millisecond)
		}
		office.change("tag-writer", fmt.Sprint(time.Now().UnixNano()))
		told("a change")
	}
	s := server()
	if _, code := rpc[struct{}](t, s, "resources/unsubscribe", `{"uri":"`+uri+`"}`, "Mcp-Session-Id: "+id); code != 0 {
		t.Errorf("unsubscribe: %d", code)
	}
	if kept := loadRemembered(dir); len(kept.list) != 0 {
		t.Errorf("kept: %v", kept.list)
	}
}

func TestRememberedIsBounded(t *testing.T) {
	dir, now := t.TempDir(), time.Now()
	m := loadRemembered(dir)
	for n := range maxSessions + 20 {
		if err := m.set(fmt.Sprint(n), []string{"test://a"}, now.Add(time.Duration(n)*time.Second)); err != nil {
			t.Fatal(err)
		}
	}
	again := loadRemembered(dir)
	if len(again.list) != maxSessions || again.of("0") != nil || again.of(fmt.Sprint(maxSessions+19)) == nil {
		t.Errorf("%d sessions", len(again.list))
	}
	if err := again.set("new", []string{"test://b"}, now.Add(2*sessionMaxAge)); err != nil || len(again.list) != 1 {
		t.Errorf("%d sessions after their age, %v", len(again.list), err)
	}
}

// The office is listened to while a client is there, and for ten minutes after
// its last message.
func TestListensForTenMinutes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		office := newTeller()
		var looked atomic.Int64
		s, err := New(Options{Tools: readers(), Events: office, Documents: func(c context.Context) ([]document.Info, error) {
			looked.Add(1)
			return reading("writer")(c)
		}})
		if err != nil {
			t.Fatal(err)
		}
		c, cancel := context.WithCancel(t.Context())
		var running sync.WaitGroup
		running.Go(func() { s.watch.run(c) })
		listens := func(want int64) {
			t.Helper()
			time.Sleep(5 * time.Second)
			synctest.Wait()
			if got := office.listening.Load(); got != want {
				t.Errorf("listening %d, want %d", got, want)
			}
		}
		listens(0)
		here, there := mcp.NewInMemoryTransports()
		serving, err := s.mcp.Connect(t.Context(), there, nil)
		if err != nil {
			t.Fatal(err)
		}
		client, err := mcp.NewClient(&mcp.Implementation{Name: "t", Version: "1"}, nil).Connect(t.Context(), here, nil)
		if err != nil {
			t.Fatal(err)
		}
		listens(1)
		time.Sleep(listenTime - time.Minute)
		listens(1)
		time.Sleep(time.Minute)
		listens(0)
		before := looked.Load()
		time.Sleep(10 * time.Minute)
		if n := looked.Load() - before; n < 9 || n > 11 {
			t.Errorf("looked %d times in ten minutes without listening", n)
		}
		if err := client.Ping(t.Context(), nil); err != nil {
			t.Error(err)
		}
		listens(1)
		_ = client.Close()
		_ = serving.Wait()
		listens(0)
		before = looked.Load()
		time.Sleep(time.Hour)
		if n := looked.Load() - before; n != 0 {
			t.Errorf("looked %d times while nobody was there", n)
		}
		cancel()
		running.Wait()
		s.stop()
		time.Sleep(2 * restTime) // until memory was given back
	})
}

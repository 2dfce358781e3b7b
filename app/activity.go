package app

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/unodesk/unodesk/app/remember"
)

// Call is a call of a tool by an AI program, as the user sees it. It is kept in memory alone; Message may quote the
// document.
type Call struct {
	Number   int // since the start, from 1
	At       time.Time
	Took     time.Duration
	Host     string // the AI program, as it calls itself
	Protocol string // version of MCP that it speaks, "" if that is not known
	Tool     string // "" for one that does not exist
	Title    string
	Effect   string // reads, adds, edits or destroys; "" for a tool that does not exist
	DryRun   bool   // it only asked what would change
	Document string // name, "" for none
	UID      string
	Code     string // of the error, "" if it succeeded
	Message  string // of the error
	Step     string // its name in the document's undo list, "" if it changed nothing
}

// Calls counts what AI programs did since the start.
type Calls struct {
	All, Failed int
	LastFailed  Call // without its message, which may quote the document
}

// Host is an AI program that has called.
type Host struct {
	Name  string
	Calls int
	Last  time.Time
	// Protocol is the version of MCP that it spoke last, "" if that is not known.
	Protocol string
}

// Edit is the newest change by an AI program.
type Edit struct{ Document, UID string }

// keptCalls is how many calls the user can look back at.
const keptCalls = 1000

// activity is what AI programs did. It is told from many goroutines.
type activity struct {
	mu    sync.Mutex
	calls []Call // the oldest first
	count Calls
	hosts map[string]Host
	edit  Edit
	known map[string]bool // AI programs that have called in this run or an earlier one
	fresh Newcomer
	news  bell
}

// Newcomer is the AI program that called last of those that had never called before.
type Newcomer struct {
	Number int // since the start, from 1; 0 for none
	Name   string
}

func newActivity(known []string) *activity {
	a := &activity{hosts: map[string]Host{}, known: map[string]bool{}, news: newBell()}
	for _, name := range known {
		a.known[name] = true
	}
	return a
}

func (a *activity) add(c Call) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.count.All++
	c.Number = a.count.All
	if c.Code != "" {
		a.count.Failed++
		a.count.LastFailed = c
		a.count.LastFailed.Message = ""
	}
	if len(a.calls) == keptCalls {
		a.calls = slices.Delete(a.calls, 0, 1)
	}
	a.calls = append(a.calls, c)
	h := a.hosts[c.Host]
	a.hosts[c.Host] = Host{Name: c.Host, Calls: h.Calls + 1, Last: c.At, Protocol: cmp.Or(c.Protocol, h.Protocol)}
	if c.Step != "" {
		a.edit = Edit{c.Document, c.UID}
	}
	if !a.known[c.Host] && c.Host != ownProgram {
		a.known[c.Host] = true
		a.fresh = Newcomer{a.fresh.Number + 1, c.Host}
	}
	a.news.ring()
}

// show puts the sums into a snapshot.
func (a *activity) show(s *Snapshot) {
	a.mu.Lock()
	defer a.mu.Unlock()
	s.Calls, s.LastEdit, s.Newcomer = a.count, a.edit, a.fresh
	s.Hosts = nil
	for _, h := range a.hosts {
		s.Hosts = append(s.Hosts, h)
	}
	slices.SortFunc(s.Hosts, func(x, y Host) int {
		return cmp.Or(y.Last.Compare(x.Last), cmp.Compare(x.Name, y.Name))
	})
}

// ownProgram is how our command line names itself, which the user has called.
const ownProgram = "unodeskctl"

// memoryOfHosts is the name under which the AI programs that have called are remembered.
const memoryOfHosts = "hosts"

// mostHosts bounds what is remembered: a program may call itself anything.
const mostHosts = 500

// meet shows the sums, and remembers who is new.
func (a *App) meet() {
	before := a.snap.Newcomer
	a.activity.show(&a.snap)
	if a.snap.Newcomer == before {
		return
	}
	a.activity.mu.Lock()
	names := slices.Sorted(maps.Keys(a.activity.known))
	a.activity.mu.Unlock()
	a.workers.Go(func() {
		if err := a.o.Memory.Put(memoryOfHosts, names[:min(len(names), mostHosts)]); err != nil {
			a.o.Log.Warn("AI programs that have called are not remembered", "err", err)
		}
	})
}

// knownHosts are the AI programs that have called in earlier runs.
func knownHosts(m *remember.Store) []string {
	var names []string
	m.Get(memoryOfHosts, &names)
	return names
}

// Record keeps a call that has ended. It does not wait.
func (a *App) Record(c Call) { a.activity.add(c) }

// Activity returns the last calls, the newest first.
func (a *App) Activity() []Call {
	a.activity.mu.Lock()
	defer a.activity.mu.Unlock()
	calls := slices.Clone(a.activity.calls)
	slices.Reverse(calls)
	return calls
}

// TakeBackFrom takes back a call that changed a document, and all that AI programs did in the document since, down to the
// user's own newest step. It returns how many steps were taken back.
func (a *App) TakeBackFrom(ctx context.Context, c Call) (int, error) {
	n, err := a.o.TakeBackFrom(ctx, c.UID, c.At.Add(c.Took))
	if err != nil {
		return n, fmt.Errorf("take back: %w", err)
	}
	return n, nil
}

// TakeBack takes back what AI programs did in a document: everything down to the user's own newest step or, with the
// name of a step, that step alone if it is still the newest. It returns how many steps were taken back.
func (a *App) TakeBack(ctx context.Context, uid, step string) (int, error) {
	n, err := a.o.TakeBack(ctx, uid, step)
	if err != nil {
		return n, fmt.Errorf("take back: %w", err)
	}
	return n, nil
}

package app

import (
	"context"
	"errors"
	"sync"
	"time"
)

// Question is what the user is asked before an AI program does something.
type Question struct {
	Number   int // from 1
	Host     string
	Tool     string
	Title    string
	Document string // name, "" for the active document
	UID      string // "" when the document was not looked up
	Final    bool   // it cannot be undone
	Lines    []string
	Until    time.Time // when it counts as refused
	Waiting  int       // further questions behind it
}

// Consent is what the user answers.
type Consent int

// The answers.
const (
	Refuse Consent = iota
	Allow
	AllowDocument // this, and all that the program does in the document until the program or the app ends
)

// Why a call is refused.
var (
	ErrRefused     = errors.New("the user refused it")
	ErrNotAnswered = errors.New("the user was asked and did not answer in time, which counts as a refusal")
)

// MostLines is how much of what would change is shown.
const MostLines = 40

// asked are the questions that wait for the user, the oldest first.
type asked struct {
	mu      sync.Mutex
	count   int
	waiting []*waiting
	allowed map[permission]bool
	news    bell
}

type waiting struct {
	Question
	answer chan Consent
}

// permission is that an AI program may change a document.
type permission struct{ host, uid string }

func newAsked() *asked {
	return &asked{allowed: map[permission]bool{}, news: newBell()}
}

func (a *asked) add(q Question) *waiting {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.count++
	q.Number = a.count
	w := &waiting{q, make(chan Consent, 1)}
	a.waiting = append(a.waiting, w)
	a.news.ring()
	return w
}

func (a *asked) remove(w *waiting) {
	a.mu.Lock()
	defer a.mu.Unlock()
	for i, other := range a.waiting {
		if other == w {
			a.waiting = append(a.waiting[:i:i], a.waiting[i+1:]...)
		}
	}
	a.news.ring()
}

// may tells whether the user has allowed everything that host does in a document.
func (a *asked) may(host, uid string) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.allowed[permission{host, uid}]
}

// take gives an answer to a question. An answer that comes too late is dropped.
func (a *asked) take(number int, c Consent) {
	a.mu.Lock()
	defer a.mu.Unlock()
	for _, w := range a.waiting {
		if w.Number != number {
			continue
		}
		if c == AllowDocument && w.UID != "" && !w.Final {
			a.allowed[permission{w.Host, w.UID}] = true
		}
		select {
		case w.answer <- c:
		default: // a second click
		}
	}
}

// show puts the question that is next into a snapshot.
func (a *asked) show(s *Snapshot) {
	a.mu.Lock()
	defer a.mu.Unlock()
	s.Question = nil
	if len(a.waiting) > 0 {
		q := a.waiting[0].Question
		q.Waiting = len(a.waiting) - 1
		s.Question = &q
	}
}

// Ask asks the user and returns nil if the answer is yes. It returns when the time that the settings give is over,
// soon after ctx has ended, and at the end of the app; all of these count as no.
func (a *App) Ask(ctx context.Context, q Question) error {
	if q.UID != "" && !q.Final && a.asked.may(q.Host, q.UID) {
		return nil
	}
	q.Until = time.Now().Add(time.Duration(a.Settings().Doc.AskTimeout) * time.Second)
	if t, ok := ctx.Deadline(); ok && t.Before(q.Until) {
		q.Until = t
	}
	w := a.asked.add(q)
	defer a.asked.remove(w)
	overdue := time.NewTimer(time.Until(q.Until))
	defer overdue.Stop()
	select {
	case c := <-w.answer:
		if c == Refuse {
			return ErrRefused
		}
		return nil
	case <-overdue.C:
		return ErrNotAnswered
	case <-ctx.Done():
		return context.Cause(ctx)
	case <-a.quitting:
		return ErrNotAnswered
	}
}

// Answer gives the user's answer to a question.
func (a *App) Answer(number int, c Consent) { a.asked.take(number, c) }

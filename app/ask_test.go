package app_test

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/unodesk/unodesk/app"
)

func TestAsk(t *testing.T) {
	tests := []struct {
		name   string
		answer func(a *app.App, number int)
		want   error
		after  time.Duration
	}{
		{"allow", func(a *app.App, n int) { a.Answer(n, app.Allow) }, nil, 0},
		{"refuse", func(a *app.App, n int) { a.Answer(n, app.Refuse) }, app.ErrRefused, 0},
		{"no answer", func(*app.App, int) {}, app.ErrNotAnswered, 45 * time.Second},
		{"answer to another", func(a *app.App, n int) { a.Answer(n+1, app.Allow) }, app.ErrNotAnswered, 45 * time.Second},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				w := newWorld(t)
				a, end := w.run()
				defer end()
				began := time.Now()
				got := make(chan error, 1)
				go func() { got <- a.Ask(t.Context(), app.Question{Host: "Claude", Document: "a.odt", UID: "u-1"}) }()
				s := later(a, 0)
				if s.Question == nil || s.Question.Host != "Claude" || s.Question.Number != 1 {
					t.Fatalf("the question is %+v", s.Question)
				}
				tt.answer(a, s.Question.Number)
				if err := <-got; !errors.Is(err, tt.want) {
					t.Errorf("got %v, want %v", err, tt.want)
				}
				if took := time.Since(began); took != tt.after {
					t.Errorf("took %v, want %v", took, tt.after)
				}
				if s := later(a, 0); s.Question != nil {
					t.Errorf("the question is still there: %+v", s.Question)
				}
			})
		})
	}
}

// What was allowed for a document is not asked again: not for another document, another program, or what cannot be undone.
func TestAllowForDocument(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t)
		a, end := w.run()
		defer end()
		ask := func(q app.Question, c app.Consent) (asked bool) {
			got := make(chan error, 1)
			go func() { got <- a.Ask(t.Context(), q) }()
			if s := later(a, 0); s.Question != nil {
				asked = true
				a.Answer(s.Question.Number, c)
			}
			if err := <-got; err != nil {
				t.Errorf("%+v: %v", q, err)
			}
			synctest.Wait()
			return asked
		}
		q := app.Question{Host: "Claude", UID: "u-1"}
		if !ask(q, app.AllowDocument) || ask(q, app.Allow) {
			t.Error("asked never, or again")
		}
		for _, other := range []app.Question{{Host: "Claude", UID: "u-2"}, {Host: "Cursor", UID: "u-1"}, {Host: "Claude", UID: "u-1", Final: true}, {Host: "Claude"}} {
			if !ask(other, app.Allow) {
				t.Errorf("not asked: %+v", other)
			}
		}
	})
}

// Several questions come one after the other; a call that is given up, and the end of the app, end theirs.
func TestQuestionsQueue(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t)
		a, end := w.run()
		first, cancel := context.WithCancel(t.Context())
		got := make(chan error, 2)
		go func() { got <- a.Ask(first, app.Question{Host: "one"}) }()
		later(a, 0)
		go func() { got <- a.Ask(t.Context(), app.Question{Host: "two"}) }()
		if s := later(a, 0); s.Question == nil || s.Question.Host != "one" || s.Question.Waiting != 1 {
			t.Errorf("the question is %+v", s.Question)
		}
		cancel()
		if err := <-got; !errors.Is(err, context.Canceled) {
			t.Errorf("got %v", err)
		}
		if s := later(a, 0); s.Question == nil || s.Question.Host != "two" || s.Question.Waiting != 0 {
			t.Errorf("the question is %+v", s.Question)
		}
		end()
		if err := <-got; !errors.Is(err, app.ErrNotAnswered) {
			t.Errorf("got %v", err)
		}
	})
}

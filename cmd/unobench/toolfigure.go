package main

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"
)

// toolFigure is one call of a tool, measured through the whole stack, with the
// raw way to the same beside it.
type toolFigure struct {
	name   string
	doc    string
	touch  bool // something has changed before each
	ours   func(ctx context.Context, s *stack, n int) error
	peer   string        // the PyUNO command, "" for none
	slow   bool          // that takes seconds: every fourth round is enough
	limit  time.Duration // aimed at, 0 for none
	ratio  float64       // most times the raw way that it may take, 0 for none
	within *toolFigure   // another of ours that it may cost a third more than
	mine   []time.Duration
	theirs []time.Duration
}

const thirdMore = 4.0 / 3

// round measures both sides once; n counts the rounds.
func (f *toolFigure) round(ctx context.Context, s *stack, p *python, n int) error {
	ours := func() error {
		if f.touch {
			if err := s.touch(ctx, f.doc); err != nil {
				return err
			}
		}
		began := time.Now()
		err := f.ours(ctx, s, n)
		f.mine = append(f.mine, time.Since(began))
		return err
	}
	theirs := func() error {
		if f.peer == "" || f.slow && n%4 != 1 {
			return nil
		}
		took, err := p.measure(f.peer, 1, s.runtimeUID(f.doc))
		f.theirs = append(f.theirs, took)
		return err
	}
	sides := []func() error{ours, theirs}
	if n%2 == 1 {
		slices.Reverse(sides)
	}
	for _, side := range sides {
		if err := side(); err != nil {
			return fmt.Errorf("%s: %w", f.name, err)
		}
	}
	return nil
}

// target says what is aimed at, and whether it was reached; a figure without an
// aim is for comparison.
func (f *toolFigure) target() (text string, reached bool) {
	var all []string
	reached = true
	aim := func(ok bool, format string, a ...any) {
		all = append(all, fmt.Sprintf(format, a...))
		reached = reached && ok
	}
	if f.limit > 0 {
		aim(median(f.mine) <= f.limit, "≤ %v", f.limit)
	}
	if f.ratio > 0 {
		aim(float64(median(f.mine)) <= f.ratio*float64(median(f.theirs)), "≤ %g × raw", f.ratio)
	}
	if f.within != nil {
		aim(float64(median(f.mine)) <= thirdMore*float64(median(f.within.mine)), "≤ ⁴⁄₃ of %q", f.within.name)
	}
	return strings.Join(all, ", "), reached
}

func milliseconds(list []time.Duration) string {
	if len(list) == 0 {
		return "–"
	}
	sorted := slices.Sorted(slices.Values(list))
	ms := func(d time.Duration) float64 { return d.Seconds() * 1000 }
	return fmt.Sprintf("%.1f ms (%.1f to %.1f)", ms(median(list)), ms(sorted[len(sorted)/4]), ms(sorted[len(sorted)*3/4]))
}

// After longest no more rounds of the tools begin, if there were leastRounds.
const (
	longest     = 90 * time.Second
	leastRounds = 5
)

// measureTools measures all of them, round by round, so that a noisy moment
// meets all alike.
func measureTools(ctx context.Context, o *office, p *python, rounds int) (list []*toolFigure, err error) {
	s, err := startStack(ctx, o)
	if err != nil {
		return nil, err
	}
	defer func() {
		if stopped := s.stop(); err == nil {
			err = stopped
		}
	}()
	if err := s.makeDocuments(ctx); err != nil {
		return nil, err
	}
	list = toolFigures()
	began := time.Now()
	for n := range rounds + 1 {
		if n > leastRounds && time.Since(began) > longest {
			break // on a busy machine
		}
		for _, f := range list {
			if err := f.round(ctx, s, p, n); err != nil {
				return nil, err
			}
			if n == 0 {
				f.mine, f.theirs = nil, nil // both warm up in the first round
			}
		}
	}
	return list, nil
}

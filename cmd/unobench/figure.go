package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/unodesk/unodesk/uno/attach"
)

// figure is something that both sides do, so often per round.
type figure struct {
	name   string
	unit   string // what one of them is shown as: "/s" or "ms"
	n      int    // how often per measurement; short, since machines are not quiet for long
	ours   func(ctx context.Context, o *office, n int) error
	peer   string          // the PyUNO command
	peerN  int             // how often that
	ratio  float64         // aimed at
	limit  time.Duration   // for ours alone, 0 for none
	mine   []time.Duration // of one, per round
	theirs []time.Duration
}

func figures() []*figure {
	return []*figure{
		{
			name: "getURL, one after the other", unit: "/s",
			n: 300, ours: sequential, peer: "calls", peerN: 300, ratio: 1,
		},
		{
			name: "getURL, 1,000 in a batch (PyUNO: one after the other)", unit: "/s",
			n: 1000, ours: batch, peer: "calls", peerN: 300, ratio: 10,
		},
		{
			name: "getDataArray of 10,000 cells", unit: "ms",
			n: 5, ours: dataArray, peer: "cells", peerN: 5, ratio: 1.3,
		},
		{
			name: "attach and get the desktop", unit: "ms",
			n: 2, ours: reattach, peer: "attach", peerN: 2, limit: 20 * time.Millisecond,
		},
	}
}

func sequential(ctx context.Context, o *office, n int) error {
	for range n {
		if _, err := o.model.Call(ctx, "com.sun.star.frame.XModel", "getURL"); err != nil {
			return err
		}
	}
	return nil
}

func batch(ctx context.Context, o *office, n int) error {
	b := o.conn.NewBatch()
	for range n {
		b.Call(o.model, "com.sun.star.frame.XModel", "getURL")
	}
	return b.First(ctx)
}

func dataArray(ctx context.Context, o *office, n int) error {
	for range n {
		v, err := o.cells.Call(ctx, "com.sun.star.sheet.XCellRangeData", "getDataArray")
		if err != nil {
			return err
		}
		if rows, ok := v.([][]any); !ok || len(rows) != 1000 || rows[999][9] != 9999.0 {
			return errors.New("wrong cells")
		}
	}
	return nil
}

func reattach(ctx context.Context, o *office, n int) error {
	for range n {
		conn, err := attach.Dial(ctx, o.process.Instance)
		if err != nil {
			return err
		}
		_, err = conn.Service(ctx, "com.sun.star.frame.Desktop")
		if err := errors.Join(err, conn.Close()); err != nil {
			return err
		}
	}
	return nil
}

// round measures both sides, in turn who comes first.
func (f *figure) round(ctx context.Context, o *office, p *python, oursFirst bool) error {
	sides := []func() error{
		func() error {
			began := time.Now()
			err := f.ours(ctx, o, f.n)
			f.mine = append(f.mine, time.Since(began)/time.Duration(f.n))
			return err
		},
		func() error {
			took, err := p.measure(f.peer, f.peerN)
			f.theirs = append(f.theirs, took/time.Duration(f.peerN))
			return err
		},
	}
	if !oursFirst {
		slices.Reverse(sides)
	}
	for _, side := range sides {
		if err := side(); err != nil {
			return fmt.Errorf("%s: %w", f.name, err)
		}
	}
	return nil
}

func median(list []time.Duration) time.Duration {
	sorted := slices.Sorted(slices.Values(list))
	return sorted[len(sorted)/2]
}

// times is how many times as fast as PyUNO we are.
func (f *figure) times() float64 { return float64(median(f.theirs)) / float64(median(f.mine)) }

// show writes times in the figure's unit: the median, and where the middle half
// of them is.
func (f *figure) show(list []time.Duration) string {
	one := func(d time.Duration) string {
		if f.unit == "/s" {
			return fmt.Sprintf("%.0f", float64(time.Second)/float64(d))
		}
		return fmt.Sprintf("%.2f", d.Seconds()*1000)
	}
	sorted := slices.Sorted(slices.Values(list))
	low, high := sorted[len(sorted)/4], sorted[len(sorted)*3/4]
	if f.unit == "/s" {
		low, high = high, low
	}
	return fmt.Sprintf("%s %s (%s to %s)", one(median(list)), f.unit, one(low), one(high))
}

// target says what is aimed at, and whether it was reached.
func (f *figure) target() (text string, reached bool) {
	if f.limit > 0 {
		return fmt.Sprintf("< %v", f.limit), median(f.mine) < f.limit
	}
	return fmt.Sprintf("≥ %g ×", f.ratio), f.times() >= f.ratio
}

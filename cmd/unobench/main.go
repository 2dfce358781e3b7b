// Command unobench measures the UNO client against PyUNO, the client that comes
// with LibreOffice: both talk to the same office over the same pipe, in turn.
// It measures the tools, too, through all that a host goes through, with the
// raw way to the same beside them. It writes tables as Markdown.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"time"
)

// httpRounds of a hundred requests each take a few seconds.
const httpRounds = 21

type options struct {
	out, python, office string
	rounds, toolRounds  int
	idle                time.Duration
	strict              bool
}

func main() {
	var o options
	flag.StringVar(&o.out, "out", "", "`file` to write the table to; it is printed in any case")
	flag.StringVar(&o.python, "python", "/usr/bin/python3", "`program` of a Python that has PyUNO")
	flag.StringVar(&o.office, "office", "", "`path` of the LibreOffice to measure")
	flag.IntVar(&o.rounds, "rounds", 100, "how often everything is measured")
	flag.IntVar(&o.toolRounds, "tool-rounds", 11, "how often each tool is measured at most, 0 for not at all")
	flag.DurationVar(&o.idle, "idle", time.Minute, "how long to watch an idle server and the tray app, 0 for not at all")
	flag.BoolVar(&o.strict, "strict", false, "a missed target is a failure")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, o); err != nil {
		fmt.Fprintln(os.Stderr, "unobench:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, o options) (err error) {
	office, err := startOffice(ctx, o.office)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, office.stop(context.WithoutCancel(ctx))) }()
	peer, err := startPython(o.python, office.pipe())
	if err != nil {
		return err
	}
	list := figures()
	for n := range o.rounds + 1 {
		for _, f := range list {
			if err := f.round(ctx, office, peer, n%2 == 0); err != nil {
				return errors.Join(err, peer.stop())
			}
			if n == 0 {
				f.mine, f.theirs = nil, nil // both warm up in the first round
			}
		}
	}
	var tools []*toolFigure
	if o.toolRounds > 0 {
		if tools, err = measureTools(ctx, office, peer, o.toolRounds); err != nil {
			return errors.Join(err, peer.stop())
		}
	}
	if err := peer.stop(); err != nil {
		return fmt.Errorf("PyUNO: %w", err)
	}
	wire, err := measureHTTP(ctx, httpRounds)
	if err != nil {
		return fmt.Errorf("HTTP: %w", err)
	}
	var quiet *idle
	var tray *trayFigures
	if o.idle > 0 {
		i, err := measureIdle(ctx, office, o.idle)
		if err != nil {
			return err
		}
		quiet = &i
		if tray, err = measureTray(ctx, office, o.idle); err != nil {
			return fmt.Errorf("tray app: %w", err)
		}
	}
	text, reached := report(describe(ctx, office.conn, o.python), o.rounds, list, tools, wire, quiet, tray)
	budget, err := listBudget()
	if err != nil {
		return err
	}
	text += budget
	fmt.Print(text)
	if o.out != "" {
		if err := os.WriteFile(o.out, []byte(text), 0o644); err != nil {
			return err
		}
	}
	if o.strict && !reached {
		return errors.New("a target was missed")
	}
	return nil
}

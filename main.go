// Command unodesk is the tray app: it lets AI programs work on the documents that are open in LibreOffice.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"
	"time"

	"fyne.io/fyne/v2"
	fyneapp "fyne.io/fyne/v2/app"

	"github.com/unodesk/unodesk/app"
	"github.com/unodesk/unodesk/app/config"
	"github.com/unodesk/unodesk/app/instance"
	"github.com/unodesk/unodesk/app/port"
	"github.com/unodesk/unodesk/app/session"
	"github.com/unodesk/unodesk/app/version"
	"github.com/unodesk/unodesk/server/endpoint"
	"github.com/unodesk/unodesk/ui"
)

// These bound the end of the program, counted from when it is wanted: when what is behind the windows ends although they
// have not, and when the process ends whatever still hangs. A screen that hangs keeps Fyne's loop from ending.
const (
	closeLimit = time.Second
	quitLimit  = 2500 * time.Millisecond
)

func main() {
	if err := run(os.Args[1:]); err != nil && !errors.Is(err, flag.ErrHelp) {
		fmt.Fprintln(os.Stderr, "unodesk:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	flags := flag.NewFlagSet("unodesk", flag.ContinueOnError)
	showVersion := flags.Bool("version", false, "print the version and end")
	configPath := flags.String("config", config.DefaultPath(), "settings `file`")
	state := flags.String("state", "", "`folder` for the log and all that is kept between runs")
	if err := flags.Parse(args); err != nil {
		return err
	}
	switch {
	case *showVersion:
		fmt.Println("unodesk", version.Own())
		return nil
	case flags.NArg() > 0:
		return fmt.Errorf("there is no argument %q; see unodesk --help", flags.Arg(0))
	}
	display, err := session.Display()
	if err != nil {
		return fmt.Errorf("%w; on a computer without one use: unodeskctl serve", err)
	}
	dir, err := instance.Dir()
	if err != nil {
		return err
	}
	place, err := instance.Claim(dir, instance.Name(*state))
	if errors.Is(err, instance.ErrRunning) {
		shown := showRunning(dir, instance.Name(*state))
		if shown == nil || !endStuck(*state) {
			return shown
		}
		place, err = instance.Claim(dir, instance.Name(*state))
	}
	if err != nil {
		return err
	}
	defer place.Close()
	return live(place, display, *configPath, *state)
}

// showRunning brings the window of the first start up: that is what somebody wants who starts an app again.
func showRunning(dir, name string) error {
	if err := instance.Show(context.Background(), dir, name); err != nil {
		return err
	}
	fmt.Println("Unodesk is running already; its window is shown now.")
	return nil
}

// endStuck ends a first start that hangs: its window does not come, and its server does not answer. It reports whether
// one was ended.
func endStuck(state string) bool {
	if state == "" {
		state = endpoint.DefaultDir()
	}
	c := port.Cleaner{Dir: state}
	last := c.Last()
	if last == 0 {
		return false
	}
	held, _, err := c.Clean(context.Background(), last)
	if err != nil || held.Kind != port.Stuck {
		return false
	}
	fmt.Fprintf(os.Stderr, "unodesk: ended an old Unodesk (process %d) that did not answer any more\n", held.PID)
	return true
}

// live is the life of the app from the first window or icon to the end.
func live(place *instance.Instance, display io.Closer, configPath, state string) error {
	settings, err := config.Open(configPath)
	if err != nil {
		return err
	}
	core, closeLog, err := assemble(settings, state)
	if err != nil {
		return err
	}
	defer closeLog()
	// Without an ID Fyne keeps no preferences file of its own beside our settings; at the first start it would complain
	// that the file which it has just made is empty.
	fyneapp.SetMetadata(fyne.AppMetadata{Name: "Unodesk", Version: version.Next})
	screen := fyneapp.NewWithID("")
	endsForSure(screen)
	signals, forget := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer forget()
	windows := ui.New(signals, ui.Options{App: screen, Core: core, Log: core.Log()})
	display.Close()

	ctx, cancel := context.WithCancel(context.Background())
	windows.OnQuit(func() {
		time.AfterFunc(closeLimit, cancel)
		time.AfterFunc(quitLimit, func() { os.Exit(0) })
	})
	ended := make(chan error, 1)
	go func() { ended <- core.Run(ctx) }()
	go place.Serve(func() { core.Show(app.StatusScreen) })
	if settings.First() {
		err = settings.Update(ctx, func(*config.Config) error { return nil }) // the file shows what there is to set
	}
	if err == nil {
		windows.Start(settings.First())
		screen.Run()
	}
	windows.Close()
	cancel()
	return errors.Join(err, <-ended)
}

// endsForSure takes the last event away from Fyne. While its loop ends it queues one, and hangs for ever if that arrives
// when the queue has just been emptied for the last time, as happens on a busy computer (2.7.1: the event is for the
// preferences, which this app does not have).
func endsForSure(a fyne.App) {
	if l, ok := a.Lifecycle().(interface{ SetOnStoppedHookExecuted(func()) }); ok {
		l.SetOnStoppedHookExecuted(nil)
	}
}

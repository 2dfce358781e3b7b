package attach

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"sync"
	"time"

	"github.com/unodesk/unodesk/uno"
)

// StartOptions say how an office is to be started.
type StartOptions struct {
	Program  string   // path of the program or its folder; "" looks for it
	Profile  string   // folder or URL of the user installation; "" is the default one
	Headless bool     // without windows
	Files    []string // documents to open
	Args     []string // further arguments
	Env      []string // further variables, "NAME=value"
}

// ErrRunning is the cause when an office with that profile runs already: a
// second start would go to that one.
var ErrRunning = errors.New("LibreOffice is running with this profile already")

// Process is an office that Start has started. After a crash an office may
// start itself again as another process, which PID does not follow.
type Process struct {
	Instance
	command *exec.Cmd
	ended   chan struct{}
	once    sync.Once
}

// Start starts an office and waits until it takes requests. Only the user's
// word is a reason to call it. The office outlives this program unless it is
// stopped; when ctx ends before the office is up, it is killed.
func Start(ctx context.Context, o StartOptions) (*Process, error) {
	program, err := Find(o.Program)
	if err != nil {
		return nil, err
	}
	profile := ProfileURL(o.Profile)
	if profile == "" {
		profile = defaultProfiles()[0]
	}
	running, err := Instances(ctx)
	if err != nil {
		return nil, err
	}
	if _, ok := choose(running, profile); ok {
		return nil, ErrRunning
	}
	cmd := exec.Command(program.Path, o.arguments()...)
	cmd.Env = append(environment(), o.Env...)
	detach(cmd)
	if err := cmd.Start(); err != nil {
		return nil, fmt.Errorf("start LibreOffice: %w", err)
	}
	p := &Process{command: cmd, ended: make(chan struct{})}
	go func() {
		defer close(p.ended)
		_ = cmd.Wait() // how it ended does not matter, that it did does
	}()
	if err := p.await(ctx, profile); err != nil {
		return nil, errors.Join(fmt.Errorf("start LibreOffice: %w", err), p.Kill())
	}
	return p, nil
}

func (o StartOptions) arguments() []string {
	var list []string
	if o.Profile != "" {
		list = append(list, "-env:UserInstallation="+ProfileURL(o.Profile))
	}
	if o.Headless {
		// Nobody could answer the question whether to recover documents.
		list = append(list, "--headless", "--norestore")
	}
	return append(append(list, o.Args...), o.Files...)
}

// environment is ours, but on Linux with the system's programs first: the
// office runs whatever python3 comes first, and breaks with some others.
func environment() []string {
	list := os.Environ()
	if runtime.GOOS != "linux" {
		return list
	}
	for n, v := range list {
		if path, ok := strings.CutPrefix(v, "PATH="); ok {
			list[n] = "PATH=/usr/bin:/bin:" + path
		}
	}
	return list
}

// startPoll is how often a starting office is looked at.
const startPoll = 50 * time.Millisecond

// await waits until the office with a profile answers.
func (p *Process) await(ctx context.Context, profile string) error {
	tick := time.NewTicker(startPoll)
	defer tick.Stop()
	for {
		list, err := Instances(ctx)
		if err != nil {
			return err
		}
		if i, ok := choose(list, profile); ok {
			p.Instance = i
			if i.Ready {
				return nil
			}
		}
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case <-p.ended:
			return errors.New("it ended at once")
		case <-tick.C:
		}
	}
}

// Done is closed when the office has ended.
func (p *Process) Done() <-chan struct{} { return p.ended }

// Stop asks the office to end and waits for it. If it has not done so when ctx
// ends, it is killed.
func (p *Process) Stop(ctx context.Context) error {
	if err := terminate(ctx, p.Instance); err != nil {
		return errors.Join(err, p.Kill())
	}
	select {
	case <-p.ended:
		return nil
	case <-ctx.Done():
		return errors.Join(context.Cause(ctx), p.Kill())
	}
}

// terminate asks an office to end.
func terminate(ctx context.Context, i Instance) error {
	conn, err := Dial(ctx, i)
	if err != nil {
		return err
	}
	defer conn.Close()
	desktop, err := conn.Service(ctx, "com.sun.star.frame.Desktop")
	if err != nil {
		return err
	}
	agreed, err := desktop.Call(ctx, "com.sun.star.frame.XDesktop", "terminate")
	if errors.Is(err, uno.ErrClosed) {
		return nil // it was faster than its answer
	}
	if err != nil {
		return err
	}
	if agreed != true {
		return errors.New("LibreOffice refuses to end, a dialog or a document keeps it")
	}
	return nil
}

// killTime is how long a killed office may take to be gone.
const killTime = 5 * time.Second

// Kill ends the office at once and waits for it. What was not saved is lost.
func (p *Process) Kill() error {
	defer p.once.Do(func() { removePipes(p.Instance) })
	select {
	case <-p.ended:
		return nil
	default:
	}
	err := killAll(p.command, p.PID)
	select {
	case <-p.ended:
	case <-time.After(killTime):
		err = errors.Join(err, errors.New("LibreOffice does not end although it was killed"))
	}
	return err
}

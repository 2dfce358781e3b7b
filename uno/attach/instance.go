package attach

import (
	"context"
	"crypto/sha256"
	"encoding/base32"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"
)

// Instance is a running office of this user.
type Instance struct {
	Profile  string    // URL of its user installation, "" if not known
	Default  bool      // it uses the profile that an office uses by itself
	PID      int       // 0 if not known
	Started  time.Time // zero if not known
	Headless bool      // it was started without windows
	// Ready says that the office takes requests. Otherwise it is still
	// starting, or it hangs.
	Ready bool
	Pipe  string // its single-instance pipe, "" while it has none
	How   string // "pipe" or "tcp"

	process process
	session string // what the office calls itself, if its process is not known
	version string // once attached
}

// startingTime is how long an office that does not answer counts as starting.
const startingTime = 2 * time.Minute

// Starting says that the office is there, but has not come up yet.
func (i Instance) Starting() bool {
	return !i.Ready && (i.Started.IsZero() || time.Since(i.Started) < startingTime)
}

// Tag names the office process: four to eight lower-case letters and digits,
// others for every office process. It is "" if the process is not known and
// the office has not been asked.
func (i Instance) Tag() string {
	if i.PID == 0 || i.process.identity == "" {
		if i.session == "" {
			return ""
		}
		return tag(i.session)
	}
	return tag(fmt.Sprint(i.PID, " ", i.process.identity))
}

func tag(text string) string {
	sum := sha256.Sum256([]byte(text))
	return strings.ToLower(base32.StdEncoding.EncodeToString(sum[:5]))
}

// probeTime is how long a pipe may take to answer, when all that is asked is
// who listens there. An office answers within a millisecond once it is up.
const probeTime = 300 * time.Millisecond

// Instances lists the running offices of this user, whatever their profile,
// the newest first. Pipes that an office has left behind are passed over.
func Instances(ctx context.Context) ([]Instance, error) {
	processes, err := officeProcesses()
	if err != nil {
		return nil, err
	}
	var pipes []string
	for _, folder := range append(pipeFolders(), sandboxFolders(processes)...) {
		found, err := pipesOf(folder)
		if err != nil {
			return nil, fmt.Errorf("look for offices: %w", err)
		}
		pipes = append(pipes, found...)
	}
	found := make([]*Instance, len(pipes))
	var wg sync.WaitGroup
	for n, pipe := range pipes {
		wg.Go(func() { found[n] = probe(ctx, pipe) })
	}
	wg.Wait()
	if err := ctx.Err(); err != nil {
		return nil, context.Cause(ctx)
	}
	var list []Instance
	for _, i := range found {
		// A sandbox that shares our folder shows the same pipe twice.
		if i != nil && !slices.ContainsFunc(list, func(h Instance) bool { return h.PID == i.PID && i.PID != 0 }) {
			list = append(list, *i)
		}
	}
	return sortInstances(append(list, withoutPipe(processes, list)...)), nil
}

// probe asks who listens at a pipe, nil if nobody does.
func probe(ctx context.Context, pipe string) *Instance {
	ctx, cancel := context.WithTimeout(ctx, probeTime)
	defer cancel()
	i := &Instance{Pipe: pipe, How: "pipe"}
	c, err := dialPipe(ctx, pipe)
	if err != nil {
		return nil // also the busy ones: withoutPipe finds their process
	}
	defer c.Close()
	pid, err := peer(c)
	if err != nil {
		return nil
	}
	i.Ready = answers(ctx, c) == nil
	i.setProcess(lookUp(pid))
	if name := pipeName(pipe); singleInstanceName(i.Profile) != name {
		for _, d := range defaultProfiles() {
			if singleInstanceName(d) == name {
				i.Profile = d
			}
		}
	}
	i.setDefault()
	return i
}

func (i *Instance) setProcess(p process) {
	i.process, i.PID, i.Started = p, p.pid, p.started
	i.Profile, i.Headless = p.profile(), p.headless()
	i.setDefault()
}

func (i *Instance) setDefault() {
	i.Default = slices.ContainsFunc(defaultProfiles(), func(d string) bool { return sameProfile(d, i.Profile) })
}

// withoutPipe gives the offices that have a process, but no pipe that takes
// connections: they are about to start, or hang.
func withoutPipe(processes []process, have []Instance) []Instance {
	var list []Instance
	for _, p := range processes {
		i := Instance{How: "pipe"}
		i.setProcess(p)
		known := func(h Instance) bool {
			// A second start with the same profile only hands over its arguments.
			return h.PID == p.pid || h.PID == p.parent || p.pid == h.process.parent || sameProfile(h.Profile, i.Profile)
		}
		if !slices.ContainsFunc(have, known) && !slices.ContainsFunc(list, known) {
			list = append(list, i)
		}
	}
	return list
}

func sortInstances(list []Instance) []Instance {
	slices.SortStableFunc(list, func(a, b Instance) int { return b.Started.Compare(a.Started) })
	return list
}

// choose picks the office to attach to: the one with the profile asked for,
// else the default profile's, else the newest. Those that answer go first.
func choose(list []Instance, profile string) (Instance, bool) {
	wanted := slices.Clone(list)
	if profile != "" {
		name := singleInstanceName(profile)
		wanted = slices.DeleteFunc(wanted, func(i Instance) bool {
			return !sameProfile(i.Profile, profile) && (i.Pipe == "" || pipeName(i.Pipe) != name)
		})
	}
	if len(wanted) == 0 {
		return Instance{}, false
	}
	rank := func(i Instance) int {
		switch {
		case i.Ready && i.Default:
			return 0
		case i.Default:
			return 1
		case i.Ready:
			return 2
		default:
			return 3
		}
	}
	slices.SortStableFunc(wanted, func(a, b Instance) int { return rank(a) - rank(b) })
	return wanted[0], true
}

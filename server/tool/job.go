package tool

import (
	"context"
	"crypto/rand"
	"slices"
	"strings"
	"sync"
	"time"
)

const (
	maxJobs = 100       // that are remembered
	jobTime = time.Hour // for which a result is kept
)

// jobs are the calls that outlived what a host waits for. They are kept in
// memory: who asks for one of an earlier run is told that it is lost.
type jobs struct {
	run string // begins the ids of this run
	mu  sync.Mutex
	all []*job // oldest first
}

// job is a call that goes on after it has been answered with an id.
type job struct {
	id, owner, tool string
	began           time.Time
	cancel          context.CancelFunc

	done   chan struct{} // closed once the fields below are set
	ended  time.Time
	result *Result
	images []Image
}

func newJobs() *jobs { return &jobs{run: strings.ToLower(rand.Text()[:6])} }

// add makes a job of a running call. It returns nil when as many as are
// remembered are still running.
func (j *jobs) add(owner, tool string, began time.Time, cancel context.CancelFunc) *job {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.all = slices.DeleteFunc(j.all, func(o *job) bool { return o.over() && time.Since(o.ended) > jobTime })
	if len(j.all) >= maxJobs {
		oldest := slices.IndexFunc(j.all, (*job).over)
		if oldest < 0 {
			return nil
		}
		j.all = slices.Delete(j.all, oldest, oldest+1)
	}
	o := &job{id: j.run + "-" + strings.ToLower(rand.Text()[:16]), owner: owner, tool: tool, began: began, cancel: cancel, done: make(chan struct{})}
	j.all = append(j.all, o)
	return o
}

// find returns a job of this owner. Whose a job is nobody else is told.
func (j *jobs) find(id, owner string) (*job, error) {
	id = strings.ToLower(strings.TrimSpace(id))
	j.mu.Lock()
	defer j.mu.Unlock()
	for _, o := range j.all {
		if o.id == id && o.owner == owner && !(o.over() && time.Since(o.ended) > jobTime) {
			return o, nil
		}
	}
	if run, rest, ok := strings.Cut(id, "-"); ok && run != j.run && len(run) == len(j.run) && len(rest) == 16 {
		return nil, Errorf(CodeJobLost, "the job %s is lost, because Unodesk was started anew", id).With("job_id", id)
	}
	return nil, Errorf(CodeUnknownJob, "there is no job %q of this conversation; results are kept for an hour", id).With("job_id", id)
}

// end cancels the jobs that still run.
func (j *jobs) end() {
	j.mu.Lock()
	defer j.mu.Unlock()
	for _, o := range j.all {
		o.cancel()
	}
}

func (o *job) over() bool {
	select {
	case <-o.done:
		return true
	default:
		return false
	}
}

// finish keeps the result.
func (o *job) finish(r *Result, images []Image) {
	o.result, o.images, o.ended = r, images, time.Now()
	close(o.done)
}

// running is the answer while a job runs.
type running struct {
	JobID   string `json:"job_id"`
	State   string `json:"state"` // "running"
	Tool    string `json:"tool"`
	Seconds int    `json:"seconds"` // that it has run so far
	Message string `json:"message"`
}

func (o *job) running() running {
	return running{
		o.id, "running", o.tool, int(time.Since(o.began).Seconds()),
		o.tool + " is still at work. Call get_job_result with this job_id for its answer; do not call " + o.tool + " again.",
	}
}

// owner is whose a job of this call is: the conversation's, or, of a client
// that keeps none, the host's.
func (c *Call) owner() string {
	if c.o.Session != "" {
		return "session " + c.o.Session
	}
	return "host " + c.o.Host
}

// JobResult is the tool that fetches the answer of a job.
const JobResult = "get_job_result"

// Jobs returns the tool that fetches answers of jobs.
func Jobs() Set {
	return Set{Define(Spec{
		Name: JobResult, Title: "Get job result",
		Description: "Fetches the answer of a call that was answered with a job_id.",
		Domain:      "tools", Family: Common, Tier: Essential, Effect: Reads, Undo: NotNeeded, NoDocument: true, Long: true,
		Refine:  []Refinement{Default("wait", 20), Range("wait", 0, 40)},
		Example: `{"job_id": "abcdef-0123456789abcdef"}`,
	}, jobResult)}
}

type jobArgs struct {
	JobID string `json:"job_id" jsonschema:"from the answer"`
	Wait  int    `json:"wait,omitempty" jsonschema:"seconds"`
}

func jobResult(ctx context.Context, c *Call, a jobArgs) (any, error) {
	o, err := c.catalog.jobs.find(a.JobID, c.owner())
	if err != nil {
		return nil, err
	}
	wait := time.Duration(a.Wait) * time.Second
	if most := c.catalog.o.JobAfter(); most > 0 {
		wait = min(wait, most*2/3) // this call is to be answered in time, too
	}
	patience := time.NewTimer(wait)
	defer patience.Stop()
	select {
	case <-o.done:
		for _, image := range o.images {
			c.Attach(image)
		}
		return o.result, nil
	case <-patience.C:
		return o.running(), nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

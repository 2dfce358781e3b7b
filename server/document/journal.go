package document

import (
	"slices"
	"sync"
	"time"
)

// Step is an edit that was made through this program and is one step of its
// document's undo list, unless it has been taken back since.
type Step struct {
	Title string // of the step in the undo list: host and tool
	At    time.Time
	Below int // steps that the undo list had before it
}

// maxSteps is how many steps of a document the journal keeps. LibreOffice itself
// forgets all but the last 100, if nobody has changed that.
const maxSteps = 1000

// journal keeps the edits of each document, in memory alone.
type journal struct {
	mu    sync.Mutex
	steps map[string][]Step // by uid, the oldest first
}

func (j *journal) add(uid, title string, below int) {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.steps == nil {
		j.steps = map[string][]Step{}
	}
	steps := append(j.steps[uid], Step{Title: title, At: time.Now(), Below: below})
	j.steps[uid] = steps[max(0, len(steps)-maxSteps):]
}

// own counts the steps on top of an undo list, the newest first, that are ours.
func (j *journal) own(uid string, titles []string) int {
	j.mu.Lock()
	defer j.mu.Unlock()
	ours := map[string]bool{}
	for _, s := range j.steps[uid] {
		ours[s.Title] = true
	}
	n := 0
	for n < len(titles) && ours[titles[n]] {
		n++
	}
	return n
}

// last is the newest edit of a document that had been made at a time.
func (j *journal) last(uid string, at time.Time) (Step, bool) {
	j.mu.Lock()
	defer j.mu.Unlock()
	for _, s := range slices.Backward(j.steps[uid]) {
		if !s.At.After(at) {
			return s, true
		}
	}
	return Step{}, false
}

// Steps lists the edits that were made through this program in a document, the
// oldest first, also those that were taken back since.
func (d *Desktop) Steps(uid string) []Step {
	d.journal.mu.Lock()
	defer d.journal.mu.Unlock()
	return append([]Step(nil), d.journal.steps[uid]...)
}

package document

import (
	"bytes"
	"context"
	"encoding/json"
	"time"

	"github.com/unodesk/unodesk/uno"
)

// ReviewOutcome says what the user has decided about an edit.
type ReviewOutcome struct {
	Complete bool             `json:"complete"`            // nothing is left to decide
	TimedOut bool             `json:"timed_out,omitempty"` // the user may still decide
	Changes  []ReviewedChange `json:"changes"`
}

// ReviewedChange is one tracked change of an edit.
type ReviewedChange struct {
	Type    string `json:"type"` // as LibreOffice has it: "Insert", "Delete", "Format" …
	Text    string `json:"text"`
	Outcome string `json:"outcome"` // "accepted", "rejected", "modified" or "pending"
	Now     string `json:"now,omitempty"`
}

// reviewed is the answer to an edit that the user reviews: the tool's own, and
// what the review adds.
type reviewed struct {
	answer  any
	Mode    ReviewMode     `json:"review_mode"`
	Pending bool           `json:"pending_review,omitempty"`
	Outcome *ReviewOutcome `json:"review,omitempty"`
}

// MarshalJSON makes one object of the two.
func (r reviewed) MarshalJSON() ([]byte, error) {
	own, err := marshal(r.answer)
	if err != nil {
		return nil, err
	}
	type fields reviewed
	added, err := marshal(fields(r))
	switch {
	case err != nil:
		return nil, err
	case len(own) < 2 || own[0] != '{':
		return added, nil
	case string(own) == "{}":
		return added, nil
	}
	return append(append(own[:len(own)-1], ','), added[1:]...), nil
}

// marshal is json.Marshal without escaping HTML, which answers are full of.
func marshal(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	err := e.Encode(v)
	return bytes.TrimSpace(b.Bytes()), err
}

const (
	// reviewPoll is how often is looked whether the user has decided.
	reviewPoll = 300 * time.Millisecond
	// reviewReserve is the time that answering a call takes at most.
	reviewReserve = 2 * time.Second
	// maxReviewText is how much of a change's text is repeated, in bytes.
	maxReviewText = 300
)

// review makes the answer to an edit that was recorded for the user's review,
// and in mode wait waits for what the user decides.
func (a *application) review(ctx context.Context) any {
	review := a.recorder.review
	answer := reviewed{answer: a.value, Mode: review.Mode, Pending: true}
	if review.Mode != ReviewWait {
		return answer
	}
	outcome, err := a.await(ctx, review.Wait)
	if err != nil { // the edit is done whatever becomes of waiting
		a.plan.doc.desktop.log.Warn("cannot see what became of an edit under review", "error", err)
		return answer
	}
	answer.Outcome, answer.Pending = outcome, !outcome.Complete
	return answer
}

func (a *application) await(ctx context.Context, wait time.Duration) (*ReviewOutcome, error) {
	doc := a.plan.doc
	end := time.Now().Add(wait)
	if limit, ok := ctx.Deadline(); ok && limit.Add(-reviewReserve).Before(end) {
		end = limit.Add(-reviewReserve)
	}
	tick := time.NewTicker(reviewPoll)
	defer tick.Stop()
	for {
		now, err := redlines(ctx, doc)
		if err != nil {
			return nil, err
		}
		open := map[string]bool{}
		for _, r := range now {
			open[r.id] = true
		}
		left := 0
		for _, r := range a.recorded {
			if open[r.id] {
				left++
			}
		}
		late := time.Now().After(end)
		if left == 0 || late || doc.desktop.review().Mode != ReviewWait {
			out := &ReviewOutcome{Complete: left == 0, TimedOut: left > 0 && late}
			out.Changes, err = decided(ctx, doc.Conn(), a.recorded, open)
			return out, err
		}
		select {
		case <-ctx.Done():
			return nil, context.Cause(ctx)
		case <-tick.C:
		}
	}
}

// decided says what became of each change, by what stands in its place now.
func decided(ctx context.Context, conn *uno.Conn, changes []redline, open map[string]bool) ([]ReviewedChange, error) {
	texts, err := textNow(ctx, conn, changes)
	if err != nil {
		return nil, err
	}
	out := make([]ReviewedChange, len(changes))
	for i, c := range changes {
		out[i] = ReviewedChange{Type: c.kind, Text: short(c.text), Outcome: "modified"}
		switch {
		case open[c.id]:
			out[i].Outcome = "pending"
		case c.kind == "Insert" && texts[i] == c.text, c.kind == "Delete" && texts[i] == "":
			out[i].Outcome = "accepted"
		case c.kind == "Insert" && texts[i] == "", c.kind == "Delete" && texts[i] == c.text:
			out[i].Outcome = "rejected"
		case c.kind != "Insert" && c.kind != "Delete": // of a format nothing can be seen in the text
			out[i].Outcome = "decided"
		default:
			out[i].Now = short(texts[i])
		}
	}
	return out, nil
}

func short(s string) string {
	if len(s) <= maxReviewText {
		return s
	}
	return string(bytes.ToValidUTF8([]byte(s[:maxReviewText]), nil)) + "…"
}

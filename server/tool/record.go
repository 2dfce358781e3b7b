package tool

import (
	"cmp"
	"log/slog"
	"time"
)

// Record is a call of a tool that has ended, for people to look at. It holds
// no arguments and no content; Message may quote what the caller looked for.
type Record struct {
	At       time.Time
	Took     time.Duration
	Host     string
	Protocol string // version of MCP, "" if that is not known
	Tool     string // its name, "" for one that does not exist
	Title    string
	Effect   Effect // 0 for a tool that does not exist
	DryRun   bool
	Document string // its name, "" if the call had none
	UID      string
	Code     string // of the error, "" if the call succeeded
	Message  string // of the error
	Step     string // what it is called in the undo list, if it changed its document
}

// Changed reports whether the call has changed its document, or may have.
func (r Record) Changed() bool {
	return r.Effect > Reads && !r.DryRun && (r.Code == "" || r.Code == CodeOutcomeUnknown)
}

// record keeps one line per call in the log, without a word of the document,
// and tells who wants to know.
func (c *Catalog) record(call *Call, name string, start time.Time, f failure) {
	r := Record{At: start, Took: time.Since(start), Host: call.Host(), Protocol: call.o.Protocol, DryRun: call.DryRun(), Code: f.Code, Message: f.Message}
	if e := c.tools[name]; e != nil {
		r.Tool, r.Title, r.Effect = e.Name, e.Title, e.Effect
	}
	if doc := call.echo(); doc != nil {
		r.Document, r.UID = doc.Name, doc.UID
	}
	if r.Changed() {
		r.Step = call.Title()
	}
	c.o.Log.Info("tool call", "tool", cmp.Or(r.Tool, "unknown"), "answer", cmp.Or(r.Code, "ok"),
		"host", r.Host, slog.Int64("ms", r.Took.Milliseconds()))
	if c.o.Record != nil {
		c.o.Record(r)
	}
}

package server

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/unodesk/unodesk/server/document"
	"github.com/unodesk/unodesk/server/tool"
	"github.com/unodesk/unodesk/server/tools/common"
)

// maxInstructions is how long the instructions may be, in characters. Hosts
// cut what is longer than 2 KB.
const maxInstructions = 1500

// namedDocuments are the documents that the instructions name at most.
const namedDocuments = 5

const (
	whatFor = "Unodesk works on the documents that are open in the user's LibreOffice. "
	howTo   = "With several open, pass the uid of the one meant as document_url (list_open_documents tells them); without it a call means the active document. " +
		"Every answer names its document. " +
		"Read get_guidance (topic editing) before the first edit. Each call is one step that the user can undo; tracked changes are the user's to accept. " +
		"Write dates as 2026-08-08 or 2026-08-08T08:00, durations as PT1H30M. " +
		"A call that takes long answers with a job_id: fetch its result with get_job_result."
)

// instructed puts the instructions of now into the first answer of a
// conversation.
func (s *Server) instructed(next mcp.MethodHandler) mcp.MethodHandler {
	return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
		result, err := next(ctx, method, req)
		if err != nil {
			return result, err
		}
		switch r := result.(type) {
		case *mcp.InitializeResult:
			r.Instructions = s.instructions(ctx)
		case *mcp.DiscoverResult:
			r.Instructions = s.instructions(ctx)
		}
		return result, nil
	}
}

// instructions are what a model is told at the start.
func (s *Server) instructions(ctx context.Context) string {
	docs, err := s.openDocuments(ctx, kindsTime)
	text := whatFor + common.Clock(time.Now()) + " " + s.openNow(docs, err) + " " + s.modeInWords() + " " + howTo
	return clip(text, maxInstructions-1)
}

// openNow says which documents are open.
func (s *Server) openNow(docs []document.Info, err error) string {
	switch {
	case err != nil:
		return "LibreOffice is busy and does not say now what is open."
	case !s.live():
		return "LibreOffice cannot be reached now; ask the user to start it when you need it."
	case len(docs) == 0:
		return "No document is open now."
	}
	var names []string
	for _, d := range docs[:min(len(docs), namedDocuments)] {
		name := fmt.Sprintf("%q (%s, uid %s", clip(d.Name, 40), d.DocType, d.UID)
		if d.IsActive {
			name += ", active"
		}
		names = append(names, name+")")
	}
	more := ""
	if n := len(docs) - len(names); n > 0 {
		more = fmt.Sprintf(" and %d more", n)
	}
	return "Open now: " + strings.Join(names, ", ") + more + "."
}

// modeInWords says where the tools are that are not listed.
func (s *Server) modeInWords() string {
	set := s.o.Settings()
	text := "The tools listed are the most used ones for what is open; find_tools finds the others, call_tool calls them."
	switch {
	case set.Profile == string(tool.Small):
		text = "The tools listed are all that the user allows."
	case s.mode() == tool.DirectFlat:
		text = "All tools for what is open are listed."
	case s.mode() == tool.DirectDiscovery:
		text = "The tools listed are the most used ones for what is open; find_tools finds the others, which are called by their names."
	}
	if set.ReadOnly {
		text += " The user allows reading only."
	}
	return text
}

package server

import (
	"context"
	"fmt"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// preset is a common task that a user can choose in the host, written out for the
// model.
type preset struct {
	name, title, about string
	args               []*mcp.PromptArgument
	text               string // {name} stands for an argument
}

// whole says which argument tells the document.
var whole = &mcp.PromptArgument{Name: "document", Description: "name or uid of the document; empty: the active one"}

var presets = []preset{
	{
		"improve_text", "Improve the text", "Corrects and smooths a text without changing what it says",
		[]*mcp.PromptArgument{whole},
		"Improve the text of {document}: spelling, grammar, punctuation, clumsy sentences. Keep the meaning, the tone, names, numbers and formatting. " +
			"Read it in parts (get_document_tree, then get_document_content). Change only the words that need it, one passage at a time, with apply_document_content and old_content. " +
			"Where you doubt what is meant, add a comment (add_comment) and change nothing. At the end list what you changed.",
	},
	{
		"translate", "Translate", "Translates a document and keeps its form",
		[]*mcp.PromptArgument{{Name: "language", Description: "into which language", Required: true}, whole},
		"Translate {document} into {language}. Read it whole with get_document_content, translate the text and leave every tag and data-lo attribute as it is, " +
			"and write it back with target full_document. Names, numbers, formulas and quotations stay. Read the result once and mend what was missed.",
	},
	{
		"write_letter", "Write a letter", "Writes a business letter into a new document",
		[]*mcp.PromptArgument{{Name: "about", Description: "what the letter is to say", Required: true}, {Name: "to", Description: "who gets it"}},
		"Make a new text document (create_document) and write a business letter to {to} in it. It is to say: {about}. " +
			"Sender and recipient, place and date of today, a subject line, a salutation, short paragraphs, a close. Put [brackets] where you do not know something. " +
			"Look at the page with export_document at the end. Do not save it unless the user asks.",
	},
	{
		"write_minutes", "Write minutes", "Turns notes into minutes of a meeting",
		[]*mcp.PromptArgument{whole},
		"Turn the notes in {document} into minutes in a new text document: title, date, those present, then a heading for each topic with what was said, decided and is to be done, by whom and until when. " +
			"End with a table of all tasks. Invent nothing; put [open] where the notes do not say. Leave the notes as they are.",
	},
	{
		"explain_sheet", "Explain the spreadsheet", "Says what a spreadsheet holds and how it calculates",
		[]*mcp.PromptArgument{whole},
		"Explain {document} to somebody who has never seen it. Start with get_sheet_summary for each sheet, then read headers, a few rows and the formulas (read_cell_range). " +
			"Say what it is for, what goes in, what comes out, how the important formulas work, and what looks wrong: errors, numbers as text, formulas that break a pattern. Change nothing.",
	},
	{
		"clean_up", "Clean up the document", "Makes the formatting of a text consistent",
		[]*mcp.PromptArgument{whole},
		"Clean up {document}: headings get heading styles, lists become lists, body text one style; empty paragraphs and doubled blanks go. The wording stays. " +
			"First read it and list what you would do; wait until the user agrees. Then do it with apply_style and apply_document_content, and look at the pages with export_document.",
	},
}

// addPrompts offers the common tasks.
func addPrompts(m *mcp.Server) {
	for _, p := range presets {
		m.AddPrompt(&mcp.Prompt{Name: p.name, Title: p.title, Description: p.about, Arguments: p.args}, p.get)
	}
}

// get writes a task out.
func (p preset) get(_ context.Context, req *mcp.GetPromptRequest) (*mcp.GetPromptResult, error) {
	var values []string // of all arguments, put in at once: a value may look like one
	for _, a := range p.args {
		value := strings.TrimSpace(req.Params.Arguments[a.Name])
		switch {
		case value == "" && a.Required:
			return nil, &jsonrpc.Error{Code: jsonrpc.CodeInvalidParams, Message: fmt.Sprintf("%s needs the argument %s: %s", p.name, a.Name, a.Description)}
		case value == "" && a == whole:
			value = "the active document"
		case value == "":
			value = "[recipient]"
		case a == whole:
			value = fmt.Sprintf("the document %q (pass its uid as document_url)", value)
		}
		values = append(values, "{"+a.Name+"}", value)
	}
	text := strings.NewReplacer(values...).Replace(p.text)
	return &mcp.GetPromptResult{
		Description: p.about,
		Messages:    []*mcp.PromptMessage{{Role: "user", Content: &mcp.TextContent{Text: text + " Read get_guidance (topic editing) before the first edit."}}},
	}, nil
}

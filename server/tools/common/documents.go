package common

import (
	"context"
	"time"

	"github.com/unodesk/unodesk/server/document"
	"github.com/unodesk/unodesk/server/tool"
)

// documents are the tools for the list of open documents.
func documents(d *document.Desktop) tool.Set {
	t := documentTools{d}
	return tool.Set{
		tool.Define(tool.Spec{
			Name:  "list_open_documents",
			Title: "List open documents",
			Description: "Lists the documents that are open in LibreOffice: name, kind, uid, active or not, unsaved or not. " +
				"With several open pass a uid as document_url to the other tools.",
			Domain: "documents", Family: tool.Common, Tier: tool.Essential, Effect: tool.Reads, Undo: tool.NotNeeded, NoDocument: true,
		}, t.list),
	}
}

type documentTools struct{ d *document.Desktop }

type listArgs struct{}

type listResult struct {
	Documents []document.Info `json:"documents"`
	Now       string          `json:"current_local_datetime"`
}

func (t documentTools) list(ctx context.Context, _ *tool.Call, _ listArgs) (listResult, error) {
	infos, err := t.d.List(ctx)
	if infos == nil {
		infos = []document.Info{}
	}
	return listResult{infos, Clock(time.Now())}, err
}

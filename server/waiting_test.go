package server

import (
	"context"
	"errors"
	"testing"

	"github.com/unodesk/unodesk/server/tool"
	"github.com/unodesk/unodesk/uno/attach"
)

type officeIn attach.State

func (o officeIn) State() attach.State { return attach.State(o) }

// TestA06WhileADialogWaits: edits are refused and reads served; one that finds no document says why.
func TestA06WhileADialogWaits(t *testing.T) {
	waiting := officeIn{Phase: attach.Waiting, Dialog: "Document Recovery", Detail: "answer Document Recovery"}
	tests := []struct {
		name   string
		office Office
		effect tool.Effect
		fails  error
		want   string // code, "" for none
		ran    bool
	}{
		{"an edit", waiting, tool.Edits, nil, tool.CodeOfficeWaiting, false},
		{"a read", waiting, tool.Reads, nil, "", true},
		{"a read without a document", waiting, tool.Reads, tool.Errorf(tool.CodeNoDocumentOpen, "none"), tool.CodeOfficeWaiting, true},
		{"a read that fails otherwise", waiting, tool.Reads, tool.Errorf(tool.CodeTimeout, "late"), tool.CodeTimeout, true},
		{"an edit of an office that does not wait", officeIn{Phase: attach.Attached}, tool.Edits, nil, "", true},
		{"no document in it", officeIn{Phase: attach.Attached}, tool.Reads, tool.Errorf(tool.CodeNoDocumentOpen, "none"), tool.CodeNoDocumentOpen, true},
		{"no office", nil, tool.Edits, nil, "", true},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			ran := false
			around := whileWaiting(test.office, func(context.Context, *tool.Tool, *tool.Call, func(context.Context) error) error {
				ran = true
				return test.fails
			})
			err := around(t.Context(), &tool.Tool{Spec: tool.Spec{Effect: test.effect}}, &tool.Call{}, nil)
			code := ""
			var coded interface{ Code() string }
			if errors.As(err, &coded) {
				code = coded.Code()
			}
			if code != test.want || ran != test.ran {
				t.Errorf("%v, ran %t; want code %q, ran %t", err, ran, test.want, test.ran)
			}
		})
	}
}

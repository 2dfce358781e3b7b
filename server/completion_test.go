package server

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/unodesk/unodesk/server/document"
)

func TestComplete(t *testing.T) {
	docs := func(context.Context) ([]document.Info, error) {
		return []document.Info{
			{Name: "Letter.odt", UID: "t-1", DocType: "writer"},
			{Name: "Budget.ods", UID: "t-2", DocType: "calc"},
			{Name: "Untitled", UID: "t-3", DocType: "writer"},
			{Name: "Untitled", UID: "t-4", DocType: "draw"},
		}, nil
	}
	s := started(t, Options{Tools: readers(), Documents: docs})
	for _, tt := range []struct{ name, ref, argument, value, want string }{
		{"documents of a prompt", `{"type":"ref/prompt","name":"translate"}`, "document", "", "Letter.odt Budget.ods t-3 t-4"},
		{"those that begin so", `{"type":"ref/prompt","name":"translate"}`, "document", "le", "Letter.odt"},
		{"those that hold it come last", `{"type":"ref/prompt","name":"translate"}`, "document", "t", "t-3 t-4 Letter.odt Budget.ods"},
		{"languages", `{"type":"ref/prompt","name":"translate"}`, "language", "ger", "German"},
		{"free text", `{"type":"ref/prompt","name":"write_letter"}`, "about", "", ""},
		{"no such prompt", `{"type":"ref/prompt","name":"nothing"}`, "document", "", ""},
		{"texts", `{"type":"ref/resource","uri":"unodesk://document/{uid}/outline"}`, "uid", "", "t-1 t-3"},
		{"sheets", `{"type":"ref/resource","uri":"unodesk://document/{uid}/cells/{range}"}`, "uid", "t", "t-2"},
		{"no such variable", `{"type":"ref/resource","uri":"unodesk://document/{uid}/cells/{range}"}`, "x", "", ""},
		{"no such template", `{"type":"ref/resource","uri":"test://{id}"}`, "id", "", ""},
	} {
		r, code := rpc[struct {
			Completion struct {
				Values []string
				Total  int
			}
		}](t, s, "completion/complete", fmt.Sprintf(`{"ref":%s,"argument":{"name":%q,"value":%q}}`, tt.ref, tt.argument, tt.value))
		if got := strings.Join(r.Completion.Values, " "); code != 0 || got != tt.want || r.Completion.Values == nil || r.Completion.Total != len(r.Completion.Values) {
			t.Errorf("%s: %d %q, want %q", tt.name, code, got, tt.want)
		}
	}
	if _, code := rpc[json.RawMessage](t, s, "completion/complete", `{"argument":{"name":"x","value":""}}`); code != -32602 {
		t.Errorf("without a reference: %d", code)
	}
}

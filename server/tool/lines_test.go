package tool

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
)

func TestQuestionLines(t *testing.T) {
	tests := []struct {
		name, args, preview string
		want                []string
	}{
		{"text", `{"old_content":"end of April","content":["<p>one</p>\n<p>two</p>"]}`, "", []string{
			"content: <p>one</p>", "<p>two</p>", "old_content: end of April",
		}},
		{"cells", `{"range":["A1:C2"],"values":[["a",1,null],["b",2.5,true]]}`, `{"message":"Would fill A1:C2."}`, []string{
			"range: A1:C2", "values: a | 1 | ", "values: b | 2.5 | true", "", "message: Would fill A1:C2.",
		}},
		{"objects", `{"where":{"column":"x","value":20}}`, "", []string{"where.column: x", "where.value: 20"}},
		{"nothing", `{}`, "", nil},
	}
	for _, tt := range tests {
		q := Question{Arguments: json.RawMessage(tt.args), Preview: json.RawMessage(tt.preview)}
		if got := q.Lines(40); !slices.Equal(got, tt.want) {
			t.Errorf("%s: got %q, want %q", tt.name, got, tt.want)
		}
	}
	long := Question{Arguments: json.RawMessage(`{"content":"` + strings.Repeat(`x\n`, 99) + strings.Repeat("ü", 500) + `"}`)}
	got := long.Lines(40)
	if len(got) != 40 || got[39] != "… (61)" {
		t.Errorf("%d lines, the last is %q", len(got), got[len(got)-1])
	}
	for _, l := range (Question{Arguments: json.RawMessage(`{"c":"` + strings.Repeat("ü", 500) + `"}`)}).Lines(40) {
		if n := len([]rune(l)); n > longestLine+10 {
			t.Errorf("a line of %d characters", n)
		}
	}
}

package config

import "testing"

func TestMustAsk(t *testing.T) {
	d := Doc{AskFirst: AskDestructive, AskFirstOf: []string{"Claude: edits", "My: tool: never"}}
	tests := []struct {
		host  string
		final bool
		want  bool
	}{
		{host: "Cursor", want: false},
		{host: "Cursor", final: true, want: true},
		{host: "claude", want: true},
		{host: "My: tool", final: true, want: false},
		{host: "", final: true, want: true},
	}
	for _, tt := range tests {
		if got := d.MustAsk(tt.host, tt.final); got != tt.want {
			t.Errorf("%q, final %t: %t", tt.host, tt.final, got)
		}
	}
	if Default().Doc.MustAsk("x", true) {
		t.Error("a new installation asks")
	}
}

func TestAskingIsChecked(t *testing.T) {
	f, err := Lookup("doc.ask_first_of")
	if err != nil {
		t.Fatal(err)
	}
	for text, ok := range map[string]bool{"Claude: edits": true, "a, b: never": true, "Claude": false, ": edits": false, "Claude: maybe": false, "": true} {
		if _, err := f.Parse(text); (err == nil) != ok {
			t.Errorf("%q: %v", text, err)
		}
	}
}

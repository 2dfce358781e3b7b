package content

import "testing"

func TestIsMarkdown(t *testing.T) {
	for text, want := range map[string]bool{
		"# Title\n\nSome **bold** text.":                      true,
		"- one\n- two\n\nwith `code`":                         true,
		"| a | b |\n|---|:-:|\n| 1 | 2 |":                     true,
		"## Plan\n\n1. first\n2. second":                      true,
		"```\ncode\n```\n\n> quoted":                          true,
		"**bold** alone":                                      false,
		"- one\n- two":                                        false,
		"# 1 in the list\nsecond line":                        false,
		"a * b * c\nx_y_z and 2 ** 3 ** 4":                    false,
		"one | two\nthree | four":                             false,
		"<h1>Title</h1>\n<p>**not** bold</p>\n# no\n- a\n- b": false,
		"$100 is a lot\n$200 is more":                         false,
	} {
		if got := IsMarkdown(text); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}

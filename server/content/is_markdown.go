package content

import (
	"regexp"
	"strings"
)

// The signs of Markdown, none of which alone tells it from plain text, but for a
// table's second line.
var (
	markdownTable = regexp.MustCompile(`(?m)^ {0,3}\|?[^|\n]*\|.*\n {0,3}\|?(\s*:?-+:?\s*\|)+(\s*:?-+:?\s*)?$`)
	markdownSigns = []*regexp.Regexp{
		regexp.MustCompile(`(?m)^ {0,3}#{1,6} \S`),                                         // a heading
		regexp.MustCompile(`(?m)^ {0,3}([-*+]|\d+[.)]) \S.*\n( *\n)? *([-*+]|\d+[.)]) \S`), // two items of a list
		regexp.MustCompile(`(^|[\s(])(\*\*[^\s*][^*\n]*\*\*|__[^\s_][^_\n]*__)`),           // bold
		regexp.MustCompile(`\[[^\]\n]+\]\((https?|mailto):[^)\s]+\)`),                      // a link
		regexp.MustCompile("(?ms)^ {0,3}```.*^ {0,3}```"),                                  // code
		regexp.MustCompile("`[^`\\n]+`"),
		regexp.MustCompile(`(?m)^> \S`), // a quotation
	}
)

// IsMarkdown reports whether a client's text is Markdown for sure: of several
// lines, and with a table or two different signs of it. What has a tag is HTML.
func IsMarkdown(s string) bool {
	if IsMarkup(s) || !strings.Contains(strings.TrimSpace(s), "\n") {
		return false
	}
	signs := 0
	for _, sign := range markdownSigns {
		if sign.MatchString(s) {
			signs++
		}
	}
	return signs >= 2 || markdownTable.MatchString(s)
}

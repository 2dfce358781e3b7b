package writer

import (
	"errors"
	"regexp/syntax"
	"strings"

	"github.com/unodesk/unodesk/server/document"
)

// Query is what to look for.
type Query struct {
	Pattern string
	Regex   bool  // a regular expression of LibreOffice's (ICU)
	Case    *bool // nil: as given first, then ignoring case
}

// attempt is one way to search.
type attempt struct {
	pattern   string
	regex     bool
	matchCase bool
	words     bool // the pattern means words as they are, except for their blanks
}

// attempts lists the ways in which a query is tried, until one finds something.
// Plain text is matched with any white space where it has a blank, because
// what is shown as a blank may be a no-break space or a line break.
func (q Query) attempts() ([]attempt, error) {
	if strings.TrimSpace(q.Pattern) == "" {
		return nil, document.Errorf(document.CodeValidation, "there is no text to look for")
	}
	if q.Regex {
		if err := checkRegex(q.Pattern); err != nil {
			return nil, err
		}
		return []attempt{{pattern: q.Pattern, regex: true, matchCase: q.Case != nil && *q.Case}}, nil
	}
	lenient := escapeRegex(strings.Join(strings.FieldsFunc(q.Pattern, isBlank), " "))
	lenient = strings.ReplaceAll(lenient, " ", blankClass)
	if q.Case != nil {
		return []attempt{{lenient, true, *q.Case, true}}, nil
	}
	return []attempt{{lenient, true, true, true}, {lenient, true, false, true}}, nil
}

// blankClass matches the blanks that people do not tell apart.
const blankClass = `[ \t\n\u00A0\u2000-\u200A\u202F\u205F\u3000]+`

func isBlank(r rune) bool {
	switch r {
	case ' ', '\t', '\n', '\r', 0xA0, 0x202F, 0x205F, 0x3000:
		return true
	}
	return r >= 0x2000 && r <= 0x200A
}

func escapeRegex(s string) string {
	var b strings.Builder
	for _, r := range s {
		if strings.ContainsRune(`\^$.|?*+()[]{}&-#"/~`, r) { // not <>: \< begins a word in LibreOffice
			b.WriteByte('\\')
		}
		b.WriteRune(r)
	}
	return b.String()
}

// checkRegex refuses what no engine takes: the office answers an invalid
// pattern with "nothing found". Constructs that only ICU knows pass.
func checkRegex(pattern string) error {
	_, err := syntax.Parse(pattern, syntax.Perl)
	var bad *syntax.Error
	if !errors.As(err, &bad) {
		return nil
	}
	switch bad.Code {
	case syntax.ErrMissingBracket, syntax.ErrMissingParen, syntax.ErrUnexpectedParen,
		syntax.ErrMissingRepeatArgument, syntax.ErrInvalidCharRange, syntax.ErrTrailingBackslash:
		if bad.Code == syntax.ErrMissingRepeatArgument && strings.Contains(pattern, "(?") {
			return nil // (?=, (?! and their like
		}
		return document.Errorf(document.CodeInvalidRegex, "%q is not a regular expression: %s", pattern, bad.Code).
			With("count", 0)
	}
	return nil
}

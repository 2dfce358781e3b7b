package tool

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"
)

// problems collects what is wrong with the arguments of a call.
type problems struct {
	texts            []string
	unknown, missing []string
}

func (p *problems) add(path, format string, args ...any) {
	p.texts = append(p.texts, fmt.Sprintf("%s: ", path)+fmt.Sprintf(format, args...))
}

func (p *problems) err(s *jsonschema.Schema) error {
	var texts []string
	if len(p.missing) > 0 {
		texts = append(texts, "missing required "+plural("argument", p.missing))
	}
	if len(p.unknown) > 0 {
		texts = append(texts, "unknown "+plural("argument", p.unknown))
	}
	texts = append(texts, p.texts...)
	if len(texts) == 0 {
		return nil
	}
	valid := s.PropertyOrder
	if len(p.unknown) > 0 {
		if len(valid) == 0 {
			texts = append(texts, "the tool takes no arguments")
		} else {
			texts = append(texts, "valid arguments are "+strings.Join(valid, ", "))
		}
	}
	e := Errorf(CodeValidation, "%s", strings.Join(texts, "; ")).With("valid", append([]string{}, valid...))
	if len(p.missing) > 0 {
		e.With("missing", p.missing)
	}
	if len(p.unknown) > 0 {
		e.With("unknown", p.unknown)
	}
	return e
}

func plural(noun string, names []string) string {
	quoted := make([]string, len(names))
	for i, n := range names {
		quoted[i] = strconv.Quote(n)
	}
	if len(names) > 1 {
		noun += "s"
	}
	return noun + " " + strings.Join(quoted, ", ")
}

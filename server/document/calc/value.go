package calc

import (
	"encoding/csv"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/unodesk/unodesk/server/document"
)

// entry is one value to be written, with what kind of cell it makes.
type entry struct {
	kind   string // empty, number, boolean, text, formula, date, time, datetime, duration
	number float64
	text   string // of text and formulas
	moment time.Time
	asText bool // an apostrophe asked for text
}

var (
	isoDate     = regexp.MustCompile(`^\d{4}-\d{2}-\d{2}$`)
	isoTime     = regexp.MustCompile(`^\d{2}:\d{2}(:\d{2})?$`)
	isoDateTime = regexp.MustCompile(`^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2})?$`)
	isoPeriod   = regexp.MustCompile(`^PT(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?$`)
)

// entryOf reads one value. Text stays text with all its characters unless it
// is a formula or a complete ISO date, time or duration; an apostrophe in front
// keeps even those as text.
func entryOf(v any) (entry, error) {
	switch v := v.(type) {
	case nil:
		return entry{kind: "empty"}, nil
	case bool:
		n := 0.0
		if v {
			n = 1
		}
		return entry{kind: "boolean", number: n}, nil
	case float64:
		return entry{kind: "number", number: v}, nil
	case string:
		return textEntry(v), nil
	}
	return entry{}, document.Errorf(document.CodeValidation, "a cell takes text, a number, true, false or null, not %T", v)
}

func textEntry(s string) entry {
	switch {
	case s == "":
		return entry{kind: "empty"}
	case s[0] == '\'':
		return entry{kind: "text", text: s[1:], asText: true}
	case s[0] == '=' && len(s) > 1:
		return entry{kind: "formula", text: formulaFor(s)}
	}
	if e, ok := temporal(s); ok {
		return e
	}
	return entry{kind: "text", text: s}
}

func temporal(s string) (entry, bool) {
	for _, form := range []struct {
		kind, layout string
		pattern      *regexp.Regexp
	}{
		{"date", "2006-01-02", isoDate},
		{"time", "15:04:05", isoTime},
		{"datetime", "2006-01-02T15:04:05", isoDateTime},
	} {
		if !form.pattern.MatchString(s) {
			continue
		}
		full := strings.Replace(s, " ", "T", 1)
		if len(full) < len(form.layout) {
			full += ":00"
		}
		t, err := time.Parse(form.layout, full)
		e := entry{kind: form.kind, moment: t}
		if form.kind == "time" {
			e.number = float64(t.Hour()*3600+t.Minute()*60+t.Second()) / 86400
		}
		return e, err == nil
	}
	m := isoPeriod.FindStringSubmatch(s)
	if m == nil || s == "PT" {
		return entry{}, false
	}
	total := 0.0
	for i, unit := range []float64{3600, 60, 1} {
		n, _ := strconv.ParseFloat("0"+m[i+1], 64)
		total += n * unit
	}
	return entry{kind: "duration", number: total / 86400}, true
}

// isNumber tells whether the cell holds a number, however it is shown.
func (e entry) isNumber() bool {
	return e.kind != "empty" && e.kind != "text" && e.kind != "formula"
}

// dateLike is a date as people write it, in whichever order.
var dateLike = regexp.MustCompile(`^(\d{1,2})([/.-])(\d{1,2})[/.-](\d{4}|\d{2})$`)

// note says what a reader might not expect of a text.
func (e entry) note() string {
	if e.kind != "text" || e.asText {
		return ""
	}
	if m := dateLike.FindStringSubmatch(e.text); m != nil {
		return fmt.Sprintf("%q stays text: day and month can be meant either way; write dates as YYYY-MM-DD", e.text)
	}
	if isoDate.MatchString(e.text) || isoTime.MatchString(e.text) || isoDateTime.MatchString(e.text) {
		return fmt.Sprintf("%q stays text: there is no such date or time", e.text)
	}
	return ""
}

// layOut arranges what a client sent as rows of entries for a block. A list of
// lists must have the block's shape, a flat list its number of cells, row by
// row; one value fills the block; text with commas or line breaks for more than
// one cell is read as CSV.
func layOut(v any, a Address) ([][]entry, Address, error) {
	if s, ok := v.(string); ok && strings.ContainsAny(s, "\n,;\t") && (a.Cells() > 1 || strings.Contains(strings.Trim(s, "\n"), "\n")) {
		if rows, ok := parseCSV(s); ok {
			return fit(rows, a)
		}
	}
	list, ok := v.([]any)
	if !ok {
		return fill(v, a)
	}
	if len(list) == 0 {
		return fill(nil, a)
	}
	if _, nested := list[0].([]any); nested {
		rows := make([][]any, len(list))
		for i, r := range list {
			row, ok := r.([]any)
			if !ok {
				return nil, a, document.Errorf(document.CodeValidation, "values: row %d is no list, but the first one is", i+1)
			}
			rows[i] = row
		}
		return fit(rows, a)
	}
	if len(list) != a.Cells() {
		return nil, a, sizeMismatch(fmt.Sprintf("%d values", len(list)), a)
	}
	rows := make([][]any, a.Rows())
	for i := range rows {
		rows[i] = list[i*a.Columns() : (i+1)*a.Columns()]
	}
	return entries(rows, a)
}

func sizeMismatch(given string, a Address) error {
	return document.Errorf(document.CodeSizeMismatch, "%s given for %s, which has %d cells in %d rows and %d columns",
		given, a, a.Cells(), a.Rows(), a.Columns()).With("cells", a.Cells())
}

// fit lays rows into a block; a single cell grows to their size.
func fit(rows [][]any, a Address) ([][]entry, Address, error) {
	columns := len(rows[0])
	for i, r := range rows {
		if len(r) != columns {
			return nil, a, document.Errorf(document.CodeSizeMismatch, "row %d has %d values, the first has %d", i+1, len(r), columns)
		}
	}
	if a.Cells() == 1 && columns > 0 {
		a.EndRow, a.EndColumn = a.Row+len(rows)-1, a.Column+columns-1
	}
	if len(rows) != a.Rows() || columns != a.Columns() {
		return nil, a, sizeMismatch(fmt.Sprintf("%d rows of %d values", len(rows), columns), a)
	}
	return entries(rows, a)
}

func fill(v any, a Address) ([][]entry, Address, error) {
	e, err := entryOf(v)
	if err != nil {
		return nil, a, err
	}
	if e.kind == "formula" && a.Cells() > 1 {
		return nil, a, document.Errorf(document.CodeSizeMismatch,
			"one formula given for the %d cells of %s; give one formula for each cell, or fill a column with fill_column", a.Cells(), a)
	}
	rows := make([][]entry, a.Rows())
	for i := range rows {
		rows[i] = make([]entry, a.Columns())
		for j := range rows[i] {
			rows[i][j] = e
		}
	}
	return rows, a, nil
}

func entries(rows [][]any, a Address) ([][]entry, Address, error) {
	out := make([][]entry, len(rows))
	for i, r := range rows {
		out[i] = make([]entry, len(r))
		for j, v := range r {
			e, err := entryOf(v)
			if err != nil {
				return nil, a, err
			}
			out[i][j] = e
		}
	}
	return out, a, nil
}

// parseCSV reads text as a table. The delimiter is the tab, else the comma of
// the first line, else its semicolon. Bare numbers are numbers.
func parseCSV(s string) ([][]any, bool) {
	first, _, _ := strings.Cut(s, "\n")
	r := csv.NewReader(strings.NewReader(strings.Trim(s, "\n")))
	r.FieldsPerRecord = -1
	r.LazyQuotes = true
	r.TrimLeadingSpace = true
	switch {
	case strings.HasPrefix(s, "="):
		return nil, false // a formula with arguments
	case strings.Contains(first, "\t"):
		r.Comma = '\t'
	case strings.Contains(first, ","):
	case strings.Contains(first, ";"):
		r.Comma = ';'
	}
	records, err := r.ReadAll()
	if err != nil || len(records) == 0 {
		return nil, false
	}
	rows := make([][]any, len(records))
	for i, rec := range records {
		rows[i] = make([]any, len(rec))
		for j, field := range rec {
			rows[i][j] = field
			if n, err := strconv.ParseFloat(field, 64); err == nil && regexp.MustCompile(`^-?(0|[1-9]\d*)(\.\d+)?$`).MatchString(field) {
				rows[i][j] = n
			}
		}
	}
	return rows, true
}

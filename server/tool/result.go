package tool

import (
	"bytes"
	"encoding/json"
	"strconv"
	"time"
	"unicode/utf8"
)

// DefaultTextLimit is how many bytes of content an answer holds when nothing
// else is set.
const DefaultTextLimit = 20 << 10

// Result is the answer of a call.
type Result struct {
	JSON json.RawMessage // one compact object
	Code string          // the code of the error, "" for success
}

// IsError reports whether the call failed.
func (r *Result) IsError() bool { return r.Code != "" }

// field is one member of the answer, in the order of the answer.
type field struct {
	name string
	raw  json.RawMessage
}

// answer is an answer being put together. Fields are kept apart so that a
// handler's own status or document is not given twice.
type answer []field

// success is the answer {status:"ok", …} of what a handler returned. What is
// no object stands in the field result.
func success(v any) (answer, error) {
	a := answer{{"status", json.RawMessage(`"ok"`)}}
	if p, ok := v.(preview); ok {
		v = p.of
		a = append(a, field{"dry_run", json.RawMessage("true")})
	}
	if v == nil {
		return a, nil
	}
	raw, err := encode(v)
	switch {
	case err != nil:
		return nil, err
	case raw[0] == '{':
		return a.splice(raw)
	case string(raw) != "null":
		a = a.set("result", raw)
	}
	return a, nil
}

// splice adds the members of an object that encode has written; they win over
// members of the same name.
func (a answer) splice(object json.RawMessage) (answer, error) {
	for rest := object[1:]; len(rest) > 1; {
		var name string
		n := valueLength(rest)
		if err := json.Unmarshal(rest[:n], &name); err != nil {
			return nil, err
		}
		rest = rest[n+1:] // the colon
		n = valueLength(rest)
		a = a.set(name, rest[:n:n])
		rest = rest[n+1:] // the comma or the end
	}
	return a, nil
}

// valueLength is the length of the value that compact JSON begins with. A
// decoder would look at each byte of a long text once more.
func valueLength(raw json.RawMessage) int {
	depth := 0
	for i := 0; i < len(raw); i++ {
		switch raw[i] {
		case '"':
			i += textLength(raw[i:]) - 1
		case '{', '[':
			depth++
		case '}', ']':
			if depth == 0 {
				return i
			}
			depth--
		case ',', ':':
			if depth == 0 {
				return i
			}
		}
	}
	return len(raw)
}

// textLength is the length of the JSON text, quotes included, that raw begins
// with.
func textLength(raw []byte) int {
	for i := 1; i < len(raw); {
		n := bytes.IndexByte(raw[i:], '"')
		if n < 0 {
			break
		}
		i += n
		escapes := 0
		for raw[i-1-escapes] == '\\' {
			escapes++
		}
		if i++; escapes%2 == 0 {
			return i
		}
	}
	return len(raw)
}

func (a answer) set(name string, raw json.RawMessage) answer {
	for i := range a {
		if a[i].name == name {
			a[i].raw = raw
			return a
		}
	}
	return append(a, field{name, raw})
}

func (a answer) has(name string) bool {
	for _, f := range a {
		if f.name == name {
			return true
		}
	}
	return false
}

// finish adds the document and the time and writes the answer out.
func (a answer) finish(c *Call, elapsed time.Duration) json.RawMessage {
	a = a.shorten(c.textCap())
	if doc := c.echo(); doc != nil && !a.has("document") {
		raw, _ := encode(doc)
		a = a.set("document", raw)
	}
	ms := strconv.FormatFloat(float64(elapsed.Microseconds())/1000, 'f', 1, 64)
	return a.set("_elapsed_ms", json.RawMessage(ms)).write()
}

func (a answer) write() json.RawMessage {
	out := append(make([]byte, 0, a.size()), '{')
	for i, f := range a {
		if i > 0 {
			out = append(out, ',')
		}
		out = strconv.AppendQuote(out, f.name)
		out = append(out, ':')
		out = append(out, f.raw...)
	}
	return append(out, '}')
}

// cut says what was left out of an answer.
type cut struct {
	Field string `json:"field"`
	Shown int    `json:"shown"`
	Total int    `json:"total"`
	Unit  string `json:"unit"`
	Next  string `json:"next"`
}

// shorten is the last resort against an answer that would flood a model:
// handlers keep to Call.TextLimit and say how to go on. The longest texts and
// lists lose their ends until the answer has at most limit bytes.
func (a answer) shorten(limit int) answer {
	var cuts []cut
	for size := a.size(); size > limit; size = a.size() {
		longest := a.longest()
		if longest < 0 {
			break
		}
		f := &a[longest]
		raw, c, ok := shorter(f.raw, max(0, len(f.raw)-(size-limit)))
		if !ok || len(raw) >= len(f.raw) {
			break
		}
		c.Field = f.name
		f.raw = raw
		cuts = append(cuts, c)
	}
	if cuts == nil {
		return a
	}
	raw, _ := encode(cuts)
	return a.set("truncated", json.RawMessage("true")).set("_cut", raw)
}

func (a answer) size() int {
	n := 2
	for _, f := range a {
		n += len(f.name) + len(f.raw) + 4
	}
	return n
}

// longest is the index of the longest text or list, -1 without one.
func (a answer) longest() int {
	at := -1
	for i, f := range a {
		if c := f.raw[0]; (c == '"' || c == '[') && (at < 0 || len(f.raw) > len(a[at].raw)) {
			at = i
		}
	}
	return at
}

// shorter cuts a text or a list to about n bytes of JSON.
func shorter(raw json.RawMessage, n int) (json.RawMessage, cut, bool) {
	const next = "Ask for less at once: a smaller range, scope or limit."
	if raw[0] == '"' {
		var text string
		if json.Unmarshal(raw, &text) != nil {
			return nil, cut{}, false
		}
		keep := len(text) * n / len(raw)
		for keep > 0 && !utf8.RuneStart(text[keep]) {
			keep--
		}
		out, err := encode(text[:keep])
		return out, cut{Shown: utf8.RuneCountInString(text[:keep]), Total: utf8.RuneCountInString(text), Unit: "characters", Next: next}, err == nil
	}
	var items []json.RawMessage
	if json.Unmarshal(raw, &items) != nil {
		return nil, cut{}, false
	}
	keep, size := 0, 2
	for keep < len(items) && size+len(items[keep])+1 <= n {
		size += len(items[keep]) + 1
		keep++
	}
	if keep == 0 && len(items) > 0 && (items[0][0] == '"' || items[0][0] == '[') {
		// One item holds it all: cut inside of it.
		raw, c, ok := shorter(items[0], n-2)
		if !ok {
			return nil, cut{}, false
		}
		out, err := encode([]json.RawMessage{raw})
		return out, c, err == nil
	}
	out, err := encode(items[:keep])
	return out, cut{Shown: keep, Total: len(items), Unit: "items", Next: next}, err == nil
}

// encode writes JSON without escaping <, > and &: answers hold HTML, and each
// escape would cost six characters.
func encode(v any) (json.RawMessage, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), nil
}

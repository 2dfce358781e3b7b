package servertest

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// normalWriter writes normalised ODF.
type normalWriter struct {
	b         strings.Builder
	automatic map[string]*element
	written   map[string]string // automatic styles as they are written
	ids       map[string]string // of this export -> ours
	used      map[string]bool   // named styles
	continued map[string]bool   // ids of lists that others continue
	sheet     bool              // it is a spreadsheet
}

var (
	// styleRef are attributes that name a style.
	styleRef = regexp.MustCompile(`(^|[:-])(style|page|layout|master-page|list-style)-name$`)
	// idAttr are attributes that hold ids made for one export, or name one.
	idAttr = regexp.MustCompile(`^(xml:id|text:id|text:change-id|draw:id|text:continue-list|text:name-ref|draw:control)$`)
	// bookmark is the beginning or end of one, or one without text.
	bookmark = regexp.MustCompile(`^text:bookmark(-start|-end)?$`)
	// timely are fields whose text changes by itself.
	timely = regexp.MustCompile(`^text:(date|time|chapter|page-count|page-number|word-count|character-count|paragraph-count|editing-duration|modification-(date|time))$`)
)

// element writes an element on a line of its own, its children indented.
func (w *normalWriter) element(e *element, depth int) {
	if e == nil || e.name == "office:forms" && len(e.children) == 0 {
		return
	}
	if w.sheet {
		w.trimSheet(e)
	}
	fmt.Fprintf(&w.b, "%*s%s", depth, "", w.tag(e))
	w.b.WriteByte('\n')
	if timely.MatchString(e.name) && e.attr("text:fixed") != "true" {
		return
	}
	for _, c := range w.joined(e.children) {
		if c.name == "" {
			fmt.Fprintf(&w.b, "%*s%q\n", depth+1, "", c.text)
			continue
		}
		w.element(c, depth+1)
	}
}

// tag is an element's name and attributes.
func (w *normalWriter) tag(e *element) string {
	var b strings.Builder
	b.WriteString("<" + e.name)
	for _, a := range e.attrs {
		name, value := a[0], a[1]
		switch {
		case timely.MatchString(e.name) && strings.HasSuffix(name, "-value"):
			continue
		case name == "text:id" && strings.Contains(e.name, "-mark-"):
			continue // of an index: those at one place come in any order
		case name == "xml:id" && e.name == "text:list" && !w.continued[value]:
			continue
		case idAttr.MatchString(name):
			value = w.id(value)
		case name == "text:visited-style-name": // LibreOffice makes that style when it first needs it, such as in an export
		case styleRef.MatchString(name):
			value = w.style(value)
		}
		b.WriteString(" " + name + "=" + value)
	}
	return b.String() + ">"
}

// id numbers the ids of an export in the order of their appearance.
func (w *normalWriter) id(s string) string {
	if w.ids[s] == "" {
		w.ids[s] = fmt.Sprint("#", len(w.ids)+1)
	}
	return w.ids[s]
}

// style is what a style's name stands for: the definition of an automatic
// style, its parent if it only names that, or the name itself.
func (w *normalWriter) style(name string) string {
	def := w.automatic[name]
	if def == nil {
		w.used[name] = true
		return name
	}
	if w.written[name] == "" {
		w.written[name] = w.definition(def)
	}
	return w.written[name]
}

// definition writes an automatic style without its name.
func (w *normalWriter) definition(def *element) string {
	inner := &normalWriter{automatic: w.automatic, written: w.written, ids: w.ids, used: w.used, continued: w.continued}
	bare := *def
	bare.attrs = slices.DeleteFunc(slices.Clone(def.attrs), func(a [2]string) bool { return a[0] == "style:name" })
	bare.children = slices.DeleteFunc(slices.Clone(def.children), func(c *element) bool {
		return strings.HasSuffix(c.name, "-properties") && len(c.attrs) == 0 && len(c.children) == 0
	})
	if row := bare.child("style:table-row-properties"); row != nil && row.attr("style:use-optimal-row-height") == "true" {
		// An automatic height is measured anew by undo, which can differ by the
		// rounding of a pixel.
		row.attrs = slices.DeleteFunc(slices.Clone(row.attrs), func(a [2]string) bool { return a[0] == "style:row-height" })
	}
	parent := bare.attr("style:parent-style-name")
	if parent != "" && len(bare.children) == 0 && len(bare.attrs) == 2 {
		w.used[parent] = true
		return parent
	}
	inner.element(&bare, 0)
	return "{" + strings.Join(strings.Fields(inner.b.String()), " ") + "}"
}

func (e *element) child(name string) *element {
	for _, c := range e.children {
		if c.name == name {
			return c
		}
	}
	return nil
}

// joined makes neighbouring texts one, and neighbouring spans of the same look.
func (w *normalWriter) joined(children []*element) []*element {
	var out []*element
	for _, c := range children {
		if len(out) > 0 {
			last := out[len(out)-1]
			if c.name == "" && last.name == "" {
				out[len(out)-1] = &element{text: last.text + c.text}
				continue
			}
			if c.name == "text:span" && last.name == "text:span" && w.tag(c) == w.tag(last) {
				out[len(out)-1] = &element{name: c.name, attrs: c.attrs, children: slices.Concat(last.children, c.children)}
				continue
			}
		}
		out = append(out, c)
	}
	if n := len(out); n > 1 && out[n-1].name == "text:span" && len(out[n-1].children) == 0 {
		out = out[:n-1] // a look of no text, which goes when the paragraphs are joined, and no undo brings back (7.4)
	}
	w.sortMarks(out)
	return out
}

// sortMarks puts bookmarks that begin or end in one place in an order: they have
// none there. 7.4 writes them as it came to know them, which an undo changes.
func (w *normalWriter) sortMarks(children []*element) {
	isMark := func(e *element) bool { return bookmark.MatchString(e.name) }
	for i := 0; i < len(children); i++ {
		begin := i
		for i < len(children) && isMark(children[i]) {
			i++
		}
		slices.SortStableFunc(children[begin:i], func(a, b *element) int { return strings.Compare(w.tag(a), w.tag(b)) })
	}
}

// named writes the named styles that are used, and those that they use.
func (w *normalWriter) named(styles *element) {
	if styles == nil {
		return
	}
	written := map[*element]bool{}
	for again := true; again; {
		again = false
		for _, e := range styles.children {
			name := e.attr("style:name")
			if written[e] || name != "" && !w.used[name] {
				continue
			}
			written[e], again = true, true
			w.element(e, 0)
		}
	}
}

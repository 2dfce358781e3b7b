package servertest

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"io"
	"slices"
	"strings"
)

// normalODF writes a document's content and styles in a form in which equal
// documents are equal texts, one element a line. The office writes the same
// document differently from one time to the next, so this is left out or made
// the same:
//
//   - automatic styles are written out where they are used; their numbers and
//     order have no meaning, and those that only name their parent are that
//     parent;
//   - named styles stay only where they are used: the office makes one as soon
//     as somebody looks at it;
//   - ids made for one export (of lists, marks, changes) are numbered in the
//     order of their appearance; those of lists that no other continues, and of
//     editing sessions (rsid), are left out;
//   - fields that show the time, statistics or a chapter (in a header that of the
//     page laid out last) keep no text, unless fixed;
//   - a list of forms without forms is left out: an export to HTML makes one;
//   - neighbouring spans of the same look are one;
//   - where pages end by themselves is left out: it is layout, done when there is time;
//   - a spreadsheet's rules are those of trimSheet.
func normalODF(content, styles []byte) (string, error) {
	c, err := parseODF(content)
	if err != nil {
		return "", fmt.Errorf("content: %w", err)
	}
	s, err := parseODF(styles)
	if err != nil {
		return "", fmt.Errorf("styles: %w", err)
	}
	w := &normalWriter{sheet: c.find("office:spreadsheet") != nil, ids: map[string]string{}, used: map[string]bool{}, continued: map[string]bool{}}
	c.each(func(e *element) { w.continued[e.attr("text:continue-list")] = true })
	dropEmptyChanges(c)
	w.automatic, w.written = automaticStyles(c), map[string]string{}
	w.element(c.find("office:body"), 0)
	w.automatic, w.written = automaticStyles(s), map[string]string{}
	if master := s.find("office:master-styles"); master != nil {
		w.element(master, 0)
	}
	w.named(s.find("office:styles"))
	return w.b.String(), nil
}

// element is an XML element, or text if it has no name. Names have their
// prefixes as written.
type element struct {
	name     string
	attrs    [][2]string
	children []*element
	text     string
}

func parseODF(b []byte) (*element, error) {
	d := xml.NewDecoder(bytes.NewReader(b))
	root := &element{name: "root"}
	open := []*element{root}
	for {
		t, err := d.RawToken()
		if err == io.EOF {
			return root, nil
		}
		if err != nil {
			return nil, err
		}
		top := open[len(open)-1]
		switch t := t.(type) {
		case xml.StartElement:
			e := &element{name: prefixed(t.Name)}
			for _, a := range t.Attr {
				if strings.Contains(a.Name.Local, "rsid") {
					continue
				}
				e.attrs = append(e.attrs, [2]string{prefixed(a.Name), a.Value})
			}
			slices.SortFunc(e.attrs, func(a, b [2]string) int { return strings.Compare(a[0], b[0]) })
			if e.name != "text:soft-page-break" {
				top.children = append(top.children, e)
			}
			open = append(open, e)
		case xml.EndElement:
			open = open[:len(open)-1]
		case xml.CharData:
			if s := string(t); strings.TrimSpace(s) != "" || !strings.Contains(s, "\n") {
				top.children = append(top.children, &element{text: s})
			}
		}
	}
}

func prefixed(n xml.Name) string {
	if n.Space == "" {
		return n.Local
	}
	return n.Space + ":" + n.Local
}

func (e *element) attr(name string) string {
	for _, a := range e.attrs {
		if a[0] == name {
			return a[1]
		}
	}
	return ""
}

// find returns the first element of a name.
func (e *element) find(name string) *element {
	if e.name == name {
		return e
	}
	for _, c := range e.children {
		if found := c.find(name); found != nil {
			return found
		}
	}
	return nil
}

// each calls do for e and all elements in it.
func (e *element) each(do func(*element)) {
	do(e)
	for _, c := range e.children {
		c.each(do)
	}
}

// dropEmptyChanges takes tracked changes of no text out: one is left beside a deletion
// over the end of a paragraph, shows nowhere, and goes with the next undo (7.4).
func dropEmptyChanges(root *element) {
	empty := map[string]bool{}
	root.each(func(e *element) {
		for i := 0; i+1 < len(e.children); i++ {
			a, b := e.children[i], e.children[i+1]
			if id := a.attr("text:change-id"); a.name == "text:change-start" && b.name == "text:change-end" && id == b.attr("text:change-id") {
				empty[id] = true
				e.children = slices.Delete(e.children, i, i+2)
				i--
			}
		}
	})
	root.each(func(e *element) {
		e.children = slices.DeleteFunc(e.children, func(c *element) bool {
			return c.name == "text:changed-region" && empty[c.attr("text:id")]
		})
	})
}

// automaticStyles are the automatic styles by name; the names of the families
// do not clash.
func automaticStyles(root *element) map[string]*element {
	all := map[string]*element{}
	if list := root.find("office:automatic-styles"); list != nil {
		for _, e := range list.children {
			all[e.attr("style:name")] = e
		}
	}
	return all
}

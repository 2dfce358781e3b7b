package content

import (
	"encoding/xml"
	"strings"
)

// changedRegion reads one text:changed-region: what somebody changed while
// changes were recorded. A deletion holds its text here; an insertion's stands
// in the document between two marks.
func (x *odf) changedRegion(e xml.StartElement) error {
	c := change{id: attr(e, "text", "id")}
	if c.id == "" {
		c.id = attr(e, "xml", "id")
	}
	err := x.children(func(e xml.StartElement) error {
		switch name(e) {
		case "text:insertion":
			c.Type = "insertion"
		case "text:deletion":
			c.Type = "deletion"
		case "text:format-change":
			c.Type = "format"
		default:
			return x.skip()
		}
		var blocks []Block
		err := x.children(func(e xml.StartElement) error {
			if name(e) == "office:change-info" {
				return x.changeInfo(&c)
			}
			got, err := x.block(e, listContext{})
			blocks = append(blocks, got...)
			return err
		})
		c.Text = strings.TrimSuffix(Plain(blocks), "\n")
		return err
	})
	x.changes = append(x.changes, c)
	return err
}

func (x *odf) changeInfo(c *change) error {
	return x.children(func(e xml.StartElement) error {
		var s strings.Builder
		err := x.content(func(xml.StartElement) error { return x.skip() }, func(b []byte) { s.Write(b) })
		switch name(e) {
		case "dc:creator":
			c.Author = s.String()
		case "dc:date":
			c.Date, _, _ = strings.Cut(s.String(), ".")
		}
		return err
	})
}

// openChange is a tracked change whose text stands in the document, between the
// mark that began it and the one that will end it.
type openChange struct {
	text strings.Builder
	of   *change
}

// mark begins or ends a tracked change in the text. Deleted text can stand there
// like inserted text: LibreOffice writes it so while it shows changes.
func (x *odf) mark(e xml.StartElement) {
	id := attr(e, "text", "change-id")
	switch e.Name.Local {
	case "change-start":
		for i := range x.changes {
			if x.changes[i].id != id || x.open[id] != nil {
				continue
			}
			x.open[id] = &openChange{of: &x.changes[i]}
			if x.changes[i].Type == "deletion" {
				x.deleting++
			}
		}
	case "change-end":
		open := x.open[id]
		if open == nil {
			return
		}
		delete(x.open, id)
		if open.of.Type == "deletion" {
			x.deleting--
		}
		if open.of.Text == "" {
			open.of.Text = open.text.String()
		}
	}
}

// record adds text to the tracked changes that are open.
func (x *odf) record(s string) {
	for _, open := range x.open {
		open.text.WriteString(s)
	}
}

// recordBreak adds the end of a paragraph to the tracked changes that go on
// behind it.
func (x *odf) recordBreak() {
	for _, open := range x.open {
		if open.text.Len() > 0 {
			open.text.WriteByte('\n')
		}
	}
}

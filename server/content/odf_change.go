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

// mark opens or closes a tracked insertion.
func (x *odf) mark(e xml.StartElement) {
	id := attr(e, "text", "change-id")
	switch e.Name.Local {
	case "change-start":
		x.inserting[id] = &strings.Builder{}
	case "change-end":
		open := x.inserting[id]
		delete(x.inserting, id)
		for i := range x.changes {
			if x.changes[i].id == id && open != nil && x.changes[i].Type != "deletion" {
				x.changes[i].Text = open.String()
			}
		}
	}
}

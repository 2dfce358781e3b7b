package document

import (
	"context"
	"slices"

	"github.com/unodesk/unodesk/uno"
)

// Member is an object that a document has for as long as it is open, such as its
// text: by the method of the model that gives it, or by its name in what that
// gives.
type Member struct{ iface, method, name string }

// Members of documents. What they hold changes; they themselves do not.
var (
	Body          = Member{"com.sun.star.text.XTextDocument", "getText", ""}
	Redlines      = Member{"com.sun.star.document.XRedlinesSupplier", "getRedlines", ""}
	StyleFamilies = Member{"com.sun.star.style.XStyleFamiliesSupplier", "getStyleFamilies", ""}
	DrawPage      = Member{"com.sun.star.drawing.XDrawPageSupplier", "getDrawPage", ""}
	TextFields    = Member{"com.sun.star.text.XTextFieldsSupplier", "getTextFields", ""}
	Bookmarks     = Member{"com.sun.star.text.XBookmarksSupplier", "getBookmarks", ""}
	Footnotes     = Member{"com.sun.star.text.XFootnotesSupplier", "getFootnotes", ""}
	Endnotes      = Member{"com.sun.star.text.XEndnotesSupplier", "getEndnotes", ""}
	Sheets        = Member{"com.sun.star.sheet.XSpreadsheetDocument", "getSheets", ""}
	LinkTargets   = Member{"com.sun.star.document.XLinkTargetSupplier", "getLinks", ""}
	UndoList      = Member{"com.sun.star.document.XUndoManagerSupplier", "getUndoManager", ""}
)

// Styles is a family of styles, such as "ParagraphStyles".
func Styles(family string) Member {
	m := StyleFamilies
	m.name = family
	return m
}

// holder is what a named member is found in.
func (m Member) holder() Member { return Member{m.iface, m.method, ""} }

// Member returns a member of the document, nil if it has none. It must not be
// released: later calls use it, too.
func (doc *Document) Member(ctx context.Context, m Member) (*uno.Object, error) {
	all, err := doc.Members(ctx, m)
	if err != nil {
		return nil, err
	}
	return all[0], nil
}

// Members returns several; those that are not known yet are asked for in one
// block.
func (doc *Document) Members(ctx context.Context, wanted ...Member) ([]*uno.Object, error) {
	c := doc.component
	var holders []Member
	for _, m := range wanted {
		if h := m.holder(); m.name != "" && c.member(m) == nil && !slices.Contains(holders, h) {
			holders = append(holders, h)
		}
	}
	if len(holders) > 0 {
		if _, err := doc.Members(ctx, holders...); err != nil {
			return nil, err
		}
	}
	all := make([]*uno.Object, len(wanted))
	asked := make([]*uno.Result, len(wanted))
	b := doc.Conn().NewBatch()
	for i, m := range wanted {
		if all[i] = c.member(m); all[i] != nil {
			continue
		}
		if m.name != "" {
			asked[i] = b.Call(c.member(m.holder()), iNameAccess, "getByName", m.name)
		} else {
			asked[i] = b.Call(doc.model, m.iface, m.method)
		}
	}
	if err := b.First(ctx); err != nil {
		return nil, err
	}
	for i, r := range asked {
		if r != nil {
			all[i] = c.keep(wanted[i], r.Object())
		}
	}
	return all, nil
}

func (c *component) member(m Member) *uno.Object {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.members[m]
}

// keep remembers a member. Two calls that asked at once use the same object.
func (c *component) keep(m Member, o *uno.Object) *uno.Object {
	c.mu.Lock()
	defer c.mu.Unlock()
	if have := c.members[m]; have != nil || o == nil {
		return have
	}
	if c.members == nil {
		c.members = map[Member]*uno.Object{}
	}
	c.members[m] = o.Keep()
	return o
}

package writer

import (
	"context"
	"slices"
	"strings"

	"github.com/unodesk/unodesk/uno"
)

// plainFrames takes the look away from the pictures, frames and formulas that stand
// in a text like characters, before that text is removed. An undo puts each back
// without the look that ended with it (7.4); to what took the look away before, an
// undo gives it back.
func plainFrames(ctx context.Context, cursor *uno.Object) error {
	paragraphs, err := enumerate(ctx, cursor)
	if err != nil {
		return err
	}
	lists, err := collect(ctx, paragraphs)
	if err != nil {
		return err
	}
	portions := slices.Concat(lists...)
	kinds, err := properties(ctx, portions, "TextPortionType")
	if err != nil {
		return err
	}
	for i, k := range kinds {
		if k[0] != "Frame" {
			continue
		}
		if inline, err := standsInText(ctx, portions[i]); err != nil {
			return err
		} else if !inline {
			continue
		}
		at, err := characterAt(ctx, portions[i])
		if err != nil {
			return err
		}
		inside, err := holdsAll(ctx, cursor, at)
		if err != nil {
			return err
		}
		if !inside { // a cursor without text has the portions of its whole paragraph
			continue
		}
		if err := plainCharacter(ctx, at); err != nil {
			return err
		}
	}
	return nil
}

// holdsAll tells whether a cursor's text holds all of another range.
func holdsAll(ctx context.Context, cursor, inner *uno.Object) (bool, error) {
	home, err := cursor.CallObject(ctx, iTextRange, "getText")
	if err != nil {
		return false, err
	}
	b := cursor.Conn().NewBatch()
	starts := b.Call(home, iRangeCompare, "compareRegionStarts", cursor, inner)
	ends := b.Call(home, iRangeCompare, "compareRegionEnds", cursor, inner)
	if err := b.First(ctx); err != nil {
		return false, err
	}
	return starts.Value != int16(-1) && ends.Value != int16(1), nil
}

// plainCharacter takes all direct formatting of characters away.
func plainCharacter(ctx context.Context, cursor *uno.Object) error {
	info, err := cursor.CallObject(ctx, iProperties, "getPropertySetInfo")
	if err != nil {
		return err
	}
	list, err := info.Call(ctx, "com.sun.star.beans.XPropertySetInfo", "getProperties")
	if err != nil {
		return err
	}
	all, _ := list.([]*uno.Struct)
	var names []string
	for _, p := range all {
		name, _ := p.Get("Name").(string)
		attributes, _ := p.Get("Attributes").(int16)
		const readOnly = 16 // com.sun.star.beans.PropertyAttribute.READONLY
		if (strings.HasPrefix(name, "Char") || strings.HasPrefix(name, "HyperLink")) && attributes&readOnly == 0 {
			names = append(names, name)
		}
	}
	_, err = cursor.Call(ctx, iMultiStates, "setPropertiesToDefault", names)
	return err
}

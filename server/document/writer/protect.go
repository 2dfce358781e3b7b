package writer

import (
	"context"

	"github.com/unodesk/unodesk/server/document"
	"github.com/unodesk/unodesk/uno"
)

// checkWritable refuses ranges in protected sections and cells, which the
// office would let be written.
func checkWritable(ctx context.Context, ranges []*uno.Object) error {
	props, err := properties(ctx, ranges, "TextSection", "Cell")
	if err != nil {
		return err
	}
	var holders []*uno.Object
	for _, p := range props {
		for _, v := range p {
			if holder, _ := v.(*uno.Object); holder != nil {
				holders = append(holders, holder)
			}
		}
	}
	locked, err := properties(ctx, holders, "IsProtected")
	if err != nil {
		return err
	}
	for _, l := range locked {
		if l[0] == true {
			return document.Errorf(document.CodeProtected, "the text stands in a protected section or table cell")
		}
	}
	return nil
}

package writer

import (
	"context"

	"github.com/unodesk/unodesk/uno"
)

// A paragraph style of the outline (Heading 2) moves a paragraph that is in a
// list to its level, and undo does not move it back (7.4). So list paragraphs
// keep their levels, which also is what their readers expect.

// listLevel is where a paragraph stands in its list.
type listLevel struct {
	paragraph *uno.Object
	level     int16 // from 0
}

// listLevels reads the levels of those paragraphs that are in a list.
func (s *Styler) listLevels(ctx context.Context) ([]listLevel, error) {
	paragraphs, err := s.paragraphs(ctx)
	if err != nil {
		return nil, err
	}
	all, err := properties(ctx, paragraphs, "ListId", "NumberingLevel")
	if err != nil {
		return nil, err
	}
	var out []listLevel
	for i, p := range all {
		id, _ := p[0].(string)
		if level, ok := p[1].(int16); ok && id != "" {
			out = append(out, listLevel{paragraphs[i], level})
		}
	}
	return out, nil
}

// keepLevels sets the levels that have changed back.
func (s *Styler) keepLevels(ctx context.Context, before []listLevel) error {
	paragraphs := make([]*uno.Object, len(before))
	for i, l := range before {
		paragraphs[i] = l.paragraph
	}
	now, err := properties(ctx, paragraphs, "NumberingLevel")
	if err != nil {
		return err
	}
	b := s.doc.Conn().NewBatch()
	for i, l := range before {
		if now[i][0] != l.level {
			b.Call(l.paragraph, iProperties, "setPropertyValue", "NumberingLevel", l.level)
		}
	}
	return b.First(ctx)
}

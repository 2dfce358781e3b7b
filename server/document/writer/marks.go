package writer

import (
	"github.com/unodesk/unodesk/server/content"
	"github.com/unodesk/unodesk/uno"
)

// markProperties are the character properties that give a run its look. Bold
// and italic are set for Western, Asian and complex scripts alike, so that the
// look does not depend on the language.
func markProperties(r content.Run) []uno.Field {
	var out []uno.Field
	set := func(name string, value any) { out = append(out, uno.Field{Name: name, Value: value}) }
	if r.Marks.Style != "" {
		set("CharStyleName", r.Marks.Style)
	}
	if r.Marks.Bold {
		for _, script := range []string{"", "Asian", "Complex"} {
			set("CharWeight"+script, float32(150)) // com.sun.star.awt.FontWeight.BOLD
		}
	}
	if r.Marks.Italic {
		for _, script := range []string{"", "Asian", "Complex"} {
			set("CharPosture"+script, uno.Enum{Type: "com.sun.star.awt.FontSlant", Name: "ITALIC"})
		}
	}
	if r.Marks.Underline {
		set("CharUnderline", int16(1)) // com.sun.star.awt.FontUnderline.SINGLE
	}
	if r.Marks.Strike {
		set("CharStrikeout", int16(1)) // com.sun.star.awt.FontStrikeout.SINGLE
	}
	switch {
	case r.Marks.Super:
		set("CharEscapement", int16(33))
		set("CharEscapementHeight", int8(58))
	case r.Marks.Sub:
		set("CharEscapement", int16(-33))
		set("CharEscapementHeight", int8(58))
	}
	if r.Link != "" {
		set("HyperLinkURL", r.Link)
	}
	return out
}

// markNames are the character properties that give a run its look.
var markNames = []string{
	"CharStyleName", "CharWeight", "CharWeightAsian", "CharWeightComplex", "CharPosture", "CharPostureAsian", "CharPostureComplex",
	"CharUnderline", "CharStrikeout", "CharEscapement", "CharEscapementHeight", "HyperLinkURL",
}

package writer

import (
	"github.com/unodesk/unodesk/server/content"
	"github.com/unodesk/unodesk/uno"
)

// setFlow gives the cursor's paragraph its direction and its page break.
func (a *Appender) setFlow(b *uno.Batch, blk *content.Block) {
	if blk.RTL {
		b.Call(a.cursor, iProperties, "setPropertyValue", "WritingMode", int16(rightToLeft))
	}
	if blk.Break {
		b.Call(a.cursor, iProperties, "setPropertyValue", "BreakType", breakBefore)
	}
}

var (
	breakBefore = uno.Enum{Type: "com.sun.star.style.BreakType", Name: "PAGE_BEFORE"}
	noBreak     = uno.Enum{Type: "com.sun.star.style.BreakType", Name: "NONE"}
)

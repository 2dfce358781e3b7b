// Package writer reads and edits text documents. Reads return content blocks;
// edits are plans of package document, built without touching the document.
//
// Positions are kept as the office's own text ranges, never as numbers, so that
// what the user types meanwhile does not move an edit to another place.
package writer

// UNO interfaces that this package uses by name.
const (
	iText          = "com.sun.star.text.XText"
	iSimpleText    = "com.sun.star.text.XSimpleText"
	iTextRange     = "com.sun.star.text.XTextRange"
	iTextCursor    = "com.sun.star.text.XTextCursor"
	iParaCursor    = "com.sun.star.text.XParagraphCursor"
	iRangeCompare  = "com.sun.star.text.XTextRangeCompare"
	iProperties    = "com.sun.star.beans.XPropertySet"
	iMultiStates   = "com.sun.star.beans.XMultiPropertyStates"
	iPropertyState = "com.sun.star.beans.XPropertyState"
	iEnumAccess    = "com.sun.star.container.XEnumerationAccess"
	iElementAccess = "com.sun.star.container.XElementAccess"
	iEnumeration   = "com.sun.star.container.XEnumeration"
	iIndexAccess   = "com.sun.star.container.XIndexAccess"
	iNameAccess    = "com.sun.star.container.XNameAccess"
	iServiceInfo   = "com.sun.star.lang.XServiceInfo"
	iTextContent   = "com.sun.star.text.XTextContent"
	iNamed         = "com.sun.star.container.XNamed"
	iTextTable     = "com.sun.star.text.XTextTable"
	iFactory       = "com.sun.star.lang.XMultiServiceFactory"
	iSearchable    = "com.sun.star.util.XSearchable"
	iTextDocument  = "com.sun.star.text.XTextDocument"
)

const iSearchDescriptor = "com.sun.star.util.XSearchDescriptor"

// cursorInterfaces are what a cursor that writes is used by. All are asked for at
// once: one after the other each would cost a round trip.
var cursorInterfaces = []string{iParaCursor, iProperties, iMultiStates, iPropertyState}

// paragraphBreak is com.sun.star.text.ControlCharacter.PARAGRAPH_BREAK.
const paragraphBreak = 0

// codeDocumentChanged is the code for a document that is not any more what was
// read.
const codeDocumentChanged = "DOCUMENT_CHANGED"

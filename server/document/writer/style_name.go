package writer

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/unodesk/unodesk/server/document"
	"github.com/unodesk/unodesk/uno"
)

// Family is a family of styles, by its name in the office.
type Family string

// The families whose styles text has.
const (
	ParagraphStyles Family = "ParagraphStyles"
	CharacterStyles Family = "CharacterStyles"
)

// alsoKnown are names of built-in styles that neither an office in another
// language nor its programmatic names know: the English and German names that
// its windows show, and what people and models call them.
var alsoKnown = map[Family]map[string]string{
	ParagraphStyles: {
		"defaultparagraphstyle": "Standard", "default": "Standard", "normal": "Standard", "absatzstandard": "Standard", "standard": "Standard",
		"bodytext": "Text body", "textbody": "Text body", "body": "Text body", "textkörper": "Text body", "paragraph": "Text body",
		"titel": "Title", "title": "Title", "untertitel": "Subtitle", "subtitle": "Subtitle",
		"quote": "Quotations", "quotation": "Quotations", "blockquote": "Quotations", "blockquotation": "Quotations", "zitat": "Quotations", "zitate": "Quotations",
		"code": "Preformatted Text", "codeblock": "Preformatted Text", "preformatted": "Preformatted Text", "vorformatierter": "Preformatted Text", "vorformatiertertext": "Preformatted Text",
		"caption": "Caption", "beschriftung": "Caption", "fußnote": "Footnote", "endnote": "Endnote",
		"kopfzeile": "Header", "fußzeile": "Footer", "überschrift": "Heading",
		"tabelleninhalt": "Table Contents", "tabellenüberschrift": "Table Heading", "aufzählung": "List", "liste": "List",
		"absender": "Sender", "empfänger": "Addressee", "anrede": "Salutation", "unterschrift": "Signature", "grußformel": "Signature",
		"abbildung": "Illustration", "horizontalelinie": "Horizontal Line", "rahmeninhalt": "Frame contents",
	},
	CharacterStyles: {
		"nocharacterstyle": noCharacterStyle, "default": noCharacterStyle, "defaultstyle": noCharacterStyle, "none": noCharacterStyle,
		"keinezeichenvorlage": noCharacterStyle, "standard": noCharacterStyle, "ohne": noCharacterStyle, "": noCharacterStyle,
		"bold": "Strong Emphasis", "strong": "Strong Emphasis", "starkbetont": "Strong Emphasis", "starkebetonung": "Strong Emphasis",
		"italic": "Emphasis", "em": "Emphasis", "emphasized": "Emphasis", "betont": "Emphasis", "betonung": "Emphasis",
		"code": "Source Text", "sourcecode": "Source Text", "quelltext": "Source Text", "quote": "Citation", "zitat": "Citation", "quotation": "Citation",
		"internetverknüpfung": "Internet link", "hyperlink": "Internet link", "beispiel": "Example", "definition": "Definition", "variable": "Variable",
		"schreibmaschine": "Teletype", "benutzereingabe": "User Entry",
	},
}

// noCharacterStyle takes character styles away.
const noCharacterStyle = "Standard"

// headingNames are what headings of a level are called besides "Heading 1".
var headingNames = []string{"überschrift", "headline", "header", "titre", "h"}

// StyleName finds a style by the name that the window shows, its programmatic
// name, its name in an ODF file, a token without blanks, its English or German
// name, or its meaning ("quote", "code"). A style of the document goes before a
// meaning. It returns the programmatic name.
func StyleName(ctx context.Context, doc *document.Document, family Family, name string) (string, error) {
	styles, err := styleFamily(ctx, doc, family)
	if err != nil {
		return "", document.Explain(err)
	}
	known, err := styleNames(ctx, styles)
	if err != nil {
		return "", document.Explain(err)
	}
	key := styleKey(strings.TrimSpace(name))
	if family == CharacterStyles && alsoKnown[family][key] == noCharacterStyle {
		return noCharacterStyle, nil
	}
	if found, ok := known[key]; ok {
		return found, nil
	}
	meant := meaning(family, key)
	if found, ok := known[styleKey(meant)]; ok && meant != "" {
		return found, nil
	}
	return "", document.Errorf(codeUnknownStyle, "the document has no %s %q; did you mean %s?", familyName(family), name, suggest(known, name)).
		With("style", name).With("styles", someStyles(known))
}

// meaning is the built-in style that a key means, "" for none.
func meaning(family Family, key string) string {
	meant := alsoKnown[family][key]
	if family == ParagraphStyles && meant == "" {
		for _, h := range headingNames {
			if level, ok := strings.CutPrefix(key, h); ok && len(level) > 0 && strings.Trim(level, "0123456789") == "" {
				meant = "Heading " + level
			}
		}
	}
	return meant
}

func familyName(f Family) string {
	if f == CharacterStyles {
		return "character style"
	}
	return "paragraph style"
}

// maxStyles is how many styles an error names.
const maxStyles = 40

func someStyles(known map[string]string) []string {
	var names []string
	for _, name := range known {
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names[:min(maxStyles, len(names))]
}

// styleFamily returns a document's styles of one kind.
func styleFamily(ctx context.Context, doc *document.Document, family Family) (*uno.Object, error) {
	styles, err := doc.Member(ctx, document.Styles(string(family)))
	if err != nil {
		return nil, fmt.Errorf("read styles: %w", err)
	}
	return styles, nil
}

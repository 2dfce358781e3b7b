package roundtrip

import (
	"fmt"
	"image"
	"image/png"
	"math/rand/v2"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/unodesk/unodesk/server/servertest"
	"github.com/unodesk/unodesk/uno"
)

const (
	iText    = "com.sun.star.text.XText"
	iSimple  = "com.sun.star.text.XSimpleText"
	iRange   = "com.sun.star.text.XTextRange"
	iCursor  = "com.sun.star.text.XTextCursor"
	iPara    = "com.sun.star.text.XParagraphCursor"
	iProps   = "com.sun.star.beans.XPropertySet"
	iFactory = "com.sun.star.lang.XMultiServiceFactory"
)

type props = map[string]any

// maker makes documents.
type maker struct {
	t       testing.TB
	r       *servertest.Rig
	rng     *rand.Rand
	picture string         // a file
	made    map[string]int // objects by kind
	n       int            // names what is made

	model *uno.Object // the document being made
	body  *uno.Object
}

func newMaker(t testing.TB, r *servertest.Rig) *maker {
	path := filepath.Join(t.TempDir(), "dot.png")
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := png.Encode(f, image.NewGray(image.Rect(0, 0, 4, 4))); err != nil {
		t.Fatal(err)
	}
	return &maker{t: t, r: r, picture: (&url.URL{Scheme: "file", Path: path}).String(), made: map[string]int{}}
}

// document makes one document from a seed.
func (m *maker) document(seed uint64) (*uno.Object, string) {
	m.rng, m.n = rand.New(rand.NewPCG(seed, 1)), 0 // the same whatever was made before
	model, uid := m.r.Open("swriter")
	m.model = model
	m.body = m.r.Object(model, "com.sun.star.text.XTextDocument", "getText")
	blocks := m.blocks()
	m.r.OK("apply_document_content", props{"document_url": uid, "target": "end", "content": []string{write(blocks)}})
	kinds := []string{
		"picture", "picture beside", "footnote", "endnote", "comment", "author", "placeholder", "input", "bookmark", "bookmark over",
		"frame", "shape", "section", "page break", "insertion", "deletion", "colour", "font",
	}
	for _, kind := range kinds {
		for range m.rng.IntN(2) {
			m.put(kind)
		}
	}
	if seed%4 == 0 {
		m.put("formula")
	}
	return model, uid
}

var vocabulary = strings.Fields("amber birch cedar dune ember fjord grove haven inlet jetty knoll lagoon meadow nook oasis prairie quarry ridge " +
	"slope tundra upland valley wharf yard zenith über Straße naïve façade 😀 brisk calm dense eager faint gentle humble idle jolly keen lively mellow noble")

func (m *maker) words(n int) string {
	out := make([]string, n)
	for i := range out {
		out[i] = vocabulary[m.rng.IntN(len(vocabulary))]
	}
	return strings.Join(out, " ")
}

func (m *maker) runs() []run {
	out := []run{{text: m.words(3+m.rng.IntN(6)) + " "}}
	switch m.rng.IntN(6) {
	case 0:
		out = append(out, run{text: m.words(2), look: "b"}, run{text: " " + m.words(2)})
	case 1:
		out = append(out, run{text: m.words(1), look: "i"}, run{text: " " + m.words(1)}, run{text: m.words(1), look: "b u"})
	case 2:
		m.made["link"]++
		out = append(out, run{text: m.words(2), link: fmt.Sprintf("https://example.org/%d", m.rng.IntN(100))}, run{text: " " + m.words(3)})
	case 3:
		out = append(out, run{text: m.words(1), style: "Emphasis"}, run{text: "\n" + m.words(2)})
	}
	return merged(out)
}

// blocks makes the text of a document.
func (m *maker) blocks() []block {
	var out []block
	for range 5 + m.rng.IntN(7) {
		switch m.rng.IntN(8) {
		case 0:
			out = append(out, block{kind: "h", level: 1 + m.rng.IntN(3), text: merged([]run{{text: m.words(2)}})})
		case 1:
			out = append(out, block{kind: "p", style: "Quotations", text: m.runs()})
		case 2:
			out = append(out, block{kind: "p", align: "text-align:center", text: m.runs()})
		case 3:
			out = append(out, m.list()...)
		case 4:
			out = append(out, m.table())
			out = append(out, block{kind: "p", text: m.runs()})
		default:
			out = append(out, block{kind: "p", text: m.runs()})
		}
	}
	return append(out, block{kind: "p", text: m.runs()})
}

func (m *maker) list() []block {
	m.made["list"]++
	ordered, level := m.rng.IntN(2) == 0, 1
	var out []block
	for i := range 2 + m.rng.IntN(4) {
		out = append(out, block{kind: "li", level: level, ordered: ordered, start: i == 0, text: m.runs()})
		if level = 1 + m.rng.IntN(min(3, level+1)); level > 1 {
			m.made["nested list"]++
		}
	}
	return out
}

func (m *maker) table() block {
	b := block{kind: "table"}
	rows, columns := 2+m.rng.IntN(2), 2+m.rng.IntN(2)
	for i := range rows {
		var row []cell
		for range columns {
			row = append(row, cell{head: i == 0 && rows > 2, columns: 1, rows: 1, content: []block{{kind: "p", text: merged([]run{{text: m.words(1 + m.rng.IntN(3))}})}}})
		}
		b.rows = append(b.rows, row)
	}
	if m.rng.IntN(2) == 0 {
		m.made["merged cells"]++
		last := b.rows[rows-1]
		last[0].columns = 2
		b.rows[rows-1] = append(last[:1], last[2:]...)
	}
	return b
}

// place is a cursor somewhere in the text of a paragraph of the body, or of a
// cell.
func (m *maker) place() *uno.Object {
	text := m.body
	if tables := m.r.Object(m.model, "com.sun.star.text.XTextTablesSupplier", "getTextTables"); m.rng.IntN(5) == 0 {
		if n := m.r.Do(tables, "com.sun.star.container.XIndexAccess", "getCount").(int32); n > 0 {
			t := m.r.Object(tables, "com.sun.star.container.XIndexAccess", "getByIndex", m.rng.IntN(int(n)))
			names := m.r.Do(t, "com.sun.star.text.XTextTable", "getCellNames").([]string)
			text = m.r.Object(t, "com.sun.star.text.XTextTable", "getCellByName", names[m.rng.IntN(len(names))])
		}
	}
	c := m.r.Object(text, iSimple, "createTextCursor")
	m.r.Do(c, iCursor, "gotoStart", false)
	for range m.rng.IntN(12) {
		m.r.Do(c, iPara, "gotoNextParagraph", false)
	}
	m.r.Do(c, iPara, "gotoEndOfParagraph", true)
	n := len([]rune(m.r.Do(c, iRange, "getString").(string)))
	m.r.Do(c, iCursor, "collapseToStart")
	m.r.Do(c, iCursor, "goRight", int16(m.rng.IntN(n+1)), false)
	return c
}

func (m *maker) make(service string) *uno.Object {
	return m.r.Object(m.model, iFactory, "createInstance", service)
}

func (m *maker) set(o *uno.Object, name string, value any) {
	m.r.Do(o, iProps, "setPropertyValue", name, value)
}

func anchor(name string) uno.Enum {
	return uno.Enum{Type: "com.sun.star.text.TextContentAnchorType", Name: name}
}

// put puts an object of a kind into the document.
func (m *maker) put(kind string) {
	m.n++
	m.made[kind]++
	c := m.place()
	home := m.r.Object(c, iRange, "getText")
	insert := func(o *uno.Object, absorb bool) { m.r.Do(home, iText, "insertTextContent", c, o, absorb) }
	some := func() { m.some(home, c) }
	switch kind {
	case "picture", "picture beside":
		o := m.make("com.sun.star.text.TextGraphicObject")
		m.set(o, "GraphicURL", m.picture)
		m.set(o, "AnchorType", anchor(map[string]string{"picture": "AS_CHARACTER", "picture beside": "AT_PARAGRAPH"}[kind]))
		m.r.Do(o, "com.sun.star.container.XNamed", "setName", fmt.Sprintf("%s %d", kind, m.n))
		insert(o, false)
	case "footnote", "endnote":
		o := m.make("com.sun.star.text." + strings.ToUpper(kind[:1]) + kind[1:])
		insert(o, false)
		m.r.Do(o, iRange, "setString", fmt.Sprintf("%s %d", kind, m.n))
	case "comment":
		o := m.make("com.sun.star.text.textfield.Annotation")
		m.set(o, "Author", "Ada")
		m.set(o, "Content", fmt.Sprintf("comment %d", m.n))
		insert(o, false)
	case "author":
		o := m.make("com.sun.star.text.textfield.Author")
		m.set(o, "IsFixed", true)
		m.set(o, "Content", fmt.Sprintf("author %d", m.n))
		insert(o, false)
	case "placeholder":
		o := m.make("com.sun.star.text.textfield.JumpEdit")
		m.set(o, "PlaceHolder", fmt.Sprintf("place %d", m.n))
		insert(o, false)
	case "input":
		o := m.make("com.sun.star.text.textfield.DateTime")
		m.set(o, "IsFixed", true)
		m.set(o, "IsDate", true)
		m.set(o, "DateTimeValue", uno.NewStruct("com.sun.star.util.DateTime", "Year", int16(1900+m.n%120), "Month", uint16(1+m.n%12), "Day", uint16(3)))
		insert(o, false)
	case "bookmark", "bookmark over":
		o := m.make("com.sun.star.text.Bookmark")
		m.r.Do(o, "com.sun.star.container.XNamed", "setName", fmt.Sprintf("mark%d", m.n))
		if kind == "bookmark over" {
			some()
		}
		insert(o, kind == "bookmark over")
	case "frame":
		o := m.make("com.sun.star.text.TextFrame")
		m.set(o, "AnchorType", anchor("AS_CHARACTER"))
		m.r.Do(o, "com.sun.star.container.XNamed", "setName", fmt.Sprintf("frame %d", m.n))
		insert(o, false)
		m.r.Do(m.r.Object(o, "com.sun.star.text.XTextFrame", "getText"), iRange, "setString", "framed")
	case "shape":
		o := m.make("com.sun.star.drawing.RectangleShape")
		m.r.Do(o, "com.sun.star.drawing.XShape", "setSize", uno.NewStruct("com.sun.star.awt.Size", "Width", int32(1000), "Height", int32(800)))
		m.set(o, "AnchorType", anchor("AT_PARAGRAPH"))
		m.r.Do(o, "com.sun.star.container.XNamed", "setName", fmt.Sprintf("shape %d", m.n))
		insert(o, false)
	case "formula":
		o := m.make("com.sun.star.text.TextEmbeddedObject")
		m.set(o, "CLSID", "078B7ABA-54FC-457F-8551-6147e776a997")
		m.set(o, "AnchorType", anchor("AS_CHARACTER"))
		insert(o, false)
		m.set(m.r.Object(o, "com.sun.star.document.XEmbeddedObjectSupplier", "getEmbeddedObject"), "Formula", fmt.Sprintf("x = %d", m.n))
	case "section":
		m.section()
	case "page break":
		m.set(c, "BreakType", uno.Enum{Type: "com.sun.star.style.BreakType", Name: "PAGE_BEFORE"})
	case "insertion", "deletion":
		m.set(m.model, "RecordChanges", true)
		if kind == "insertion" {
			m.r.Do(home, iSimple, "insertString", c, fmt.Sprintf("inserted%d", m.n), false)
		} else {
			some()
			m.r.Do(c, iRange, "setString", "")
		}
		m.set(m.model, "RecordChanges", false)
	case "colour":
		some()
		m.set(c, "CharColor", int32(0xc00000))
	case "font":
		some()
		m.set(c, "CharHeight", float32(17))
	}
}

// some makes a cursor span some characters; in a cell not more than there are, or it
// would go on in the next one, where no user's selection does.
func (m *maker) some(home, c *uno.Object) {
	if home.Is(m.body) {
		m.r.Do(c, iCursor, "goRight", int16(3), true)
		if m.r.Do(c, iCursor, "isCollapsed") == true { // at the end; nothing is deleted by nobody
			m.r.Do(c, iCursor, "goLeft", int16(3), true)
		}
		return
	}
	m.r.Do(c, iCursor, "gotoStart", false)
	for range 3 {
		if m.r.Do(c, iPara, "isEndOfParagraph") != true {
			m.r.Do(c, iCursor, "goRight", int16(1), true)
		}
	}
}

// section puts a section around one paragraph of the body.
func (m *maker) section() {
	c := m.r.Object(m.body, iSimple, "createTextCursor")
	m.r.Do(c, iCursor, "gotoEnd", false)
	m.r.Do(c, iPara, "gotoStartOfParagraph", false)
	m.r.Do(c, iPara, "gotoEndOfParagraph", true)
	o := m.make("com.sun.star.text.TextSection")
	m.r.Do(o, "com.sun.star.container.XNamed", "setName", fmt.Sprintf("section %d", m.n))
	m.r.Do(m.body, iText, "insertTextContent", c, o, true)
}

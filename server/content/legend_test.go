package content

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// styled is a document in which markup outweighs the text.
func styled(n int) *Document {
	d := &Document{}
	text := func(s, style string) Run { return Run{Text: s, Marks: Marks{Style: style}} }
	for i := range n {
		field := Run{Object: &Object{Kind: "field", Name: fmt.Sprint(i + 1), Text: "7.1"}}
		d.Blocks = append(d.Blocks,
			Block{Kind: Paragraph, Style: "Parent Element List", Runs: []Run{
				text("The ", ""), text("<text:p>", "Element"), text(" and\t", ""), text("x & y", "Attribute Value"), field,
			}},
			Block{Kind: Paragraph, Style: "Text body", Runs: []Run{
				text("A ", ""),
				{Text: "12", Marks: Marks{Style: "Element"}},
				{Text: "H", Marks: Marks{Style: "Element", Sub: true}},
				text(" z", "Emphasis"),
				{Object: &Object{Kind: "image", Name: "Picture 1", Text: "a cat"}},
				{Object: &Object{Kind: "footnote", Name: "1", Text: "below"}},
			}},
			Block{Kind: ListItem, Level: 1 + i%2, Start: i == 0 || i%2 == 1, Runs: []Run{text("item", "")}},
			Block{Kind: Table, Name: "T 1", Rows: []Row{
				{Header: true, Cells: []Cell{{1, 1, []Block{{Kind: Paragraph, Runs: []Run{text("head", "")}}}}, {1, 1, nil}}},
				{Cells: []Cell{{1, 1, []Block{{Kind: Paragraph, Runs: []Run{text("a", "Def")}}, {Kind: Paragraph, Style: "Table Contents", Runs: []Run{text("b", "")}}}}, {1, 1, nil}}},
			}},
		)
	}
	d.Blocks = append(d.Blocks, Block{Kind: Paragraph, Style: "Text body"})
	return d
}

// Short markup reads as the long one does, and is shorter.
func TestShortMarkupReadsTheSame(t *testing.T) {
	if l := styled(5).Legend(nil); l != nil {
		t.Errorf("a short document has the legend %v", l.Names())
	}
	d := styled(100)
	legend := d.Legend(nil)
	long, _ := HTML(d.Blocks, HTMLOptions{BodyStyle: "Text body"})
	short, _ := HTML(d.Blocks, HTMLOptions{BodyStyle: "Text body", Short: legend})
	if len(short)*3 > len(long)*2 {
		t.Errorf("%d bytes instead of %d", len(short), len(long))
	}
	want, err := ParseHTML(long)
	if err != nil {
		t.Fatal(err)
	}
	got, err := ParseShort(short, legend)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want.Blocks, got.Blocks, cmp.AllowUnexported(Block{})); diff != "" {
		t.Error(diff)
	}
	for _, part := range []string{`<p s=pel>The <el>&lt;text:p></el> and` + "\t<av>x &amp; y</av><f 1>7.1</f>\n", `<el>12<sub>H</sub></el>`} {
		if !strings.Contains(short, part) {
			t.Errorf("%q is not in %.400q", part, short)
		}
	}
}

// A name that a client has seen goes on meaning the same when others come.
func TestShortNamesStay(t *testing.T) {
	d := styled(100)
	first := d.Legend(nil)
	for range 500 {
		d.Blocks = append(d.Blocks, Block{Kind: Paragraph, Style: "Parent Entry List", Runs: []Run{{Text: "x", Marks: Marks{Style: "Elegant"}}}})
	}
	second := d.Legend(first)
	for short, style := range first.Names() {
		if second.Names()[short] != style {
			t.Errorf("%s was %q, is %q", short, style, second.Names()[short])
		}
	}
	if len(second.Names()) < len(first.Names())+2 {
		t.Errorf("no new names: %v", second.Names())
	}
	if !UsesLegend("<p>a <el>b</el>") || !UsesLegend("<p s=pel>a") || UsesLegend("<p>a <b>b</b> <f 7>x</f>") {
		t.Error("short names are not recognised")
	}
}

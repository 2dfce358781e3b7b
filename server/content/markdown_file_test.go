package content

import "testing"

// A Markdown file is for people: nothing in it is for writing it back.
func TestMarkdownFile(t *testing.T) {
	object := func(kind, name, text string) Run { return Run{Object: &Object{Kind: kind, Name: name, Text: text}} }
	paragraph := func(runs ...Run) Block { return Block{Kind: Paragraph, Runs: runs} }
	got := MarkdownFile([]Block{
		{Kind: Heading, Level: 1, Runs: []Run{{Text: "Title"}}},
		paragraph(Run{Text: "A note"}, object("footnote", "1", "says *this*"), Run{Text: " and "}, object("field", "7", "page 3"), object("comment", "1", "no")),
		paragraph(),
		paragraph(object("formula", "Object1", `a_1^2`), Run{Text: " in "}, object("image", "Picture 1", ""), object("image", "Picture 2", "A cat")),
		paragraph(object("comment", "2", "nothing else here")),
		{Kind: Table, Rows: []Row{{Cells: []Cell{
			{ColSpan: 1, RowSpan: 1, Blocks: []Block{paragraph(Run{Text: "x"}, object("endnote", "1", "last"))}},
			{ColSpan: 1, RowSpan: 1, Blocks: []Block{paragraph()}},
		}}}},
	})
	const want = "# Title\n\nA note<sup>1</sup> and page 3\n\n`$a_1^2$` in \\[Picture 1\\]\\[A cat\\]\n\n|||\n|-|-|\n|x<sup>2</sup>||\n\n1. says \\*this\\*\n1. last\n"
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

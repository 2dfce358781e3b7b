package content

import (
	"slices"
	"strconv"
	"strings"
)

// Step pairs a block of an old version with one of a new version. Old or New is
// -1 where there is none: a block was added, or removed.
type Step struct {
	Old, New int
	Same     bool // the two are equal
}

// Align pairs the blocks of two versions of a text, in order: equal ones, and
// between those the ones that read most alike. Paragraphs pair with paragraphs,
// tables with tables.
func Align(old, new []Block) []Step {
	a, b := keys(old), keys(new)
	prefix, suffix := commonEnds(a, b)
	var out []Step
	for i := range prefix {
		out = append(out, Step{i, i, true})
	}
	endA, endB := len(a)-suffix, len(b)-suffix
	i, j := prefix, prefix
	var equal [][2]int
	if (endA-prefix)*(endB-prefix) <= maxAlignCells { // else pairs are found by how they read
		equal = Common(a[prefix:endA], b[prefix:endB])
	}
	for _, pair := range equal {
		out = append(out, pairGap(old, new, i, prefix+pair[0], j, prefix+pair[1])...)
		out = append(out, Step{prefix + pair[0], prefix + pair[1], true})
		i, j = prefix+pair[0]+1, prefix+pair[1]+1
	}
	out = append(out, pairGap(old, new, i, endA, j, endB)...)
	for k := range suffix {
		out = append(out, Step{endA + k, endB + k, true})
	}
	return out
}

// keys are texts that are equal for equal blocks. What an object shows does not
// count: a field that shows the time is the same field a second later.
func keys(blocks []Block) []string {
	out := make([]string, len(blocks))
	for i := range blocks {
		b := bare(blocks[i])
		out[i] = key(&b)
	}
	return out
}

// bare is a block whose objects show nothing.
func bare(b Block) Block {
	b.Runs = slices.Clone(b.Runs)
	for i := range b.Runs {
		if o := b.Runs[i].Object; o != nil {
			b.Runs[i].Object = &Object{Kind: o.Kind, Name: o.Name}
		}
	}
	b.Rows = slices.Clone(b.Rows)
	for i := range b.Rows {
		b.Rows[i].Cells = slices.Clone(b.Rows[i].Cells)
		for j := range b.Rows[i].Cells {
			c := &b.Rows[i].Cells[j]
			c.Blocks = slices.Clone(c.Blocks)
			for k := range c.Blocks {
				c.Blocks[k] = bare(c.Blocks[k])
			}
		}
	}
	return b
}

// Key is a text that is equal for blocks that read and look the same. What objects
// show does not count.
func Key(b *Block) string {
	c := bare(*b)
	return key(&c)
}

func key(b *Block) string {
	p := printer{}
	if b.Kind == Table {
		p.table(b)
		return p.b.String()
	}
	p.runs(b.Runs)
	return Shape(b) + " " + p.b.String()
}

// Shape is all of a paragraph's look that HTML carries: kind, level, style,
// alignment, direction and page break, but not whether it begins a list.
func Shape(b *Block) string {
	style := StyleToken(b.Style)
	if b.Kind == Heading && style == "Heading"+strconv.Itoa(b.Level) || b.Kind == ListItem {
		style = ""
	}
	return strings.Join([]string{strconv.Itoa(int(b.Kind)), strconv.Itoa(b.Level), strconv.FormatBool(b.Ordered), style, b.Align, strconv.FormatBool(b.RTL), strconv.FormatBool(b.Break)}, " ")
}

// maxAlignCells bounds the table of equal blocks.
const maxAlignCells = 16 << 20

// maxGapCells bounds the table of how much blocks read alike; larger gaps pair
// blocks by their place.
const maxGapCells = 20_000

// alike is from how much on two blocks are taken for versions of one.
const alike = 0.3

// pairGap pairs old[i:m] with new[j:n], none of which are equal.
func pairGap(old, new []Block, i, m, j, n int) []Step {
	rows, columns := m-i, n-j
	likeness := func(r, c int) float32 { return Likeness(&old[i+r], &new[j+c]) }
	var best []float32
	width := columns + 1
	if rows*columns <= maxGapCells {
		best = make([]float32, (rows+1)*width)
		for r := rows - 1; r >= 0; r-- {
			for c := columns - 1; c >= 0; c-- {
				best[r*width+c] = max(best[(r+1)*width+c], best[r*width+c+1])
				if s := likeness(r, c); s >= alike {
					best[r*width+c] = max(best[r*width+c], s+best[(r+1)*width+c+1])
				}
			}
		}
	}
	var out []Step
	r, c := 0, 0
	for r < rows && c < columns {
		s := likeness(r, c)
		switch {
		case s >= alike && (best == nil || best[r*width+c] == s+best[(r+1)*width+c+1]):
			out = append(out, Step{i + r, j + c, false})
			r, c = r+1, c+1
		case best == nil || best[(r+1)*width+c] >= best[r*width+c+1]:
			out = append(out, Step{i + r, -1, false})
			r++
		default:
			out = append(out, Step{-1, j + c, false})
			c++
		}
	}
	for ; r < rows; r++ {
		out = append(out, Step{i + r, -1, false})
	}
	for ; c < columns; c++ {
		out = append(out, Step{-1, j + c, false})
	}
	return out
}

// Likeness tells how much two blocks read alike, from 0 to 1. Those of
// different classes, and those with different objects, are not alike.
func Likeness(a, b *Block) float32 {
	if (a.Kind == Table) != (b.Kind == Table) {
		return 0
	}
	if a.Kind == Table {
		if a.Name != "" && a.Name == b.Name {
			return 1
		}
		return dice(Plain([]Block{*a}), Plain([]Block{*b}))
	}
	objects := ObjectIDs(a.Runs)
	if len(objects) > 0 && strings.Join(objects, "\n") == strings.Join(ObjectIDs(b.Runs), "\n") {
		return 1
	}
	return dice(Text(a.Runs), Text(b.Runs))
}

// dice is the share of words that two texts have in common.
func dice(a, b string) float32 {
	x, y := tokens(a), tokens(b)
	if len(x)+len(y) == 0 {
		return 1
	}
	count := map[string]int{}
	n, m := 0, 0
	for _, t := range x {
		if classOf([]rune(t)[0]) == 2 {
			count[t]++
			n++
		}
	}
	shared := 0
	for _, t := range y {
		if classOf([]rune(t)[0]) == 2 {
			m++
			if count[t] > 0 {
				count[t]--
				shared++
			}
		}
	}
	if n+m == 0 {
		return 0
	}
	return 2 * float32(shared) / float32(n+m)
}

// ObjectID names an object as its token in HTML does.
func ObjectID(o *Object) string {
	if o.Name == "" {
		return o.Kind
	}
	return o.Kind + ":" + o.Name
}

// ObjectIDs lists the objects in runs, in order.
func ObjectIDs(runs []Run) []string {
	var out []string
	for i := range runs {
		if runs[i].Object != nil {
			out = append(out, ObjectID(runs[i].Object))
		}
	}
	return out
}

// Flatten turns object tokens in blocks that a client wrote into the text that
// they show, for places where the objects cannot be.
func Flatten(blocks []Block) {
	Walk(blocks, func(b *Block) bool {
		for i := range b.Runs {
			if o := b.Runs[i].Object; o != nil {
				b.Runs[i].Text, b.Runs[i].Object = o.Text, nil
			}
		}
		return true
	})
}

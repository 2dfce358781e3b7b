package content

import (
	"unicode/utf8"
)

// Cut says where a print of blocks ended: behind so many blocks, and behind so
// many rows, if it is a table, or bytes of text of the next one.
type Cut struct {
	Blocks int
	Rows   int
	Bytes  int
}

// Rest is what is left of blocks behind a cut.
func (c Cut) Rest(blocks []Block) []Block {
	rest := blocks[min(c.Blocks, len(blocks)):]
	if len(rest) == 0 || c.Rows == 0 && c.Bytes == 0 {
		return rest
	}
	rest = append([]Block(nil), rest...)
	if rest[0].Kind == Table {
		rest[0].Rows = rest[0].Rows[min(c.Rows, len(rest[0].Rows)):]
	} else {
		rest[0].Runs = dropText(rest[0].Runs, c.Bytes)
	}
	return rest
}

// cutBlock shortens a block that alone is too long, and says how much of it is
// left. Tables lose rows, others text; at least one row or character is left.
func cutBlock(b Block, limit int, size func(*Block) int) (Block, Cut) {
	if b.Kind == Table {
		all := b.Rows
		fits := 1
		for low, high := 1, len(all); low <= high; { // the largest number of rows that fits
			middle := (low + high) / 2
			b.Rows = all[:middle]
			if size(&b) <= limit {
				fits, low = middle, middle+1
			} else {
				high = middle - 1
			}
		}
		if b.Rows = all[:min(fits, len(all))]; fits >= len(all) {
			return b, Cut{Blocks: 1}
		}
		return b, Cut{Rows: fits}
	}
	left, taken := max(1, limit), 0
	runs := b.Runs
	b.Runs = nil
	for _, r := range runs {
		if len(r.Text) > left {
			r.Text = firstBytes(r.Text, left, taken == 0)
			b.Runs = append(b.Runs, r)
			return b, Cut{Bytes: taken + len(r.Text)}
		}
		left, taken = left-len(r.Text), taken+len(r.Text)
		b.Runs = append(b.Runs, r)
	}
	return b, Cut{Blocks: 1}
}

// firstBytes is the beginning of s in whole characters: at most n bytes, but
// with some at least one character.
func firstBytes(s string, n int, some bool) string {
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	if n == 0 && some {
		_, n = utf8.DecodeRuneInString(s)
	}
	return s[:n]
}

// dropText takes n bytes of text away from the beginning of runs, with the
// objects in it.
func dropText(runs []Run, n int) []Run {
	for i, r := range runs {
		if len(r.Text) > n {
			rest := append([]Run(nil), runs[i:]...)
			rest[0].Text = r.Text[n:]
			return rest
		}
		n -= len(r.Text)
	}
	return nil
}

// Slice returns the blocks between two offsets in the plain text that Plain
// returns, counted in characters. Of the first and last paragraph it returns the
// part between the offsets, of tables all rows that are touched.
func Slice(blocks []Block, start, end int) []Block {
	var out []Block
	at := 0
	for i := range blocks {
		b := blocks[i]
		n := Length(blocks[i : i+1])
		if from, to := start-at, end-at; to > 0 && from < n {
			if b.Kind == Table {
				b = sliceRows(b, from, to)
			} else {
				b.Runs = sliceRuns(b.Runs, max(0, from), to)
			}
			out = append(out, b)
		}
		if at += n; at >= end {
			break
		}
	}
	return out
}

func sliceRows(b Block, from, to int) Block {
	all := b.Rows
	b.Rows = nil
	at := 0
	for i := range all {
		row := Block{Kind: Table, Rows: all[i : i+1]}
		n := Length([]Block{row})
		if from < at+n && to > at {
			b.Rows = append(b.Rows, all[i])
		}
		at += n
	}
	return b
}

func sliceRuns(runs []Run, from, to int) []Run {
	var out []Run
	at := 0
	for _, r := range runs {
		if r.Object != nil {
			if at >= from && at < to {
				out = append(out, r)
			}
			continue
		}
		text := []rune(r.Text)
		low, high := min(max(0, from-at), len(text)), min(max(0, to-at), len(text))
		at += len(text)
		if low < high {
			r.Text = string(text[low:high])
			out = append(out, r)
		}
	}
	return out
}

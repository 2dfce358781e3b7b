package content

import "unsafe"

// Size is how many bytes of memory a document takes, about.
func (d *Document) Size() int {
	n := blocksSize(d.Blocks)
	for _, c := range d.Changes {
		n += int(unsafe.Sizeof(c)) + len(c.Text) + len(c.Author) + len(c.Date)
	}
	return n
}

func blocksSize(blocks []Block) int {
	n := 0
	for i := range blocks {
		b := &blocks[i]
		n += int(unsafe.Sizeof(*b)) + len(b.Name)
		for j := range b.Runs {
			r := &b.Runs[j]
			n += int(unsafe.Sizeof(*r)) + len(r.Text) + len(r.Link)
			if r.Object != nil {
				n += int(unsafe.Sizeof(*r.Object)) + len(r.Object.Text) + len(r.Object.Name)
			}
		}
		for j := range b.Rows {
			n += int(unsafe.Sizeof(b.Rows[j]))
			for k := range b.Rows[j].Cells {
				n += int(unsafe.Sizeof(Cell{})) + blocksSize(b.Rows[j].Cells[k].Blocks)
			}
		}
	}
	return n
}

package roundtrip

func (m *mutator) move() bool {
	i := m.some(func(b *block) bool { return isText(b) && b.kind != "li" })
	if i < 0 || i == len(m.doc)-1 { // the last one is made anew where it goes: it has no end to be moved with
		return false
	}
	b := m.doc[i]
	m.doc = append(append([]block{}, m.doc[:i]...), m.doc[i+1:]...)
	return m.between(b)
}

// between puts a paragraph where no list is parted and no table left without a
// paragraph behind it.
func (m *mutator) between(b block) bool {
	at := m.IntN(len(m.doc) + 1)
	if at < len(m.doc) && m.doc[at].kind == "li" && !(m.doc[at].start && m.doc[at].level == 1) {
		return false
	}
	m.doc = insert(m.doc, at, b)
	return m.doc[len(m.doc)-1].kind != "table"
}

func (m *mutator) remove() bool {
	i := m.some(isText)
	if i < 0 || len(m.doc) < 3 || i == len(m.doc)-1 && m.doc[i-1].kind == "table" {
		return false
	}
	if m.doc[i].kind == "li" && i+1 < len(m.doc) && m.doc[i+1].kind == "li" {
		if m.doc[i+1].level > m.doc[i].level {
			return false
		}
		m.doc[i+1].start = m.doc[i+1].start || m.doc[i].start
	}
	m.doc = append(m.doc[:i], m.doc[i+1:]...)
	return true
}

func (m *mutator) newParagraph() bool {
	return m.between(block{kind: "p", style: []string{"", "Quotations"}[m.IntN(2)], text: []run{{text: m.word() + " " + m.word()}, {text: " " + m.word(), look: "b"}}})
}

func (m *mutator) newHeading() bool {
	return m.between(block{kind: "h", level: 1 + m.IntN(3), text: []run{{text: m.word()}}})
}

func (m *mutator) newItem() bool {
	i := m.some(func(b *block) bool { return b.kind == "li" })
	if i < 0 {
		return false
	}
	b := m.doc[i]
	b.start, b.text = false, []run{{text: m.word() + " " + m.word()}}
	m.doc = insert(m.doc, i+1, b)
	return i+2 >= len(m.doc) || m.doc[i+2].kind != "li" || m.doc[i+2].level <= b.level+1
}

func (m *mutator) style() bool {
	i := m.some(func(b *block) bool { return b.kind == "p" })
	if i < 0 {
		return false
	}
	b := &m.doc[i]
	switch m.IntN(3) {
	case 0:
		b.style = map[string]string{"": "Quotations"}[b.style]
	case 1:
		b.align = map[string]string{"": "text-align:right", "break-before:page": ""}[b.align]
	default:
		b.kind, b.level, b.style = "h", 2, ""
	}
	return true
}

func (m *mutator) headingLevel() bool {
	i := m.some(func(b *block) bool { return b.kind == "h" })
	if i < 0 {
		return false
	}
	m.doc[i].level, m.doc[i].style = 1+m.doc[i].level%3, ""
	return true
}

// listOf is the range of items of the list around one.
func (m *mutator) listOf(i int) (from, to int) {
	from = i
	for from > 0 && m.doc[from-1].kind == "li" && !(m.doc[from].start && m.doc[from].level == 1) {
		from--
	}
	for to = i + 1; to < len(m.doc) && m.doc[to].kind == "li" && !(m.doc[to].start && m.doc[to].level == 1); to++ {
		continue
	}
	return from, to
}

func (m *mutator) itemLevel() bool {
	i := m.some(func(b *block) bool { return b.kind == "li" })
	if i < 0 {
		return false
	}
	from, to := m.listOf(i)
	if i == from {
		return false
	}
	m.doc[i].level += 1 - 2*m.IntN(2)
	m.doc[i].start = false
	for k := from + 1; k < to; k++ {
		if m.doc[k].level < 1 || m.doc[k].level > m.doc[k-1].level+1 {
			return false
		}
	}
	return true
}

func (m *mutator) order() bool {
	i := m.some(func(b *block) bool { return b.kind == "li" })
	if i < 0 {
		return false
	}
	from, to := m.listOf(i)
	for k := from; k < to; k++ {
		m.doc[k].ordered = !m.doc[k].ordered
	}
	return true
}

func (m *mutator) unlist() bool {
	i := m.some(func(b *block) bool { return b.kind == "li" })
	if i < 0 {
		return false
	}
	if _, to := m.listOf(i); i != to-1 {
		return false
	}
	m.doc[i] = block{kind: "p", text: m.doc[i].text}
	return true
}

// plainTable picks a table without merged cells.
func (m *mutator) plainTable() *block {
	i := m.some(func(b *block) bool {
		for _, row := range b.rows {
			for _, c := range row {
				if c.columns > 1 || c.rows > 1 {
					return false
				}
			}
		}
		return b.kind == "table"
	})
	if i < 0 {
		return nil
	}
	return &m.doc[i]
}

func (m *mutator) newCell(head bool) cell {
	return cell{head: head, columns: 1, rows: 1, content: []block{{kind: "p", text: []run{{text: m.word()}}}}}
}

func (m *mutator) row() bool {
	b := m.plainTable()
	if b == nil {
		return false
	}
	var row []cell
	for range b.rows[0] {
		row = append(row, m.newCell(false))
	}
	b.rows = insert(b.rows, 1+m.IntN(len(b.rows)), row)
	return true
}

func (m *mutator) rowLess() bool {
	b := m.plainTable()
	if b == nil || len(b.rows) < 3 {
		return false
	}
	i := 1 + m.IntN(len(b.rows)-1)
	b.rows = append(b.rows[:i], b.rows[i+1:]...)
	return true
}

func (m *mutator) column() bool {
	b := m.plainTable()
	if b == nil {
		return false
	}
	at := m.IntN(len(b.rows[0]) + 1)
	for i := range b.rows {
		b.rows[i] = insert(b.rows[i], at, m.newCell(b.rows[i][0].head))
	}
	return true
}

func (m *mutator) cellParagraph() bool {
	c := m.cell()
	if c == nil {
		return false
	}
	c.content = insert(c.content, m.IntN(len(c.content)+1), block{kind: "p", text: []run{{text: m.word(), look: "b"}, {text: " " + m.word()}}})
	return true
}

func (m *mutator) cellList() bool {
	c := m.cell()
	if c == nil {
		return false
	}
	c.content = append(c.content, block{kind: "li", level: 1, start: true, text: []run{{text: m.word()}}}, block{kind: "li", level: 2, start: true, text: []run{{text: m.word()}}})
	return true
}

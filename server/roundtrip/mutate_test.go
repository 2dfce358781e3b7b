package roundtrip

import (
	"math/rand/v2"
	"strings"
)

// mutation changes a copy of a document; it says whether it could.
type mutation struct {
	name  string
	do    func(m *mutator) bool
	drops bool // objects may go
}

type mutator struct {
	*rand.Rand
	doc []block
}

// mutate makes a random change; it returns nil if it found none to make.
func mutate(rng *rand.Rand, doc []block) (after []block, what string, drops bool) {
	for range 20 {
		k := mutations[rng.IntN(len(mutations))]
		m := &mutator{rng, clone(doc)}
		if k.do(m) && len(m.doc) > 0 && canonical(m.doc) != canonical(doc) {
			return m.doc, k.name, k.drops
		}
	}
	return nil, "", false
}

var mutations = []mutation{
	{"reword", (*mutator).reword, false},
	{"reword in a cell", (*mutator).rewordCell, false},
	{"reword many", (*mutator).rewordMany, false},
	{"a word more", (*mutator).insertWord, false},
	{"a word less", (*mutator).deleteWord, false},
	{"beside an object", (*mutator).besideObject, false},
	{"bold", (*mutator).bold, false},
	{"plain", (*mutator).unmark, false},
	{"split", (*mutator).split, false},
	{"merge", (*mutator).merge, false},
	{"move", (*mutator).move, false},
	{"delete", (*mutator).remove, true},
	{"delete an object", (*mutator).removeObject, true},
	{"move an object", (*mutator).moveObject, false},
	{"new paragraph", (*mutator).newParagraph, false},
	{"new heading", (*mutator).newHeading, false},
	{"new item", (*mutator).newItem, false},
	{"style", (*mutator).style, false},
	{"heading level", (*mutator).headingLevel, false},
	{"item level", (*mutator).itemLevel, false},
	{"numbers or bullets", (*mutator).order, false},
	{"out of a list", (*mutator).unlist, false},
	{"row", (*mutator).row, false},
	{"row less", (*mutator).rowLess, true},
	{"column", (*mutator).column, false},
	{"paragraph in a cell", (*mutator).cellParagraph, false},
	{"list in a cell", (*mutator).cellList, false},
}

func (m *mutator) word() string { return vocabulary[m.IntN(len(vocabulary))] + "new" }

// some picks a paragraph of the body that fits, and its index; -1 for none.
func (m *mutator) some(fits func(b *block) bool) int {
	var all []int
	for i := range m.doc {
		if fits(&m.doc[i]) {
			all = append(all, i)
		}
	}
	if len(all) == 0 {
		return -1
	}
	return all[m.IntN(len(all))]
}

func isText(b *block) bool { return b.kind != "table" && len(b.text) > 0 }

func hasObject(b *block) bool {
	for _, r := range b.text {
		if r.object != "" {
			return true
		}
	}
	return false
}

// beside tells an object that is anchored to its paragraph.
func beside(r run) bool {
	return strings.HasPrefix(r.object, "shape") || strings.Contains(r.object, "beside")
}

// spot picks a word in a paragraph: the index of its run, and where it is.
func (m *mutator) spot(b *block) (at, from, to int, ok bool) {
	type place struct{ at, from, to int }
	var all []place
	for i, r := range b.text {
		if r.object != "" {
			continue
		}
		pos := 0
		for _, w := range strings.SplitAfter(r.text, " ") {
			if t := strings.TrimRight(w, " "); t != "" && !strings.Contains(t, "\n") {
				all = append(all, place{i, pos, pos + len(t)})
			}
			pos += len(w)
		}
	}
	if len(all) == 0 {
		return 0, 0, 0, false
	}
	p := all[m.IntN(len(all))]
	return p.at, p.from, p.to, true
}

func (m *mutator) rewordIn(b *block) bool {
	at, from, to, ok := m.spot(b)
	if ok {
		t := b.text[at].text
		b.text[at].text = t[:from] + m.word() + t[to:]
	}
	return ok
}

func (m *mutator) reword() bool {
	i := m.some(isText)
	return i >= 0 && m.rewordIn(&m.doc[i])
}

func (m *mutator) rewordMany() bool {
	done := false
	for range 4 {
		done = m.reword() || done
	}
	return done
}

// cell picks a cell of some table.
func (m *mutator) cell() *cell {
	i := m.some(func(b *block) bool { return b.kind == "table" })
	if i < 0 {
		return nil
	}
	row := m.doc[i].rows[m.IntN(len(m.doc[i].rows))]
	if len(row) == 0 {
		return nil
	}
	return &row[m.IntN(len(row))]
}

func (m *mutator) rewordCell() bool {
	c := m.cell()
	return c != nil && m.rewordIn(&c.content[m.IntN(len(c.content))])
}

func (m *mutator) insertWord() bool {
	i := m.some(isText)
	if i < 0 {
		return false
	}
	at, from, _, ok := m.spot(&m.doc[i])
	if ok {
		t := m.doc[i].text[at].text
		m.doc[i].text[at].text = t[:from] + m.word() + " " + t[from:]
	}
	return ok
}

func (m *mutator) deleteWord() bool {
	i := m.some(isText)
	if i < 0 {
		return false
	}
	at, from, to, ok := m.spot(&m.doc[i])
	if ok {
		t := m.doc[i].text[at].text
		m.doc[i].text[at].text = t[:from] + strings.TrimPrefix(t[to:], " ")
	}
	return ok
}

func (m *mutator) besideObject() bool {
	i := m.some(hasObject)
	if i < 0 {
		return false
	}
	b := &m.doc[i]
	for at, r := range b.text {
		if r.object != "" && !beside(r) {
			where := at + m.IntN(2)
			b.text = insert(b.text, where, run{text: " " + m.word() + " "})
			return true
		}
	}
	return false
}

func insert[T any](list []T, at int, more ...T) []T {
	return append(append(append([]T{}, list[:at]...), more...), list[at:]...)
}

// cutRun makes a word a run of its own and returns its index.
func (m *mutator) cutRun(b *block) (int, bool) {
	at, from, to, ok := m.spot(b)
	if !ok {
		return 0, false
	}
	before, word, after := b.text[at], b.text[at], b.text[at]
	before.text, word.text, after.text = before.text[:from], word.text[from:to], after.text[to:]
	b.text = append(append(append([]run{}, b.text[:at]...), before, word, after), b.text[at+1:]...)
	return at + 1, true
}

func (m *mutator) bold() bool {
	i := m.some(isText)
	if i < 0 {
		return false
	}
	at, ok := m.cutRun(&m.doc[i])
	if ok {
		m.doc[i].text[at].look = []string{"b", "i", "b i", "u"}[m.IntN(4)]
	}
	return ok
}

func (m *mutator) unmark() bool {
	i := m.some(func(b *block) bool {
		for _, r := range b.text {
			if r.object == "" && r.look+r.link+r.style != "" {
				return true
			}
		}
		return false
	})
	if i < 0 {
		return false
	}
	for at := range m.doc[i].text {
		if r := &m.doc[i].text[at]; r.object == "" {
			r.look, r.link, r.style = "", "", ""
		}
	}
	return true
}

func (m *mutator) split() bool {
	i := m.some(isText)
	if i < 0 {
		return false
	}
	at, ok := m.cutRun(&m.doc[i])
	if !ok {
		return false
	}
	first, second := m.doc[i], m.doc[i]
	first.text, second.text = append([]run{}, first.text[:at]...), append([]run{}, second.text[at:]...)
	second.start = false
	second.align = strings.TrimSuffix(strings.TrimSuffix(second.align, "break-before:page"), ";")
	if !hasWords(first.text) || !hasWords(second.text) {
		return false
	}
	m.doc = append(append(append([]block{}, m.doc[:i]...), first, second), m.doc[i+1:]...)
	return true
}

func hasWords(runs []run) bool {
	for _, r := range runs {
		if r.object == "" && strings.TrimSpace(r.text) != "" {
			return true
		}
	}
	return false
}

func (m *mutator) merge() bool {
	i := m.some(func(b *block) bool { return isText(b) })
	if i < 0 || i+1 >= len(m.doc) || m.doc[i+1].kind == "table" {
		return false
	}
	for _, r := range m.doc[i+1].text {
		if beside(r) {
			return false
		}
	}
	if i+1 == len(m.doc)-1 || i+2 < len(m.doc) && m.doc[i+2].kind == "li" && m.doc[i+2].level > 1 && m.doc[i].kind != "li" {
		return false // the last one has a section of its own; a list begins on its first level
	}
	m.doc[i].text = append(append(m.doc[i].text, run{text: " "}), m.doc[i+1].text...)
	m.doc = append(m.doc[:i+1], m.doc[i+2:]...)
	return true
}

func (m *mutator) removeObject() bool {
	i := m.some(hasObject)
	if i < 0 {
		return false
	}
	for at, r := range m.doc[i].text {
		if r.object != "" && !beside(r) {
			m.doc[i].text = append(m.doc[i].text[:at], m.doc[i].text[at+1:]...)
			return true
		}
	}
	return false
}

func (m *mutator) moveObject() bool {
	i, to := m.some(hasObject), m.some(isText)
	if i < 0 || to < 0 {
		return false
	}
	for at, r := range m.doc[i].text {
		if r.object != "" && !beside(r) {
			m.doc[i].text = append(m.doc[i].text[:at], m.doc[i].text[at+1:]...)
			place, ok := m.cutRun(&m.doc[to])
			if ok {
				m.doc[to].text = insert(m.doc[to].text, place, r)
			}
			return ok
		}
	}
	return false
}

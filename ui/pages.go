package ui

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"
)

// pages are the parts of a window of which one is seen at a time, each with a button above. Unlike Fyne's tabs the
// buttons can be reached with the keyboard.
type pages struct {
	buttons []*widget.Button
	all     []fyne.CanvasObject
	scroll  *container.Scroll
	chosen  int
	least   fyne.Size // that the chosen one needed when it was laid out
	faulty  map[int]bool
}

// add adds a page.
func (p *pages) add(title string, content fyne.CanvasObject) {
	n := len(p.all)
	p.buttons = append(p.buttons, widget.NewButton(title, func() { p.choose(n) }))
	p.all = append(p.all, content)
}

// choose shows one page, from its beginning.
func (p *pages) choose(n int) {
	p.chosen = n
	for i, page := range p.all {
		showIf(page, i == n)
	}
	p.draw()
	if p.scroll != nil {
		p.scroll.ScrollToTop()
	}
	p.layOut()
}

// fit lays out anew what is seen if texts that wrap have new heights. That redraws everything: too much for each letter
// that somebody writes.
func (p *pages) fit() {
	if least := p.all[p.chosen].MinSize(); least != p.least {
		p.layOut()
	}
}

func (p *pages) layOut() {
	p.all[p.chosen].Refresh()
	p.least = p.all[p.chosen].MinSize()
	if p.scroll != nil {
		p.scroll.Refresh()
	}
}

// mark shows on which pages something is wrong.
func (p *pages) mark(faulty map[int]bool) {
	p.faulty = faulty
	p.draw()
}

func (p *pages) draw() {
	for i, b := range p.buttons {
		importance := widget.LowImportance
		switch {
		case p.faulty[i]:
			importance = widget.DangerImportance
		case i == p.chosen:
			importance = widget.HighImportance
		}
		if b.Importance != importance {
			b.Importance = importance
			b.Refresh()
		}
	}
}

// bar is the row of buttons.
func (p *pages) bar() fyne.CanvasObject {
	row := container.NewHBox()
	for _, b := range p.buttons {
		row.Add(b)
	}
	return row
}

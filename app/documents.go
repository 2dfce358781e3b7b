package app

import (
	"context"
	"slices"
	"time"
)

// documentsTimeout bounds the question which documents are open; a busy office answers late.
const documentsTimeout = 5 * time.Second

func (a *App) onOffice(state Office) {
	changed := state.Phase != a.snap.Office.Phase || state.PID != a.snap.Office.PID
	a.snap.Office = state
	if !state.Live() {
		a.snap.Documents = Documents{}
	} else if changed {
		a.askDocuments()
	}
}

// countTraffic notes how busy the server is.
func (a *App) countTraffic() {
	l := a.server.listener
	if l == nil {
		return
	}
	t := l.Traffic()
	a.snap.Server.Refused = t.Refused
	list := slices.Clone(a.snap.Documents.List)
	for i, d := range list {
		list[i].Edits = t.Edits[d.UID]
	}
	a.snap.Documents.List = list
}

func (a *App) documentsIfDue() {
	every := documentsEvery
	if a.watching {
		every = documentsSoon
	}
	if a.snap.Office.Live() && time.Since(a.server.docsAt) >= every {
		a.askDocuments()
	}
}

// askDocuments asks the office once at a time: one that is busy gets no queue of questions.
func (a *App) askDocuments() {
	if a.docsBusy {
		return
	}
	a.docsBusy, a.server.docsAt = true, time.Now()
	ctx, cancel := context.WithTimeout(a.ctx, documentsTimeout)
	a.workers.Go(func() {
		defer cancel()
		list, err := a.o.Documents(ctx)
		a.post(func() {
			a.docsBusy = false
			if err != nil {
				a.o.Log.Debug("documents are not known", "err", err)
				return
			}
			if a.snap.Office.Live() {
				a.snap.Documents = Documents{Known: true, List: list}
				a.countTraffic()
			}
		})
	})
}

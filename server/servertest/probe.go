package servertest

import (
	"context"
	"sync"
	"time"

	"github.com/unodesk/unodesk/uno"
)

// probePause is the time between two questions of a Probe.
const probePause = 10 * time.Millisecond

// Probe is another client of the office, which asks a short question over and
// over, and notes how long it has to wait: as long as that, nobody else gets
// anything done in the office, its user included.
type Probe struct {
	stop  chan struct{}
	ended chan struct{}

	mu    sync.Mutex
	worst time.Duration
}

// NewProbe asks about the document with a uid on a connection of its own.
func (r *Rig) NewProbe(uid string) *Probe {
	r.t.Helper()
	conn := r.Office.Dial()
	model := r.modelOn(conn, uid)
	p := &Probe{stop: make(chan struct{}), ended: make(chan struct{})}
	go p.run(model)
	r.t.Cleanup(p.Stop)
	return p
}

func (p *Probe) run(model *uno.Object) {
	defer close(p.ended)
	for {
		began := time.Now()
		if _, err := model.Call(context.Background(), "com.sun.star.util.XModifiable", "isModified"); err != nil {
			return
		}
		p.mu.Lock()
		p.worst = max(p.worst, time.Since(began))
		p.mu.Unlock()
		select {
		case <-p.stop:
			return
		case <-time.After(probePause):
		}
	}
}

// Worst returns the longest wait since it was last called.
func (p *Probe) Worst() time.Duration {
	p.mu.Lock()
	defer p.mu.Unlock()
	worst := p.worst
	p.worst = 0
	return worst
}

// Settle waits until the office has nothing to do of its own, such as laying out
// a document that was just loaded, but no longer than limit.
func (p *Probe) Settle(limit time.Duration) {
	for end := time.Now().Add(limit); time.Now().Before(end); {
		p.Worst()
		time.Sleep(time.Second)
		if p.Worst() < 50*time.Millisecond {
			return
		}
	}
}

// Stop ends the questions. It may be called again.
func (p *Probe) Stop() {
	select {
	case <-p.stop:
	default:
		close(p.stop)
	}
	<-p.ended
}

// modelOn finds a document on another connection.
func (r *Rig) modelOn(conn *uno.Conn, uid string) *uno.Object {
	r.t.Helper()
	desktop, err := conn.Service(context.Background(), "com.sun.star.frame.Desktop")
	if err != nil {
		r.t.Fatal(err)
	}
	list := r.Object(r.Object(desktop, "com.sun.star.frame.XDesktop", "getComponents"), "com.sun.star.container.XEnumerationAccess", "createEnumeration")
	for r.Do(list, "com.sun.star.container.XEnumeration", "hasMoreElements") == true {
		model := r.Object(list, "com.sun.star.container.XEnumeration", "nextElement")
		id, err := model.Call(context.Background(), "com.sun.star.beans.XPropertySet", "getPropertyValue", "RuntimeUID")
		if err == nil && r.Watcher.State().Tag+"-"+id.(string) == uid {
			return model
		}
	}
	r.t.Fatalf("no document %s", uid)
	return nil
}

package writer

import (
	"container/list"
	"sync"
	"time"

	"github.com/unodesk/unodesk/server/content"
	"github.com/unodesk/unodesk/server/document"
)

// maxBodies is how many bytes of bodies are kept, about.
const maxBodies = 64 << 20

// bodyTime is how long a body is kept that nobody asks for. By then nobody listens
// to the document either (document.listenTime), or it is closed.
const bodyTime = 10 * time.Minute

// bodies are the bodies that were read last. A uid and a revision together name
// one state of one document for good, so nothing here can be out of date.
var bodies = &bodyCache{at: map[string]*list.Element{}}

type bodyCache struct {
	mu   sync.Mutex
	at   map[string]*list.Element // by uid
	used list.List                // of *body, the one used last first
	size int
}

type body struct {
	uid, revision string
	doc           *content.Document
	size          int
	idle          *time.Timer // drops it
}

func (c *bodyCache) get(uid, revision string) *content.Document {
	c.mu.Lock()
	defer c.mu.Unlock()
	e := c.at[uid]
	if e == nil || revision == "" || e.Value.(*body).revision != revision {
		return nil
	}
	c.used.MoveToFront(e)
	e.Value.(*body).idle.Reset(bodyTime)
	return e.Value.(*body).doc
}

func (c *bodyCache) put(uid, revision string, doc *content.Document) {
	if uid == "" || revision == "" {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if e := c.at[uid]; e != nil {
		c.drop(e)
	}
	b := &body{uid: uid, revision: revision, doc: doc, size: doc.Size()}
	if b.size > maxBodies {
		return
	}
	e := c.used.PushFront(b)
	c.at[uid] = e
	b.idle = time.AfterFunc(bodyTime, func() { c.expire(e) })
	for c.size += b.size; c.size > maxBodies; {
		c.drop(c.used.Back())
	}
}

// expire drops a body, unless another one has taken its place.
func (c *bodyCache) expire(e *list.Element) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.at[e.Value.(*body).uid] == e {
		c.drop(e)
	}
}

func (c *bodyCache) drop(e *list.Element) {
	b := e.Value.(*body)
	b.idle.Stop()
	c.used.Remove(e)
	delete(c.at, b.uid)
	c.size -= b.size
}

// legends are the short names that answers have given to styles, by the uid of
// the document. They are kept beyond its revisions, so that a name that a client
// has seen means the same later.
var legends = struct {
	mu sync.Mutex
	of map[string]*content.Legend
}{of: map[string]*content.Legend{}}

// maxLegends bounds how many documents have legends here.
const maxLegends = 1000

// LegendFor returns the legend for a whole body of a document, nil if it needs
// none.
func LegendFor(doc *document.Document, body *content.Document) *content.Legend {
	legends.mu.Lock()
	defer legends.mu.Unlock()
	if len(legends.of) >= maxLegends && legends.of[doc.UID] == nil {
		clear(legends.of)
	}
	l := body.Legend(legends.of[doc.UID])
	if l != nil {
		legends.of[doc.UID] = l
	}
	return l
}

// Legend returns the legend that answers about a document have used, nil if they
// have used none.
func Legend(doc *document.Document) *content.Legend {
	legends.mu.Lock()
	defer legends.mu.Unlock()
	return legends.of[doc.UID]
}

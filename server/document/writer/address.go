package writer

import (
	"context"
	"fmt"
	"regexp"
	"strconv"
	"sync"
	"time"

	"github.com/unodesk/unodesk/server/document"
	"github.com/unodesk/unodesk/uno"
)

// Addresses remembers places in documents that answers have named. A place is
// kept as the office's own range or paragraph, which moves with its text, and is
// refused once it reads otherwise: an address never means another text.
type Addresses struct {
	mu    sync.Mutex
	begun string
	count int
	kept  []*address // oldest first
	sweep *time.Timer
}

// The bounds of what is remembered: places, and how long after they were named.
const (
	maxAddresses = 500
	addressTime  = 10 * time.Minute
)

type address struct {
	id, uid string
	named   time.Time
	at      *uno.Object // a range or paragraph; nil for the beginning of the body
	text    string      // that it had
	// skip elements from there on do not belong to it, and of the next one so
	// many rows or bytes of text.
	skip, rows, bytes int
	// revision, if set, is the only one in which the place is where it says.
	revision string
}

// NewAddresses remembers nothing yet.
func NewAddresses() *Addresses {
	return &Addresses{begun: strconv.FormatInt(time.Now().UnixMilli()%(36*36*36), 36)}
}

// keep remembers a place and names it.
func (a *Addresses) keep(doc *document.Document, p address) string {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.count++
	p.id, p.uid, p.named = fmt.Sprintf("at:%s.%d", a.begun, a.count), doc.UID, time.Now()
	p.at.Keep()
	a.kept = append(a.kept, &p)
	a.forget()
	if a.sweep == nil {
		a.sweep = time.AfterFunc(addressTime, a.swept)
	}
	return p.id
}

func (a *Addresses) swept() {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.forget()
	a.sweep = nil
	if len(a.kept) > 0 {
		a.sweep = time.AfterFunc(addressTime, a.swept)
	}
}

// forget lets the oldest places go. Several can stand for one object, so that is
// given back when the last is collected.
func (a *Addresses) forget() {
	n := max(0, len(a.kept)-maxAddresses)
	for n < len(a.kept) && time.Since(a.kept[n].named) > addressTime {
		n++
	}
	a.kept = append([]*address(nil), a.kept[n:]...)
}

// Name names the places of spots; those that the office's search does not reach
// have none.
func (a *Addresses) Name(doc *document.Document, spots []Spot) []string {
	out := make([]string, len(spots))
	for i, s := range spots {
		if s.at != nil {
			out[i] = a.keep(doc, address{at: s.at, text: s.Text})
		}
	}
	return out
}

// find returns a place that was named, if it still reads as it did.
func (a *Addresses) find(ctx context.Context, doc *document.Document, id string) (address, error) {
	var found address
	a.mu.Lock()
	for _, p := range a.kept {
		if p.id == id && p.uid == doc.UID {
			found = *p
		}
	}
	a.mu.Unlock()
	if found.id == "" || found.at != nil && found.at.Conn() != doc.Conn() {
		return address{}, document.Errorf(document.CodeDocumentChanged, "%s has no place %q any more; addresses hold for 10 minutes: search or read again", doc.Name, id)
	}
	if found.revision != "" && found.revision != doc.Revision {
		return address{}, document.Errorf(document.CodeDocumentChanged, "%s was changed since %q was named; read it from the beginning again", doc.Name, id)
	}
	if found.at == nil {
		return found, nil
	}
	text, err := found.at.Call(ctx, iTextRange, "getString")
	if uno.IsException(err, "com.sun.star.uno.RuntimeException") || err == nil && text != found.text {
		return address{}, document.Errorf(document.CodeDocumentChanged, "the text at %q was changed since; search or read again", id).With("was", clip(found.text))
	}
	return found, err
}

// IsAddress tells that a text is an address, or was one.
func IsAddress(s string) bool { return addressForm.MatchString(s) }

var addressForm = regexp.MustCompile(`^at:[0-9a-z]{1,3}\.[0-9]+$`)

// Hit returns the range of a hit that was named.
func (a *Addresses) Hit(ctx context.Context, doc *document.Document, id string) (Hits, error) {
	p, err := a.find(ctx, doc, id)
	if err != nil {
		return Hits{}, document.Explain(err)
	}
	if p.at == nil || p.skip+p.rows+p.bytes > 0 {
		return Hits{}, document.Errorf(document.CodeValidation, "%q is where to go on reading, no text; pass the address of a match", id)
	}
	return Hits{Ranges: []*uno.Object{p.at}, Texts: []string{p.text}, Count: 1}, nil
}

package content

import (
	"crypto/sha256"
	"encoding/hex"
	"sync"
)

// prints are what was made of a document last, which then does not change any
// more: a client often reads the same again.
type prints struct {
	mu          sync.Mutex
	fingerprint string
	options     HTMLOptions
	html        string
	end         Cut
}

// Fingerprint is the same for two documents that read the same: a short text
// to remember instead of all that a client was shown.
func (d *Document) Fingerprint() string {
	d.prints.mu.Lock()
	defer d.prints.mu.Unlock()
	if d.prints.fingerprint == "" {
		html, _ := HTML(d.Blocks, HTMLOptions{BodyStyle: d.BodyStyle()})
		sum := sha256.Sum256([]byte(html))
		d.prints.fingerprint = hex.EncodeToString(sum[:12])
	}
	return d.prints.fingerprint
}

// HTML prints the document as HTMLPart does.
func (d *Document) HTML(o HTMLOptions) (text string, end Cut) {
	d.prints.mu.Lock()
	defer d.prints.mu.Unlock()
	if d.prints.html == "" || d.prints.options != o {
		d.prints.html, d.prints.end = HTMLPart(d.Blocks, o)
		d.prints.options = o
	}
	return d.prints.html, d.prints.end
}

package tool

import (
	"bytes"
	"crypto/rand"
	"io"
	"strconv"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Aside takes the long texts of the answers to one HTTP request past the SDK.
// That would look at each of their bytes twice more, which takes longer than all
// the rest of a call that reads a whole document. The SDK gets a name for the
// text instead, and the writer puts the text in its place.
type Aside struct {
	key string

	mu    sync.Mutex
	texts [][]byte // as JSON
}

// asideFrom is from how many bytes on a text goes aside.
const asideFrom = 8 << 10

// HeaderAside tells the handlers of a request, by its key, which Aside it has.
const HeaderAside = "Unodesk-Aside"

// asides are those of the requests that are served now, by their keys.
var asides sync.Map

// NewAside returns one for a request, whose handlers then use it. Close it when
// the request has been served.
func NewAside() *Aside {
	a := &Aside{key: rand.Text()}
	asides.Store(a.key, a)
	return a
}

// Key is what HeaderAside is to say.
func (a *Aside) Key() string { return a.key }

// Close lets the texts go.
func (a *Aside) Close() { asides.Delete(a.key) }

// asideOf returns that of a request, nil if it has none.
func asideOf(extra *mcp.RequestExtra) *Aside {
	if extra == nil {
		return nil
	}
	a, _ := asides.Load(extra.Header.Get(HeaderAside))
	found, _ := a.(*Aside)
	return found
}

// put keeps a text, which is JSON, and returns what stands for it, which is JSON,
// too.
func (a *Aside) put(text []byte) []byte {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.texts = append(a.texts, text)
	return strconv.AppendQuote(nil, a.key+strconv.Itoa(len(a.texts)-1))
}

// Fill writes b to w with the texts in their places. The SDK writes a message in
// one piece.
func (a *Aside) Fill(w io.Writer, b []byte) error {
	for len(b) > 0 {
		at, end, text := a.next(b)
		if _, err := w.Write(b[:at]); err != nil {
			return err
		}
		if _, err := w.Write(text); err != nil {
			return err
		}
		b = b[end:]
	}
	return nil
}

// next finds the next text in b and where its name stands there.
func (a *Aside) next(b []byte) (at, end int, text []byte) {
	begin := []byte(`"` + a.key)
	at = bytes.Index(b, begin)
	if at < 0 {
		return len(b), len(b), nil
	}
	digits := at + len(begin)
	end = digits + bytes.IndexByte(b[digits:], '"')
	a.mu.Lock()
	defer a.mu.Unlock()
	if i, err := strconv.Atoi(string(b[digits:max(digits, end)])); err == nil && i < len(a.texts) {
		return at, end + 1, a.texts[i]
	}
	return digits, digits, nil
}

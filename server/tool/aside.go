package tool

import (
	"bytes"
	"crypto/rand"
	"net/http"
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

// headerAside tells the handlers of a request which Aside it has.
const headerAside = "Unodesk-Aside"

// asides are those of the requests that are served now, by their keys.
var asides sync.Map

// NewAside returns one for a request, whose handlers then use it. Close it when
// the request has been served.
func NewAside(r *http.Request) *Aside {
	a := &Aside{key: rand.Text()}
	asides.Store(a.key, a)
	r.Header.Set(headerAside, a.key)
	return a
}

// Close lets the texts go.
func (a *Aside) Close() { asides.Delete(a.key) }

// asideOf returns that of a request, nil if it has none.
func asideOf(extra *mcp.RequestExtra) *Aside {
	if extra == nil {
		return nil
	}
	a, _ := asides.Load(extra.Header.Get(headerAside))
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

// Writer puts the texts in their places in what is written through it to w.
func (a *Aside) Writer(w http.ResponseWriter) http.ResponseWriter {
	return &asideWriter{w, a, []byte(`"` + a.key)}
}

type asideWriter struct {
	http.ResponseWriter
	of    *Aside
	begin []byte
}

// Unwrap lets http.ResponseController find what the writer below can do.
func (w *asideWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// Write writes b with the texts. The SDK writes a message in one piece.
func (w *asideWriter) Write(b []byte) (int, error) {
	n := len(b)
	for len(b) > 0 {
		at, end, text := w.next(b)
		if _, err := w.ResponseWriter.Write(b[:at]); err != nil {
			return 0, err
		}
		if _, err := w.ResponseWriter.Write(text); err != nil {
			return 0, err
		}
		b = b[end:]
	}
	return n, nil
}

// next finds the next text in b and where its name stands there.
func (w *asideWriter) next(b []byte) (at, end int, text []byte) {
	at = bytes.Index(b, w.begin)
	if at < 0 {
		return len(b), len(b), nil
	}
	digits := at + len(w.begin)
	end = digits + bytes.IndexByte(b[digits:], '"')
	w.of.mu.Lock()
	defer w.of.mu.Unlock()
	if i, err := strconv.Atoi(string(b[digits:max(digits, end)])); err == nil && i < len(w.of.texts) {
		return at, end + 1, w.of.texts[i]
	}
	return digits, digits, nil
}

package server

import (
	"net/http"

	"github.com/unodesk/unodesk/server/tool"
)

// asideWriter puts the long texts of answers, which did not go through the SDK,
// in their places (see tool.Aside).
type asideWriter struct {
	http.ResponseWriter
	texts *tool.Aside
}

// goAside lets the long texts of the answers to a request go past the SDK. Close
// it when the request has been served.
func goAside(w http.ResponseWriter, r *http.Request) *asideWriter {
	a := &asideWriter{w, tool.NewAside()}
	r.Header.Set(tool.HeaderAside, a.texts.Key())
	return a
}

// Close lets the texts go.
func (w *asideWriter) Close() { w.texts.Close() }

// Unwrap lets http.ResponseController find what the writer below can do.
func (w *asideWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// Write writes b with the texts.
func (w *asideWriter) Write(b []byte) (int, error) {
	if err := w.texts.Fill(w.ResponseWriter, b); err != nil {
		return 0, err
	}
	return len(b), nil
}

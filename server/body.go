package server

import (
	"errors"
	"io"
	"net/http"
	"strconv"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
)

const (
	maxBody     = 16 << 20         // pictures come as text
	bodyTimeout = 20 * time.Second // for all of a body
	bodyPause   = 4 * time.Second  // between two parts of it
)

// readBody reads a body of bounded size in bounded time. A length that
// promises more than comes ends after the longest pause.
func readBody(w http.ResponseWriter, r *http.Request) ([]byte, *rpcError) {
	if r.ContentLength > maxBody { // before a client that asks first begins to send
		w.Header().Set("Connection", "close")
		return nil, tooLong()
	}
	c := http.NewResponseController(w)
	body, err := io.ReadAll(&pacedReader{http.MaxBytesReader(innermost(w), r.Body, maxBody), c, time.Now().Add(bodyTimeout)})
	if err == nil {
		_ = c.SetReadDeadline(time.Time{})
		return body, nil
	}
	// The rest would be waited for, and taken for the next request.
	w.Header().Set("Connection", "close")
	_ = c.SetReadDeadline(time.Now())
	var tooLarge *http.MaxBytesError
	if errors.As(err, &tooLarge) {
		return nil, tooLong()
	}
	return nil, &rpcError{Code: jsonrpc.CodeInvalidRequest, Message: "the body did not arrive whole", status: http.StatusRequestTimeout}
}

// innermost is the writer of net/http, which waits for a client to read why its
// body is not read any further.
func innermost(w http.ResponseWriter) http.ResponseWriter {
	for {
		u, ok := w.(interface{ Unwrap() http.ResponseWriter })
		if !ok {
			return w
		}
		w = u.Unwrap()
	}
}

func tooLong() *rpcError {
	return &rpcError{Code: jsonrpc.CodeInvalidRequest, Message: "the body is larger than " + strconv.Itoa(maxBody>>20) + " MiB", status: http.StatusRequestEntityTooLarge}
}

// pacedReader sets a deadline for each part.
type pacedReader struct {
	io.Reader
	c   *http.ResponseController
	end time.Time
}

func (p *pacedReader) Read(b []byte) (int, error) {
	next := time.Now().Add(bodyPause)
	if next.After(p.end) {
		next = p.end
	}
	_ = p.c.SetReadDeadline(next)
	return p.Reader.Read(b)
}

package writer

import (
	"context"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/unodesk/unodesk/uno"
)

// stream is an output stream that the office writes to and a parser reads from
// at the same time. It never makes the office wait: what the parser has not
// taken yet is kept.
type stream struct {
	mu     sync.Mutex
	ready  *sync.Cond
	chunks [][]byte
	size   int
	closed bool
	err    error
}

func newStream() *stream {
	s := &stream{}
	s.ready = sync.NewCond(&s.mu)
	return s
}

// handle answers com.sun.star.io.XOutputStream.
func (s *stream) handle(_ context.Context, method string, args []any) (any, []any, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch method {
	case "writeBytes":
		if b, ok := args[0].([]byte); ok && len(b) > 0 && s.err == nil {
			s.chunks = append(s.chunks, b)
			s.size += len(b)
		}
	case "closeOutput":
		s.closed = true
	}
	s.ready.Broadcast()
	return nil, nil, nil
}

// Read takes what has arrived, or waits.
func (s *stream) Read(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for len(s.chunks) == 0 && !s.closed && s.err == nil {
		s.ready.Wait()
	}
	if s.err != nil {
		return 0, s.err
	}
	if len(s.chunks) == 0 {
		return 0, io.EOF
	}
	n := copy(p, s.chunks[0])
	if s.chunks[0] = s.chunks[0][n:]; len(s.chunks[0]) == 0 {
		s.chunks = s.chunks[1:]
	}
	return n, nil
}

// end lets readers finish: with err, or after what has arrived.
func (s *stream) end(err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closed = true
	if err != nil && s.err == nil {
		s.err, s.chunks = err, nil
	}
	s.ready.Broadcast()
}

// errGaveUp is an exporter that answered that it did not do it. It happens
// seldom and without a reason given, soon after an edit (7.4).
var errGaveUp = errors.New("the exporter wrote nothing")

// exportPauses are how long to wait before the next try with an exporter that
// gave up.
var exportPauses = []time.Duration{20 * time.Millisecond, 100 * time.Millisecond, 400 * time.Millisecond}

// export drives one of Writer's XML exporters, and again if it gives up: the
// last time on the main thread, where nothing else of the office's runs.
func export(ctx context.Context, model *uno.Object, exporter string, parse func(io.Reader) error) error {
	err := exportOnce(ctx, model, exporter, parse)
	for _, pause := range exportPauses {
		if !errors.Is(err, errGaveUp) {
			return err
		}
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case <-time.After(pause):
		}
		err = exportOnce(ctx, model, exporter, parse)
	}
	if errors.Is(err, errGaveUp) {
		err = model.Conn().Main(ctx, func(ctx context.Context) error { return exportOnce(ctx, model, exporter, parse) })
	}
	return err
}

// exportOnce drives one of Writer's XML exporters into a stream and lets parse read
// it meanwhile. Unlike a store it writes one part of the document alone, and
// without a place for embedded objects it does not load them: loading marks the
// document as modified and fills its undo list (seen in 7.4 with charts).
func exportOnce(ctx context.Context, model *uno.Object, exporter string, parse func(io.Reader) error) error {
	conn := model.Conn()
	s := newStream()
	out, err := conn.ExportInline(s.handle, "com.sun.star.io.XOutputStream")
	if err != nil {
		return err
	}
	defer out.Close()
	sax, err := conn.Service(ctx, "com.sun.star.xml.sax.Writer")
	if err != nil {
		return err
	}
	if _, err := sax.Call(ctx, "com.sun.star.io.XActiveDataSource", "setOutputStream", out); err != nil {
		return err
	}
	filter, err := conn.ServiceWith(ctx, exporter, sax)
	if err != nil {
		return err
	}
	if _, err := filter.Call(ctx, "com.sun.star.document.XExporter", "setSourceDocument", model); err != nil {
		return err
	}
	parsed := make(chan error, 1)
	go func() {
		err := parse(s)
		s.end(err) // a parser that gave up needs no more data
		parsed <- err
	}()
	ok, err := filter.Call(ctx, "com.sun.star.document.XFilter", "filter", []*uno.Struct{})
	if err == nil && ok != true {
		err = fmt.Errorf("%s: %w", exporter, errGaveUp)
	}
	s.end(err)
	if failed := <-parsed; err == nil {
		err = failed
	}
	return err
}

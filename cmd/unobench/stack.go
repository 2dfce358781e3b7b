package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/unodesk/unodesk/server"
	"github.com/unodesk/unodesk/server/document"
	"github.com/unodesk/unodesk/uno"
	"github.com/unodesk/unodesk/uno/attach"
)

// stack is all that stands between a host and the office: HTTP, MCP, the server,
// its connection.
type stack struct {
	office  *office
	server  *server.Server
	client  http.Client
	detach  context.CancelFunc
	watched chan struct{}
	uids    map[string]string // of the documents, by the names used here
	models  map[string]*uno.Object
}

func startStack(ctx context.Context, o *office) (s *stack, err error) {
	watcher := attach.NewWatcher(attach.Options{Profile: o.process.Profile})
	watching, detach := context.WithCancel(ctx)
	s = &stack{office: o, detach: detach, watched: make(chan struct{}), uids: map[string]string{}, models: map[string]*uno.Object{}}
	go func() { defer close(s.watched); _ = watcher.Run(watching) }()
	defer func() {
		if err != nil {
			err = errors.Join(err, s.stop())
		}
	}()
	state := filepath.Join(o.folder, "stack")
	if err := os.MkdirAll(state, 0o700); err != nil {
		return s, err
	}
	desktop := server.NewDesktop(watcher, nil, document.Options{StateDir: state})
	if s.server, err = server.NewAttached(watcher, desktop, server.Options{Version: "bench", StateDir: state, EndpointDir: state}); err != nil {
		return s, err
	}
	if err = s.server.Start(0); err != nil {
		return s, err
	}
	for range 100 { // until the watcher has found the office
		if _, err = s.call(ctx, "list_open_documents", nil); err == nil {
			return s, nil
		}
		if err := sleep(ctx, 100*time.Millisecond); err != nil {
			return s, err
		}
	}
	return s, err
}

func (s *stack) stop() error {
	var err error
	s.client.CloseIdleConnections()
	if s.server != nil {
		ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
		defer cancel()
		err = s.server.Stop(ctx)
	}
	s.detach()
	<-s.watched
	return err
}

type args map[string]any

// call calls a tool as a host does and returns the answer as it comes: what a
// host does with it is not ours to measure.
func (s *stack) call(ctx context.Context, name string, a args) ([]byte, error) {
	body, err := json.Marshal(args{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": args{"name": name, "arguments": a}})
	if err != nil {
		return nil, err
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, s.server.Address(), bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Accept", "application/json, text/event-stream")
	response, err := s.client.Do(request)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	defer response.Body.Close()
	answer, err := io.ReadAll(response.Body)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	if !bytes.Contains(answer[:min(len(answer), 400)], []byte(`{\"status\":\"ok\"`)) {
		return nil, fmt.Errorf("%s: %.400s", name, answer)
	}
	return answer, nil
}

// on calls a tool on one of the documents, and decodes its answer into v unless
// that is nil.
func (s *stack) on(ctx context.Context, doc, name string, a args, v any) error {
	all := args{"document_url": s.uids[doc]}
	for k, x := range a {
		all[k] = x
	}
	answer, err := s.call(ctx, name, all)
	if err != nil || v == nil {
		return err
	}
	if at := bytes.IndexByte(answer, '{'); at > 0 {
		answer = answer[at:] // of an event stream
	}
	var result struct {
		Result struct {
			Content []struct {
				Text string `json:"text"`
			} `json:"content"`
		} `json:"result"`
	}
	if err := json.NewDecoder(bytes.NewReader(answer)).Decode(&result); err != nil || len(result.Result.Content) == 0 {
		return fmt.Errorf("%s: an answer without content: %w", name, err)
	}
	return json.Unmarshal([]byte(result.Result.Content[0].Text), v)
}

// runtimeUID is the office's own id of a document, for PyUNO.
func (s *stack) runtimeUID(doc string) string {
	uid := s.uids[doc]
	return uid[strings.LastIndexByte(uid, '-')+1:]
}

// touch changes a document, so that nobody answers what it held before.
func (s *stack) touch(ctx context.Context, doc string) error {
	text, err := s.models[doc].CallObject(ctx, "com.sun.star.text.XTextDocument", "getText")
	if err != nil {
		return err
	}
	end, err := text.CallObject(ctx, "com.sun.star.text.XTextRange", "getEnd")
	if err != nil {
		return err
	}
	_, err = text.Call(ctx, "com.sun.star.text.XText", "insertString", end, ".", false)
	return err
}

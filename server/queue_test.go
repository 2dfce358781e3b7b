package server

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/unodesk/unodesk/server/tool"
)

var editSpec = &tool.Tool{Spec: tool.Spec{Effect: tool.Edits}}

func to(target string) *tool.Call { return tool.NewCall(tool.CallOptions{Target: target}) }

func TestBehaviour07EditsOfOneDocumentWait(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := &queue{key: func(_ ctx, target string) string { return target }}
		var mu sync.Mutex
		var order []string
		edit := func(doc string, n int) {
			_ = q.around(t.Context(), editSpec, to(doc), func(ctx) error {
				time.Sleep(time.Second)
				mu.Lock()
				defer mu.Unlock()
				order = append(order, fmt.Sprint(doc, n))
				return nil
			})
		}
		start := time.Now()
		for n := range 5 {
			go edit("a", n)
			go edit("b", n)
			synctest.Wait()
		}
		time.Sleep(10 * time.Second)
		mu.Lock()
		got := slices.Clone(order)
		mu.Unlock()
		var a string
		for _, o := range got {
			if o[0] == 'a' {
				a += o[1:]
			}
		}
		if a != "01234" || len(got) != 10 {
			t.Errorf("order %v", got)
		}
		// Documents do not wait for each other, reads for nobody.
		started := time.Now()
		go edit("a", 9)
		synctest.Wait()
		read := &tool.Tool{Spec: tool.Spec{Effect: tool.Reads}}
		if err := q.around(t.Context(), read, to("a"), func(ctx) error { return nil }); err != nil || time.Since(started) != 0 {
			t.Errorf("a read waited %v, %v", time.Since(started), err)
		}
		time.Sleep(2 * time.Second)
		q.mu.Lock()
		defer q.mu.Unlock()
		if len(q.lines) != 0 {
			t.Errorf("%d lines left after %v", len(q.lines), time.Since(start))
		}
	})
}

func TestEditGivesUpWaiting(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := &queue{key: func(_ ctx, target string) string { return target }}
		go func() {
			_ = q.around(t.Context(), editSpec, to("a"), func(ctx) error { time.Sleep(time.Hour); return nil })
		}()
		synctest.Wait()
		c, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		err := q.around(c, editSpec, to("a"), func(ctx) error { t.Error("begun"); return nil })
		var coded tool.Coded
		if !errors.As(err, &coded) || coded.Code() != tool.CodeServerBusy {
			t.Errorf("got %v", err)
		}
		time.Sleep(2 * time.Hour)
	})
}

// What is no open document is never taken for one.
func TestBehaviour05KeyOfADocument(t *testing.T) {
	s := &Server{o: Options{DocumentID: func(_ ctx, target string) (string, error) {
		if target == "uid:tag-7" {
			return "", errors.New("no such document")
		}
		return "tag-7", nil
	}}}
	for target, want := range map[string]string{"": "uid:tag-7", "/tmp/a.odt": "uid:tag-7", "uid:tag-7": "?uid:tag-7"} {
		if got := s.documentKey(t.Context(), target); got != want {
			t.Errorf("key of %q is %q, want %q", target, got, want)
		}
	}
}

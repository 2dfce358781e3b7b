package writer

import (
	"container/list"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/unodesk/unodesk/server/content"
)

func bodyOf(bytes int) *content.Document {
	return &content.Document{Blocks: []content.Block{{Runs: []content.Run{{Text: strings.Repeat("x", bytes)}}}}}
}

// A body is kept while somebody asks for it, and no longer.
func TestBodiesAreDropped(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := &bodyCache{at: map[string]*list.Element{}}
		c.put("a", "1", bodyOf(10))
		c.put("b", "1", bodyOf(10))
		for range 3 {
			time.Sleep(bodyTime - time.Second)
			if c.get("a", "1") == nil {
				t.Fatal("a body that is in use was dropped")
			}
		}
		if c.get("b", "1") != nil {
			t.Error("a body that nobody asked for is still kept")
		}
		c.put("a", "2", bodyOf(10))
		if c.get("a", "1") != nil || c.get("a", "2") == nil {
			t.Error("the newer body has not taken the place of the older one")
		}
		time.Sleep(time.Hour)
		c.mu.Lock()
		defer c.mu.Unlock()
		if len(c.at) != 0 || c.used.Len() != 0 || c.size != 0 {
			t.Errorf("after an hour %d bodies of %d bytes are kept", len(c.at), c.size)
		}
	})
}

// Of bodies that are too many, those used last are kept.
func TestBodiesAreBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := &bodyCache{at: map[string]*list.Element{}}
		c.put("a", "1", bodyOf(maxBodies/2-1000))
		c.put("b", "1", bodyOf(maxBodies/2-1000))
		c.get("a", "1")
		c.put("c", "1", bodyOf(maxBodies/2-1000))
		c.put("d", "1", bodyOf(maxBodies+1))
		for uid, want := range map[string]bool{"a": true, "b": false, "c": true, "d": false} {
			if got := c.get(uid, "1") != nil; got != want {
				t.Errorf("%s is kept: %v", uid, got)
			}
		}
	})
}

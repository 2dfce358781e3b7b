package urp

import "container/list"

// CacheIndex is a slot of one of a direction's three caches, or NoCache.
type CacheIndex uint16

const (
	// NoCache says that a value is not to be stored.
	NoCache CacheIndex = 0xffff
	// cacheSize is the number of slots of each cache; the sender picks them.
	cacheSize = 256
)

// sendCache decides which slot a value travels in. It evicts the least recently
// used one; the receiver only stores what it is told.
type sendCache struct {
	slots map[string]*list.Element
	used  *list.List // of *sendSlot, most recent first
}

type sendSlot struct {
	key   string
	index CacheIndex
}

func newSendCache() *sendCache {
	return &sendCache{slots: make(map[string]*list.Element, cacheSize), used: list.New()}
}

// slot returns the index for key and whether the receiver already knows it.
func (c *sendCache) slot(key string) (CacheIndex, bool) {
	if e, ok := c.slots[key]; ok {
		if e != c.used.Front() {
			c.used.MoveToFront(e)
		}
		return e.Value.(*sendSlot).index, true
	}
	if c.used.Len() < cacheSize {
		s := &sendSlot{key: key, index: CacheIndex(c.used.Len())}
		c.slots[key] = c.used.PushFront(s)
		return s.index, false
	}
	e := c.used.Back()
	s := e.Value.(*sendSlot)
	delete(c.slots, s.key)
	s.key = key
	c.slots[key] = e
	c.used.MoveToFront(e)
	return s.index, false
}

// recvCache holds what the sender told us to store.
type recvCache[T any] struct {
	slots [cacheSize]T
	set   [cacheSize]bool
}

// put stores v at index; NoCache stores nothing. It reports a bad index.
func (c *recvCache[T]) put(index CacheIndex, v T) bool {
	if index == NoCache {
		return true
	}
	if index >= cacheSize {
		return false
	}
	c.slots[index], c.set[index] = v, true
	return true
}

func (c *recvCache[T]) get(index CacheIndex) (v T, ok bool) {
	if index >= cacheSize || !c.set[index] {
		return v, false
	}
	return c.slots[index], true
}

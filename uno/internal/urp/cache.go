package urp

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
	index map[string]uint16
	slots []sendSlot
	// The slots are a ring by last use: newest is the one used last, the slot
	// before it the one to evict.
	newest uint16
}

type sendSlot struct {
	key          string
	newer, older uint16
}

func newSendCache() *sendCache {
	return &sendCache{index: make(map[string]uint16), slots: make([]sendSlot, 0, cacheSize)}
}

// slot returns the index for key and whether the receiver already knows it.
func (c *sendCache) slot(key string) (CacheIndex, bool) {
	i, known := c.index[key]
	switch {
	case known:
		c.unlink(i)
	case len(c.slots) < cacheSize:
		i = uint16(len(c.slots))
		c.slots = append(c.slots, sendSlot{key: key})
		c.index[key] = i
	default:
		i = c.slots[c.newest].newer // around the ring: the oldest
		c.unlink(i)
		delete(c.index, c.slots[i].key)
		c.slots[i].key = key
		c.index[key] = i
	}
	c.link(i)
	return CacheIndex(i), known
}

// link makes slot i, which is in no ring, the newest.
func (c *sendCache) link(i uint16) {
	if len(c.slots) == 1 {
		c.slots[i].newer, c.slots[i].older = i, i
	} else {
		older, newer := c.newest, c.slots[c.newest].newer
		c.slots[i].older, c.slots[i].newer = older, newer
		c.slots[older].newer, c.slots[newer].older = i, i
	}
	c.newest = i
}

func (c *sendCache) unlink(i uint16) {
	s := c.slots[i]
	c.slots[s.older].newer, c.slots[s.newer].older = s.newer, s.older
	if c.newest == i {
		c.newest = s.older
	}
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

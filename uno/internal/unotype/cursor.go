package unotype

import (
	"encoding/binary"
	"errors"
	"fmt"
)

// errTruncated is the cause when a database ends inside of something.
var errTruncated = errors.New("unexpected end")

// cursor reads a UNOIDL file from a position on. The first error sticks: later
// reads give zero values, so callers check err once, at the end.
type cursor struct {
	data string
	pos  int
	err  error
}

func (c *cursor) fail(err error) {
	if c.err == nil {
		c.err = fmt.Errorf("at byte %d: %w", c.pos, err)
	}
}

// left gives the number of bytes that can still be read.
func (c *cursor) left() int {
	if c.err != nil || c.pos > len(c.data) {
		return 0
	}
	return len(c.data) - c.pos
}

func (c *cursor) uint8() uint8 {
	if c.left() < 1 {
		c.fail(errTruncated)
		return 0
	}
	v := c.data[c.pos]
	c.pos++
	return v
}

// uint32 reads a little-endian number.
func (c *cursor) uint32() uint32 {
	if c.left() < 4 {
		c.fail(errTruncated)
		return 0
	}
	v := binary.LittleEndian.Uint32([]byte(c.data[c.pos : c.pos+4]))
	c.pos += 4
	return v
}

// count reads how many items follow, each of which takes at least size bytes.
func (c *cursor) count(size int) int {
	n := c.uint32()
	if uint64(n)*uint64(size) > uint64(c.left()) {
		c.fail(fmt.Errorf("%d items: %w", n, errTruncated))
		return 0
	}
	return int(n)
}

// text reads a string: u32 length and bytes, or 0x80000000 | the offset of one
// that stands elsewhere in the file. The result shares the file's memory.
func (c *cursor) text() string {
	n := c.uint32()
	if c.err != nil {
		return ""
	}
	if n&0x8000_0000 != 0 {
		there := cursor{data: c.data, pos: int(n &^ 0x8000_0000)}
		n = there.uint32()
		if n&0x8000_0000 != 0 || there.err != nil {
			c.fail(errors.New("string reference leads nowhere"))
			return ""
		}
		s, ok := there.take(n)
		if !ok {
			c.fail(errTruncated)
		}
		return s
	}
	s, ok := c.take(n)
	if !ok {
		c.fail(errTruncated)
	}
	return s
}

func (c *cursor) take(n uint32) (string, bool) {
	if uint64(n) > uint64(c.left()) {
		return "", false
	}
	s := c.data[c.pos : c.pos+int(n)]
	c.pos += int(n)
	return s, true
}

// name reads a string that has to be a name.
func (c *cursor) name() string {
	s := c.text()
	if c.err == nil {
		if err := checkName(s); err != nil {
			c.fail(err)
		}
	}
	return s
}

// each reads a count and then the items, each of which takes at least size
// bytes; it stops at the first error.
func (c *cursor) each(size int, read func()) {
	for range c.count(size) {
		if read(); c.err != nil {
			return
		}
	}
}

// names reads a counted list of names.
func (c *cursor) names() []string {
	var list []string
	c.each(4, func() { list = append(list, c.name()) })
	return list
}

package urp

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
)

// MaxBlock is the largest block that is accepted from or sent to an office, in
// bytes. The protocol allows 0x7fffffff; an office allocates what a header
// announces, so a smaller limit protects both sides.
const MaxBlock = 1 << 30

// ErrBlock marks a block header that no office sends.
var ErrBlock = errors.New("urp: bad block")

// headerSize is the length of a block header:
//
//	u32 size   bytes that follow the header
//	u32 count  messages in the block, at least 1
const headerSize = 8

// BlockReader reads blocks from a stream. A read that fails with a timeout can
// be repeated: it goes on where it was.
type BlockReader struct {
	r     io.Reader
	head  [headerSize]byte
	got   int    // bytes of head that have come
	body  []byte // what has come of the body
	size  int    // of the body
	spare []byte // the last body, to be used again
}

// NewBlockReader reads from r, in small pieces: it should be buffered.
func NewBlockReader(r io.Reader) *BlockReader { return &BlockReader{r: r} }

// keepBody is the size up to which the memory of a body is used again.
const keepBody = 4 << 20

// Next returns one block's messages and their count. The bytes are good until
// the next call. Memory grows with the bytes that really arrive, not with the
// size that a header announces. io.EOF says that the stream ended between two
// blocks.
func (b *BlockReader) Next() (body []byte, count uint32, err error) {
	for b.got < headerSize {
		n, err := b.r.Read(b.head[b.got:])
		if b.got += n; err != nil && b.got < headerSize {
			return nil, 0, cut(err, b.got > 0)
		}
		if b.got == headerSize {
			if err := b.begin(); err != nil {
				return nil, 0, err
			}
		}
	}
	for len(b.body) < b.size {
		b.grow()
		n, err := b.r.Read(b.body[len(b.body):min(cap(b.body), b.size)])
		b.body = b.body[:len(b.body)+n]
		if err != nil && len(b.body) < b.size {
			return nil, 0, cut(err, true)
		}
	}
	body, count = b.body, binary.BigEndian.Uint32(b.head[4:])
	b.got, b.body, b.spare = 0, nil, nil
	if cap(body) <= keepBody {
		b.spare = body
	}
	return body, count, nil
}

// begin looks at a header that is complete.
func (b *BlockReader) begin() error {
	size, count := binary.BigEndian.Uint32(b.head[0:]), binary.BigEndian.Uint32(b.head[4:])
	if size > MaxBlock || count == 0 || count > size {
		return fmt.Errorf("%w: size %d, count %d", ErrBlock, size, count)
	}
	b.size, b.body = int(size), b.spare[:0]
	return nil
}

const growStep = 1 << 20

// grow makes room for a part of what is still missing.
func (b *BlockReader) grow() {
	have := len(b.body)
	if have < cap(b.body) {
		return
	}
	bigger := make([]byte, have, min(b.size, max(2*have, have+growStep)))
	copy(bigger, b.body)
	b.body = bigger
}

// cut tells the end of a stream inside a block from that between two.
func cut(err error, inside bool) error {
	if inside && errors.Is(err, io.EOF) {
		return io.ErrUnexpectedEOF
	}
	return err
}

// BeginBlock appends room for a block header to dst.
func BeginBlock(dst []byte) []byte { return append(dst, make([]byte, headerSize)...) }

// EndBlock fills in the header that BeginBlock left at the start of block.
func EndBlock(block []byte, count int) error {
	size := len(block) - headerSize
	if size > MaxBlock || count < 1 {
		return fmt.Errorf("%w: %d bytes in %d messages cannot be sent in one block", ErrBlock, size, count)
	}
	binary.BigEndian.PutUint32(block[0:], uint32(size))
	binary.BigEndian.PutUint32(block[4:], uint32(count))
	return nil
}

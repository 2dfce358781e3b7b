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

// ReadBlock reads one block and returns its messages' bytes and their count.
// The buffer is reused when it is large enough. It grows with the bytes that
// really arrive, not with the size that the header announces.
func ReadBlock(r io.Reader, buf []byte) (body []byte, count uint32, err error) {
	var head [headerSize]byte
	if _, err := io.ReadFull(r, head[:]); err != nil {
		return nil, 0, err
	}
	size := binary.BigEndian.Uint32(head[0:])
	count = binary.BigEndian.Uint32(head[4:])
	if size > MaxBlock || count == 0 || uint64(count) > uint64(size) {
		return nil, 0, fmt.Errorf("%w: size %d, count %d", ErrBlock, size, count)
	}
	body, err = readGrowing(r, buf[:0], int(size))
	return body, count, err
}

const growStep = 1 << 20

func readGrowing(r io.Reader, buf []byte, size int) ([]byte, error) {
	for len(buf) < size {
		have := len(buf)
		next := min(size, max(cap(buf), have+growStep))
		if next > cap(buf) {
			bigger := make([]byte, have, min(size, max(2*cap(buf), next)))
			copy(bigger, buf)
			buf = bigger
		}
		buf = buf[:next]
		if _, err := io.ReadFull(r, buf[have:]); err != nil {
			if errors.Is(err, io.EOF) {
				err = io.ErrUnexpectedEOF
			}
			return nil, err
		}
	}
	return buf, nil
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

package server

import (
	"bufio"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"net/netip"
	"os"
	"strconv"
	"strings"
)

var errNoSocket = errors.New("no such socket")

// ownedBySameUser looks up the peer's socket in the kernel's tables. A client
// may have used an IPv6 socket for 127.0.0.1, so both tables count. A peer in
// another network namespace is in neither.
func ownedBySameUser(remote, local netip.AddrPort) (bool, error) {
	for _, table := range []string{"/proc/net/tcp", "/proc/net/tcp6"} {
		uid, err := socketOwner(table, remote, local)
		if errors.Is(err, errNoSocket) || errors.Is(err, os.ErrNotExist) {
			continue
		}
		return err == nil && uid == os.Getuid(), err
	}
	return false, errNoSocket
}

func socketOwner(table string, from, to netip.AddrPort) (uid int, err error) {
	f, err := os.Open(table)
	if err != nil {
		return 0, err
	}
	defer f.Close()
	return findSocket(f, from, to)
}

// findSocket returns the uid of the socket that goes from one address to
// another. The columns are: number, local, remote, state, queues, timer,
// retransmits, uid, …
func findSocket(table io.Reader, from, to netip.AddrPort) (uid int, err error) {
	lines := bufio.NewScanner(table)
	lines.Scan() // the heading
	for lines.Scan() {
		columns := strings.Fields(lines.Text())
		if len(columns) < 8 {
			continue
		}
		if a, err := parseKernelAddr(columns[1]); err != nil || a != from {
			continue
		}
		if a, err := parseKernelAddr(columns[2]); err != nil || a != to {
			continue
		}
		return strconv.Atoi(columns[7])
	}
	if err := lines.Err(); err != nil {
		return 0, err
	}
	return 0, errNoSocket
}

// parseKernelAddr reads an address as the kernel prints it: 32-bit words in
// the machine's byte order, then the port: "0100007F:223D".
func parseKernelAddr(s string) (netip.AddrPort, error) {
	address, port, ok := strings.Cut(s, ":")
	raw, err := hex.DecodeString(address)
	if !ok || err != nil || (len(raw) != 4 && len(raw) != 16) {
		return netip.AddrPort{}, fmt.Errorf("kernel address %q", s)
	}
	for i := 0; i < len(raw); i += 4 {
		binary.BigEndian.PutUint32(raw[i:], binary.NativeEndian.Uint32(raw[i:]))
	}
	n, err := strconv.ParseUint(port, 16, 16)
	if err != nil {
		return netip.AddrPort{}, fmt.Errorf("kernel address %q: %w", s, err)
	}
	a, _ := netip.AddrFromSlice(raw)
	return netip.AddrPortFrom(a.Unmap(), uint16(n)), nil
}

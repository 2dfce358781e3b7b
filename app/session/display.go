package session

import (
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"strconv"
	"strings"
)

// ErrNoDisplay says that there is nothing to show a window on.
var ErrNoDisplay = errors.New("there is no display to show a window on")

// Display opens the display, or says why no windows can be shown. It has to be asked first: Fyne panics where its display
// is missing. Our windows are those of the X Window System, which Wayland desktops offer too.
//
// Close the result once the first window is there. An X server without a window manager starts afresh when its last
// client leaves, and turns away those who come at that moment: seen under Xvfb.
func Display() (io.Closer, error) {
	if !usesBus() {
		return io.NopCloser(nil), nil
	}
	name := os.Getenv("DISPLAY")
	if name == "" {
		return nil, ErrNoDisplay
	}
	network, address, err := displayAddress(name)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrNoDisplay, err)
	}
	conn, err := net.DialTimeout(network, address, askTimeout)
	if err != nil && network == "unix" {
		conn, err = net.DialTimeout(network, "@"+address, askTimeout) // a socket without a file, as Linux knows them
	}
	if err != nil {
		return nil, fmt.Errorf("%w: DISPLAY is %q, and nobody answers there", ErrNoDisplay, name)
	}
	return conn, nil
}

// displayAddress turns ":1", ":1.0" and "host:10.0" into what can be dialled.
func displayAddress(name string) (network, address string, err error) {
	colon := strings.LastIndexByte(name, ':')
	if colon < 0 {
		return "", "", fmt.Errorf("DISPLAY is %q, which names none", name)
	}
	host, number := name[:colon], name[colon+1:]
	number, _, _ = strings.Cut(number, ".")
	n, err := strconv.ParseUint(number, 10, 16)
	if err != nil {
		return "", "", fmt.Errorf("DISPLAY is %q, which names none", name)
	}
	switch {
	case strings.HasPrefix(name, "/"): // a socket by its path, as on macOS
		return "unix", name, nil
	case host == "" || host == "unix":
		return "unix", "/tmp/.X11-unix/X" + number, nil
	default:
		const firstPort = 6000
		return "tcp", net.JoinHostPort(strings.Trim(host, "[]"), strconv.FormatUint(firstPort+n, 10)), nil
	}
}

package session

import (
	"errors"
	"fmt"
	"net"
	"os"
	"strconv"
	"strings"
)

// ErrNoDisplay says that there is nothing to show a window on.
var ErrNoDisplay = errors.New("there is no display to show a window on")

// Display returns nil if windows can be shown. It has to be asked first: Fyne panics where its display is missing. Our
// windows are those of the X Window System, which Wayland desktops offer too.
func Display() error {
	if !usesBus() {
		return nil
	}
	name := os.Getenv("DISPLAY")
	if name == "" {
		return ErrNoDisplay
	}
	network, address, err := displayAddress(name)
	if err != nil {
		return fmt.Errorf("%w: %w", ErrNoDisplay, err)
	}
	conn, err := net.DialTimeout(network, address, askTimeout)
	if err != nil && network == "unix" {
		conn, err = net.DialTimeout(network, "@"+address, askTimeout) // a socket without a file, as Linux knows them
	}
	if err != nil {
		return fmt.Errorf("%w: DISPLAY is %q, and nobody answers there", ErrNoDisplay, name)
	}
	return conn.Close()
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

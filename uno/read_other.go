//go:build !linux

package uno

import "net"

func newSource(c net.Conn) source { return polledReader{c} }

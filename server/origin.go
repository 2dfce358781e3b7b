package server

import (
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"os"
	"slices"
	"strings"
)

// originClass is where a page that asks comes from.
type originClass int

const (
	originNone     originClass = iota // no browser, or a page that hides nothing
	originLoopback                    // a page served by this computer
	originPrivate                     // a page of the private network
	originListed                      // one that the user listed
	originRefused
)

// privateSuffixes are the names that never exist on the internet.
var privateSuffixes = []string{".local", ".lan", ".home.arpa", ".internal", ".intern"}

// classify says where the page of a request comes from. Browsers send Origin
// with everything that could do or reveal something; what they send without it
// is kept harmless by the rule for content types.
func classify(r *http.Request, set Settings) originClass {
	values := r.Header.Values("Origin")
	switch {
	case len(values) == 0:
		return originNone
	case len(values) > 1:
		return originRefused
	}
	origin := values[0]
	if listed(origin, set.AllowedOrigins) {
		return originListed
	}
	u, err := url.Parse(origin)
	if err != nil || (u.Scheme != "http" && u.Scheme != "https") || u.Host == "" ||
		u.User != nil || u.Path != "" || u.RawQuery != "" || u.Fragment != "" || u.Opaque != "" {
		return originRefused
	}
	name := strings.ToLower(u.Hostname())
	switch {
	case loopbackName(name):
		return originLoopback
	case set.AllowPrivateOrigins && privateName(name):
		return originPrivate
	}
	return originRefused
}

// listed matches an origin with the user's list. An entry that ends in "://"
// allows all of a scheme, for desktop programs whose origins change; web
// schemes must be listed in full.
func listed(origin string, list []string) bool {
	return slices.ContainsFunc(list, func(entry string) bool {
		entry = strings.TrimSuffix(strings.TrimSpace(entry), "/")
		if scheme, whole := strings.CutSuffix(entry, ":/"); whole {
			return scheme != "" && scheme != "http" && scheme != "https" && strings.HasPrefix(origin, scheme+"://")
		}
		return entry != "" && strings.EqualFold(entry, origin)
	})
}

func loopbackName(name string) bool {
	if name == "localhost" {
		return true
	}
	a, err := netip.ParseAddr(name)
	return err == nil && a.Unmap().IsLoopback() && a.Zone() == ""
}

func privateName(name string) bool {
	if a, err := netip.ParseAddr(name); err == nil {
		return privateAddr(a.Unmap())
	}
	return slices.ContainsFunc(privateSuffixes, func(suffix string) bool {
		return strings.HasSuffix(name, suffix) && len(name) > len(suffix)
	})
}

func privateAddr(a netip.Addr) bool { return a.IsPrivate() || a.IsLinkLocalUnicast() }

// networkHost checks the Host header of a request from the network: it must
// name the address that it came to, or this computer.
func networkHost(host string, local netip.Addr) bool {
	name, ok := hostName(host)
	if a, err := netip.ParseAddr(name); err == nil {
		return ok && a.Unmap().WithZone("") == local.WithZone("")
	}
	own, err := os.Hostname()
	rest, found := strings.CutPrefix(name, strings.ToLower(own))
	return ok && err == nil && found && (rest == "" || slices.Contains(privateSuffixes, rest))
}

// loopbackHost checks the Host header. A page whose name was bent to point to
// this computer still sends its own name here.
func loopbackHost(host string) bool {
	name, ok := hostName(host)
	return ok && loopbackName(name)
}

// hostName is the name in a Host header, in lower case and without the port.
func hostName(host string) (name string, ok bool) {
	name = host
	if h, port, err := net.SplitHostPort(host); err == nil {
		if strings.Trim(port, "0123456789") != "" {
			return "", false
		}
		name = h
	} else {
		name = strings.TrimSuffix(strings.TrimPrefix(name, "["), "]")
	}
	return strings.ToLower(strings.TrimSuffix(name, ".")), true
}

package config

import (
	"net"
	"net/url"
	"path/filepath"
	"strconv"
	"strings"
	"unicode"
)

// maxText is the longest text that a setting takes; addresses and model names are far below it.
const maxText = 2000

// checkName names a check of a text in the tags of Config.
type checkName string

const (
	checkLine   checkName = "line"   // one printable line
	checkURL    checkName = "url"    // an http or https address
	checkOrigin checkName = "origin" // scheme, host and port of a web address
	checkFolder checkName = "folder" // an absolute path, or one that starts with ~/
	checkAsking checkName = "asking" // the name of a program, a colon, and a value of doc.ask_first
)

// apply returns what is wrong with text, "" for nothing.
func (c checkName) apply(text string) Reason {
	if len(text) > maxText {
		return TooLong
	}
	if strings.ContainsFunc(text, func(r rune) bool { return !unicode.IsPrint(r) }) {
		return NotPrintable
	}
	switch c {
	case checkURL:
		return checkAddress(text)
	case checkOrigin:
		_, reason := NormalOrigin(text)
		return reason
	case checkFolder:
		if !filepath.IsAbs(text) && !strings.HasPrefix(text, "~/") && text != "~" {
			return NotFolder
		}
	case checkAsking:
		if _, _, ok := asking(text); !ok {
			return NotAsking
		}
	case checkLine:
	}
	return ""
}

// checkAddress accepts http and https addresses. Name and password in an address would end up in the file and in logs.
func checkAddress(text string) Reason {
	u, err := url.Parse(text)
	switch {
	case err != nil || (u.Scheme != "http" && u.Scheme != "https") || !validHost(u):
		return NotAddress
	case u.User != nil:
		return HoldsPassword
	case u.RawQuery != "" || u.Fragment != "":
		return NotAddress
	}
	return ""
}

// NormalOrigin returns an origin the way browsers write it (lower case, no default port, no slash at the end), or the
// reason why text is none. "scheme://" stands for all pages of a program with a scheme of its own, such as an editor's
// panels, whose hosts are random.
func NormalOrigin(text string) (string, Reason) {
	if scheme, rest, found := strings.Cut(strings.ToLower(text), "://"); found && rest == "" && ofProgram(scheme) {
		return scheme + "://", ""
	}
	u, err := url.Parse(text)
	switch {
	case strings.Contains(text, "*"):
		return "", HasWildcard
	case err != nil || u.Scheme == "" || u.Opaque != "" || !validHost(u):
		return "", NotOrigin
	case u.User != nil:
		return "", HoldsPassword
	case (u.Path != "" && u.Path != "/") || u.RawQuery != "" || u.ForceQuery || strings.Contains(text, "#"):
		return "", HasPath
	}
	scheme, host, port := strings.ToLower(u.Scheme), strings.ToLower(u.Hostname()), u.Port()
	if strings.Contains(host, ":") {
		host = "[" + host + "]"
	}
	if port == "" || (scheme == "http" && port == "80") || (scheme == "https" && port == "443") {
		return scheme + "://" + host, ""
	}
	return scheme + "://" + host + ":" + port, ""
}

// ofProgram tells the schemes of programs from those of the web and of files, which are open to everybody.
func ofProgram(scheme string) bool {
	u, err := url.Parse(scheme + "://x")
	return err == nil && u.Scheme == scheme && scheme != "http" && scheme != "https" && scheme != "file"
}

func validHost(u *url.URL) bool {
	host := u.Hostname()
	if host == "" || strings.ContainsAny(host, " %/\\<>\"'`{}|^,;") {
		return false
	}
	if strings.HasSuffix(u.Host, ":") {
		return false
	}
	if strings.Contains(host, ":") && net.ParseIP(host) == nil {
		return false
	}
	if port := u.Port(); port != "" {
		n, err := strconv.Atoi(port)
		return err == nil && n >= 1 && n <= 65535
	}
	return true
}

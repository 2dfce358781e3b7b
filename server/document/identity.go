package document

import (
	"net/url"
	"path"
	"runtime"
	"strings"
)

// normalURL makes two spellings of one document's URL equal.
func normalURL(s string) string {
	s = strings.TrimSpace(s)
	s = strings.TrimSuffix(s, "/")
	if strings.HasPrefix(s, "file:/") && !strings.HasPrefix(s, "file:///") {
		s = "file:///" + strings.TrimLeft(s[len("file:"):], "/")
	}
	u, err := url.Parse(s)
	if err != nil || u.Scheme == "" || len(u.Scheme) == 1 { // "C:\…" has no scheme
		return fileURL(s)
	}
	if u.Scheme == "file" {
		return "file://" + path.Clean("/"+u.Path)
	}
	return u.String()
}

// fileURL turns an absolute path into the form that normalURL gives a file URL;
// anything else stays what it is.
func fileURL(p string) string {
	if runtime.GOOS == "windows" && len(p) > 2 && p[1] == ':' {
		return "file:///" + path.Clean(strings.ReplaceAll(p, `\`, "/"))
	}
	if strings.HasPrefix(p, "/") {
		return "file://" + path.Clean(p)
	}
	return p
}

// filePath returns the path of a file URL, "" for others.
func filePath(s string) string {
	u, err := url.Parse(s)
	if err != nil || u.Scheme != "file" {
		return ""
	}
	if runtime.GOOS == "windows" {
		return strings.ReplaceAll(strings.TrimPrefix(u.Path, "/"), "/", `\`)
	}
	return u.Path
}

// untitled is the name of a document without a URL.
const untitled = "Untitled"

func documentName(s string) string {
	u, err := url.Parse(s)
	if s == "" || err != nil {
		return untitled
	}
	return path.Base(u.Path)
}

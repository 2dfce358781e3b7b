package attach

import (
	"net/url"
	"path/filepath"
	"runtime"
	"strings"
)

// ProfileURL gives the URL of a profile from what a user may write: a URL or
// the path of the folder (the one that holds the folder "user").
func ProfileURL(profile string) string {
	if profile == "" {
		return ""
	}
	if strings.HasPrefix(profile, "file:") {
		// An office started with a blank in its URL does not come up.
		if path := filePath(profile); path != "" {
			return fileURL(path)
		}
		return profile
	}
	path, err := filepath.Abs(profile)
	if err != nil {
		path = profile
	}
	return fileURL(path)
}

// fileURL writes an absolute path as the office does: everything but letters,
// digits and a few signs is escaped.
func fileURL(path string) string {
	path = filepath.ToSlash(path)
	if runtime.GOOS == "windows" && !strings.HasPrefix(path, "/") {
		path = "/" + path
	}
	var b strings.Builder
	b.WriteString("file://")
	for i := range len(path) {
		c := path[i]
		switch {
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9',
			strings.IndexByte("!$&'()*+,-./:=@_~", c) >= 0:
			b.WriteByte(c)
		default:
			const digits = "0123456789ABCDEF"
			b.Write([]byte{'%', digits[c>>4], digits[c&15]})
		}
	}
	return b.String()
}

// filePath gives the path that a file URL names, "" if it is none.
func filePath(fileURL string) string {
	u, err := url.Parse(fileURL)
	if err != nil || u.Scheme != "file" || u.Host != "" && u.Host != "localhost" {
		return ""
	}
	path := u.Path
	if runtime.GOOS == "windows" {
		path = strings.TrimPrefix(path, "/")
	}
	return filepath.Clean(filepath.FromSlash(path))
}

// sameProfile reports whether two URLs name the same folder.
func sameProfile(a, b string) bool {
	if a == b {
		return a != ""
	}
	p, q := filePath(a), filePath(b)
	return p != "" && q != "" && realPath(p) == realPath(q)
}

func realPath(path string) string {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		return real
	}
	return path
}

// Gentypes makes the table of types that is embedded in package unotype from
// the type databases of an installed LibreOffice.
package main

import (
	"bytes"
	"compress/gzip"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"

	"github.com/unodesk/unodesk/uno/internal/unotype"
)

func main() {
	program := flag.String("program", "/usr/lib/libreoffice/program", "LibreOffice's program `folder`")
	out := flag.String("o", "types.txt.gz", "output `file`")
	flag.Parse()
	if err := generate(*program, *out); err != nil {
		fmt.Fprintln(os.Stderr, "gentypes:", err)
		os.Exit(1)
	}
}

// generate writes the table of an installation's two API databases. The same
// input gives the same bytes.
func generate(program, out string) error {
	base := filepath.Join(program, "types.rdb")
	version, err := version(base)
	if err != nil {
		return err
	}
	var files []*unotype.File
	for _, path := range []string{base, filepath.Join(program, "types", "offapi.rdb")} {
		f, err := unotype.Open(path)
		if err != nil {
			return err
		}
		files = append(files, f)
	}
	var packed bytes.Buffer
	z, err := gzip.NewWriterLevel(&packed, gzip.BestCompression)
	if err != nil {
		return err
	}
	if err := unotype.WriteTable(z, version, files...); err != nil {
		return err
	}
	if err := z.Close(); err != nil {
		return err
	}
	return os.WriteFile(out, packed.Bytes(), 0o644)
}

// created is the remark that LibreOffice's build leaves behind the head of each
// type database.
var created = regexp.MustCompile(`Created by (LibreOffice [0-9.]+)`)

func version(path string) (string, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return "", err
	}
	m := created.FindSubmatch(data[:min(len(data), 256)])
	if m == nil {
		return "", errors.New(path + " does not say which version it is from")
	}
	return string(m[1]), nil
}

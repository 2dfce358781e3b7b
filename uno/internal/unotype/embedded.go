package unotype

import (
	"bytes"
	"compress/gzip"
	_ "embed"
	"io"
	"sync"
)

//go:generate go run ../gentypes -o types.txt.gz

// packed is the table of the published API and of what one version had beside
// it, see WriteTable for the form.
//
//go:embed types.txt.gz
var packed []byte

var embeddedTable = sync.OnceValue(func() *table {
	z, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		panic("unotype: embedded table: " + err.Error())
	}
	text, err := io.ReadAll(z)
	if err != nil {
		panic("unotype: embedded table: " + err.Error())
	}
	t, err := readTable(string(text))
	if err != nil {
		panic("unotype: embedded table: " + err.Error())
	}
	return t
})

var embedded = sync.OnceValue(func() *Registry {
	return newRegistry(embeddedTable(), nil)
})

// Embedded gives the registry of the table in the program. It is unpacked at
// the first call (some milliseconds) and shared after that.
func Embedded() *Registry { return embedded() }

// EmbeddedVersion says which LibreOffice the table in the program was made
// from.
func EmbeddedVersion() string { return embeddedTable().version }

package unotype

import (
	"errors"
	"fmt"
	"os"
	"strings"
)

// magic starts every UNOIDL file.
const magic = "UNOIDL\xff\x00"

// maxFile bounds the size of a database; LibreOffice's largest has 0.7 MB.
const maxFile = 16 << 20

// File is a type database in LibreOffice's UNOIDL format (types.rdb,
// offapi.rdb), held in memory. It is immutable.
//
//	"UNOIDL" ff 00 | u32 offset of the root map | u32 entries
//	map entry: u32 offset of the NUL-terminated name, u32 offset of the data,
//	sorted by name; all numbers little-endian
type File struct {
	data string
	root nameMap
}

// nameMap is the sorted list of a module's entries.
type nameMap struct{ offset, count int }

// Open reads the type database at path.
func Open(path string) (*File, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, fmt.Errorf("open type database: %w", err)
	}
	if info.Size() > maxFile || !info.Mode().IsRegular() {
		return nil, fmt.Errorf("open type database %s: not a type database", path)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("open type database: %w", err)
	}
	f, err := Read(data)
	if err != nil {
		return nil, fmt.Errorf("open type database %s: %w", path, err)
	}
	return f, nil
}

// Read takes the bytes of a type database. Only the head is looked at; faults
// further in come up when the entry that has them is used.
func Read(data []byte) (*File, error) {
	f := &File{data: string(data)}
	if !strings.HasPrefix(f.data, magic) {
		return nil, errors.New("not a UNOIDL file")
	}
	c := cursor{data: f.data, pos: len(magic)}
	offset, count := c.uint32(), c.uint32()
	if c.err != nil {
		return nil, c.err
	}
	root, err := f.nameMap(offset, count)
	if err != nil {
		return nil, err
	}
	f.root = root
	return f, nil
}

func (f *File) nameMap(offset, count uint32) (nameMap, error) {
	if uint64(offset)+8*uint64(count) > uint64(len(f.data)) {
		return nameMap{}, fmt.Errorf("map of %d entries at byte %d: %w", count, offset, errTruncated)
	}
	return nameMap{int(offset), int(count)}, nil
}

// entry gives a map entry's name and the offset of its data.
func (f *File) entry(m nameMap, i int) (string, int, error) {
	c := cursor{data: f.data, pos: m.offset + 8*i}
	name, data := c.uint32(), c.uint32()
	if c.err != nil {
		return "", 0, c.err
	}
	if uint64(name) >= uint64(len(f.data)) || uint64(data) >= uint64(len(f.data)) {
		return "", 0, fmt.Errorf("map entry at byte %d points out of the file", m.offset+8*i)
	}
	rest := f.data[name:]
	end := strings.IndexByte(rest[:min(len(rest), maxName)], 0)
	if end < 0 {
		return "", 0, fmt.Errorf("name at byte %d has no end", name)
	}
	return rest[:end], int(data), nil
}

// search finds a name in a map, -1 when it is not there.
func (f *File) search(m nameMap, name string) (int, error) {
	low, high := 0, m.count
	for low < high {
		middle := low + (high-low)/2
		found, data, err := f.entry(m, middle)
		if err != nil {
			return -1, err
		}
		switch strings.Compare(found, name) {
		case 0:
			return data, nil
		case -1:
			low = middle + 1
		default:
			high = middle
		}
	}
	return -1, nil
}

// find gives the entity of a full name.
func (f *File) find(name string) (*entity, error) {
	m, rest := f.root, name
	for {
		part, after, more := strings.Cut(rest, ".")
		data, err := f.search(m, part)
		if err != nil || data < 0 {
			return nil, err
		}
		if !more {
			return f.decode(name, data)
		}
		inner, ok, err := f.module(data)
		if err != nil || !ok {
			return nil, err
		}
		m, rest = inner, after
	}
}

// module gives the map of the module at an offset, false if something else is
// there.
func (f *File) module(offset int) (nameMap, bool, error) {
	c := cursor{data: f.data, pos: offset}
	if kind(c.uint8()&kindMask) != kindModule {
		return nameMap{}, false, c.err
	}
	count := c.uint32()
	if c.err != nil {
		return nameMap{}, false, c.err
	}
	m, err := f.nameMap(uint32(c.pos), count)
	return m, err == nil, err
}

// Names lists every type in the file by its full name, sorted within modules.
func (f *File) Names() ([]string, error) {
	w := walker{file: f, seen: map[int]bool{}}
	err := w.walk("", f.root, 0)
	return w.names, err
}

// walker collects names; seen holds the maps it has been in, so that a damaged
// file whose modules hold themselves comes to an end.
type walker struct {
	file  *File
	seen  map[int]bool
	names []string
}

func (w *walker) walk(prefix string, m nameMap, depth int) error {
	if depth > maxNesting || m.count > 0 && w.seen[m.offset] {
		return errors.New("modules inside themselves")
	}
	w.seen[m.offset] = true
	for i := range m.count {
		name, data, err := w.file.entry(m, i)
		if err != nil {
			return err
		}
		inner, isModule, err := w.file.module(data)
		if err != nil {
			return err
		}
		switch {
		case isModule:
			if err := w.walk(prefix+name+".", inner, depth+1); err != nil {
				return err
			}
		case kind(w.file.data[data] & kindMask).isType():
			w.names = append(w.names, prefix+name)
		}
	}
	return nil
}

package unotype

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"testing"
)

func sampleFile(t testing.TB) *File {
	t.Helper()
	f, err := Read(writeUNOIDL(sample()))
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func TestFileFindsEveryEntity(t *testing.T) {
	f := sampleFile(t)
	names, err := f.Names()
	if err != nil || len(names) != len(sample()) {
		t.Fatalf("names: got %q, %v", names, err)
	}
	for i, want := range sample() {
		if names[i] != want.name {
			t.Errorf("name %d: got %s, want %s", i, names[i], want.name)
		}
		got, err := f.find(want.name)
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s: got %+v, %v\nwant %+v", want.name, got, err, want)
		}
	}
	for _, name := range []string{"", "com", "com.sun.star.test", "com.sun.star.test.Pai", "x.y", "com.sun.star.test.Point.X", "."} {
		if e, err := f.find(name); e != nil || err != nil {
			t.Errorf("find %q: got %v, %v", name, e, err)
		}
	}
}

func TestTableKeepsEverything(t *testing.T) {
	var text bytes.Buffer
	if err := WriteTable(&text, "LibreOffice 1.2.3", sampleFile(t)); err != nil {
		t.Fatal(err)
	}
	table, err := readTable(text.String())
	if err != nil {
		t.Fatal(err)
	}
	if table.version != "LibreOffice 1.2.3" || len(table.index) != len(sample()) {
		t.Errorf("version %q, %d types", table.version, len(table.index))
	}
	for _, want := range sample() {
		got, err := table.find(want.name)
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s: got %+v, %v\nwant %+v", want.name, got, err, want)
		}
	}
}

func TestTableRefusesDamage(t *testing.T) {
	for _, text := range []string{"", "hello\n", tableMagic + "x\nS+\n"} {
		if _, err := readTable(text); err == nil {
			t.Errorf("readTable(%q): no error", text)
		}
	}
	for _, line := range []string{"m\tf", "m\tf\tvoid\tq a long", "m\tf\tvoid\ti", "v\tA\tb", "q\tx", "b"} {
		table, err := readTable(tableMagic + "x\nI+\t.a.B\n" + line + "\n")
		if err != nil {
			t.Fatal(err)
		}
		if _, err := table.find("com.sun.star.a.B"); err == nil {
			t.Errorf("line %q: no error", line)
		}
	}
}

// exercise uses everything in a database through a registry.
func exercise(data []byte) error {
	f, err := Read(data)
	if err != nil {
		return err
	}
	names, err := f.Names()
	r := NewRegistry(f)
	for _, name := range names[:min(len(names), 200)] {
		errs := []error{err, nil, nil, nil, nil}
		_, errs[1] = r.Type(name)
		_, errs[2] = r.Interface(name)
		_, errs[3] = r.Struct(name)
		_, errs[4] = r.Enum(name)
		r.Struct(name + "<long,string>")
		r.IsA(name, xInterface)
		err = errors.Join(errs...)
	}
	return err
}

// A file cut at any place gives an error or less, never a panic.
func TestEveryPrefix(t *testing.T) {
	data := writeUNOIDL(sample())
	for n := range data {
		f, err := Read(data[:n])
		if err == nil {
			_, err = f.Names()
		}
		if err == nil {
			t.Errorf("prefix of %d of %d bytes: no error", n, len(data))
		}
		exercise(data[:n])
	}
	// Each entry cut inside gives an error: the map stands before it here.
	for _, want := range sample() {
		w := writer{}
		w.entity(want)
		for n := range w.out {
			f := &File{data: string(w.out[:n])}
			if _, err := f.decode(want.name, 0); err == nil {
				t.Errorf("%s cut at %d of %d bytes: no error", want.name, n, len(w.out))
			}
		}
	}
}

// Every single damaged byte is survived.
func TestEveryDamagedByte(t *testing.T) {
	data := writeUNOIDL(sample())
	for n := range data {
		for _, flip := range []byte{0x01, 0x80, 0xff} {
			damaged := slices.Clone(data)
			damaged[n] ^= flip
			exercise(damaged)
		}
	}
}

func TestModulesInsideThemselves(t *testing.T) {
	w := writer{out: []byte(magic)}
	w.uint32(16 + 5)
	w.uint32(1)
	w.uint8(0) // a module at 16 whose one entry is the root's
	w.uint32(1)
	w.uint32(29)
	w.uint32(16)
	w.out = append(w.out, "m\x00"...)
	f, err := Read(w.out)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.Names(); err == nil {
		t.Error("no error")
	}
	if e, err := f.find("m.m.m.m.m.m.m.m"); e != nil || err != nil {
		t.Errorf("got %v, %v", e, err)
	}
}

func TestOpenRefuses(t *testing.T) {
	dir := t.TempDir()
	other := filepath.Join(dir, "other.rdb")
	if err := os.WriteFile(other, []byte("regstore\x00\x00\x00\x00\x00\x00\x00\x00\x00"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{dir, other, filepath.Join(dir, "missing.rdb")} {
		if _, err := Open(path); err == nil {
			t.Errorf("open %s: no error", path)
		}
	}
}

func FuzzUNOIDL(f *testing.F) {
	f.Add(writeUNOIDL(sample()))
	for _, e := range sample() {
		w := writer{}
		w.entity(e)
		f.Add(w.out)
		f.Add(writeUNOIDL([]*entity{e}))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) > 64<<10 {
			return
		}
		exercise(data)
		// And as one entry, which reaches deeper than whole files do.
		entry := &File{data: string(data)}
		entry.decode("com.sun.star.test.Entry", 0)
	})
}

// Type names come from the other side of the wire.
func FuzzTypeName(f *testing.F) {
	for _, name := range []string{
		"long", "[][]unsigned hyper", "com.sun.star.beans.Pair<string,[]any>",
		"com.sun.star.beans.Optional<com.sun.star.beans.Pair<long,com.sun.star.util.Color>>", "<>", "[]", "Pair<<,>",
	} {
		f.Add(name)
	}
	f.Fuzz(func(t *testing.T, name string) {
		r := Embedded()
		typ, err := r.Type(name)
		if err != nil {
			return
		}
		again, err := r.Type(typ.Name)
		if err != nil || again != typ {
			t.Errorf("%q gives %v, which gives %v, %v", name, typ, again, err)
		}
	})
}

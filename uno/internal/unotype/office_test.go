package unotype_test

import (
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"testing"

	"github.com/unodesk/unodesk/uno/internal/unotype"
)

// programFolder finds an installed LibreOffice.
func programFolder(t *testing.T) string {
	t.Helper()
	patterns := []string{"/usr/lib/libreoffice/program", "/usr/lib64/libreoffice/program", "/opt/libreoffice*/program"}
	for _, pattern := range patterns {
		found, _ := filepath.Glob(filepath.Join(pattern, "types.rdb"))
		if len(found) > 0 {
			return filepath.Dir(found[0])
		}
	}
	if os.Getenv("CI") != "" {
		t.Fatal("no LibreOffice is installed")
	}
	t.Skip("no LibreOffice is installed")
	return ""
}

// The table in the program and the databases of the installed office say the
// same: about every published type, and, if the table was made from that very
// version, about all others too.
func TestTableAndOfficeAgree(t *testing.T) {
	program := programFolder(t)
	var files []*unotype.File
	var names []string
	for _, path := range []string{"types.rdb", "types/offapi.rdb"} {
		f, err := unotype.Open(filepath.Join(program, path))
		if err != nil {
			t.Fatal(err)
		}
		list, err := f.Names()
		if err != nil {
			t.Fatal(err)
		}
		files, names = append(files, f), append(names, list...)
	}
	sameVersion := version(t, program) == unotype.EmbeddedVersion()
	table, office := unotype.Embedded(), unotype.NewRegistry(files...)
	compared := 0
	for _, name := range names {
		if !sameVersion && !table.Exact(name) {
			continue
		}
		compared++
		check(t, name, table.Interface, office.Interface)
		check(t, name, table.Struct, office.Struct)
		check(t, name, table.Struct, office.Struct, "<string,any>")
		check(t, name, table.Struct, office.Struct, "<long>")
		check(t, name, table.Enum, office.Enum)
		check(t, name, table.Type, office.Type)
	}
	t.Logf("%d types of %d, table from %s", compared, len(names), unotype.EmbeddedVersion())
	if compared < 1500 {
		t.Errorf("only %d types compared", compared)
	}
}

// check compares what two registries give for a name; both may refuse it.
func check[V any](t *testing.T, name string, table, office func(string) (V, error), suffix ...string) {
	t.Helper()
	if len(suffix) > 0 {
		name += suffix[0]
	}
	got, gotErr := table(name)
	want, wantErr := office(name)
	if (gotErr == nil) != (wantErr == nil) || !reflect.DeepEqual(got, want) {
		t.Errorf("%s: table %+v, %v\noffice %+v, %v", name, got, gotErr, want, wantErr)
	}
}

func version(t *testing.T, program string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(program, "types.rdb"))
	if err != nil {
		t.Fatal(err)
	}
	m := regexp.MustCompile(`Created by (LibreOffice [0-9.]+)`).FindSubmatch(data[:256])
	if m == nil {
		t.Fatal("types.rdb names no version")
	}
	return string(m[1])
}

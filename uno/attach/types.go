package attach

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/unodesk/unodesk/uno"
	"github.com/unodesk/unodesk/uno/internal/unotype"
)

// databases keeps the type databases that were read, for the next attachment
// to the same installation.
type databases struct {
	mu    sync.Mutex // guards files
	files map[string]database
}

type database struct {
	changed time.Time
	size    int64
	file    *unotype.File
}

// useOwnTypes makes conn read unpublished types from the office's own
// databases. When these can not be read the built-in table stays in force,
// whose published types are right for every office. root stands before the
// office's paths if it is in a sandbox.
func useOwnTypes(ctx context.Context, conn *uno.Conn, d *databases, root string) error {
	expander, err := conn.Singleton(ctx, "com.sun.star.util.theMacroExpander")
	if err != nil {
		return err
	}
	defer expander.Release()
	v, err := expander.Call(ctx, "com.sun.star.util.XMacroExpander", "expandMacros", "$UNO_TYPES")
	if err != nil {
		return err
	}
	list, _ := v.(string)
	files, err := d.read(list, root)
	if err != nil {
		return err
	}
	conn.UseTypes(unotype.Embedded().With(files...))
	return nil
}

// read opens the databases of a list as the office writes it, separated by
// blanks: URL, or ?URL if it may be missing, or <URL>* for all in a folder. All
// of the office's own have to be there; what extensions add in other formats
// is passed over.
func (d *databases) read(list, root string) ([]*unotype.File, error) {
	var files []*unotype.File
	for _, item := range strings.Fields(list) {
		item, optional := strings.CutPrefix(item, "?")
		paths, err := databasePaths(item, root)
		if err != nil && !optional {
			return nil, err
		}
		for _, path := range paths {
			f, err := d.open(path)
			switch {
			case err == nil:
				files = append(files, f)
			case !optional && os.IsPermission(err):
				return nil, err
			}
		}
	}
	if len(files) == 0 {
		return nil, fmt.Errorf("the office has no type databases that can be read: %q", list)
	}
	return files, nil
}

func databasePaths(item, root string) ([]string, error) {
	folder, all := strings.CutPrefix(item, "<")
	if all {
		folder = strings.TrimSuffix(folder, ">*")
	}
	path := filePath(folder)
	if path == "" {
		return nil, fmt.Errorf("type database %q: not a file", item)
	}
	path = filepath.Join(root, path)
	if !all {
		_, err := os.Stat(path)
		return []string{path}, err
	}
	entries, err := os.ReadDir(path)
	var paths []string
	for _, e := range entries {
		paths = append(paths, filepath.Join(path, e.Name()))
	}
	return paths, err
}

func (d *databases) open(path string) (*unotype.File, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if have, ok := d.files[path]; ok && have.changed.Equal(info.ModTime()) && have.size == info.Size() {
		return have.file, nil
	}
	f, err := unotype.Open(path)
	if err != nil {
		return nil, err
	}
	if d.files == nil {
		d.files = map[string]database{}
	}
	d.files[path] = database{info.ModTime(), info.Size(), f}
	return f, nil
}

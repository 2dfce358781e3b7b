package document

import (
	"context"
	"errors"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strings"

	"github.com/unodesk/unodesk/uno"
)

// The codes of opening and saving.
const (
	CodeFileNotFound    = "FILE_NOT_FOUND"
	CodeFileExists      = "FILE_EXISTS"
	CodePasswordNeeded  = "PASSWORD_NEEDED"
	CodeUnsupportedFile = "UNSUPPORTED_FILE"
	CodeUnsavedChanges  = "UNSAVED_CHANGES"
	CodeNeverSaved      = "NEVER_SAVED"
)

// factories are the URLs that make new documents.
var factories = map[string]string{
	Writer: "private:factory/swriter", Calc: "private:factory/scalc",
	Draw: "private:factory/sdraw", Impress: "private:factory/simpress",
}

// Create opens a new document of a kind in a window.
func (d *Desktop) Create(ctx context.Context, kind string) (*Document, error) {
	return d.load(ctx, factories[kind])
}

// OpenOptions say how to open a file.
type OpenOptions struct {
	ReadOnly bool
	Password string
}

// Opened is a document that was asked for.
type Opened struct {
	*Document
	Already bool   // it was open before
	Owner   string // who has it open, when that made it read-only
}

// Open opens a file in a window, or finds it among the open documents. Macros
// do not run and links are not updated. A password that is missing or wrong is
// an error, never a dialog.
func (d *Desktop) Open(ctx context.Context, ref string, o OpenOptions) (*Opened, error) {
	docs, _, err := d.documents(ctx)
	if err != nil {
		return nil, explain(err, false)
	}
	location, path, err := locate(ref)
	if err != nil {
		return nil, err
	}
	for _, doc := range docs {
		if doc.URL != "" && normalURL(doc.URL) == normalURL(location) {
			return &Opened{Document: doc, Already: true}, nil
		}
	}
	if err := d.allowed(ref, path); err != nil {
		return nil, err
	}
	if path != "" {
		if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
			return nil, Errorf(CodeFileNotFound, "there is no file %s", path).With("path", path)
		}
	}
	owner := lockOwner(path)
	pairs := []any{"ReadOnly", o.ReadOnly, "MacroExecutionMode", int16(0), "UpdateDocMode", int16(0)}
	if o.Password != "" {
		pairs = append(pairs, "Password", o.Password)
	}
	doc, err := d.load(ctx, location, pairs...)
	var raised *uno.Exception
	switch {
	case errors.As(err, &raised):
		return nil, Errorf(CodeUnsupportedFile, "LibreOffice cannot open %s: %w", ref, err)
	case err != nil:
		return nil, err
	case doc == nil && o.Password == "":
		return nil, Errorf(CodePasswordNeeded, "%s needs a password, or LibreOffice refused it without saying why", ref)
	case doc == nil:
		return nil, Errorf(CodePasswordNeeded, "the password for %s is wrong", ref)
	}
	opened := &Opened{Document: doc}
	if doc.ReadOnly && !o.ReadOnly {
		opened.Owner = owner
	}
	return opened, nil
}

// locate turns a path or URL into a URL, and into a path if it is a file's.
func locate(ref string) (location, path string, err error) {
	u, err := url.Parse(ref)
	switch {
	case err == nil && u.Scheme == "file":
		return u.String(), filePath(ref), nil
	case err == nil && len(u.Scheme) > 1: // not a drive letter
		return ref, "", nil
	}
	ref = home(ref)
	if !filepath.IsAbs(ref) {
		return "", "", Errorf(CodeValidation, "%q is neither an absolute path nor a URL", ref).With("path", ref)
	}
	ref = filepath.Clean(ref)
	slashed := filepath.ToSlash(ref)
	if !strings.HasPrefix(slashed, "/") {
		slashed = "/" + slashed
	}
	return (&url.URL{Scheme: "file", Path: slashed}).String(), ref, nil
}

// lockOwner reads who has a file open from the lock file that offices leave
// beside it: fields separated by commas, the user's name first.
func lockOwner(path string) string {
	if path == "" {
		return ""
	}
	b, err := os.ReadFile(filepath.Join(filepath.Dir(path), ".~lock."+filepath.Base(path)+"#"))
	if err != nil {
		return ""
	}
	owner, _, _ := strings.Cut(string(b), ",")
	return owner
}

// load opens a URL in a new window. It returns nil without an error when the
// office opened nothing, as for a file whose password is missing.
func (d *Desktop) load(ctx context.Context, location string, pairs ...any) (*Document, error) {
	office, err := d.source(ctx)
	if err != nil {
		return nil, explain(err, false)
	}
	desktop, err := d.models.root(ctx, office)
	if err != nil {
		return nil, explain(err, false)
	}
	loaded, err := onMain(ctx, desktop, "com.sun.star.frame.XComponentLoader", "loadComponentFromURL",
		location, "_blank", 0, uno.PropertyValues(pairs...))
	model, ok := loaded.(*uno.Object)
	if err != nil || !ok {
		return nil, err
	}
	c := []*component{{model: model}}
	if err := identify(ctx, office, c); err != nil {
		return nil, explain(err, false)
	}
	docs, err := d.describe(ctx, office, c)
	if err != nil || len(docs) == 0 {
		return nil, explain(err, false)
	}
	return docs[0], nil
}

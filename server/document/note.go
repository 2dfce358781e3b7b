package document

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/unodesk/unodesk/uno"
)

// notes are write-ahead notes: a file says that an undo context is about to be
// entered in a document. If this program dies inside it, the context stays open
// and the user's Undo stops working; whoever attaches to the same office next
// finds the note, leaves the context and takes the half-made edit back. The
// user's Redo still has it.
type notes struct{ dir string }

// note is the content of one. The title holds nothing of the document's text.
type note struct {
	UID    string        `json:"uid"`
	Title  string        `json:"title"`
	Review *noteOfReview `json:"review,omitempty"` // when changes are recorded
	path   string
}

// noteOfReview is what has to be restored after an edit that is recorded.
type noteOfReview struct {
	Author    string `json:"author"` // whose name stands there meanwhile
	First     string `json:"first"`
	Last      string `json:"last"`
	Recording bool   `json:"recording"`
}

func (n notes) path(uid string) string { return filepath.Join(n.dir, "edit-"+uid+".json") }

// write makes the note durable before it returns.
func (n notes) write(doc *Document, title string, review *noteOfReview) (*note, error) {
	if n.dir == "" {
		return nil, nil
	}
	made := &note{UID: doc.UID, Title: title, Review: review, path: n.path(doc.UID)}
	b, err := json.Marshal(made)
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(n.dir, 0o700); err != nil {
		return nil, err
	}
	return made, os.WriteFile(made.path, b, 0o600)
}

func (n *note) remove() {
	if n != nil {
		_ = os.Remove(n.path) // at worst recover looks at it once more
	}
}

// read returns the note on a document, nil when there is none. A note that
// cannot be read says that an edit may be open, but not which.
func (n notes) read(uid string) (*note, error) {
	if n.dir == "" || strings.ContainsAny(uid, `/\`) {
		return nil, nil
	}
	found := &note{path: n.path(uid)}
	b, err := os.ReadFile(found.path)
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	if err := json.Unmarshal(b, found); err != nil || found.UID != uid {
		found.Title = ""
	}
	return found, nil
}

// recover ends an edit that an earlier run of this program, or a call that got
// no answer, left open in doc.
func (d *Desktop) recover(ctx context.Context, doc *Document) error {
	n, err := d.notes.read(doc.UID)
	if n == nil || err != nil {
		return err
	}
	return doc.Conn().Main(ctx, func(ctx context.Context) error {
		// Another call may have finished this while we waited for the main thread.
		if n, err = d.notes.read(doc.UID); n == nil || err != nil {
			return err
		}
		manager, err := doc.undoManager(ctx)
		if err != nil {
			return err
		}
		if err := unlock(ctx, doc); err != nil {
			return err
		}
		if err := n.Review.restore(ctx, doc); err != nil {
			return err
		}
		_, err = manager.Call(ctx, undoManagerInterface, "leaveUndoContext")
		if unanswered(err) {
			return err
		}
		if err != nil { // no context is open: the edit had ended, or not begun
			n.remove()
			return nil
		}
		state, err := readUndo(ctx, manager)
		if err != nil {
			return err
		}
		if n.Title != "" && len(state.titles) > 0 && state.titles[0] == n.Title {
			if _, err := manager.Call(ctx, undoManagerInterface, "undo"); err != nil {
				return fmt.Errorf("take back an unfinished edit: %w", err)
			}
			d.log.Warn("took back an edit that was not finished", "document", doc.UID)
		}
		n.remove()
		return nil
	})
}

// maxLocks is how often a document's windows are unlocked at most.
const maxLocks = 10

// unlock lets a document's windows draw again, and a sheet fit the heights of its
// rows, which an edit in bulk may have stopped.
func unlock(ctx context.Context, doc *Document) error {
	if doc.DocType == Calc {
		if _, err := doc.model.Call(ctx, iProperties, "setPropertyValue", "IsAdjustHeightEnabled", true); err != nil {
			return err
		}
	}
	for range maxLocks {
		locked, err := doc.model.Call(ctx, modelInterface, "hasControllersLocked")
		if err != nil || locked != true {
			return err
		}
		if _, err := doc.model.Call(ctx, modelInterface, "unlockControllers"); err != nil {
			return err
		}
	}
	return nil
}

// Recover ends unfinished edits in all open documents; it is called after each
// attachment to an office.
func (d *Desktop) Recover(ctx context.Context) error {
	entries, err := os.ReadDir(d.notes.dir)
	if d.notes.dir == "" || errors.Is(err, os.ErrNotExist) {
		return nil
	}
	if err != nil || len(entries) == 0 {
		return err
	}
	ctx, end := uno.Scope(ctx)
	defer end()
	docs, office, err := d.documents(ctx)
	if err != nil {
		return err
	}
	open := map[string]bool{}
	for _, doc := range docs {
		open[doc.UID] = true
		if err := d.recover(ctx, doc); err != nil {
			return err
		}
	}
	d.notes.forget(office.Tag, open)
	return d.restoreNames(ctx, office)
}

// forget removes notes on documents of this office that are closed, and of
// offices that have ended.
func (n notes) forget(tag string, open map[string]bool) {
	files, err := filepath.Glob(filepath.Join(n.dir, "edit-*.json"))
	if err != nil {
		return
	}
	for _, file := range files {
		uid := strings.TrimSuffix(strings.TrimPrefix(filepath.Base(file), "edit-"), ".json")
		if !open[uid] && strings.HasPrefix(uid, tag+"-") {
			_ = os.Remove(file)
		}
	}
}

// restoreNames gives the user the own name back after an office has ended in the
// middle of an edit that was recorded: then its settings may hold the agent's.
func (d *Desktop) restoreNames(ctx context.Context, office Office) error {
	files, err := filepath.Glob(filepath.Join(d.notes.dir, "edit-*.json"))
	if err != nil {
		return err
	}
	for _, file := range files {
		uid := strings.TrimSuffix(strings.TrimPrefix(filepath.Base(file), "edit-"), ".json")
		n, err := d.notes.read(uid)
		if err != nil {
			return err
		}
		if n == nil || n.Review == nil || strings.HasPrefix(uid, office.Tag+"-") {
			continue
		}
		if err := n.Review.restoreNames(ctx, office.Conn); err != nil {
			return err
		}
	}
	return nil
}

//go:build unix

package cases

import (
	"context"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/unodesk/unodesk/server/servertest"
	"github.com/unodesk/unodesk/uno"
)

// traces is what a call that only reads must leave as it is.
type traces struct {
	Modified, Recording any
	File                string // its bytes and its time
	Undo, Redo          []string
	Selection, View     string
	Bookmarks           []string
	Clipboard           string
	State               string // the document itself
}

// tracesOf looks at everything that a read could touch.
func tracesOf(t *testing.T, r *servertest.Rig, model *uno.Object, path string) traces {
	t.Helper()
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	manager := r.Object(model, "com.sun.star.document.XUndoManagerSupplier", "getUndoManager")
	tr := traces{
		Modified: r.Do(model, "com.sun.star.util.XModifiable", "isModified"),
		File:     fmt.Sprintf("%v %x", info.ModTime(), read(t, path)),
		Undo:     r.Do(manager, iUndo, "getAllUndoActionTitles").([]string),
		Redo:     r.Do(manager, iUndo, "getAllRedoActionTitles").([]string),
		State:    r.State(model),
	}
	view := r.Object(model, "com.sun.star.frame.XModel", "getCurrentController")
	tr.View = fmt.Sprint(r.Do(view, "com.sun.star.frame.XController", "getViewData"))
	selected := r.Object(view, "com.sun.star.view.XSelectionSupplier", "getSelection")
	if address, err := selected.Call(context.Background(), "com.sun.star.sheet.XCellRangeAddressable", "getRangeAddress"); err == nil {
		tr.Selection = fmt.Sprint(address)
	} else {
		tr.Selection = selection(r, model)
	}
	if marks, err := model.CallObject(context.Background(), "com.sun.star.text.XBookmarksSupplier", "getBookmarks"); err == nil {
		tr.Bookmarks = r.Do(marks, "com.sun.star.container.XNameAccess", "getElementNames").([]string)
		tr.Recording = r.Do(model, iProps, "getPropertyValue", "RecordChanges")
	}
	tr.Clipboard = clipboard(t, r)
	return tr
}

// clipboard is the text that another application would paste.
func clipboard(t *testing.T, r *servertest.Rig) string {
	t.Helper()
	ctx := context.Background()
	conn := r.Conn()
	board, err := conn.Service(ctx, "com.sun.star.datatransfer.clipboard.SystemClipboard")
	if err != nil {
		t.Fatal(err)
	}
	var text any
	err = conn.Main(ctx, func(ctx context.Context) error {
		contents, err := board.CallObject(ctx, "com.sun.star.datatransfer.clipboard.XClipboard", "getContents")
		if err != nil || contents == nil {
			return err
		}
		flavors, err := contents.Call(ctx, "com.sun.star.datatransfer.XTransferable", "getTransferDataFlavors")
		if err != nil {
			return err
		}
		for _, f := range flavors.([]*uno.Struct) {
			if kind, _ := f.Get("MimeType").(string); strings.HasPrefix(kind, "text/plain") {
				text, err = contents.Call(ctx, "com.sun.star.datatransfer.XTransferable", "getTransferData", f)
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return fmt.Sprint(text)
}

// copySelection is the user pressing Ctrl+C.
func copySelection(t *testing.T, r *servertest.Rig, model *uno.Object) {
	t.Helper()
	ctx := context.Background()
	conn := r.Conn()
	helper, err := conn.Service(ctx, "com.sun.star.frame.DispatchHelper")
	if err != nil {
		t.Fatal(err)
	}
	frame := r.Object(r.Object(model, "com.sun.star.frame.XModel", "getCurrentController"), "com.sun.star.frame.XController", "getFrame")
	err = conn.Main(ctx, func(ctx context.Context) error {
		_, err := helper.Call(ctx, "com.sun.star.frame.XDispatchHelper", "executeDispatch", frame, ".uno:Copy", "", 0, []*uno.Struct{})
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// A24: whatever only reads leaves no trace: not in the document, not in its
// file, not in what the user has selected, sees, can undo or paste.
func TestA24ReadingLeavesNoTrace(t *testing.T) {
	r := servertest.New(t)
	dir := t.TempDir()
	long := make([]string, 150)
	for i := range long {
		long[i] = fmt.Sprintf("Filler paragraph number %d with some words.", i)
	}
	text := richText(t, r)
	r.OK("apply_document_content", props{"document_url": text.uid, "target": "end", "content": []string{strings.Join(long, "\n\n") + "\n\nwords to select"}})
	sheet := richTable(t, r)
	r.OK("apply_sheet_filter", props{"document_url": sheet.uid, "range": []string{"H1:L9"}, "criteria": []any{props{"column": "Net", "operator": "GREATER", "value": 3}}})
	for name, b := range map[string]*undoBench{"text.odt": text, "table.ods": sheet} {
		path := filepath.Join(dir, name)
		b.r.Do(b.model, "com.sun.star.frame.XStorable", "storeAsURL", (&url.URL{Scheme: "file", Path: path}).String(), []*uno.Struct{})
		long := time.Now().Add(-time.Hour)
		if err := os.Chtimes(path, long, long); err != nil {
			t.Fatal(err)
		}
		b.own()
		b.own()
		undoOnce(r, b.model)
	}
	selectText(t, r, text.model, "words to select")
	copySelection(t, r, text.model)
	selectObject(t, r, sheet.model, block(r, sheet.model, "I3:J5"))

	tried := map[string]bool{}
	leavesNone := func(b *undoBench, path, name string, args props) {
		t.Run(strings.ReplaceAll(fmt.Sprintf("%s %v", name, args), dir+"/", ""), func(t *testing.T) {
			tried[name] = true
			before := tracesOf(t, r, b.model, path)
			args["document_url"] = b.uid
			if name == "list_open_documents" {
				args = nil
			}
			r.OK(name, args)
			after := tracesOf(t, r, b.model, path)
			if after.State != before.State {
				t.Errorf("the document%s", lineDifference(before.State, after.State))
			}
			before.State, after.State = "", ""
			equal(t, "traces", after, before)
		})
	}
	for _, recording := range []bool{false, true} {
		r.Do(text.model, iProps, "setPropertyValue", "RecordChanges", recording)
		path := filepath.Join(dir, "text.odt")
		if got := tracesOf(t, r, text.model, path); got.Modified != true || got.Selection != "words to select" || got.Clipboard != "words to select" || len(got.Redo) != 1 || len(got.Bookmarks) != 2 {
			t.Fatalf("the text has not what could be lost: modified %v, selected %q, to paste %q, to redo %v, bookmarks %v", got.Modified, got.Selection, got.Clipboard, got.Redo, got.Bookmarks)
		}
		for _, c := range []undoable{
			reads("list_open_documents"), reads("get_guidance", "topic", "editing"),
			reads("get_document_content"), reads("get_document_content", "max_chars", 500),
			reads("get_document_tree"), reads("get_document_tree", "strategy", "full", "depth", 0), reads("get_document_tree", "strategy", "heading_only"),
			reads("search_in_document", "pattern", "words"), reads("search_in_document", "pattern", "w.rds", "regex", true, "case_sensitive", true),
			reads("manage_tracked_changes"),
		} {
			leavesNone(text, path, c.tool, c.args())
		}
		for _, format := range []string{"odt", "pdf", "docx", "html", "txt", "md", "png"} {
			leavesNone(text, path, "export_document", props{"path": filepath.Join(dir, fmt.Sprint(recording, "."+format))})
		}
		leavesNone(text, path, "export_document", props{"page": 2})
		leavesNone(text, path, "get_image", props{"page": 2})
	}
	path := filepath.Join(dir, "table.ods")
	for _, c := range []undoable{
		reads("list_open_documents"), reads("read_cell_range", "range", []string{"A1:L9"}), reads("read_cell_range", "range", []string{"Sheet1"}, "values_only", true),
		reads("get_sheet_summary"), reads("get_sheet_filter", "range", []string{"H1"}),
		reads("query_sheet", "range", []string{"H1:L9"}, "select", []string{"City", "sum(Net) as total"}, "group_by", []string{"City"}, "order_by", []string{"total desc"}),
	} {
		leavesNone(sheet, path, c.tool, c.args())
	}
	for _, format := range []string{"ods", "pdf", "xlsx", "html", "csv", "png"} {
		leavesNone(sheet, path, "export_document", props{"path": filepath.Join(dir, "sheet."+format)})
	}
	leavesNone(sheet, path, "export_document", props{"cells": "H1:L9"})
	leavesNone(sheet, path, "get_image", props{})
	leavesNone(sheet, path, "export_document", props{"cells": "H1:L9", "path": filepath.Join(dir, "part.csv")})
	for _, name := range r.Readers() {
		if !tried[name] {
			t.Errorf("%s was not tried", name)
		}
	}
}

func reads(tool string, pairs ...any) undoable {
	return undoable{tool: tool, args: func() props { return pairsOf(pairs...) }}
}

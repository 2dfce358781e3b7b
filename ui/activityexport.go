package ui

import (
	"encoding/csv"
	"io"
	"strconv"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/dialog"

	"github.com/unodesk/unodesk/app"
)

// save asks for a file and writes all calls to it.
func (a *activityWindow) save() {
	calls := a.all
	d := dialog.NewFileSave(func(file fyne.URIWriteCloser, err error) {
		if err != nil {
			a.ui.report(err)
		}
		if err != nil || file == nil { // the user has thought better of it
			return
		}
		err = writeCalls(file, calls)
		if closed := file.Close(); err == nil {
			err = closed
		}
		if err != nil {
			a.ui.report(err)
		}
	}, a.window)
	d.SetFileName("unodesk-activity.csv")
	d.Show()
}

// writeCalls writes calls as CSV, the newest first. Messages are left out: they may quote documents.
func writeCalls(to io.Writer, calls []app.Call) error {
	out := csv.NewWriter(to)
	rows := [][]string{{"time", "program", "tool", "document", "effect", "ms", "result"}}
	for _, c := range calls {
		result := c.Code
		if result == "" {
			result = "ok"
		}
		if c.DryRun {
			result += " (dry run)"
		}
		rows = append(rows, []string{
			c.At.Format(time.RFC3339), c.Host, c.Tool, c.Document, c.Effect, strconv.FormatInt(c.Took.Milliseconds(), 10), result,
		})
	}
	return out.WriteAll(rows)
}

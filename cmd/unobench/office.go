package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/unodesk/unodesk/uno"
	"github.com/unodesk/unodesk/uno/attach"
)

// office is the LibreOffice that is measured: without windows, with a profile
// of its own and one spreadsheet of 10,000 cells.
type office struct {
	process *attach.Process
	folder  string
	conn    *uno.Conn
	model   *uno.Object
	cells   *uno.Object
}

func startOffice(ctx context.Context, program string) (*office, error) {
	folder, err := os.MkdirTemp("", "unobench-")
	if err != nil {
		return nil, err
	}
	o := &office{folder: folder}
	o.process, err = attach.Start(ctx, attach.StartOptions{
		Program: program, Profile: filepath.Join(folder, "profile"), Headless: true,
		Args: []string{"--norestore", "--nologo"},
	})
	if err == nil {
		o.conn, err = attach.Dial(ctx, o.process.Instance)
	}
	if err == nil {
		err = o.open(ctx)
	}
	if err != nil {
		return nil, errors.Join(err, o.stop(ctx))
	}
	return o, nil
}

// open makes the spreadsheet. Everything is kept until the end.
func (o *office) open(ctx context.Context) error {
	desktop, err := o.conn.Service(ctx, "com.sun.star.frame.Desktop")
	if err != nil {
		return err
	}
	err = o.conn.Main(ctx, func(ctx context.Context) error {
		o.model, err = desktop.CallObject(ctx, "com.sun.star.frame.XComponentLoader", "loadComponentFromURL",
			"private:factory/scalc", "_blank", 0, uno.PropertyValues("Hidden", true))
		return err
	})
	if err != nil {
		return fmt.Errorf("make a spreadsheet: %w", err)
	}
	sheets, err := o.model.CallObject(ctx, "com.sun.star.sheet.XSpreadsheetDocument", "getSheets")
	if err != nil {
		return err
	}
	sheet, err := sheets.CallObject(ctx, "com.sun.star.container.XIndexAccess", "getByIndex", 0)
	if err != nil {
		return err
	}
	if o.cells, err = sheet.CallObject(ctx, "com.sun.star.table.XCellRange", "getCellRangeByName", "A1:J1000"); err != nil {
		return err
	}
	rows := make([][]any, 1000)
	for r := range rows {
		for c := range 10 {
			if c == 5 {
				rows[r] = append(rows[r], fmt.Sprint("text of cell ", r))
			} else {
				rows[r] = append(rows[r], float64(10*r+c))
			}
		}
	}
	_, err = o.cells.Call(ctx, "com.sun.star.sheet.XCellRangeData", "setDataArray", rows)
	return err
}

// pipe is the name of the pipe that the connection uses, for others to use too.
func (o *office) pipe() string { return "unodesk_" + o.process.Instance.Tag() }

func (o *office) stop(ctx context.Context) error {
	var err error
	if o.conn != nil {
		err = o.conn.Close()
	}
	if o.process != nil {
		err = errors.Join(err, o.process.Stop(ctx))
	}
	return errors.Join(err, os.RemoveAll(o.folder))
}

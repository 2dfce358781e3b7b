package document

import (
	"bytes"
	"context"
	"encoding/csv"
	"os"
	"path/filepath"
	"strconv"
)

// csvOptions: comma, quote, UTF-8, from line 1, quotes where needed, everything
// as shown.
const csvOptions = "44,34,76,1,,0,false,false,true"

// exportCSV writes a block of cells as they are shown. LibreOffice writes whole
// sheets only, and one other than the first into a file that it names itself
// (7.4); so it writes into a folder of ours, beside the file, where it can
// write if anywhere.
func (doc *Document) exportCSV(ctx context.Context, location string, cells *Cells) error {
	path := filePath(location)
	if path == "" {
		return Errorf(CodeUnsupportedFile, "cells can be written to files on this computer only, not to %s", location)
	}
	folder, err := os.MkdirTemp(filepath.Dir(path), ".unodesk-*")
	if err != nil {
		return fileError(err, path)
	}
	defer func() { _ = os.RemoveAll(folder) }()
	target, _, err := locate(filepath.Join(folder, "sheet.csv"))
	if err != nil {
		return err
	}
	err = doc.storeCopy(ctx, target, "FilterName", filters[Calc]["csv"], "FilterOptions", csvOptions+",false,false,"+strconv.Itoa(cells.Sheet+1))
	if err != nil {
		return storeError(err, location)
	}
	written, err := filepath.Glob(filepath.Join(folder, "*.csv"))
	if err != nil || len(written) != 1 {
		return Errorf(CodeUnsupportedFile, "LibreOffice wrote no CSV of sheet %d", cells.Sheet+1)
	}
	sheet, err := os.ReadFile(written[0])
	if err != nil {
		return fileError(err, path)
	}
	cut, err := cutCSV(sheet, cells)
	if err != nil {
		return Errorf(CodeUnsupportedFile, "LibreOffice wrote a CSV that cannot be read: %w", err)
	}
	return writeFile(location, cut)
}

// cutCSV takes a block out of a sheet. Cells behind the last used one are
// written as empty ones: the block has the size that was asked for.
func cutCSV(sheet []byte, cells *Cells) ([]byte, error) {
	r := csv.NewReader(bytes.NewReader(sheet))
	r.FieldsPerRecord = -1
	rows, err := r.ReadAll()
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	w := csv.NewWriter(&out)
	for row := cells.Row; row <= cells.EndRow; row++ {
		record := make([]string, cells.EndColumn-cells.Column+1)
		if row < len(rows) && cells.Column < len(rows[row]) {
			copy(record, rows[row][cells.Column:])
		}
		if err := w.Write(record); err != nil {
			return nil, err
		}
	}
	w.Flush()
	return out.Bytes(), w.Error()
}

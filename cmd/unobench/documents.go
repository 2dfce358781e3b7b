package main

import (
	"context"
	"encoding/base64"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/unodesk/unodesk/uno"
)

// The documents that the tools are measured on.
const (
	docBig    = "big"    // 2,031 paragraphs, 20 tables, 10 pictures
	docTables = "tables" // 40 tables of 80 cells
	docShort  = "short"  // 10 paragraphs
	docLong   = "long"   // 5,000
	docCells  = "cells"  // a spreadsheet of 10,000 cells
	docTable  = "table"  // one of 50,000 rows of 20
)

const (
	bigParagraphs = 2031
	needle        = "ocelot" // stands in every 40th paragraph
	tableRows     = 50_000
	tableColumns  = 20
)

const fodtHead = `<?xml version="1.0" encoding="UTF-8"?>
<office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0" xmlns:svg="urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0" xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0" xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0" office:version="1.3" office:mimetype="application/vnd.oasis.opendocument.text"><office:styles><style:style style:name="Heading_20_2" style:display-name="Heading 2" style:family="paragraph" style:default-outline-level="2"/></office:styles><office:automatic-styles><style:style style:name="B" style:family="text"><style:text-properties fo:font-weight="bold"/></style:style></office:automatic-styles><office:body><office:text>`

const fodtTail = `</office:text></office:body></office:document>`

// dot is a picture of one pixel.
var dot = base64.StdEncoding.EncodeToString([]byte("\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\x00\x01\x00\x00\x00\x01\x08\x02\x00\x00\x00\x90wS\xde\x00\x00\x00\x0cIDATx\x9cc\xf8\xcf\xc0\x00\x00\x03\x01\x01\x00\xc9\xfe\x92\xef\x00\x00\x00\x00IEND\xaeB`\x82"))

// text writes a document of so many paragraphs: each 50th a heading, with
// tables and pictures spread over it.
func text(paragraphs, tables, pictures int) string {
	var b strings.Builder
	b.WriteString(fodtHead)
	for i := range paragraphs {
		switch {
		case i%50 == 0 && paragraphs > 50:
			fmt.Fprintf(&b, `<text:h text:style-name="Heading_20_2" text:outline-level="2">Section %d</text:h>`, i/50+1)
		case pictures > 0 && i%(paragraphs/pictures) == 7:
			fmt.Fprintf(&b, `<text:p>A picture: <draw:frame draw:name="Picture %d" text:anchor-type="as-char" svg:width="1cm" svg:height="1cm"><draw:image><office:binary-data>%s</office:binary-data></draw:image></draw:frame></text:p>`, i, dot)
		default:
			word := "some"
			if i%40 == 3 {
				word = needle
			}
			fmt.Fprintf(&b, `<text:p>Paragraph %d has %s <text:span text:style-name="B">bold words</text:span> and goes on for a while, as the paragraphs of a report do, until its line is full and another begins.</text:p>`, i, word)
		}
		if tables > 0 && i%max(1, paragraphs/tables) == 11%max(1, paragraphs/tables) {
			b.WriteString(table(i))
		}
	}
	b.WriteString(fodtTail)
	return b.String()
}

// table is one of 10 rows and 8 columns.
func table(n int) string {
	var b strings.Builder
	fmt.Fprintf(&b, `<table:table table:name="Table %d"><table:table-column table:number-columns-repeated="8"/>`, n)
	for row := range 10 {
		b.WriteString(`<table:table-row>`)
		for column := range 8 {
			fmt.Fprintf(&b, `<table:table-cell><text:p>cell %d, %d</text:p></table:table-cell>`, row, column)
		}
		b.WriteString(`</table:table-row>`)
	}
	b.WriteString(`</table:table>`)
	return b.String()
}

// makeDocuments opens what the tools are measured on.
func (s *stack) makeDocuments(ctx context.Context) error {
	for name, body := range map[string]string{
		docBig: text(bigParagraphs, 20, 10), docTables: text(80, 40, 0), docShort: text(10, 0, 0), docLong: text(5000, 0, 0),
	} {
		path := filepath.Join(s.office.folder, name+".fodt")
		if err := os.WriteFile(path, []byte(body), 0o600); err != nil {
			return err
		}
		if err := s.load(ctx, name, "file://"+path); err != nil {
			return err
		}
	}
	if err := s.sheet(ctx, docCells, 1000, 10); err != nil {
		return err
	}
	return s.sheet(ctx, docTable, tableRows, tableColumns)
}

// load opens a document in a window and remembers it.
func (s *stack) load(ctx context.Context, name, url string) error {
	desktop, err := s.office.conn.Service(ctx, "com.sun.star.frame.Desktop")
	if err != nil {
		return err
	}
	var model *uno.Object
	err = s.office.conn.Main(ctx, func(ctx context.Context) error {
		model, err = desktop.CallObject(ctx, "com.sun.star.frame.XComponentLoader", "loadComponentFromURL", url, "_blank", 0, []*uno.Struct{})
		return err
	})
	if err != nil || model == nil {
		return fmt.Errorf("open %s: %w", url, err)
	}
	id, err := model.Call(ctx, "com.sun.star.beans.XPropertySet", "getPropertyValue", "RuntimeUID")
	s.models[name], s.uids[name] = model, fmt.Sprintf("%s-%v", s.office.process.Instance.Tag(), id)
	return err
}

// sheet makes a spreadsheet with a header and rows of numbers and text.
func (s *stack) sheet(ctx context.Context, name string, rows, columns int) error {
	if err := s.load(ctx, name, "private:factory/scalc"); err != nil {
		return err
	}
	sheets, err := s.models[name].CallObject(ctx, "com.sun.star.sheet.XSpreadsheetDocument", "getSheets")
	if err != nil {
		return err
	}
	sheet, err := sheets.CallObject(ctx, "com.sun.star.container.XIndexAccess", "getByIndex", 0)
	if err != nil {
		return err
	}
	const step = 5000
	for first := 0; first < rows; first += step {
		last := min(first+step, rows)
		cells, err := sheet.CallObject(ctx, "com.sun.star.table.XCellRange", "getCellRangeByPosition", 0, first, columns-1, last-1)
		if err != nil {
			return err
		}
		data := make([][]any, last-first)
		for r := range data {
			for c := range columns {
				data[r] = append(data[r], cellOf(first+r, c))
			}
		}
		if _, err := cells.Call(ctx, "com.sun.star.sheet.XCellRangeData", "setDataArray", data); err != nil {
			return err
		}
	}
	return nil
}

func cellOf(row, column int) any {
	switch {
	case row == 0:
		return fmt.Sprintf("field %d", column)
	case column == 0:
		return fmt.Sprintf("group %d", row%7)
	}
	return float64(row*column%1009) / 4
}

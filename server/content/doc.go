// Package content is the block model of a text document: what a reader sees, as
// paragraphs, headings, list items and tables made of runs, with everything
// that is no text (pictures, notes, fields …) as an opaque object.
//
// [ParseODF] fills it from flat ODF, [ParseHTML] from the HTML that a client
// writes, [HTML] and [Plain] print it. The package is pure: it knows no
// office, no files and no UNO.
package content

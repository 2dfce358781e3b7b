// Package document is the layer between tools and LibreOffice: it finds the
// open documents, says which one a call means, and applies edits so that each
// is one step of the undo list, leaves nothing behind when it fails, and can be
// taken back.
//
// Start at [Desktop]. Packages writer and calc below hold what can be read from
// and done to each kind of document; they return [Plan]s for edits. Nothing
// here knows tools, HTTP or windows.
package document

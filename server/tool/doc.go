// Package tool is how a document tool is declared and run.
//
// Start with [Spec] and [Define] (or [DefineEdit] for anything that changes a
// document): a tool is one literal beside its argument struct and its handler.
// A [Set] collects tools; [Set.Compile] checks them all, derives their schemas
// and returns a [Catalog] that runs them, over MCP or directly.
//
// What every tool needs stands here once, so that handlers only find, check,
// act and report: arguments are coerced and validated, a panic becomes an
// error, every call has a deadline, answers are timed, name their document and
// are capped. Effects decide what a client is told about a tool.
//
// The package knows neither HTTP nor LibreOffice.
package tool

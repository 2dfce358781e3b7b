// Package app is the life of Unodesk without its windows: it switches the server on and off, watches office, documents
// and settings, and says what is going on.
//
// Whoever draws it takes [Snapshot] values from [App.Subscribe] and calls the methods of [App] for what the user wants.
// The package knows neither Fyne nor MCP; server and office are handed in behind small interfaces.
package app

// Package uno is a client of LibreOffice's component model, UNO, in pure Go. It
// speaks URP, the office's own remote protocol, over any net.Conn; package
// attach finds a running office and makes that connection.
//
// Start at [Conn] (one connection to one office) and [Object] (one object in
// it). Interfaces and methods are called by their UNO names:
//
//	desktop, err := conn.Service(ctx, "com.sun.star.frame.Desktop")
//	doc, err := desktop.Call(ctx, "com.sun.star.frame.XDesktop", "getCurrentComponent")
//
// UNO and Go types correspond as follows; integers given as a Go int are
// range-checked and converted.
//
//	void               nil
//	boolean            bool
//	byte               int8 (a sequence of them: []byte)
//	short, long, hyper int16, int32, int64 (unsigned: uint16, uint32, uint64)
//	float, double      float32, float64
//	char               Char
//	string             string
//	type               Type
//	enum               Enum (to send also its name or number)
//	struct             *Struct
//	exception          *Exception as a Go error, *Struct as a value
//	interface          *Object, *Exported for ours, nil for none
//	sequence<T>        []T
//	any                the value itself; Any to choose the UNO type to send
//
// Every call costs a round trip of some 50 µs; [Batch] sends many at once.
// Model objects may be used from any goroutine. Work that touches windows,
// views, selections, dispatches or dialogs belongs into [Conn.Main].
//
// The package has no typed wrappers of the API and opens no sockets.
package uno

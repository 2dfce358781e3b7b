// Package urp encodes and decodes the bytes of UNO's remote protocol: blocks,
// message headers, the per-direction caches, values, and the bookkeeping that
// tells which reply belongs to which request of a thread id.
//
// Start at [Encoder] and [Decoder]. The package opens no sockets, starts no
// goroutines and takes no locks; package uno does all three. The rules come
// from LibreOffice's binaryurp bridge; section numbers in comments refer to
// docs/design/urp.md.
package urp

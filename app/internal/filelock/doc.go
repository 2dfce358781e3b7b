// Package filelock takes advisory locks on files, so that two processes of ours never write the same file at once.
//
// Start from [Try] and [Wait]. A lock ends with [Lock.Release] or with the process, whatever comes first: a crash never
// leaves one behind.
package filelock

// Package cases holds acceptance cases: what people reported to go wrong with
// tools of this kind, as tests on a real office. The names are those of the
// list of cases. It has no code but tests, and those are for Unix, because they
// stop and kill processes.
package cases

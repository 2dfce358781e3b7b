// Package roundtrip holds the tests that read whole documents, change what was
// read, write it back and compare with what a model of its own predicts. The
// model shares no code with what it tests.
//
// A run makes 200 documents, in which each kind of object occurs at least 20
// times, and tries 1,000 changes; tests run a part of that unless the
// environment variable UNODESK_ROUNDTRIP is "all". UNODESK_SEED repeats a run, and
// -run 'TestRoundTrips/from_25/^33$' the document 33 of it, which is the same alone.
package roundtrip

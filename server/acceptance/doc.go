// Package acceptance holds the tests with the clients and conformance suites of
// others, which run against the real program. What they need of Node is in
// package.json, in exact versions; it is installed once, into the user's cache
// folder.
package acceptance

// Package conformance holds what the official MCP conformance suites and the
// tests with real clients expect of a server: tools, resources and prompts
// with fixed names and answers. Start with [Fixtures].
//
// They are served beside the product's tools, by the same router and behind the
// same policy, and only when asked for (unodeskctl serve --conformance). They
// touch no document and need no office.
package conformance

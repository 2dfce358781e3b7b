// Package server is MCP over HTTP on this computer.
//
// Start with [New] and [Server.Start]. A request passes three stations: the
// policy (who may ask, policy.go), the era router (which protocol it speaks,
// router.go) and the MCP handlers of the SDK, which share one MCP server and
// so one list of tools. Sessions survive a restart (session.go).
//
// Tools, documents and the office are handed in; the package knows none of
// them by name.
package server

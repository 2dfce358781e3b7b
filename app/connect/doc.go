// Package connect enters Unodesk in the settings of AI programs, the hosts of MCP.
//
// Start from [Connector]: Hosts says which programs are on this computer, Plan what would change in the settings of one,
// Apply changes it and Undo takes that back. Only our own entry is touched; comments, order and everything else stay as
// they are, byte for byte. A file that cannot be understood is left alone.
package connect

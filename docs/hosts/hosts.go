// Package hosts holds what AI programs should know before they use the tools:
// people put these files where their program looks for such rules.
package hosts

import _ "embed"

// CursorRules is a rules file for Cursor: .cursor/rules/libreoffice.mdc.
//
//go:embed libreoffice.mdc
var CursorRules string

// Skill is a skill for agents: SKILL.md in a folder named libreoffice.
//
//go:embed SKILL.md
var Skill string

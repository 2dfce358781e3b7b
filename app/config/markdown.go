package config

import (
	"fmt"
	"strings"
)

// Markdown returns docs/settings.md.
func Markdown() string {
	var b strings.Builder
	b.WriteString(`# Settings

<!-- Written by "go test ./app/config -update" from the tags of config.Config. -->

Change them in the settings window, with ` + "`unodeskctl config set KEY VALUE`" + `, or in the file
` + "`settings.json`" + ` in Unodesk's settings folder (` + "`~/.config/unodesk`" + ` on Linux). Changes take effect at once,
wherever they are made. Keys that Unodesk does not know are kept.

| Key | Values | Default | What it does |
| --- | --- | --- | --- |
`)
	for _, f := range fields {
		def := f.Default()
		if def == "" {
			def = "(empty)"
		}
		fmt.Fprintf(&b, "| `%s` | %s | %s | %s |\n", f.Key, f.valuesText(), def, f.Help)
	}
	return b.String()
}

func (f Field) valuesText() string {
	switch {
	case f.Kind == Switch:
		return "true, false"
	case f.Kind == Number:
		return strings.TrimSpace(fmt.Sprintf("%d to %d %s", f.Min, f.Max, f.Unit))
	case f.Kind == Choice:
		return strings.Join(f.Values, ", ")
	case f.check == checkURL:
		return "a web address"
	case f.check == checkFolder:
		return "folders"
	case f.check == checkAsking:
		return "programs, each with one of the values above"
	case f.Kind == List:
		return "web addresses"
	default:
		return "text"
	}
}

package config

import (
	"encoding/json"
	"errors"
	"maps"
)

// Version is the version of the file format that this program writes. A file of a later version is read as far as its
// keys are known, and keeps its version.
const Version = 1

// migrations take a file's values from the version that is their index to the next one.
var migrations = [Version]func(values map[string]json.RawMessage){
	flattenGroups,
}

// migrate takes the version out of values and brings them to Version. It returns the version to write.
func migrate(values map[string]json.RawMessage) (int, error) {
	version := 0
	if raw, ok := values["version"]; ok {
		if err := json.Unmarshal(raw, &version); err != nil || version < 0 || string(raw) == "null" {
			return 0, errors.New(`"version" is not a whole number`)
		}
		delete(values, "version")
	}
	for v := version; v < Version; v++ {
		migrations[v](values)
	}
	return max(version, Version), nil
}

// flattenGroups turns {"mcp": {"mcp_port": 1}} into {"mcp.mcp_port": 1}, a form that people write by hand. A value that
// stands under its whole key wins.
func flattenGroups(values map[string]json.RawMessage) {
	for group, raw := range maps.Clone(values) {
		var members map[string]json.RawMessage
		if err := json.Unmarshal(raw, &members); err != nil || members == nil {
			continue
		}
		rest := map[string]json.RawMessage{}
		for name, value := range members {
			key := group + "." + name
			_, err := Lookup(key)
			_, taken := values[key]
			if err != nil || taken {
				rest[name] = value
				continue
			}
			values[key] = value
		}
		if len(rest) == len(members) {
			continue
		}
		delete(values, group)
		if len(rest) > 0 {
			values[group], _ = json.Marshal(rest) // parts of valid JSON always encode
		}
	}
}

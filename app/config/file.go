package config

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
)

// maxFile bounds what is read as a settings file; real ones have about 1 KB.
const maxFile = 1 << 20

// file is the content of a settings file: the settings, and what must survive a save although it is not understood.
type file struct {
	config Config
	// kept holds values by key that are written back as they are: unknown keys, and values of known keys that are
	// refused, until the user sets that key.
	kept     map[string]json.RawMessage
	version  int
	mistakes []*ValueError
	decided  bool // the file says whether the server is switched on
}

// decidedKey is the setting that every user decides about at the first start.
const decidedKey = "mcp.mcp_enabled"

func emptyFile() *file {
	return &file{config: Default(), kept: map[string]json.RawMessage{}, version: Version}
}

// decode reads a settings file. It fails only where the whole is unreadable; a refused value is listed in mistakes and
// replaced by its default.
func decode(data []byte) (*file, error) {
	data = bytes.TrimPrefix(data, []byte("\ufeff"))
	f := emptyFile()
	if len(bytes.TrimSpace(data)) == 0 {
		return f, nil
	}
	var values map[string]json.RawMessage
	if err := json.Unmarshal(data, &values); err != nil {
		return nil, describeJSON(data, err)
	}
	if values == nil {
		return nil, errors.New(`it holds "null" where settings in braces are expected`)
	}
	version, err := migrate(values)
	if err != nil {
		return nil, err
	}
	f.version = version
	_, f.decided = values[decidedKey]
	f.kept = values
	for _, field := range fields {
		raw, ok := values[field.Key]
		if !ok {
			continue
		}
		v, mistake := field.decode(raw)
		if mistake != nil {
			f.mistakes = append(f.mistakes, mistake)
			continue
		}
		field.put(&f.config, v)
		delete(f.kept, field.Key)
	}
	return f, nil
}

// fallBack replaces the defaults that stand for refused values by those of an earlier state: a slip in an editor must
// not move a running server to another port.
func (f *file) fallBack(earlier Config) {
	for _, m := range f.mistakes {
		m.Field.put(&f.config, m.Field.Value(earlier))
	}
}

// decode reads this setting's value from JSON. A value of another JSON type is taken if its text form is valid: people
// write "8765" for 8765.
func (f Field) decode(raw json.RawMessage) (any, *ValueError) {
	if f.Kind == List {
		var list []string
		if err := json.Unmarshal(raw, &list); err == nil {
			if mistake := f.Check(list); mistake != nil {
				return nil, mistake
			}
			return f.normal(list), nil
		}
	}
	text := string(raw)
	var s string
	if err := json.Unmarshal(raw, &s); err == nil && text != "null" {
		text = s
	} else if f.Kind == Text || f.Kind == List {
		return nil, f.mistake(NotPrintable, text)
	}
	v, mistake := f.parse(text)
	if mistake == nil {
		mistake = f.Check(v)
	}
	if mistake != nil {
		return nil, mistake
	}
	return f.normal(v), nil
}

// encode writes the file: version, then our settings in their order, then what is kept, by name.
func (f *file) encode() []byte {
	var out bytes.Buffer
	fmt.Fprintf(&out, "{\n  \"version\": %d", f.version)
	for _, field := range fields {
		if _, held := f.kept[field.Key]; !held {
			writeMember(&out, field.Key, field.Value(f.config))
		}
	}
	for _, key := range slices.Sorted(maps.Keys(f.kept)) {
		writeMember(&out, key, f.kept[key])
	}
	out.WriteString("\n}\n")
	return out.Bytes()
}

func writeMember(out *bytes.Buffer, key string, v any) {
	if list, ok := v.([]string); ok && list == nil {
		v = []string{}
	}
	name, _ := json.Marshal(key)
	var value bytes.Buffer
	encoder := json.NewEncoder(&value)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("  ", "  ")
	if err := encoder.Encode(v); err != nil {
		panic(fmt.Sprintf("write setting %s: %v", key, err)) // strings, numbers, switches and valid JSON always encode
	}
	fmt.Fprintf(out, ",\n  %s: %s", name, bytes.TrimSpace(value.Bytes()))
}

// describeJSON adds the line to a JSON error, because a line is what people look for in an editor.
func describeJSON(data []byte, err error) error {
	var syntax *json.SyntaxError
	if errors.As(err, &syntax) {
		line := 1 + bytes.Count(data[:min(int(syntax.Offset), len(data))], []byte("\n"))
		return fmt.Errorf("line %d: %w", line, err)
	}
	return err
}

// read returns the content of the file at path; one that is not there reads as nil.
func read(path string) ([]byte, error) {
	f, err := os.Open(path)
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, maxFile+1))
	if err != nil {
		return nil, err
	}
	if len(data) > maxFile {
		return nil, fmt.Errorf("it is larger than %d bytes", maxFile)
	}
	return data, nil
}

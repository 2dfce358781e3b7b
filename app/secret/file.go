package secret

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

func readFile(path string) (map[Name]string, error) {
	values := map[Name]string{}
	data, err := os.ReadFile(path)
	if errors.Is(err, os.ErrNotExist) {
		return values, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read secrets: %w", err)
	}
	if err := json.Unmarshal(data, &values); err != nil {
		return nil, fmt.Errorf("secrets file %s cannot be read; correct it or remove it", path) // the cause may quote a key
	}
	if values == nil {
		values = map[Name]string{}
	}
	return values, nil
}

// writeFile replaces the file in one step; os.CreateTemp makes it readable by the user only. Without any secret left it
// removes the file.
func writeFile(path string, values map[Name]string) error {
	if len(values) == 0 {
		if err := os.Remove(path); !errors.Is(err, os.ErrNotExist) {
			return err
		}
		return nil
	}
	data, err := json.MarshalIndent(values, "", "  ")
	if err != nil {
		return err
	}
	tmp, err := os.CreateTemp(filepath.Dir(path), ".secrets-*.tmp")
	if err != nil {
		return fmt.Errorf("save secret: %w", err)
	}
	_, err = tmp.Write(append(data, '\n'))
	if closeErr := tmp.Close(); err == nil {
		err = closeErr
	}
	if err == nil {
		err = os.Rename(tmp.Name(), path)
	}
	if err != nil {
		os.Remove(tmp.Name())
		return fmt.Errorf("save secret: %w", err)
	}
	return nil
}

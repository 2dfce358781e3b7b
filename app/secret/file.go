package secret

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"

	"github.com/unodesk/unodesk/app/internal/wholefile"
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

// writeFile replaces the file in one step. Without any secret left it removes the file.
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
	if err := wholefile.WritePrivate(path, append(data, '\n')); err != nil {
		return fmt.Errorf("save secret: %w", err)
	}
	return nil
}

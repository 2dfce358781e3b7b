// Command gen writes the icon files into the current folder; go generate runs it in icons.
package main

import (
	"fmt"
	"os"

	"github.com/unodesk/unodesk/icons/internal/draw"
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "gen:", err)
		os.Exit(1)
	}
}

func run() error {
	files, err := draw.Files()
	if err != nil {
		return err
	}
	for name, data := range files {
		if err := os.WriteFile(name, data, 0o644); err != nil {
			return err
		}
	}
	return nil
}

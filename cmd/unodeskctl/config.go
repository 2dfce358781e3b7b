package main

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/unodesk/unodesk/app/config"
)

// configure reads and changes the settings. A change takes effect at once in a
// server that runs.
func configure(ctx context.Context, c *console, args []string) error {
	flags := newFlags("config")
	path := flags.String("config", config.DefaultPath(), "settings `file`")
	words, err := parse(c, flags, args, 1, 3)
	if err != nil {
		return err
	}
	store, err := config.Open(*path)
	if err != nil {
		return err
	}
	for _, p := range store.Problems() {
		fmt.Fprintln(c.err, "unodeskctl config:", p)
	}
	switch {
	case words[0] == "list" && len(words) == 1:
		for _, f := range config.Fields() {
			fmt.Fprintf(c.out, "%s = %s\n", f.Key, printable(f.Value(store.Config())))
		}
		return nil
	case words[0] == "get" && len(words) == 2:
		f, err := config.Lookup(words[1])
		if err != nil {
			return usageError{err.Error()}
		}
		_, err = fmt.Fprintln(c.out, f.Text(store.Config()))
		return err
	case words[0] == "set" && len(words) == 3:
		f, err := config.Lookup(words[1])
		if err != nil {
			return usageError{err.Error()}
		}
		return store.Update(ctx, func(to *config.Config) error { return f.Set(to, words[2]) })
	}
	return usageError{"config takes list, get KEY, or set KEY VALUE"}
}

func printable(v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		return fmt.Sprint(v)
	}
	return string(b)
}

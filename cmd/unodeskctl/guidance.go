package main

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/unodesk/unodesk/docs/hosts"
)

// guidance prints what AI programs should know before they use the tools.
func guidance(_ context.Context, c *console, args []string) error {
	words, err := parse(c, newFlags("guidance"), args, 0, 1)
	if err != nil {
		return err
	}
	texts := map[string]string{"cursor": hosts.CursorRules, "skill": hosts.Skill}
	kind := "skill"
	if len(words) > 0 {
		kind = words[0]
	}
	text, ok := texts[kind]
	if !ok {
		return usageError{fmt.Sprintf("there is no guidance for %q; it is there for %s", kind, strings.Join(slices.Sorted(maps.Keys(texts)), ", "))}
	}
	_, err = fmt.Fprint(c.out, text)
	return err
}

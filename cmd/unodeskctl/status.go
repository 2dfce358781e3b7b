package main

import (
	"context"
	"fmt"
	"time"
)

// status prints how the running server and its office are.
func status(ctx context.Context, c *console, args []string) error {
	flags := newFlags("status")
	asJSON, state := flags.Bool("json", false, "print JSON"), stateFlag(flags)
	if _, err := parse(c, flags, args, 0, 0); err != nil {
		return err
	}
	to, err := reach(*state)
	if err != nil {
		return err
	}
	h, err := to.health(ctx)
	if err != nil {
		return err
	}
	if *asJSON {
		return printJSON(c.out, struct {
			Address string `json:"address"`
			Health  any    `json:"health"`
		}{to.address, h})
	}
	fmt.Fprintf(c.out, "%s %s, process %d\n", h.Server, h.Version, h.PID)
	fmt.Fprintf(c.out, "listening on %s since %s\n", to.address, h.ListeningSince.Local().Format(time.DateTime))
	fmt.Fprintf(c.out, "office: %s. %s\n", h.Office.Phase, h.Office.Detail)
	if h.Documents != nil {
		fmt.Fprintf(c.out, "open documents: %d\n", *h.Documents)
	}
	fmt.Fprintf(c.out, "tools: %d listed, mode %s. %s\n", h.Tools.Listed, h.Tools.Mode, h.Tools.Detail)
	if h.Busy > 0 {
		fmt.Fprintf(c.out, "calls that had to come again because there were too many: %d\n", h.Busy)
	}
	return nil
}

package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"
)

// smoke tries the whole way once, where the user can see it: it asks the server
// how it is, lists its tools, and adds a line to a text document.
func smoke(ctx context.Context, c *console, args []string) error {
	flags := newFlags("smoke")
	text := flags.String("text", "Hello from Unodesk.", "`line` to add")
	document := flags.String("document", "", "`URL` or uid of a text document; without it the active one")
	undo := flags.Bool("undo", false, "take the line back afterwards")
	show := flags.Duration("show", 2*time.Second, "how `long` it can be seen before it is taken back")
	state := stateFlag(flags)
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
	fmt.Fprintf(c.out, "%s %s answers at %s; office: %s.\n", h.Server, h.Version, to.address, h.Office.Phase)
	var list struct {
		Tools []json.RawMessage `json:"tools"`
	}
	if err := to.call(ctx, "tools/list", map[string]any{}, nil, &list); err != nil {
		return err
	}
	fmt.Fprintf(c.out, "It lists %d tools.\n", len(list.Tools))
	name, uid, err := to.textDocument(ctx, *document)
	if err != nil {
		return err
	}
	if err := to.tool(ctx, "apply_document_content", map[string]any{
		"target": "end", "content": []string{*text}, "format": "plain", "document_url": uid,
	}, nil); err != nil {
		return fmt.Errorf("add a line to %q: %w", name, err)
	}
	fmt.Fprintf(c.out, "Added %q at the end of %q: look at it in LibreOffice.\n", *text, name)
	if !*undo {
		fmt.Fprintf(c.out, "Nothing is saved. Take it back with Ctrl+Z there, or with: unodeskctl call undo --document %s\n", uid)
		return nil
	}
	return to.takeBack(ctx, c, name, uid, *show)
}

// textDocument finds the document that is meant: that of a URL or uid, or the
// active one.
func (to *client) textDocument(ctx context.Context, want string) (name, uid string, err error) {
	type document struct {
		Name   string `json:"name"`
		UID    string `json:"uid"`
		URL    string `json:"url"`
		Type   string `json:"doc_type"`
		Active bool   `json:"is_active"`
	}
	var open struct {
		Documents []document `json:"documents"`
	}
	if err := to.tool(ctx, "list_open_documents", nil, &open); err != nil {
		return "", "", err
	}
	i := slices.IndexFunc(open.Documents, func(d document) bool {
		return want == "" && d.Active || want != "" && (d.UID == want || d.URL == want)
	})
	switch {
	case i < 0 && want != "":
		return "", "", fmt.Errorf("no document %s is open; unodeskctl call list_open_documents lists them", want)
	case i < 0:
		return "", "", errors.New("no document is open; open a text document in LibreOffice and try again")
	}
	d := open.Documents[i]
	if d.Type != "writer" {
		return "", "", fmt.Errorf("%q is no text document (%s); open one, or name it with --document", d.Name, d.Type)
	}
	return d.Name, d.UID, nil
}

// takeBack undoes the last step of a document, unless somebody else has made
// another one while it was shown.
func (to *client) takeBack(ctx context.Context, c *console, name, uid string, show time.Duration) error {
	last := func(dryRun bool) (string, error) {
		var a struct {
			Titles []string `json:"titles"`
		}
		err := to.tool(ctx, "undo", map[string]any{"document_url": uid, "dry_run": dryRun}, &a)
		if err != nil || len(a.Titles) == 0 {
			return "", err
		}
		return a.Titles[0], nil
	}
	ours, err := last(true)
	if err != nil {
		return err
	}
	select {
	case <-time.After(show):
	case <-ctx.Done():
		return ctx.Err()
	}
	now, err := last(true)
	if err != nil {
		return err
	}
	if now != ours || ours == "" {
		return fmt.Errorf("%q was changed meanwhile, so the line is not taken back; delete it there", name)
	}
	if _, err := last(false); err != nil {
		return err
	}
	_, err = fmt.Fprintln(c.out, "Took it back.")
	return err
}

// tool calls a tool and reads its answer; an error of the tool is one here.
func (to *client) tool(ctx context.Context, name string, args map[string]any, answer any) error {
	if args == nil {
		args = map[string]any{}
	}
	var result struct {
		Content []struct {
			Text string `json:"text"`
		} `json:"content"`
		IsError bool `json:"isError"`
	}
	if err := to.call(ctx, "tools/call", map[string]any{"name": name, "arguments": args}, nil, &result); err != nil {
		return err
	}
	if len(result.Content) == 0 {
		return fmt.Errorf("%s answered nothing", name)
	}
	text := []byte(result.Content[0].Text)
	if result.IsError {
		var failed struct{ Code, Message, Next string }
		if json.Unmarshal(text, &failed) != nil || failed.Message == "" {
			return errors.New(result.Content[0].Text)
		}
		return fmt.Errorf("%s (%s) %s", failed.Message, failed.Code, failed.Next)
	}
	if answer == nil {
		return nil
	}
	return json.Unmarshal(text, answer)
}

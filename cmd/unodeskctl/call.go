package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"

	"github.com/unodesk/unodesk/server/tool"
)

// callTool calls a tool through the running server and prints its answer.
func callTool(ctx context.Context, c *console, args []string) error {
	flags := newFlags("call")
	document := flags.String("document", "", "`URL` or uid of the document; without it the active one")
	state := stateFlag(flags)
	others, err := parse(c, flags, args, 1, 2)
	if err != nil {
		return err
	}
	arguments, err := toolArguments(c.in, others[1:])
	if err != nil {
		return err
	}
	to, err := reach(*state)
	if err != nil {
		return err
	}
	header := http.Header{}
	if *document != "" {
		header.Set("X-Document-Url", *document)
	}
	var result struct {
		Content []struct {
			Text string `json:"text"`
		} `json:"content"`
		IsError bool `json:"isError"`
	}
	err = to.call(ctx, "tools/call", map[string]any{"name": others[0], "arguments": arguments}, header, &result)
	var refused *rpcError
	if errors.As(err, &refused) && refused.Code == jsonrpc.CodeInvalidParams {
		fmt.Fprintf(c.out, `{"status":"error","code":%q,"message":%q}`+"\n", tool.CodeUnknownTool, refused.Message)
		return errTool
	}
	if err != nil {
		return err
	}
	for _, block := range result.Content {
		fmt.Fprintln(c.out, block.Text)
	}
	if result.IsError {
		return errTool
	}
	return nil
}

// toolArguments reads the arguments of a tool from the command line, or from
// the input for "-".
func toolArguments(in io.Reader, args []string) (json.RawMessage, error) {
	text := "{}"
	if len(args) > 0 {
		text = args[0]
	}
	if text == "-" {
		raw, err := io.ReadAll(in)
		if err != nil {
			return nil, fmt.Errorf("read the arguments: %w", err)
		}
		text = string(raw)
	}
	var object map[string]json.RawMessage
	if err := json.Unmarshal([]byte(text), &object); err != nil {
		return nil, usageError{"the arguments are not a JSON object: " + err.Error()}
	}
	return json.RawMessage(text), nil
}

package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"

	"github.com/unodesk/unodesk/app/version"
	"github.com/unodesk/unodesk/server"
	"github.com/unodesk/unodesk/server/endpoint"
)

// errNoServer says that there is nobody to ask.
var errNoServer = errors.New("no Unodesk server is running; start the Unodesk app and switch it on, or run: unodeskctl serve")

// client talks to the running server.
type client struct {
	http    *http.Client
	address string // of MCP
	token   string
}

// stateFlag adds the flag that says whose server is meant.
func stateFlag(flags *flag.FlagSet) *string {
	return flags.String("state", "", "`folder` that the server was given as --state")
}

// reach finds the running server.
func reach(state string) (*client, error) {
	e, err := endpointOf(state, errNoServer)
	if err != nil {
		return nil, err
	}
	return &client{http: direct(), address: e.Address, token: e.Token}, nil
}

// endpointOf finds the running server through its endpoint file; without one the
// error is none.
func endpointOf(state string, none error) (*endpoint.Endpoint, error) {
	if state == "" {
		state = endpoint.DefaultDir()
	}
	e, err := endpoint.Read(state)
	if errors.Is(err, endpoint.ErrNone) {
		return nil, none
	}
	return e, err
}

// direct is an HTTP client that no proxy variable can lead away from this
// computer.
func direct() *http.Client {
	return &http.Client{Transport: &http.Transport{Proxy: nil, DisableKeepAlives: true}}
}

// health asks the server how it is.
func (c *client) health(ctx context.Context) (*server.Health, error) {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	h := new(server.Health)
	return h, c.do(ctx, http.MethodGet, strings.TrimSuffix(c.address, "/mcp")+"/health", nil, nil, h)
}

// rpcError is the error of a JSON-RPC answer.
type rpcError struct {
	Code    int    `json:"code"`
	Message string `json:"message"`
}

func (e *rpcError) Error() string { return e.Message }

// call calls an MCP method.
func (c *client) call(ctx context.Context, method string, params any, header http.Header, result any) error {
	body, err := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": 1, "method": method, "params": params})
	if err != nil {
		return err
	}
	var answer struct {
		Result json.RawMessage `json:"result"`
		Error  *rpcError       `json:"error"`
	}
	if err := c.do(ctx, http.MethodPost, c.address, body, header, &answer); err != nil {
		return err
	}
	if answer.Error != nil {
		return answer.Error
	}
	return json.Unmarshal(answer.Result, result)
}

func (c *client) do(ctx context.Context, method, url string, body []byte, header http.Header, answer any) error {
	r, err := http.NewRequestWithContext(ctx, method, url, bytes.NewReader(body))
	if err != nil {
		return err
	}
	for name, values := range header {
		r.Header[name] = values
	}
	r.Header.Set("Authorization", "Bearer "+c.token)
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Accept", "application/json")
	r.Header.Set("User-Agent", "unodeskctl/"+version.Own())
	resp, err := c.http.Do(r)
	if err != nil {
		return fmt.Errorf("ask the server: %w", err)
	}
	defer resp.Body.Close()
	raw, err := io.ReadAll(resp.Body)
	if err != nil {
		return fmt.Errorf("read the answer: %w", err)
	}
	if err := json.Unmarshal(raw, answer); err != nil {
		return fmt.Errorf("the server answered %s with something else than JSON", resp.Status)
	}
	if method == http.MethodGet && resp.StatusCode != http.StatusOK {
		return fmt.Errorf("the server answered %s", resp.Status)
	}
	return nil
}

// printJSON writes v for people and programs.
func printJSON(w io.Writer, v any) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(v)
}

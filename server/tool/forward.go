package tool

import (
	"context"
	"encoding/json"
	"strings"
)

type callArgs struct {
	Name      string `json:"name" jsonschema:"the tool"`
	Arguments Free   `json:"arguments,omitempty" jsonschema:"its arguments: a JSON object"`
}

// forwarding declares the tool that calls another. The catalog takes it apart
// before anything else looks at the call, so that the other is queued, limited,
// refused and logged as if it had been called by its name.
func forwarding(s Spec) Tool {
	s.forwards = true
	return Define(s, func(context.Context, *Call, callArgs) (any, error) { return nil, nil })
}

// forwarded returns the call that a call of the forwarding tool means.
func (c *Catalog) forwarded(e *entry, call *Call, raw json.RawMessage) (string, json.RawMessage, error) {
	args, err := e.take(call, raw)
	if err != nil {
		return "", nil, err
	}
	a, err := decode[callArgs](args)
	if err != nil {
		return "", nil, err
	}
	name := strings.TrimSpace(a.Name)
	if to := c.tools[name]; to != nil && to.forwards {
		return "", nil, Errorf(CodeValidation, "%s calls other tools, not itself", name)
	}
	if a.Arguments.Value == nil {
		return name, nil, nil
	}
	inner, err := encode(a.Arguments.Value)
	return name, inner, err
}

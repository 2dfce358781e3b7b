// Package model asks services that speak OpenAI's protocol which models they have, and tries one out.
//
// Start from [Service.Models] and [Service.Try]. Nothing but the name of a model and a fixed sentence is sent. Calls take
// as long as the service does, at most until their context ends: a local model that is not loaded yet takes a minute.
package model

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"slices"
	"strings"
	"time"
)

// Service is where models are.
type Service struct {
	Endpoint string // such as http://localhost:11434/v1
	Key      string // "" for none
}

// Trial is how a model did.
type Trial struct {
	Took  time.Duration
	Tools bool // it has called the tool that it was given
}

// Reason says in one word what is wrong with a service. Windows use it to find the sentence in the user's language.
type Reason string

// The reasons.
const (
	Unreachable Reason = "unreachable" // nobody answers there
	Silent      Reason = "silent"      // no answer in time
	KeyRefused  Reason = "key_refused"
	NotFound    Reason = "not_found" // no such page, or no such model
	Foreign     Reason = "foreign"   // it answers, but not as such a service does
	Refused     Reason = "refused"   // by a service that says why
)

// Error is why a service cannot be used.
type Error struct {
	Reason Reason
	Detail string // what the service or the network says, "" for nothing
	Err    error  // of the network; nil if there was an answer
}

func (e *Error) Error() string {
	text := "model service: " + string(e.Reason)
	if e.Detail != "" {
		text += ": " + e.Detail
	}
	return text
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

// Models lists the models of the service, sorted. An error is an *Error.
func (s Service) Models(ctx context.Context) ([]string, error) {
	var page struct {
		Data []struct {
			ID string `json:"id"`
		} `json:"data"`
	}
	if err := s.ask(ctx, http.MethodGet, "/models", nil, &page); err != nil {
		return nil, err
	}
	if page.Data == nil {
		return nil, &Error{Reason: Foreign}
	}
	var names []string
	for _, m := range page.Data {
		if m.ID != "" {
			names = append(names, m.ID)
		}
	}
	slices.Sort(names)
	return names, nil
}

// toolName is the tool that a model is to call in a trial.
const toolName = "report_ready"

// Try gives the model one sentence and one tool. A service that refuses tools is one whose model cannot use them. An
// error is an *Error.
func (s Service) Try(ctx context.Context, model string) (Trial, error) {
	type object = map[string]any
	request := object{
		"model":    model,
		"messages": []object{{"role": "user", "content": "Call the tool " + toolName + " now. Write nothing else."}},
		"tools": []object{{"type": "function", "function": object{
			"name": toolName, "description": "Says that you are ready.", "parameters": object{"type": "object", "properties": object{}},
		}}},
	}
	var answer struct {
		Choices []struct {
			Message struct {
				ToolCalls []struct {
					Function struct {
						Name string `json:"name"`
					} `json:"function"`
				} `json:"tool_calls"`
			} `json:"message"`
		} `json:"choices"`
	}
	begun := time.Now()
	err := s.ask(ctx, http.MethodPost, "/chat/completions", request, &answer)
	var refused *Error
	if errors.As(err, &refused) && refused.Reason == Refused && strings.Contains(strings.ToLower(refused.Detail), "tool") {
		delete(request, "tools")
		err = s.ask(ctx, http.MethodPost, "/chat/completions", request, &answer)
	}
	switch {
	case err != nil:
		return Trial{}, err
	case len(answer.Choices) == 0:
		return Trial{}, &Error{Reason: Foreign}
	}
	t := Trial{Took: time.Since(begun)}
	for _, call := range answer.Choices[0].Message.ToolCalls {
		t.Tools = t.Tools || call.Function.Name == toolName
	}
	return t, nil
}

// client does not keep connections: a user looks at a service now and then.
var client = &http.Client{Transport: &http.Transport{Proxy: http.ProxyFromEnvironment, DisableKeepAlives: true}}

// mostAnswer is far above what lists of models and short answers take.
const mostAnswer = 8 << 20

func (s Service) ask(ctx context.Context, method, path string, body, answer any) error {
	var content io.Reader
	if body != nil {
		raw, err := json.Marshal(body)
		if err != nil {
			return err
		}
		content = bytes.NewReader(raw)
	}
	r, err := http.NewRequestWithContext(ctx, method, strings.TrimRight(s.Endpoint, "/")+path, content)
	if err != nil {
		return &Error{Reason: Unreachable, Detail: err.Error(), Err: err}
	}
	if body != nil {
		r.Header.Set("Content-Type", "application/json")
	}
	if s.Key != "" {
		r.Header.Set("Authorization", "Bearer "+s.Key)
	}
	resp, err := client.Do(r)
	if err != nil {
		return unanswered(ctx, err)
	}
	defer resp.Body.Close()
	raw, err := io.ReadAll(io.LimitReader(resp.Body, mostAnswer))
	if err != nil {
		return unanswered(ctx, err)
	}
	if resp.StatusCode != http.StatusOK {
		return explain(resp.StatusCode, raw)
	}
	if json.Unmarshal(raw, answer) != nil {
		return &Error{Reason: Foreign}
	}
	return nil
}

func unanswered(ctx context.Context, err error) *Error {
	var slow interface{ Timeout() bool }
	if ctx.Err() != nil || errors.As(err, &slow) && slow.Timeout() {
		return &Error{Reason: Silent, Err: err}
	}
	if inner := errors.Unwrap(err); inner != nil { // without the address, which the user sees anyway
		return &Error{Reason: Unreachable, Detail: inner.Error(), Err: err}
	}
	return &Error{Reason: Unreachable, Detail: err.Error(), Err: err}
}

// explain finds the reason in an answer, whose form differs from service to service.
func explain(status int, raw []byte) *Error {
	e := &Error{Reason: Refused, Detail: detail(raw)}
	switch status {
	case http.StatusUnauthorized, http.StatusForbidden:
		e.Reason = KeyRefused
	case http.StatusNotFound:
		e.Reason = NotFound
	default:
		if e.Detail == "" {
			e.Detail = http.StatusText(status)
		}
	}
	return e
}

// detail is the sentence in an answer that says what is wrong.
func detail(raw []byte) string {
	var page struct {
		Error   json.RawMessage `json:"error"`
		Message string          `json:"message"`
	}
	if json.Unmarshal(raw, &page) != nil {
		return ""
	}
	var inner struct {
		Message string `json:"message"`
	}
	text := page.Message
	if json.Unmarshal(page.Error, &inner) == nil && inner.Message != "" {
		text = inner.Message
	} else {
		_ = json.Unmarshal(page.Error, &text) // else another form still
	}
	const most = 300
	if runes := []rune(text); len(runes) > most {
		text = string(runes[:most]) + "…"
	}
	return strings.Join(strings.Fields(text), " ")
}

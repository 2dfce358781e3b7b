//lint:file-ignore SA1019 sampling, roots and logging are deprecated, and clients use them

package conformance

import (
	"context"
	"fmt"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// questions are the tools that answer with a question, as the protocol version
// without sessions wants it: the client calls again with the answers.
func (s *set) questions() []fixture {
	const prefix = "test_input_required_result_"
	return []fixture{
		{name: prefix + "elicitation", about: "Asks the user for a name.", run: askName},
		{name: prefix + "sampling", about: "Asks the client's model.", run: askModel},
		{name: prefix + "list_roots", about: "Asks for the client's folders.", run: askRoots},
		{name: prefix + "request_state", about: "Asks, and wants its state back.", run: s.askConfirm},
		{name: prefix + "tampered_state", about: "Asks, and refuses a state that is not its own.", run: s.askConfirm},
		{name: prefix + "multiple_inputs", about: "Asks three things at once.", run: s.askAll},
		{name: prefix + "multi_round", about: "Asks twice.", run: s.askTwice},
		{name: prefix + "capabilities", about: "Asks only what the client says that it can answer.", run: askPossible},
	}
}

// asks answers with questions.
func asks(state string, questions mcp.InputRequestMap) *mcp.CallToolResult {
	return &mcp.CallToolResult{InputRequests: questions, RequestState: state}
}

// form asks the user for one field.
func form(message, field, kind string) *mcp.ElicitParams {
	return &mcp.ElicitParams{Message: message, RequestedSchema: map[string]any{
		"type": "object", "properties": map[string]any{field: map[string]any{"type": kind}}, "required": []string{field},
	}}
}

func nameForm() *mcp.ElicitParams { return form("What is your name?", "name", "string") }

// accepted returns the fields that the user filled in, nil if there are none.
func accepted(answers mcp.InputResponseMap, key string) map[string]any {
	r, ok := answers[key].(*mcp.ElicitResult)
	if !ok || r == nil || r.Action != "accept" {
		return nil
	}
	return r.Content
}

func filledIn(answers mcp.InputResponseMap, key, field string) string {
	text, _ := accepted(answers, key)[field].(string)
	return text
}

// modelSaid returns the text that the client's model answered with.
func modelSaid(answers mcp.InputResponseMap, key string) (string, bool) {
	r, ok := answers[key].(*mcp.CreateMessageWithToolsResult)
	if !ok || r == nil {
		return "", false
	}
	for _, c := range r.Content {
		if t, ok := c.(*mcp.TextContent); ok {
			return t.Text, true
		}
	}
	return "", false
}

func askName(_ context.Context, r *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if name := filledIn(r.Params.InputResponses, "user_name", "name"); name != "" {
		return says("Hello, " + name + "!"), nil
	}
	return asks("", mcp.InputRequestMap{"user_name": nameForm()}), nil
}

func askModel(_ context.Context, r *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if text, ok := modelSaid(r.Params.InputResponses, "capital_question"); ok {
		return says("The model said: " + text), nil
	}
	return asks("", mcp.InputRequestMap{"capital_question": question("What is the capital of France?")}), nil
}

func askRoots(_ context.Context, r *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if roots, ok := r.Params.InputResponses["client_roots"].(*mcp.ListRootsResult); ok && roots != nil {
		return says(fmt.Sprintf("The client has %d roots.", len(roots.Roots))), nil
	}
	return asks("", mcp.InputRequestMap{"client_roots": &mcp.ListRootsParams{}}), nil
}

func badState() error {
	return &jsonrpc.Error{Code: jsonrpc.CodeInvalidParams, Message: "requestState is not what this server gave out"}
}

func (s *set) askConfirm(_ context.Context, r *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	const asked = "asked"
	if state := r.Params.RequestState; state != "" {
		if said, ok := unseal(s.key, state); !ok || said != asked {
			return nil, badState()
		}
		if accepted(r.Params.InputResponses, "confirm") != nil {
			return says("state-ok: confirmed, and the state came back as it was."), nil
		}
	} else if r.Params.InputResponses["confirm"] != nil {
		return nil, badState()
	}
	return asks(seal(s.key, asked), mcp.InputRequestMap{"confirm": form("Please confirm.", "ok", "boolean")}), nil
}

func (s *set) askAll(_ context.Context, r *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	answers := r.Params.InputResponses
	name := filledIn(answers, "user_name", "name")
	greeting, greeted := modelSaid(answers, "greeting")
	roots, listed := answers["client_roots"].(*mcp.ListRootsResult)
	if name != "" && greeted && listed && roots != nil {
		return says(fmt.Sprintf("%s %s, %d roots.", greeting, name, len(roots.Roots))), nil
	}
	return asks(seal(s.key, "all"), mcp.InputRequestMap{
		"user_name": nameForm(), "greeting": question("Greet somebody."), "client_roots": &mcp.ListRootsParams{},
	}), nil
}

// askTwice keeps the first answer in the state: nothing else remembers it.
func (s *set) askTwice(_ context.Context, r *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if r.Params.RequestState == "" {
		return asks(seal(s.key, ""), mcp.InputRequestMap{"step1": form("Step 1: What is your name?", "name", "string")}), nil
	}
	name, ok := unseal(s.key, r.Params.RequestState)
	if !ok {
		return nil, badState()
	}
	if name == "" {
		if name = filledIn(r.Params.InputResponses, "step1", "name"); name == "" {
			name = "nobody"
		}
		return asks(seal(s.key, name), mcp.InputRequestMap{"step2": form("Step 2: What is your favorite color?", "color", "string")}), nil
	}
	return says(fmt.Sprintf("%s likes %s.", name, filledIn(r.Params.InputResponses, "step2", "color"))), nil
}

func askPossible(_ context.Context, r *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if len(r.Params.InputResponses) > 0 {
		return says("The questions were answered."), nil
	}
	able, questions := r.ClientCapabilities(), mcp.InputRequestMap{}
	if able != nil && able.Elicitation != nil {
		questions["user_name"] = nameForm()
	}
	if able != nil && able.Sampling != nil {
		questions["greeting"] = question("Greet somebody.")
	}
	if able != nil && able.RootsV2 != nil {
		questions["client_roots"] = &mcp.ListRootsParams{}
	}
	if len(questions) == 0 {
		return says("This client cannot be asked."), nil
	}
	return asks("", questions), nil
}

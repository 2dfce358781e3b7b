//lint:file-ignore SA1019 sampling, roots and logging are deprecated, and clients use them

package conformance

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// asking are the tools that ask the client while they run, as the protocol
// versions with sessions allow.
func asking() []fixture {
	const message = `{"type":"object","properties":{"message":{"type":"string"}}}`
	return []fixture{
		{
			name: "test_sampling", about: "Asks the client's model.",
			schema: `{"type":"object","properties":{"prompt":{"type":"string"}},"required":["prompt"]}`, run: sample,
		},
		{name: "test_elicitation", about: "Asks the user for a name.", schema: message, run: elicit(userSchema)},
		{name: "test_elicitation_sep1034_defaults", about: "Asks the user with a default for each field.", run: elicit(defaultsSchema)},
		{name: "test_elicitation_sep1330_enums", about: "Asks the user to choose, in each form that a choice has.", run: elicit(choicesSchema)},
	}
}

func sample(ctx context.Context, r *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	a, err := arguments[struct{ Prompt string }](r)
	if err != nil {
		return nil, err
	}
	got, err := r.Session.CreateMessage(ctx, question(a.Prompt))
	if err != nil {
		return fails("The client did not answer: " + err.Error()), nil
	}
	text, ok := got.Content.(*mcp.TextContent)
	if !ok {
		return fails("The client did not answer with a text."), nil
	}
	return says("LLM response: " + text.Text), nil
}

func question(text string) *mcp.CreateMessageParams {
	return &mcp.CreateMessageParams{
		Messages:  []*mcp.SamplingMessage{{Role: "user", Content: &mcp.TextContent{Text: text}}},
		MaxTokens: 100,
	}
}

func elicit(schema string) mcp.ToolHandler {
	return func(ctx context.Context, r *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		a, err := arguments[struct{ Message string }](r)
		if err != nil {
			return nil, err
		}
		if a.Message == "" {
			a.Message = "Please fill in the form."
		}
		got, err := r.Session.Elicit(ctx, &mcp.ElicitParams{Message: a.Message, RequestedSchema: json.RawMessage(schema)})
		if err != nil {
			return fails("The user was not asked: " + err.Error()), nil
		}
		content, err := json.Marshal(got.Content)
		if err != nil {
			return nil, err
		}
		return says(fmt.Sprintf("User response: action=%s, content=%s", got.Action, content)), nil
	}
}

const (
	userSchema = `{"type":"object","required":["username","email"],"properties":{
		"username":{"type":"string","description":"User's response"},
		"email":{"type":"string","description":"User's email address"}}}`

	defaultsSchema = `{"type":"object","properties":{
		"name":{"type":"string","description":"User name","default":"John Doe"},
		"age":{"type":"integer","description":"User age","default":30},
		"score":{"type":"number","description":"User score","default":95.5},
		"status":{"type":"string","description":"User status","enum":["active","inactive","pending"],"default":"active"},
		"verified":{"type":"boolean","description":"Verification status","default":true}}}`

	titles = `[{"const":"value1","title":"First Option"},{"const":"value2","title":"Second Option"},{"const":"value3","title":"Third Option"}]`

	choicesSchema = `{"type":"object","properties":{
		"untitledSingle":{"type":"string","enum":["option1","option2","option3"]},
		"titledSingle":{"type":"string","oneOf":` + titles + `},
		"legacyEnum":{"type":"string","enum":["opt1","opt2","opt3"],"enumNames":["Option One","Option Two","Option Three"]},
		"untitledMulti":{"type":"array","items":{"type":"string","enum":["option1","option2","option3"]}},
		"titledMulti":{"type":"array","items":{"anyOf":` + titles + `}}}}`
)

//lint:file-ignore SA1019 sampling, roots and logging are deprecated, and clients use them

package conformance

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// changes are the tools that change what a client finds, and the one that
// wants more of a client than it may offer.
func (s *set) changes() []fixture {
	return []fixture{
		{name: "test_trigger_tool_change", about: "Changes the list of tools.", run: func(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			s.addTool(fixture{name: "test_passing_tool", about: "Comes and goes.", run: func(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
				return says("here"), nil
			}})
			s.server.RemoveTools("test_passing_tool")
			return says("The list of tools has changed."), nil
		}},
		{name: "test_trigger_prompt_change", about: "Changes the list of prompts.", run: func(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			s.server.AddPrompt(&mcp.Prompt{Name: "test_passing_prompt"}, prompt(&mcp.TextContent{Text: "here"}))
			s.server.RemovePrompts("test_passing_prompt")
			return says("The list of prompts has changed."), nil
		}},
		{name: "test_missing_capability", about: "Needs a client that has a model.", run: needsModel},
	}
}

func needsModel(_ context.Context, r *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if c := r.ClientCapabilities(); c != nil && c.Sampling != nil {
		return says("The client has a model."), nil
	}
	data, err := json.Marshal(mcp.MissingRequiredClientCapabilityData{
		RequiredCapabilities: &mcp.ClientCapabilities{Sampling: &mcp.SamplingCapabilities{}},
	})
	if err != nil {
		return nil, err
	}
	return nil, &jsonrpc.Error{Code: mcp.CodeMissingRequiredClientCapabilities, Message: "this tool needs a client that offers sampling", Data: data}
}

// schemas are tools with unusual descriptions of their arguments.
func schemas() []fixture {
	echo := func(_ context.Context, r *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return says(fmt.Sprintf("called with %s", r.Params.Arguments)), nil
	}
	return []fixture{
		{name: "json_schema_2020_12_tool", about: "Has a schema that uses what JSON Schema 2020-12 brought.", run: echo, schema: `{
			"$schema":"https://json-schema.org/draft/2020-12/schema","type":"object",
			"$defs":{"address":{"$anchor":"addressDef","type":"object","properties":{"street":{"type":"string"},"city":{"type":"string"}}}},
			"properties":{"name":{"type":"string"},"address":{"$ref":"#/$defs/address"},
				"contactMethod":{"type":"string","enum":["phone","email"]},"phone":{"type":"string"},"email":{"type":"string"}},
			"allOf":[{"anyOf":[{"required":["phone"]},{"required":["email"]}]}],
			"if":{"properties":{"contactMethod":{"const":"phone"}},"required":["contactMethod"]},
			"then":{"required":["phone"]},"else":{"required":["email"]},"additionalProperties":false}`},
		{name: "test_x_mcp_header", about: "Has an argument that is repeated in a header.", run: echo, schema: `{
			"type":"object","properties":{
				"region":{"type":"string","x-mcp-header":"Region"},"level":{"type":"integer"}}}`},
	}
}

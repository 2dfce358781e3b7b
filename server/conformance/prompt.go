package conformance

import (
	"context"
	"fmt"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

func (s *set) addPrompts(m *mcp.Server) {
	argument := func(name string) *mcp.PromptArgument {
		return &mcp.PromptArgument{Name: name, Description: "Serves a test.", Required: true}
	}
	m.AddPrompt(&mcp.Prompt{Name: "test_simple_prompt", Description: "A text."},
		prompt(&mcp.TextContent{Text: "This is a simple prompt for testing."}))
	m.AddPrompt(&mcp.Prompt{Name: "test_prompt_with_image", Description: "A picture and a text."},
		prompt(image(), &mcp.TextContent{Text: "Please look at the picture."}))
	m.AddPrompt(&mcp.Prompt{
		Name: "test_prompt_with_arguments", Description: "A text with two arguments.",
		Arguments: []*mcp.PromptArgument{argument("arg1"), argument("arg2")},
	}, func(ctx context.Context, r *mcp.GetPromptRequest) (*mcp.GetPromptResult, error) {
		a := r.Params.Arguments
		return prompt(&mcp.TextContent{Text: fmt.Sprintf("Prompt with arguments: arg1='%s', arg2='%s'", a["arg1"], a["arg2"])})(ctx, r)
	})
	m.AddPrompt(&mcp.Prompt{
		Name: "test_prompt_with_embedded_resource", Description: "A resource and a text.",
		Arguments: []*mcp.PromptArgument{argument("resourceUri")},
	}, func(ctx context.Context, r *mcp.GetPromptRequest) (*mcp.GetPromptResult, error) {
		return prompt(embedded(r.Params.Arguments["resourceUri"], "Embedded resource content for testing."),
			&mcp.TextContent{Text: "Please process the embedded resource above."})(ctx, r)
	})
	m.AddPrompt(&mcp.Prompt{Name: "test_input_required_result_prompt", Description: "Asks before it answers."}, askContext)
}

func prompt(contents ...mcp.Content) mcp.PromptHandler {
	return func(context.Context, *mcp.GetPromptRequest) (*mcp.GetPromptResult, error) {
		r := &mcp.GetPromptResult{}
		for _, c := range contents {
			r.Messages = append(r.Messages, &mcp.PromptMessage{Role: "user", Content: c})
		}
		return r, nil
	}
}

func askContext(ctx context.Context, r *mcp.GetPromptRequest) (*mcp.GetPromptResult, error) {
	if said := filledIn(r.Params.InputResponses, "user_context", "context"); said != "" {
		return prompt(&mcp.TextContent{Text: "Context: " + said})(ctx, r)
	}
	return &mcp.GetPromptResult{InputRequests: mcp.InputRequestMap{"user_context": form("What is it about?", "context", "string")}}, nil
}

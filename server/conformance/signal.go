//lint:file-ignore SA1019 sampling, roots and logging are deprecated, and clients use them

package conformance

import (
	"context"
	"fmt"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// pause stands between two signals, so that they are two events.
const pause = 50 * time.Millisecond

// signals send something before they answer.
func signals() []fixture {
	return []fixture{
		{name: "test_tool_with_logging", about: "Logs three lines.", run: logging},
		{name: "test_logging_tool", about: "Logs a line to clients that ask for lines.", run: func(ctx context.Context, r *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			return says("A line was logged for whoever wants it."), logLine(ctx, r, "called")
		}},
		{name: "test_tool_with_progress", about: "Tells its progress three times.", run: progress},
		{name: "test_streaming_elicitation", about: "Answers on a stream that holds no requests.", run: func(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			return says("There was nothing to ask."), nil
		}},
		{name: "test_reconnection", about: "Ends the stream; the answer is found by those who come back.", run: reconnection},
	}
}

func logLine(ctx context.Context, r *mcp.CallToolRequest, text string) error {
	return r.Session.Log(ctx, &mcp.LoggingMessageParams{Level: "info", Data: text})
}

func logging(ctx context.Context, r *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	for i, line := range []string{"Tool execution started", "Tool processing data", "Tool execution completed"} {
		if i > 0 {
			time.Sleep(pause)
		}
		if err := logLine(ctx, r, line); err != nil {
			return nil, err
		}
	}
	return says("Three lines were logged."), nil
}

func progress(ctx context.Context, r *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	token := r.Params.GetProgressToken()
	for i, done := range []float64{0, 50, 100} {
		if i > 0 {
			time.Sleep(pause)
		}
		err := notify(ctx, r, done, 100)
		if err != nil {
			return nil, err
		}
	}
	return says(fmt.Sprint(token)), nil
}

// notify tells progress to a client that asked for it.
func notify(ctx context.Context, r *mcp.CallToolRequest, done, total float64) error {
	token := r.Params.GetProgressToken()
	if token == nil {
		return nil
	}
	return r.Session.NotifyProgress(ctx, &mcp.ProgressNotificationParams{
		ProgressToken: token, Progress: done, Total: total, Message: fmt.Sprintf("step %g of %g", done, total),
	})
}

func reconnection(_ context.Context, r *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if r.Extra != nil && r.Extra.CloseSSEStream != nil {
		r.Extra.CloseSSEStream(mcp.CloseSSEStreamArgs{RetryAfter: 10 * time.Millisecond})
		time.Sleep(2 * pause)
	}
	return says("The client came back for this."), nil
}

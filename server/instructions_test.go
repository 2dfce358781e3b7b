package server

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/unodesk/unodesk/server/document"
)

func TestInstructions(t *testing.T) {
	many := func(n int) func(context.Context) ([]document.Info, error) {
		return func(context.Context) ([]document.Info, error) {
			docs := make([]document.Info, n)
			for i := range docs {
				docs[i] = document.Info{Name: fmt.Sprint(strings.Repeat("Ähre ", 50), i), UID: "0123456789ab-" + fmt.Sprint(i), DocType: "writer", IsActive: i == 0}
			}
			return docs, nil
		}
	}
	for _, tt := range []struct {
		name string
		o    Options
		want []string
	}{
		{"nothing open", Options{Documents: many(0)}, []string{"No document is open", "find_tools", "call_tool", "get_guidance", "document_url", time.Now().Weekday().String()}},
		{"one", Options{Documents: reading("calc")}, []string{`"calc" (calc, uid tag-calc)`}},
		{"many", Options{Documents: many(90)}, []string{"uid 0123456789ab-0, active", " and 85 more", "get_job_result."}},
		{"busy", Options{Documents: func(context.Context) ([]document.Info, error) { return nil, errors.New("busy") }}, []string{"busy"}},
		{"flat, read-only", Options{Settings: func() Settings { return Settings{ToolMode: "direct_flat", ReadOnly: true} }}, []string{"All tools", "reading only"}},
		{"discovery", Options{Settings: func() Settings { return Settings{ToolMode: "direct_discovery"} }}, []string{"by their names"}},
		{"small", Options{Settings: func() Settings { return Settings{Profile: "small"} }}, []string{"all that the user allows"}},
	} {
		s := started(t, tt.o)
		answer := decoded[struct {
			Result struct{ Instructions string }
		}](t, post(t, s, initRequest)).Result.Instructions
		if n := utf8.RuneCountInString(answer); n >= maxInstructions {
			t.Errorf("%s: %d characters", tt.name, n)
		}
		for _, part := range tt.want {
			if !strings.Contains(answer, part) {
				t.Errorf("%s: %q is not in %s", tt.name, part, answer)
			}
		}
	}
}

// Clients hear that other tools are listed, because of what is open and because
// of the settings; and hear nothing while nothing changes.
func TestListChanged(t *testing.T) {
	t.Parallel() // it waits
	var kind, mode atomic.Value
	kind.Store("writer")
	mode.Store("delegate")
	office := newTeller()
	s := started(t, Options{
		Tools:     shelf(),
		Events:    office,
		Documents: func(c context.Context) ([]document.Info, error) { return reading(kind.Load().(string))(c) },
		Settings:  func() Settings { return Settings{ToolMode: mode.Load().(string)} },
	})
	heard := make(chan string, 10)
	client := mcp.NewClient(&mcp.Implementation{Name: "t", Version: "1"}, &mcp.ClientOptions{
		ToolListChangedHandler: func(_ context.Context, r *mcp.ToolListChangedRequest) { heard <- "changed" },
	})
	session, err := client.Connect(t.Context(), &mcp.StreamableClientTransport{Endpoint: s.Address()}, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer session.Close()
	if _, err := session.ListTools(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	time.Sleep(settingsTime + settingsTime/2)
	for len(heard) > 0 {
		<-heard
	}
	for _, change := range []func(){func() { kind.Store("calc"); office.tellOpened() }, func() { mode.Store("direct_flat") }} {
		change()
		select {
		case <-heard:
		case <-time.After(5 * settingsTime):
			t.Fatal("nobody told")
		}
	}
	time.Sleep(settingsTime + settingsTime/2)
	if len(heard) > 0 {
		t.Error("told without a change")
	}
}

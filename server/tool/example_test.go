package tool_test

import (
	"context"
	"fmt"

	"github.com/unodesk/unodesk/server/tool"
)

// Side is an end of a list. A named string type with Values is an enum.
type Side string

// Values lists the sides.
func (Side) Values() []string { return []string{"first", "last"} }

type pickArgs struct {
	From []string `json:"from" jsonschema:"what to pick from"`
	Side Side     `json:"side,omitempty" jsonschema:"which one to pick"`
}

type pickResult struct {
	Picked string `json:"picked"`
}

func pick(_ context.Context, _ *tool.Call, a pickArgs) (pickResult, error) {
	if a.Side == "last" {
		return pickResult{a.From[len(a.From)-1]}, nil
	}
	return pickResult{a.From[0]}, nil
}

func Example() {
	set := tool.Set{tool.Define(tool.Spec{
		Name:        "pick_one",
		Title:       "Pick one",
		Description: "Picks the first or last of several texts.",
		Domain:      "examples",
		Family:      tool.Common,
		Effect:      tool.Reads,
		Undo:        tool.NotNeeded,
		NoDocument:  true,
		Refine:      []tool.Refinement{tool.NotEmpty("from"), tool.Default("side", "first")},
	}, pick)}
	catalog, err := set.Compile(tool.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, arguments := range []string{`{"from":["a","b"],"side":"last"}`, `{"from":"a"}`, `{"form":"a"}`} {
		r := catalog.Call(context.Background(), tool.NewCall(tool.CallOptions{}), "pick_one", []byte(arguments))
		fmt.Printf("%.28s…\n", r.JSON)
	}
	// Output:
	// {"status":"ok","picked":"b",…
	// {"status":"ok","picked":"a",…
	// {"status":"error","code":"VA…
}

package tool

import (
	"bytes"
	"encoding/json"
	"reflect"
	"testing"
)

// FuzzSplice takes objects apart and compares the members with those that the
// JSON decoder finds.
func FuzzSplice(f *testing.F) {
	for _, s := range []string{
		`{}`, `{"a":1}`, `{"a":"x","b":[1,{"c":"]}"}],"d":null}`, `{"q\"uote":"a\\","b":"\\\"","c":""}`,
		`{"":{},"x":[],"y":[[]],"z":-1.5e3}`, `{"ü":"<p>\u003c\n</p>","t":true}`,
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		var compact bytes.Buffer
		var want map[string]json.RawMessage
		if json.Compact(&compact, []byte(s)) != nil || json.Unmarshal(compact.Bytes(), &want) != nil || want == nil {
			return
		}
		a, err := answer{}.splice(compact.Bytes())
		if err != nil {
			t.Fatalf("%s: %v", s, err)
		}
		got := map[string]json.RawMessage{}
		for _, m := range a {
			got[m.name] = m.raw
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%s: got %s, want %s", s, got, want)
		}
	})
}

package config_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"

	"github.com/unodesk/unodesk/app/config"
	"github.com/unodesk/unodesk/app/config/configtest"
)

// random makes settings files as people, editors and broken disks do.
type random struct{ *rand.Rand }

func newRandom() random { return random{rand.New(rand.NewPCG(4, 20))} }

// file returns a file: settings with good and wrong values and other things between them, which in about every second
// case is damaged.
func (r random) file() []byte {
	var members []string
	add := func(key string, value any) {
		name, _ := json.Marshal(key)
		members = append(members, fmt.Sprintf("%s: %s", name, encoded(value)))
	}
	if r.IntN(3) > 0 {
		add("version", r.version())
	}
	for _, f := range config.Fields() {
		if r.IntN(3) == 0 {
			add(f.Key, r.value(f))
		}
	}
	for range r.IntN(4) {
		add(r.pick("my note", "mcp.tunnel", "x", "", "ключ", "mcp.mcp_port ", "$schema"), r.anything(3))
	}
	if r.IntN(4) == 0 {
		add("mcp", map[string]any{"mcp_port": r.anything(1), "mcp_enabled": r.anything(0), "other": r.anything(2)})
	}
	r.Shuffle(len(members), func(i, j int) { members[i], members[j] = members[j], members[i] })
	end := r.pick("\n", "\r\n", "", "\n\n")
	text := "{" + end + strings.Join(members, ","+end) + end + "}" + end
	if r.IntN(6) == 0 {
		text = "\ufeff" + text
	}
	if r.IntN(2) == 0 {
		return []byte(text)
	}
	return r.damaged([]byte(text))
}

func (r random) version() any {
	if r.IntN(8) == 0 {
		return r.anything(1)
	}
	return r.IntN(4)
}

// value returns something for a setting, which suits it more often than not.
func (r random) value(f config.Field) any {
	s, err := configtest.Of(f)
	if err != nil {
		panic(err) // a test of its own says so
	}
	switch n := r.IntN(10); {
	case n < 5:
		return written(f, s.Good[r.IntN(len(s.Good))])
	case n < 8:
		return written(f, s.Bad[r.IntN(len(s.Bad))])
	default:
		return r.anything(2)
	}
}

// anything returns a JSON value of that depth at most.
func (r random) anything(depth int) any {
	switch n := r.IntN(9); {
	case n == 0:
		return nil
	case n == 1:
		return r.IntN(2) == 0
	case n == 2:
		return r.IntN(1 << 20)
	case n == 3:
		return json.RawMessage(r.pick("-1", "1e3", "2.50", "123456789012345678901234567890", "1e999"))
	case n < 7 || depth == 0:
		return r.pick("", "text", "8765", "true", "名前", "a\x00b", "line\nline", "\u2028", strings.Repeat("y", 3000))
	case n == 7:
		list := make([]any, r.IntN(4))
		for i := range list {
			list[i] = r.anything(depth - 1)
		}
		return list
	default:
		return map[string]any{r.pick("a", "", "mcp_port"): r.anything(depth - 1), "b": r.anything(depth - 1)}
	}
}

// damaged returns a file that was cut off, overwritten in part, or edited with a slip.
func (r random) damaged(text []byte) []byte {
	at := r.IntN(len(text))
	switch r.IntN(6) {
	case 0:
		return text[:at]
	case 1:
		text[at] = byte(r.IntN(256))
		return text
	case 2:
		return append(text[:at:at], make([]byte, len(text)-at)...) // the disk was full
	case 3:
		return append(text, text[at:]...)
	case 4:
		return bytes.Replace(text, []byte(","), []byte(",,"), 1)
	default:
		return bytes.Replace(text, []byte(`"`), nil, 1)
	}
}

func (r random) pick(words ...string) string { return words[r.IntN(len(words))] }

func encoded(v any) []byte {
	data, err := json.Marshal(v)
	if err != nil {
		panic(err) // what is made here always encodes
	}
	return data
}

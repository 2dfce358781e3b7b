package urp

import (
	"fmt"
	"strings"
	"testing"
)

// Each case is a sequence of events on one thread id, after urp.md 4:
//
//	+a      we send request a
//	=a      a reply comes; it must be the one to a
//	=?      a reply comes that nothing waits for
//	<b      the office calls us (callback b)
//	>b      we answer; the innermost callback must be b and its turn have come
//	!b      callback b is innermost, but must wait
//	.       nothing waits in either direction
func TestThread(t *testing.T) {
	for name, events := range map[string]string{
		"one call":                         "+a =a .",
		"pipeline":                         "+a +b +c =a =b =c .",
		"reply to nothing":                 "=? +a =a =? .",
		"callback":                         "+a <b >b =a .",
		"callback of no call":              "<b >b .",
		"two callbacks in a row":           "+a <b >b <c >c =a .",
		"nested call":                      "+a <b +c =c >b =a .",
		"two nested calls":                 "+a <b +c +d =c =d >b =a .",
		"answer while a nested call waits": "+a <b +c !b =c >b =a .",
		"callback inside a nested call":    "+a <b +c <d >d =c >b =a .",
		"three levels":                     "+a <b +c <d +e <f +g =g >f =e >d =c >b =a .",
		"Main":                             "<notify +a +b =a =b >notify .",
		"Main with a listener":             "<notify +a <event >event =a >notify .",
		// A request that was queued behind one that calls back runs nested in the
		// callback, before our answer.
		"queued call":                   "+a +b <c !c =b >c =a .",
		"queued calls":                  "+a +b +c <d !d =b !d =c >d =a .",
		"queued call fails like others": "+a +b <c =b >c =a +d =d .",
		"queued call calls back":        "+a +b <c !c <d >d =b >c =a .",
		"queued calls, both call back":  "+a +b +c <d !d <e !e =c >e =b >d =a .",
		// A second callback of the queued call, after its first was answered.
		"queued call calls back twice": "+a +b <c <d >d <e >e =b >c =a .",
		// The last of a queue calls back while those before it are done.
		"callback of the last":       "+a +b =a <c >c =b .",
		"callback of the middle":     "+a +b +c =a <d !d =c >d =b .",
		"Main with a pipeline":       "<notify +a +b +c <event !event =b =c >event =a >notify .",
		"Main inside Main's dialog":  "<notify +dialog <second +a =a >second =dialog >notify .",
		"nested call behind a queue": "+a +b <c =b +d =d >c =a .",
	} {
		t.Run(name, func(t *testing.T) { play(t, strings.Fields(events)) })
	}
}

func play(t *testing.T, events []string) {
	t.Helper()
	var thread Thread[string, string]
	for i, event := range events {
		fail := func(format string, args ...any) {
			t.Helper()
			t.Fatalf("%s, after %v: %s", event, events[:i], fmt.Sprintf(format, args...))
		}
		record := event[1:]
		inner, turn, any := thread.Innermost()
		switch event[0] {
		case '+':
			thread.Called(record)
		case '<':
			thread.Entered(record)
		case '=':
			got, ok := thread.Replied()
			if ok != (record != "?") || ok && got != record {
				fail("the reply is for %q, %v", got, ok)
			}
		case '>':
			if !any || !turn || inner != record {
				fail("innermost is %q, turn %v, %v", inner, turn, any)
			}
			thread.Answered()
		case '!':
			if !any || turn || inner != record {
				fail("innermost is %q, turn %v, %v", inner, turn, any)
			}
		case '.':
			if !thread.Idle() {
				fail("not idle: %v wait", thread.Waiting())
			}
		}
	}
}

//go:build unix

package cases

import (
	"testing"

	"github.com/unodesk/unodesk/server/servertest"
)

// A redo brings back lists as they were made: a list style that the edit itself
// set up would come back with numbers for bullets.
func TestListsAreDoneAgain(t *testing.T) {
	r := servertest.New(t)
	for name, content := range map[string]string{
		"bullets behind text": "<p>after it</p><ul><li>item</li></ul>",
		"bullets":             "<ul><li>item</li></ul>",
		"numbers":             "<ol><li>item</li></ol>",
		"in a cell":           "<table><tr><td><ul><li>item</li></ul></td></tr></table>",
	} {
		t.Run(name, func(t *testing.T) {
			model, uid := r.Open("swriter")
			r.OK("apply_document_content", props{"document_url": uid, "target": "end", "content": []string{"text"}})
			takenBack(t, r, model, "apply_document_content", props{"document_url": uid, "target": "end", "content": []string{content}})
		})
	}
}

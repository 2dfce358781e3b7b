//go:build unix

package cases

import (
	"testing"

	"github.com/unodesk/unodesk/server/servertest"
)

// Formulas between TeX's delimiters become formulas that can be edited, wherever
// they are written; amounts of money stay text.
func TestMath(t *testing.T) {
	r := servertest.New(t)
	for name, c := range map[string]struct {
		args     props
		formulas []string
		want     []string
	}{
		"in a line":  {props{"target": "end", "content": []string{`<p>We have \(x^2\) and $\frac{1}{2}$ for $100 each.</p>`}}, []string{"x ^{2}", "{{1} over {2}}"}, []string{"Standard: here", "Standard: We have  and  for $100 each."}},
		"on its own": {props{"target": "end", "content": []string{`Before $$a = b$$ after`}}, []string{"a = b"}, []string{"Standard: here", "Standard: Before", "Standard: ", "Standard: after"}},
		"replacing":  {props{"old_content": "here", "content": []string{`$\pi$ there`}}, []string{"%pi"}, []string{"Standard:  there"}},
		"markdown":   {props{"target": "end", "content": []string{"# Head\n\n- $a_1$\n- \\(b_2\\)\n"}}, []string{"a _{1}", "b _{2}"}, []string{"Standard: here", "Heading 1: Head", "1 Standard: ", "1 Standard: "}},
		"plain":      {props{"target": "end", "format": "plain", "content": []string{`$x$`}}, nil, []string{"Standard: here", "Standard: $x$"}},
		"in a table": {props{"target": "end", "content": []string{`<table><tr><td>$x_1$</td></tr></table>`}}, []string{"x _{1}"}, []string{"Standard: here", "table A1=Table Contents: ", "Standard: "}},
	} {
		t.Run(name, func(t *testing.T) {
			model, uid := r.Open("swriter")
			defer r.Do(model, "com.sun.star.util.XCloseable", "close", true)
			r.OK("apply_document_content", props{"document_url": uid, "target": "end", "content": []string{"here"}})
			before, steps := outline(r, body(r, model)), len(undoTitles(r, model))
			c.args["document_url"] = uid
			r.OK("apply_document_content", c.args)
			equal(t, "paragraphs", outline(r, body(r, model)), c.want)
			var formulas []string
			all := r.Object(model, "com.sun.star.text.XTextEmbeddedObjectsSupplier", "getEmbeddedObjects")
			for i := range int(r.Do(all, "com.sun.star.container.XIndexAccess", "getCount").(int32)) {
				o := r.Object(all, "com.sun.star.container.XIndexAccess", "getByIndex", i)
				formula := r.Object(o, "com.sun.star.document.XEmbeddedObjectSupplier", "getEmbeddedObject")
				formulas = append(formulas, r.Do(formula, iProps, "getPropertyValue", "Formula").(string))
			}
			equal(t, "formulas", formulas, c.formulas)
			equal(t, "undo steps added", len(undoTitles(r, model))-steps, 1)
			undoOnce(r, model)
			equal(t, "after one undo", outline(r, body(r, model)), before)
		})
	}
}

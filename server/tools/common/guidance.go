package common

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/unodesk/unodesk/server/document"
	"github.com/unodesk/unodesk/server/tool"
)

// guidance holds the manual: one file a topic, some of them for one kind of
// document.
//
//go:embed guidance/*.md
var guidance embed.FS

// topic is one text of the manual.
type topic struct {
	name, about string
	kinds       []string // of documents that it is for; none means all
	files       []string // that it is made of
}

var topics = []topic{
	{"editing", "how to change a text document, and how to know that it worked", []string{document.Writer}, []string{"editing", "writer-editing"}},
	{"editing", "how to change a spreadsheet, and how to know that it worked", []string{document.Calc}, []string{"editing", "calc-editing"}},
	{"editing", "how to change documents, and how to know that it worked", nil, []string{"editing"}},
	{"editing-html", "what HTML is read and written", []string{document.Writer}, []string{"writer-html"}},
	{"review-modes", "tracked changes, and what the user reviews", []string{document.Writer}, []string{"review-modes"}},
	{"search", "where is searched, and what to do with matches", []string{document.Writer}, []string{"search"}},
	{"navigation", "long documents", []string{document.Writer}, []string{"navigation"}},
	{"images", "how to see pages and cells, and what becomes of pictures", nil, []string{"images"}},
	{"concurrency", "several documents, several programs, and the user", nil, []string{"concurrency"}},
}

// aliases are other names of topics.
var aliases = map[string]string{
	"edit": "editing", "edits": "editing", "translation": "editing", "translate": "editing",
	"apply": "editing-html", "apply-document-content": "editing-html", "html": "editing-html", "html-rules": "editing-html", "styles": "editing-html",
	"tracked-changes": "review-modes", "redlines": "review-modes", "review": "review-modes", "review-mode": "review-modes",
	"find": "search", "search-in-document": "search",
	"navigate": "navigation", "outline": "navigation", "large-documents": "navigation",
	"image": "images", "pictures": "images", "picture": "images", "crop": "images", "vision": "images",
	"429": "concurrency", "rate-limit": "concurrency", "documents": "concurrency", "multi-document": "concurrency", "document-url": "concurrency",
}

// manual is the tool that gives the texts out.
func manual(d *document.Desktop) tool.Set {
	t := documentTools{d}
	return tool.Set{
		tool.Define(tool.Spec{
			Name: "get_guidance", Title: "Read the manual",
			Description: "The manual for these tools. Read the topic editing before the first edit.",
			Domain:      "documents", Family: tool.Common, Tier: tool.Essential, Effect: tool.Reads, Undo: tool.NotNeeded, NoDocument: true,
			Example: `{"topic": "editing"}`,
		}, t.guidance),
	}
}

type guidanceArgs struct {
	Topic string `json:"topic,omitempty" jsonschema:"unset: list the topics"`
}

type guidanceResult struct {
	DocType  string   `json:"doc_type"` // of the document that was looked at, or "none"
	Topics   []string `json:"topics,omitempty"`
	Index    string   `json:"index,omitempty"`
	Topic    string   `json:"topic,omitempty"`
	Guidance string   `json:"guidance,omitempty"`
	Now      string   `json:"current_local_datetime,omitempty"`
}

func (t documentTools) guidance(ctx context.Context, c *tool.Call, a guidanceArgs) (guidanceResult, error) {
	r := guidanceResult{DocType: "none"}
	doc, err := t.d.For(ctx, c, "", false)
	var missing tool.Coded
	switch {
	case err == nil:
		r.DocType = doc.DocType
	case c.Explicit() && errors.As(err, &missing) && missing.Code() == document.CodeDocumentNotFound:
		return r, err
	} // without an office or a document, the manual is for all kinds
	have := topicsFor(r.DocType)
	if a.Topic == "" {
		var index strings.Builder
		for _, topic := range have {
			r.Topics = append(r.Topics, topic.name)
			fmt.Fprintf(&index, "%s: %s\n", topic.name, topic.about)
		}
		r.Index, r.Now = index.String(), Clock(time.Now())
		return r, nil
	}
	want := strings.NewReplacer(" ", "-", "_", "-").Replace(strings.ToLower(strings.TrimSpace(a.Topic)))
	if real := aliases[want]; real != "" {
		want = real
	}
	var names []string
	for _, topic := range have {
		if topic.name == want {
			r.Topic = want
			r.Guidance, err = topic.text()
			return r, err
		}
		names = append(names, topic.name)
	}
	return r, tool.Errorf(tool.CodeUnknownTopic, "there is no topic %q; the topics are %s", a.Topic, strings.Join(names, ", ")).With("topics", names)
}

// topicsFor lists the topics for a kind of document, each once.
func topicsFor(kind string) []topic {
	var out []topic
	for _, t := range topics {
		if len(t.kinds) > 0 && !slices.Contains(t.kinds, kind) {
			continue
		}
		if !slices.ContainsFunc(out, func(o topic) bool { return o.name == t.name }) {
			out = append(out, t)
		}
	}
	return out
}

func (t topic) text() (string, error) {
	var parts []string
	for _, file := range t.files {
		b, err := guidance.ReadFile("guidance/" + file + ".md")
		if err != nil {
			return "", err
		}
		parts = append(parts, string(b))
	}
	return strings.Join(parts, "\n"), nil
}

// Clock tells a model what time it is.
func Clock(now time.Time) string {
	zone, _ := now.Zone()
	return fmt.Sprintf("It is %s, %s (%s).", now.Weekday(), now.Format("2006-01-02T15:04:05"), zone)
}

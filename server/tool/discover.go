package tool

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// The tools that find and call the others.
const (
	FindTools = "find_tools"
	CallTool  = "call_tool"
)

// Discovery returns the tools that find and call the others in the catalog.
func Discovery() Set {
	return Set{
		Define(Spec{
			Name: FindTools, Title: "Find tools",
			Description: "Finds further tools by domain or words or, by name, one's schema and example. Without arguments: the domains.",
			Domain:      "tools", Family: Common, Effect: Reads, Undo: NotNeeded, NoDocument: true,
			Refine:  []Refinement{Default("limit", 20), Range("limit", 1, 50)},
			Example: `{"query": "filter rows"}`,
		}, find),
		forwarding(Spec{
			Name: CallTool, Title: "Call tool",
			Description: "Calls any tool by name, also one that is not listed; find_tools tells its arguments.",
			Domain:      "tools", Family: Common, Effect: Destroys, Undo: None, NoDocument: true,
			Example: `{"name": "clear_sheet_filter", "arguments": {"range": ["A1:D40"]}}`,
		}),
	}
}

type findArgs struct {
	Domain string `json:"domain,omitempty" jsonschema:"as listed"`
	Query  string `json:"query,omitempty" jsonschema:"words"`
	Name   string `json:"name,omitempty" jsonschema:"a tool"`
	Limit  int    `json:"limit,omitempty" jsonschema:"most entries"`
	Cursor string `json:"cursor,omitempty" jsonschema:"next_cursor"`
}

// found is an answer of find_tools: domains, entries or one tool.
type found struct {
	Domains []domainEntry `json:"available_domains,omitempty"`
	Tools   []toolEntry   `json:"tools"`
	Total   int           `json:"total"`
	Next    string        `json:"next_cursor,omitempty"`
	Tool    *toolDetail   `json:"tool,omitempty"`
}

type domainEntry struct {
	Domain      Domain `json:"domain"`
	Description string `json:"description"`
	Tools       int    `json:"tools"`
}

// toolEntry is a tool in short.
type toolEntry struct {
	Name        string `json:"name"`
	Description string `json:"description"`
	Domain      Domain `json:"domain"`
	Kind        Family `json:"document_kind,omitempty"` // "" for documents of every kind
	Effect      string `json:"effect"`
	Available   bool   `json:"available"` // a document of this kind is open
}

// toolDetail is all about one tool.
type toolDetail struct {
	toolEntry
	Why     string          `json:"why_unavailable,omitempty"`
	Schema  any             `json:"input_schema"`
	Example json.RawMessage `json:"example,omitempty"`
}

func find(ctx context.Context, c *Call, a findArgs) (found, error) {
	open := c.catalog.o.Kinds(ctx)
	if a.Name != "" {
		return c.catalog.detail(c.o.Access, open, strings.TrimSpace(a.Name))
	}
	allowed := c.catalog.allowed(c.o.Access)
	if a.Domain == "" && strings.TrimSpace(a.Query) == "" {
		return found{Tools: []toolEntry{}, Domains: domainsOf(allowed)}, nil
	}
	domain := Domain(strings.ToLower(strings.TrimSpace(a.Domain)))
	if have := domainsOf(allowed); domain != "" && !slices.ContainsFunc(have, func(d domainEntry) bool { return d.Domain == domain }) {
		return found{}, Errorf(CodeValidation, "there is no domain %q; the domains are %s", a.Domain, joined(have, func(d domainEntry) string { return string(d.Domain) }))
	}
	start, err := pageStart(a.Cursor)
	if err != nil {
		return found{}, err
	}
	hits := matches(allowed, domain, a.Query, open)
	page := found{Total: len(hits), Tools: []toolEntry{}}
	start = min(start, len(hits))
	end := min(start+a.Limit, len(hits))
	for _, s := range hits[start:end] {
		page.Tools = append(page.Tools, s.entry(open))
	}
	if end < len(hits) {
		page.Next = strconv.Itoa(end)
	}
	return page, nil
}

func pageStart(cursor string) (int, error) {
	if cursor == "" {
		return 0, nil
	}
	n, err := strconv.Atoi(cursor)
	if err != nil || n < 0 {
		return 0, Errorf(CodeValidation, "cursor %q is none that find_tools has answered", cursor)
	}
	return n, nil
}

// allowed lists the tools that a caller may use, by name; those that find and
// call others are not looked for.
func (c *Catalog) allowed(a Access) []*Spec {
	var out []*Spec
	for _, name := range c.Names() {
		if s := &c.tools[name].Spec; a.refuses(s) == nil && s.Name != FindTools && s.Name != CallTool {
			out = append(out, s)
		}
	}
	return out
}

func domainsOf(list []*Spec) []domainEntry {
	count := map[Domain]int{}
	for _, s := range list {
		count[s.Domain]++
	}
	var out []domainEntry
	for _, d := range slices.Sorted(maps.Keys(count)) {
		out = append(out, domainEntry{d, d.About(), count[d]})
	}
	return out
}

// matches are the tools of a domain that have words of a query, best first;
// among equals those that have a document to work on.
func matches(list []*Spec, domain Domain, query string, open []Family) []*Spec {
	words := strings.FieldsFunc(strings.ToLower(query), func(r rune) bool { return strings.ContainsRune(" \t\n,.;_", r) })
	score := map[*Spec]int{}
	var hits []*Spec
	for _, s := range list {
		if domain != "" && s.Domain != domain {
			continue
		}
		for _, w := range words {
			score[s] += s.score(w)
		}
		if len(words) == 0 || score[s] > 0 {
			hits = append(hits, s)
		}
	}
	slices.SortStableFunc(hits, func(a, b *Spec) int {
		if order := cmp.Compare(score[b], score[a]); order != 0 {
			return order
		}
		if a.fits(open) != b.fits(open) {
			if a.fits(open) {
				return -1
			}
			return 1
		}
		return cmp.Compare(a.Name, b.Name)
	})
	return hits
}

// score says how much a word has to do with a tool. A plural finds its
// singular.
func (s *Spec) score(word string) int {
	if len(word) > 3 {
		word = strings.TrimSuffix(word, "s")
	}
	n := 0
	for _, in := range []struct {
		text  string
		worth int
	}{{s.Name, 4}, {s.Title, 4}, {string(s.Domain), 3}, {s.Description, 1}} {
		if strings.Contains(strings.ToLower(in.text), word) {
			n += in.worth
		}
	}
	return n
}

func (s *Spec) entry(open []Family) toolEntry {
	about, _, _ := strings.Cut(s.Description, ". ")
	e := toolEntry{
		Name: s.Name, Description: strings.TrimSuffix(about, "."), Domain: s.Domain, Kind: s.Family,
		Effect: s.Effect.String(), Available: s.fits(open),
	}
	if s.Family == Common {
		e.Kind = ""
	}
	return e
}

// detail tells all about one tool.
func (c *Catalog) detail(a Access, open []Family, name string) (found, error) {
	e := c.tools[name]
	if e == nil {
		return found{}, c.unknown(name)
	}
	if err := a.refuses(&e.Spec); err != nil {
		return found{}, err
	}
	d := &toolDetail{toolEntry: e.entry(open), Schema: e.listed.InputSchema}
	d.Description = e.Description
	if e.Example != "" {
		d.Example = json.RawMessage(fmt.Sprintf(`{"name":%q,"arguments":%s}`, name, e.Example))
	}
	if !d.Available {
		d.Why = fmt.Sprintf("no %s document is open", e.Family)
	}
	return found{Tools: []toolEntry{}, Total: 1, Tool: d}, nil
}

// unknown says that there is no such tool, and which are near.
func (c *Catalog) unknown(name string) error {
	err := Errorf(CodeUnknownTool, "there is no tool %q", name).With("tool", name)
	near := matches(c.allowed(Access{}), "", name, nil)
	if len(near) == 0 {
		return err
	}
	names := make([]string, 0, 5)
	for _, s := range near[:min(5, len(near))] {
		names = append(names, s.Name)
	}
	return Errorf(CodeUnknownTool, "there is no tool %q; near it are %s", name, strings.Join(names, ", ")).With("tool", name).With("near", names)
}

func joined[T any](list []T, name func(T) string) string {
	texts := make([]string, len(list))
	for i, v := range list {
		texts[i] = name(v)
	}
	return strings.Join(texts, ", ")
}

package server

import (
	"net/url"
	"regexp"
	"slices"
	"strconv"

	"github.com/unodesk/unodesk/server/document"
)

// view is what can be read of a document. Its URI is that of the document,
// followed by its section and its variable. A variable without a section stands
// in the query, and may be left out.
type view struct {
	name, title, about string
	section, variable  string
	kinds              []string // of documents that have it; nil: all
	mime               string
	tool               string // that reads it
	args               func(value string) map[string]any
}

const (
	typeMarkdown = "text/markdown"
	typeObject   = "application/json"
)

var views = []view{
	{
		"text", "Text of a document", "The text of a Writer document as Markdown. Where a long one is cut, it names the resource that goes on.",
		"", "at",
		[]string{document.Writer},
		typeMarkdown, "get_document_content",
		func(at string) map[string]any {
			args := map[string]any{"format": "markdown"}
			if at != "" {
				args["at"] = at
			}
			return args
		},
	},
	{
		"spreadsheet", "Description of a spreadsheet", "The sheets of a spreadsheet, and headers, types of columns and used range of the one that is shown.",
		"", "",
		[]string{document.Calc},
		typeObject, "get_sheet_summary",
		func(string) map[string]any { return map[string]any{} },
	},
	{
		"outline", "Outline of a document", "The headings of a Writer document, with locators that tools take.",
		"outline", "",
		[]string{document.Writer},
		typeObject, "get_document_tree",
		func(string) map[string]any { return map[string]any{"strategy": "heading_only", "depth": 0} },
	},
	{
		"page", "Picture of a page", "A page or slide as it looks, counted from 1.",
		"pages", "page", nil, "image/png", "get_image",
		func(page string) map[string]any {
			if n, err := strconv.Atoi(page); err == nil {
				return map[string]any{"page": n}
			}
			return map[string]any{"page": page} // the tool says what is wrong
		},
	},
	{
		"sheet", "Description of a sheet", "Headers, types of columns and used range of one sheet of a spreadsheet.",
		"sheets", "sheet",
		[]string{document.Calc},
		typeObject, "get_sheet_summary",
		func(sheet string) map[string]any { return map[string]any{"sheet": sheet} },
	},
	{
		"cells", "Cells of a spreadsheet", "Values and formulas of a range (Sheet1.A1:C20), a named range or a sheet. A long answer names the ranges that are left.",
		"cells", "range",
		[]string{document.Calc},
		typeObject, "read_cell_range",
		func(ref string) map[string]any { return map[string]any{"range": []string{ref}} },
	},
}

// template is the URI template that clients are shown.
func (v *view) template() string {
	t := documentURI + "{uid}"
	if v.section != "" {
		t += "/" + v.section
	}
	switch {
	case v.variable == "":
		return t
	case v.section == "":
		return t + "{?" + v.variable + "}"
	}
	return t + "/{" + v.variable + "}"
}

// of reports whether documents of a kind have the view.
func (v *view) of(kind string) bool { return v.kinds == nil || slices.Contains(v.kinds, kind) }

// reference is the URI of a view, taken apart.
type reference struct{ uid, section, value string }

var referenceURI = regexp.MustCompile(`^` + documentURI + `([A-Za-z0-9-]{1,100})(?:/([a-z]+)(?:/([^/?]+))?|\?at=([^&]*))?$`)

func parseReference(uri string) (r reference, ok bool) {
	m := referenceURI.FindStringSubmatch(uri)
	if m == nil {
		return r, false
	}
	value, err := url.PathUnescape(m[3])
	if m[2] == "" {
		value, err = url.QueryUnescape(m[4])
	}
	return reference{m[1], m[2], value}, err == nil
}

// view is what a reference means in a document of a kind, nil for nothing.
func (r reference) view(kind string) *view {
	i := slices.IndexFunc(views, func(v view) bool {
		complete := v.section == "" || (v.variable == "") == (r.value == "")
		return v.section == r.section && v.of(kind) && complete
	})
	if i < 0 {
		return nil
	}
	return &views[i]
}

// toolOfURI is the tool that reads a view of some kind of document, "" for none.
func toolOfURI(uri string) string {
	r, _ := parseReference(uri)
	for _, v := range views {
		if v.section == r.section {
			return v.tool
		}
	}
	return ""
}

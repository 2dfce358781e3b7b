package tool

// domains says what each domain is about, for a model that looks for a tool.
var domains = map[Domain]string{
	"documents": "open, make, save, export and close documents",
	"tools":     "find tools, call them, fetch what takes long",
	"undo":      "take steps back",
	"content":   "read, search, write and replace text",
	"styles":    "paragraph and character styles",
	"comments":  "comments in the margin",
	"tracking":  "tracked changes",
	"cells":     "read, write, format and query cells",
	"ranges":    "sort rows",
	"sheets":    "sheets, columns and filters",
}

// About says what a domain is about, "" for one that is not known.
func (d Domain) About() string { return domains[d] }

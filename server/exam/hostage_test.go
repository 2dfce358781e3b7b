package exam

import (
	"os"
	"strings"
	"testing"
	"time"
)

// longestWait is how long a tool may keep everybody else from the office. It is
// a rule for whole documents on a quiet machine, so that only make exam holds
// the tools to it; otherwise the waits are just told.
const longestWait = 500 * time.Millisecond

// TestNeverHostage runs tools on every document while another client asks the
// office something every 10 ms.
func TestNeverHostage(t *testing.T) {
	eachDocument(t, func(e *exam, kind string) {
		h := hostage{e}
		if os.Getenv("UNODESK_CORPUS") != "" {
			probe := e.r.NewProbe(e.uid)
			probe.Settle(time.Minute)
			probe.Stop()
		}
		switch kind {
		case "writer":
			h.writer()
		case "calc":
			h.calc()
		}
	})
}

type hostage struct{ *exam }

// run calls a tool, whose refusal is no matter here, and tells whether it did it.
func (h hostage) run(name string, args props) bool {
	h.t.Helper()
	args["document_url"] = h.uid
	probe := h.r.NewProbe(h.uid)
	began := time.Now()
	a := h.r.Call(name, args)
	took := time.Since(began)
	probe.Stop()
	worst := probe.Worst()
	outcome := a.Code()
	if outcome == "" {
		outcome = "ok"
	}
	what, _ := args["target"].(string)
	h.t.Logf("%-24s %-14s %-20s took %8v, others waited %8v", name, what, outcome, took.Round(time.Millisecond), worst.Round(time.Millisecond))
	if worst > longestWait && os.Getenv("UNODESK_CORPUS") != "" {
		h.t.Errorf("%s %s kept others waiting for %v", name, what, worst)
	}
	return outcome == "ok"
}

// edit calls a tool and takes back what it did.
func (h hostage) edit(name string, args props) {
	h.t.Helper()
	if h.run(name, args) {
		h.run("undo", props{})
	}
}

func (h hostage) writer() {
	whole := h.r.Call("get_document_content", props{"document_url": h.uid, "max_chars": 2_000_000}).Text("content")
	word := "the"
	if !strings.Contains(whole, word) {
		word = "words"
	}
	h.run("get_document_content", props{"max_chars": 2_000_000})
	h.run("get_document_content", props{"scope": "range", "start": 0, "end": 4000})
	h.run("get_document_tree", props{})
	h.run("search_in_document", props{"pattern": word})
	h.run("manage_tracked_changes", props{})
	h.run("apply_document_content", props{"target": "full_document", "content": []string{whole}})
	if changed := strings.Replace(whole, word+" ", "otherwise ", 1); changed != whole {
		h.edit("apply_document_content", props{"target": "full_document", "content": []string{changed}})
	}
	h.edit("apply_document_content", props{"target": "end", "content": []string{"<h2>New</h2><p>A <b>bold</b> word.</p>"}})
	h.edit("apply_document_content", props{"target": "search", "old_content": word, "content": []string{"otherwise"}, "all_matches": true})
	h.edit("apply_style", props{"style": "Quotations", "target": "search", "old_content": word})
	h.edit("add_comment", props{"content": []string{"Really?"}, "search": word})
}

func (h hostage) calc() {
	h.run("get_sheet_summary", props{})
	h.run("read_cell_range", props{"range": []string{"A1:Z1000"}})
	h.run("query_sheet", props{"range": []string{"A1:Z50000"}})
	h.edit("write_formula_range", props{"range": []string{"AA1"}, "values": column(500)})
	h.edit("fill_column", props{"column": "AB", "value": "={n}*2"})
	h.edit("set_style", props{"range": []string{"A1:Z1000"}, "bold": true})
	h.edit("sort_range", props{"range": []string{"A1:C1000"}, "keys": []props{{"column": "A"}}})
	h.edit("apply_sheet_filter", props{"range": []string{"A1:C1000"}, "criteria": []props{{"column": "A", "operator": "not_empty"}}})
}

// column makes the rows of one column of numbers.
func column(n int) [][]int {
	rows := make([][]int, n)
	for i := range rows {
		rows[i] = []int{i}
	}
	return rows
}

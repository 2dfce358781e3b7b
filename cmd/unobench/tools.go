package main

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// toolFigures are the calls that people wait for most, in the order of the
// report.
func toolFigures() []*toolFigure {
	const ms = time.Millisecond
	appendShort := &toolFigure{name: "append to 10 paragraphs", doc: docShort, ours: appending(docShort)}
	searchShort := &toolFigure{name: "edit by search in 10 paragraphs", doc: docShort, ours: editing(docShort)}
	return []*toolFigure{
		{name: "read 2,031 paragraphs as HTML (raw: flat ODF export)", doc: docBig, touch: true, ours: reading(docBig), peer: "flat", ratio: 1.6},
		{name: "the same (raw: LibreOffice's HTML filter)", doc: docBig, touch: true, ours: reading(docBig), peer: "html"},
		{name: "read 40 tables of 80 cells (raw: flat ODF export)", doc: docTables, touch: true, ours: reading(docTables), peer: "flat", ratio: 1.6},
		{name: "read again, unchanged", doc: docBig, ours: reading(docBig), limit: 5 * ms},
		{name: "read the first 4,000 characters of 2,031 paragraphs", doc: docBig, touch: true, ours: beginning(docBig), peer: "first20", limit: 30 * ms},
		{name: "read the first 4,000 characters of 5,000 paragraphs", doc: docLong, touch: true, ours: beginning(docLong), peer: "first20", limit: 30 * ms},
		{name: "read 4,000 characters in the middle of 5,000 paragraphs", doc: docLong, touch: true, ours: middle(docLong), limit: 30 * ms},
		{name: "tree of 2,031 paragraphs (raw: their outline levels)", doc: docBig, touch: true, ours: tree(docBig), peer: "levels", slow: true, limit: 60 * ms},
		{name: "search in 2,031 paragraphs (raw: findAll and texts)", doc: docBig, touch: true, ours: searching(docBig), peer: "find", limit: 10 * ms},
		{name: "append to 2,031 paragraphs", doc: docBig, ours: appending(docBig), peer: "append", limit: 8 * ms},
		appendShort,
		{name: "append to 5,000 paragraphs", doc: docLong, ours: appending(docLong), within: appendShort},
		searchShort,
		{name: "edit by search in 5,000 paragraphs", doc: docLong, ours: editing(docLong), within: searchShort},
		{name: "replace all of 500 (raw: replaceAll)", doc: docLong, ours: replacing(docLong), peer: "replace", limit: 250 * ms},
		{name: "read 10,000 cells", doc: docCells, ours: readingCells, peer: "data", limit: 15 * ms},
		{name: "write 1,000 cells", doc: docCells, ours: writingCells, peer: "setdata", limit: 15 * ms},
		{name: "query 50,000 rows of 20 (raw: data and loop)", doc: docTable, ours: querying, peer: "query", limit: time.Second},
	}
}

type toolCall = func(ctx context.Context, s *stack, n int) error

func reading(doc string) toolCall {
	return func(ctx context.Context, s *stack, _ int) error {
		return s.on(ctx, doc, "get_document_content", args{"max_chars": 2_000_000}, nil)
	}
}

func beginning(doc string) toolCall {
	return func(ctx context.Context, s *stack, _ int) error {
		return s.on(ctx, doc, "get_document_content", args{"max_chars": 4000}, nil)
	}
}

// middle reads from a match on. The address that it has is made anew, since the
// document has changed since: that is measured, too.
func middle(doc string) toolCall {
	return func(ctx context.Context, s *stack, n int) error {
		var found struct {
			Matches []struct {
				At string `json:"at"`
			} `json:"matches"`
		}
		if err := s.on(ctx, doc, "search_in_document", args{"pattern": "Paragraph 2503"}, &found); err != nil {
			return err
		}
		if len(found.Matches) == 0 {
			return errors.New("the middle was not found")
		}
		return s.on(ctx, doc, "get_document_content", args{"at": found.Matches[0].At, "max_chars": 4000}, nil)
	}
}

func tree(doc string) toolCall {
	return func(ctx context.Context, s *stack, _ int) error {
		return s.on(ctx, doc, "get_document_tree", nil, nil)
	}
}

func searching(doc string) toolCall {
	return func(ctx context.Context, s *stack, _ int) error {
		return s.on(ctx, doc, "search_in_document", args{"pattern": needle}, nil)
	}
}

func appending(doc string) toolCall {
	return func(ctx context.Context, s *stack, _ int) error {
		return s.on(ctx, doc, "apply_document_content", args{"target": "end", "content": []string{"<p>One <b>more</b> paragraph.</p>"}}, nil)
	}
}

// editing changes a word and, the next time, changes it back.
func editing(doc string) toolCall {
	return func(ctx context.Context, s *stack, n int) error {
		old, now := turn(n, "Paragraph 7 has", "Paragraph 7 had")
		return s.on(ctx, doc, "apply_document_content", args{"old_content": old, "content": []string{now}}, nil)
	}
}

// replacing changes the numbers of 500 paragraphs and back.
func replacing(doc string) toolCall {
	return func(ctx context.Context, s *stack, n int) error {
		old, now := turn(n, "7 has some", "7 had some")
		var got struct {
			Replaced int `json:"replaced_count"`
		}
		err := s.on(ctx, doc, "apply_document_content", args{"old_content": old, "content": []string{now}, "all_matches": true}, &got)
		if err == nil && (got.Replaced < 450 || got.Replaced > 500) {
			err = fmt.Errorf("%d were replaced", got.Replaced)
		}
		return err
	}
}

func turn(n int, a, b string) (from, to string) {
	if n%2 == 1 {
		return b, a
	}
	return a, b
}

func readingCells(ctx context.Context, s *stack, _ int) error {
	return s.on(ctx, docCells, "read_cell_range", args{"range": []string{"A1:J1000"}, "values_only": true, "max_bytes": 1_000_000}, nil)
}

func writingCells(ctx context.Context, s *stack, n int) error {
	rows := make([][]any, 100)
	for r := range rows {
		for c := range 10 {
			rows[r] = append(rows[r], float64(n+r*c))
		}
	}
	return s.on(ctx, docCells, "write_formula_range", args{"range": []string{"L1:U100"}, "values": rows}, nil)
}

func querying(ctx context.Context, s *stack, _ int) error {
	var got struct {
		Total int `json:"total_rows"`
	}
	err := s.on(ctx, docTable, "query_sheet", args{
		"range": []string{fmt.Sprintf("A1:T%d", tableRows)}, "has_header": true,
		"where":    []args{{"column": "field 3", "operator": ">", "value": 20}},
		"group_by": []string{"field 0"}, "select": []string{"field 0", "sum(field 5) as total", "avg(field 19)"},
	}, &got)
	if err == nil && got.Total != tableRows-1 {
		err = fmt.Errorf("%d rows were looked at", got.Total)
	}
	return err
}

package exam

import (
	"context"
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/unodesk/unodesk/server/content"
	"github.com/unodesk/unodesk/server/document"
	"github.com/unodesk/unodesk/server/document/writer"
	"github.com/unodesk/unodesk/uno"
)

// TestReading reads each text document in every way: none may leave a trace, the
// ways agree, and what they cost is printed. UNODESK_REPORT names a file for
// the table.
func TestReading(t *testing.T) {
	var rows []string
	eachDocument(t, func(e *exam, kind string) {
		if kind == "writer" {
			rows = append(rows, e.readEverything())
		}
	})
	table := readingHead + strings.Join(rows, "")
	t.Log("\n" + table)
	if path := os.Getenv("UNODESK_REPORT"); path != "" {
		if err := os.WriteFile(path, []byte(readingIntroduction+table), 0o644); err != nil {
			t.Error(err)
		}
	}
}

const readingIntroduction = `# What reading costs

Made by ` + "`make exam`" + ` on text documents of a corpus that is not part of this repository, and on some made for it.
Bytes are those of get_document_content's content to the bytes of what a reader sees (text and what fields show).
Times are those of single calls through all layers in milliseconds; the machine was not quiet, so they compare with
each other only. Wait is the longest that another client had to wait for an answer while the whole was read.

`

const readingHead = "| document | paragraphs and tables | text, bytes | HTML | Markdown | export alone | whole | wait | again | first 4,000 | at a match | search | outline |\n" +
	"| --- | --: | --: | --: | --: | --: | --: | --: | --: | --: | --: | --: | --: |\n"

// timed runs a reading tool and says how long it took.
func (e *exam) timed(name string, args props) (answer map[string]any, took time.Duration) {
	args["document_url"] = e.uid
	start := time.Now()
	answer = e.r.OK(name, args)
	return answer, time.Since(start)
}

func (e *exam) readEverything() string {
	e.t.Helper()
	before := e.settled()
	first, took4000 := e.timed("get_document_content", props{"max_chars": 4000})
	if s, _ := first["content"].(string); len(s) > 4000 {
		e.t.Errorf("the first 4,000 characters are %d bytes", len(s))
	}
	found, tookSearch := e.timed("search_in_document", props{"pattern": "and"})
	var tookMatch time.Duration
	if matches := found["matches"].([]any); len(matches) > 0 {
		if at, _ := matches[len(matches)-1].(map[string]any)["at"].(string); at != "" {
			_, tookMatch = e.timed("get_document_content", props{"max_chars": 4000, "at": at})
		}
	}
	_, tookTree := e.timed("get_document_tree", props{"strategy": "heading_only", "depth": 0})
	probe := e.r.NewProbe(e.uid)
	whole, tookWhole := e.timed("get_document_content", props{"max_chars": 2_000_000})
	probe.Stop()
	waited := probe.Worst()
	_, tookAgain := e.timed("get_document_content", props{"max_chars": 2_000_000})
	e.timed("get_document_content", props{"max_chars": 2_000_000, "format": "markdown"})
	e.timed("get_document_content", props{"scope": "range", "start": 0, "end": 10})
	e.timed("manage_tracked_changes", props{"action": "list"})
	if after := e.look(); after != before {
		e.t.Errorf("reading left a trace:\n%v\nbefore:\n%v", after, before)
	}
	if whole["content"] == "" {
		e.t.Error("nothing was read")
	}
	return e.compare([]time.Duration{tookWhole, waited, tookAgain, took4000, tookMatch, tookSearch, tookTree})
}

// compare reads the body by one export and in slices, and prints it in all
// forms.
func (e *exam) compare(took []time.Duration) string {
	e.t.Helper()
	ctx, end := uno.Scope(context.Background())
	defer end()
	doc, err := e.r.Desktop.Find(ctx, document.Target{Ref: e.uid})
	if err != nil {
		e.t.Fatal(err)
	}
	start := time.Now()
	exported, err := writer.ReadExported(ctx, doc)
	if err != nil {
		e.t.Fatal(err)
	}
	tookExport := time.Since(start)
	sliced, err := writer.ReadSliced(ctx, doc)
	if err != nil {
		e.t.Fatal(err)
	}
	body := exported.BodyStyle()
	long, _ := content.HTML(exported.Blocks, content.HTMLOptions{BodyStyle: body})
	if len(exported.Changes) == 0 { // slices leave out what is not shown
		other, _ := content.HTML(sliced.Blocks, content.HTMLOptions{BodyStyle: body})
		if want, got := comparable(long), comparable(other); want != got {
			e.t.Errorf("what slices read differs: %s", firstDifference(want, got))
		}
	}
	legend := exported.Legend(nil)
	short, _ := content.HTML(exported.Blocks, content.HTMLOptions{BodyStyle: body, Short: legend})
	e.sameBlocks("short markup", long, short, legend)
	markdown, _ := content.Markdown(exported.Blocks, content.MarkdownOptions{})
	back, err := content.ParseMarkdown(markdown)
	if err != nil {
		e.t.Fatal(err)
	}
	if got, want := wordsOf(back.Blocks), wordsOf(exported.Blocks); got != want {
		e.t.Errorf("Markdown reads otherwise: %s", firstDifference(want, got))
	}
	text := seenBytes(exported.Blocks)
	ratio := func(s string) string { return fmt.Sprintf("%.2f", float64(len(s))/float64(max(1, text))) }
	row := fmt.Sprintf("| %s | %d | %d | %s | %s | %.1f |", e.name, len(exported.Blocks), text, ratio(short), ratio(markdown), ms(tookExport))
	for _, d := range took {
		row += fmt.Sprintf(" %.1f |", ms(d))
	}
	return row + "\n"
}

var columns = regexp.MustCompile(` colspan="\d+"`)

// comparable leaves out how many columns cells take if there are split cells: in
// a table with those LibreOffice does not tell which borders are of the table
// and which of a split cell (7.4).
func comparable(html string) string {
	if strings.Contains(html, "><table") {
		return columns.ReplaceAllString(html, "")
	}
	return html
}

func ms(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

func (e *exam) sameBlocks(what, long, short string, legend *content.Legend) {
	e.t.Helper()
	want, err := content.ParseHTML(long)
	if err != nil {
		e.t.Fatal(err)
	}
	got, err := content.ParseShort(short, legend)
	if err != nil {
		e.t.Fatal(err)
	}
	a, _ := content.HTML(want.Blocks, content.HTMLOptions{})
	b, _ := content.HTML(got.Blocks, content.HTMLOptions{})
	if a != b {
		e.t.Errorf("%s reads otherwise: %s", what, firstDifference(a, b))
	}
}

// seenBytes is the length of what a reader sees: text, and what fields show.
func seenBytes(blocks []content.Block) int {
	n := len(content.Plain(blocks))
	content.Walk(blocks, func(b *content.Block) bool {
		for _, r := range b.Runs {
			if r.Object != nil && r.Object.Kind == "field" {
				n += len(r.Object.Text)
			}
		}
		return true
	})
	return n
}

func wordsOf(blocks []content.Block) string {
	return strings.Join(strings.Fields(content.Plain(blocks)), " ")
}

// look is everything that reading must leave as it is.
func (e *exam) look() string {
	view := e.r.Object(e.model, "com.sun.star.frame.XModel", "getCurrentController")
	marks := e.r.Object(e.model, "com.sun.star.text.XBookmarksSupplier", "getBookmarks")
	cursor := e.r.Object(view, "com.sun.star.text.XTextViewCursorSupplier", "getViewCursor")
	return fmt.Sprint(e.trace(),
		e.r.Do(view, "com.sun.star.frame.XController", "getViewData"),
		e.r.Do(marks, "com.sun.star.container.XNameAccess", "getElementNames"),
		e.r.Do(cursor, "com.sun.star.text.XTextRange", "getString"),
		e.stamp())
}

// settled is look when the window has come to rest after loading: it moves when
// the last page is laid out, which whoever asks for their number brings about.
func (e *exam) settled() string {
	view := e.r.Object(e.model, "com.sun.star.frame.XModel", "getCurrentController")
	e.r.Do(view, "com.sun.star.beans.XPropertySet", "getPropertyValue", "PageCount")
	now := e.look()
	for range 50 {
		time.Sleep(100 * time.Millisecond)
		last := now
		if now = e.look(); now == last {
			break
		}
	}
	return now
}

// stamp is the file's size and time.
func (e *exam) stamp() string {
	info, err := os.Stat(e.file)
	if err != nil {
		e.t.Fatal(err)
	}
	return fmt.Sprint(info.Size(), info.ModTime())
}

//go:build unix

package main

import (
	"strings"
	"testing"

	"github.com/unodesk/unodesk/docs/hosts"
	"github.com/unodesk/unodesk/uno/unotest"
)

func TestSmoke(t *testing.T) {
	unotest.Available(t)
	s := start(t, "--office", "private")
	if r := s.ctl(t, "smoke"); r.code != exitFailed || !strings.Contains(r.out, "tools") || !strings.Contains(r.err, "no document is open") {
		t.Errorf("nothing open: %+v", r)
	}
	newDocument(t, s.office(t))
	content := func() string { return s.ctl(t, "call", "get_document_content").out }
	before := content()
	if r := s.ctl(t, "smoke", "--undo", "--show", "100ms"); r.code != exitOK || !strings.Contains(r.out, "Hello from Unodesk.") || !strings.HasSuffix(r.out, "Took it back.\n") {
		t.Errorf("with undo: %+v", r)
	}
	if strings.Contains(content(), "Hello") {
		t.Errorf("still there: %s", content())
	}
	if r := s.ctl(t, "smoke", "--text", "Grüße 🦊"); r.code != exitOK || !strings.Contains(r.out, "unodeskctl call undo --document") {
		t.Errorf("without undo: %+v", r)
	}
	if after := content(); after == before || !strings.Contains(after, "Grüße 🦊") {
		t.Errorf("not there: %s", after)
	}
	if r := s.ctl(t, "smoke", "--document", "nobody"); r.code != exitFailed || !strings.Contains(r.err, "no document nobody is open") {
		t.Errorf("a document that is not open: %+v", r)
	}
}

func TestSmokeWithoutOffice(t *testing.T) {
	t.Parallel()
	s := start(t, noOffice(t)...)
	if r := s.ctl(t, "smoke"); r.code != exitFailed || !strings.Contains(r.out, "office: unavailable") || !strings.Contains(r.err, "OFFICE_UNAVAILABLE") {
		t.Errorf("%+v", r)
	}
}

func TestGuidance(t *testing.T) {
	t.Parallel()
	for kind, want := range map[string]string{"": hosts.Skill, "skill": hosts.Skill, "cursor": hosts.CursorRules} {
		if r := ctl(t, "", strings.Fields("guidance "+kind)...); r.code != exitOK || r.out != want {
			t.Errorf("%q: %+v", kind, r)
		}
	}
	if r := ctl(t, "", "guidance", "emacs"); r.code != exitUsage || !strings.Contains(r.err, "cursor, skill") {
		t.Errorf("unknown: %+v", r)
	}
}

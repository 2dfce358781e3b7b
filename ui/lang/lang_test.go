package lang_test

import (
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/unodesk/unodesk/app"
	"github.com/unodesk/unodesk/app/config"
	"github.com/unodesk/unodesk/app/model"
	"github.com/unodesk/unodesk/ui/lang"
)

// read returns the texts of a file; the forms of a counted text are joined.
func read(t *testing.T, name string) map[string]string {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	var values map[string]any
	if err := json.Unmarshal(data, &values); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	texts := map[string]string{}
	for key, value := range values {
		switch v := value.(type) {
		case string:
			texts[key] = v
		case map[string]any:
			for _, form := range slices.Sorted(maps.Keys(v)) {
				texts[key] += v[form].(string) + "\n"
			}
		}
	}
	return texts
}

var blank = regexp.MustCompile(`{{\.\w+}}`)

func TestEveryLanguageHasEveryText(t *testing.T) {
	english := read(t, "en.json")
	names, _ := filepath.Glob("*.json")
	if len(names) < 2 {
		t.Fatalf("files: %v", names)
	}
	for _, name := range names {
		texts := read(t, name)
		for key, text := range english {
			other, ok := texts[key]
			if !ok || strings.TrimSpace(other) == "" {
				t.Errorf("%s has no %s", name, key)
				continue
			}
			if want, got := blanks(text), blanks(other); !slices.Equal(got, want) {
				t.Errorf("%s: %s has the blanks %v, English has %v", name, key, got, want)
			}
		}
		for key := range texts {
			if _, ok := english[key]; !ok && !strings.HasPrefix(key, "tool.") { // tools have English titles of their own
				t.Errorf("%s has %s, which English does not have", name, key)
			}
		}
	}
}

func blanks(text string) []string {
	found := blank.FindAllString(text, -1)
	slices.Sort(found)
	return slices.Compact(found)
}

// families are the keys that the program puts together.
func families() []string {
	var keys []string
	for _, code := range []string{
		app.PortTaken, app.PortTakenHidden, app.PortDenied, app.Unexpected, app.ProbeRefused, app.ProbeTimeout,
		app.ProbeForeign, app.ProbeStatus, app.SettingsBroken, app.SettingsKept, app.SettingRefused,
	} {
		keys = append(keys, "problem."+code+".what", "problem."+code+".do")
	}
	for _, code := range []string{app.PortTaken, app.PortTakenHidden} {
		keys = append(keys, "problem."+code+".do_close")
	}
	for _, phase := range []app.OfficePhase{app.Unavailable, app.Connecting, app.Attached, app.Headless, app.Waiting, app.Lost} {
		keys = append(keys, "office."+string(phase))
		if phase != app.Attached {
			keys = append(keys, "office."+string(phase)+".do")
		}
	}
	for _, reason := range []config.Reason{
		config.NotSwitch, config.NotNumber, config.OutOfRange, config.NotListed, config.NotAddress, config.NotOrigin,
		config.NotFolder, config.NotAsking,
		config.HasWildcard, config.HasPath, config.HoldsPassword, config.NotPrintable, config.TooLong,
	} {
		keys = append(keys, "refused."+string(reason))
	}
	for _, field := range config.Fields() {
		for _, value := range field.Values {
			switch field.Key {
			case "mcp.tool_exposure_mode":
				keys = append(keys, "mode."+value, "mode."+value+".more")
			case "doc.agent_edit_review_mode":
				keys = append(keys, "review."+value, "review."+value+".more")
			case "doc.ask_first":
				keys = append(keys, "ask_first."+value, "ask_first."+value+".more")
			case "mcp.tool_profile":
				keys = append(keys, "profile."+value, "profile."+value+".more")
			case "app.language":
				keys = append(keys, "language."+value)
			case "app.log_level":
				keys = append(keys, "log."+value)
			}
		}
	}
	for _, kind := range []string{"writer", "calc", "draw", "impress", "unknown"} {
		keys = append(keys, "doc."+kind)
	}
	for _, reason := range []model.Reason{
		model.Unreachable, model.Silent, model.KeyRefused, model.NotFound, model.Foreign, model.Refused,
	} {
		keys = append(keys, "service."+string(reason))
	}
	for _, source := range []string{"none", "keyring", "environment", "file"} {
		keys = append(keys, "settings.key."+source)
	}
	return keys
}

func TestTextsAndProgramAgree(t *testing.T) {
	used := map[string]bool{}
	for _, key := range families() {
		used[key] = true
	}
	literal := regexp.MustCompile(`(?:Say|Count|say|count)\(\s*"([a-z_.]+)"`)
	mentioned := map[string]bool{} // keys that reach Say through a variable
	quoted := regexp.MustCompile(`"([a-z_]+\.[a-z_.]+)"`)
	files, _ := filepath.Glob("../*.go")
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		source, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range literal.FindAllStringSubmatch(string(source), -1) {
			if !strings.HasSuffix(m[1], ".") { // the start of a family
				used[m[1]] = true
			}
		}
		for _, m := range quoted.FindAllStringSubmatch(string(source), -1) {
			mentioned[m[1]] = true
		}
	}
	english := read(t, "en.json")
	for key := range mentioned {
		if _, ok := english[key]; ok {
			used[key] = true
		}
	}
	for key := range used {
		if _, ok := english[key]; !ok {
			t.Errorf("the program says %s, which has no text", key)
		}
	}
	for key := range english {
		if !used[key] {
			t.Errorf("nobody says %s", key)
		}
	}
}

func TestSay(t *testing.T) {
	en, de := lang.For("en"), lang.For("de-AT")
	tests := []struct{ got, want string }{
		{en.Language(), "en"},
		{de.Language(), "de"},
		{lang.For("fr").Language(), "en"},
		{en.Say("access.on"), "AI access is on"},
		{de.Say("access.on"), "Der KI-Zugang ist an"},
		{en.Say("problem.more", lang.Args{"reason": "<&>"}), "Details: <&>"},
		{en.Count("docs.count", 1), "1 document is open"},
		{en.Count("docs.count", 3), "3 documents are open"},
		{de.Count("docs.count", 0), "0 Dokumente sind offen"},
		{en.Say("no.such.key"), "no.such.key"},
	}
	for _, tt := range tests {
		if tt.got != tt.want {
			t.Errorf("got %q, want %q", tt.got, tt.want)
		}
	}
}

func TestSystemLanguage(t *testing.T) {
	t.Setenv("LC_ALL", "")
	t.Setenv("LANGUAGE", "")
	for value, want := range map[string]string{"de_CH.UTF-8": "de", "C": "en", "": "en", "ja_JP.UTF-8": "en"} {
		t.Setenv("LANG", value)
		if got := lang.For(lang.System).Language(); got != want {
			t.Errorf("LANG=%s gives %s, want %s", value, got, want)
		}
	}
}

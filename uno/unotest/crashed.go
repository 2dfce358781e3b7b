package unotest

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/unodesk/unodesk/uno/attach"
)

// Crashed makes a profile look as if its office had crashed with the text file
// open: the next start with [OfficeOptions.Restore] asks what to do with it.
func Crashed(t testing.TB, profile, file string) {
	t.Helper()
	settings := filepath.Join(profile, "user", "registrymodifications.xcu")
	text, err := os.ReadFile(settings)
	if err != nil {
		t.Fatal(err)
	}
	content, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	saved := filepath.Join(profile, "user", "backup", filepath.Base(file)+"_0.txt") // what was saved by itself last
	if err := os.MkdirAll(filepath.Dir(saved), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(saved, content, 0o600); err != nil {
		t.Fatal(err)
	}
	entry := fmt.Sprintf(recoveryEntry, attach.ProfileURL(file), attach.ProfileURL(saved), filepath.Base(file))
	changed := strings.Replace(string(text), "</oor:items>", entry+"</oor:items>", 1)
	if err := os.WriteFile(settings, []byte(changed), 0o600); err != nil {
		t.Fatal(err)
	}
}

// recoveryEntry is what an office that crashed with a document leaves in its
// settings.
const recoveryEntry = `<item oor:path="/org.openoffice.Office.Recovery/RecoveryList">
<node oor:name="recovery_item_1" oor:op="replace">
<prop oor:name="OriginalURL" oor:op="fuse"><value>%s</value></prop>
<prop oor:name="TempURL" oor:op="fuse"><value>%s</value></prop>
<prop oor:name="FactoryURL" oor:op="fuse"><value>private:factory/swriter</value></prop>
<prop oor:name="Filter" oor:op="fuse"><value>Text</value></prop>
<prop oor:name="Module" oor:op="fuse"><value>com.sun.star.text.TextDocument</value></prop>
<prop oor:name="DocumentState" oor:op="fuse"><value>1</value></prop>
<prop oor:name="Title" oor:op="fuse"><value>%s</value></prop>
</node></item>
<item oor:path="/org.openoffice.Office.Recovery/RecoveryInfo"><prop oor:name="Crashed" oor:op="fuse"><value>true</value></prop></item>
`

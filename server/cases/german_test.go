//go:build unix

package cases

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/unodesk/unodesk/server/servertest"
	"github.com/unodesk/unodesk/uno/unotest"
)

// germanSettings make an office speak German.
const germanSettings = `<item oor:path="/org.openoffice.Office.Linguistic/General"><prop oor:name="UILocale" oor:op="fuse"><value>de</value></prop></item>
<item oor:path="/org.openoffice.Setup/L10N"><prop oor:name="ooLocale" oor:op="fuse"><value>de</value></prop></item>
<item oor:path="/org.openoffice.Setup/L10N"><prop oor:name="ooSetupSystemLocale" oor:op="fuse"><value>de-DE</value></prop></item>
</oor:items>`

// inBothLanguages runs a test with an office whose windows are in English, and
// with one in German.
func inBothLanguages(t *testing.T, try func(t *testing.T, r *servertest.Rig)) {
	t.Run("English", func(t *testing.T) { try(t, servertest.New(t)) })
	t.Run("German", func(t *testing.T) {
		unotest.Available(t)
		r := servertest.Detached(t)
		file := filepath.Join(r.Profile, "user", "registrymodifications.xcu")
		settings := strings.Replace(string(read(t, file)), "</oor:items>", germanSettings, 1)
		if err := os.WriteFile(file, []byte(settings), 0o600); err != nil {
			t.Fatal(err)
		}
		r.Start()
		model, _ := r.Open("swriter")
		families := r.Object(model, "com.sun.star.style.XStyleFamiliesSupplier", "getStyleFamilies")
		styles := r.Object(families, "com.sun.star.container.XNameAccess", "getByName", "ParagraphStyles")
		heading := r.Object(styles, "com.sun.star.container.XNameAccess", "getByName", "Heading 1")
		if name := r.Do(heading, iProps, "getPropertyValue", "DisplayName"); name != "Überschrift 1" {
			unotest.Missing(t, "LibreOffice has no German (package libreoffice-l10n-de)")
		}
		r.Do(model, "com.sun.star.util.XCloseable", "close", true)
		try(t, r)
	})
}

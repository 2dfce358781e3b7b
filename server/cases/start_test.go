//go:build unix

package cases

import (
	"os"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"github.com/unodesk/unodesk/server/servertest"
	"github.com/unodesk/unodesk/uno/unotest"
)

// startsKey says how often the office is started in TestA10ColdStarts.
const startsKey = "UNODESK_STARTS"

// A10: the user opens a spreadsheet, and with it the office, while we look for
// offices to attach to: each start shows its window.
func TestA10ColdStarts(t *testing.T) {
	starts := 2
	if text := os.Getenv(startsKey); text != "" {
		n, err := strconv.Atoi(text)
		if err != nil {
			t.Fatal(err)
		}
		starts = n
	}
	path := filepath.Join(t.TempDir(), "Tabelle ü.xlsx")
	r := servertest.New(t)
	r.OK("create_document", props{"kind": "calc"})
	r.OK("save_document", props{"path": path})
	r.Office.Kill()
	<-r.Office.Ended()
	display := unotest.Display(t)
	for n := range starts {
		office := unotest.StartOffice(t, unotest.OfficeOptions{Profile: r.Profile, Display: display, Files: []string{path}})
		shown := false
		for deadline := time.Now().Add(time.Minute); !shown && time.Now().Before(deadline); time.Sleep(50 * time.Millisecond) {
			docs, err := r.Desktop.List(t.Context())
			if err != nil || len(docs) != 1 {
				continue
			}
			controller := r.Object(r.Model(docs[0].UID), "com.sun.star.frame.XModel", "getCurrentController")
			window := r.Object(r.Object(controller, "com.sun.star.frame.XController", "getFrame"), "com.sun.star.frame.XFrame", "getContainerWindow")
			shown = r.Do(window, "com.sun.star.awt.XWindow2", "isVisible") == true
		}
		if !shown {
			t.Errorf("start %d shows no window", n+1)
		}
		office.Kill()
		<-office.Ended()
	}
}

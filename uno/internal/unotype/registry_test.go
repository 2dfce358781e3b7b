package unotype_test

import (
	"testing"

	"github.com/unodesk/unodesk/uno/internal/unotype"
)

// Function ids are part of the wire protocol. These were checked against an
// office's own type manager.
func TestFunctionIDs(t *testing.T) {
	tests := []struct {
		iface string
		ids   map[string]uint16
		count int
	}{
		{"com.sun.star.uno.XInterface", map[string]uint16{"queryInterface": 0, "acquire": 1, "release": 2}, 3},
		{"com.sun.star.beans.XPropertySet", map[string]uint16{
			"getPropertySetInfo": 3, "setPropertyValue": 4, "getPropertyValue": 5,
			"addPropertyChangeListener": 6, "removeVetoableChangeListener": 9,
		}, 10},
		{"com.sun.star.awt.XCallback", map[string]uint16{"notify": 3}, 4},
		{"com.sun.star.awt.XRequestCallback", map[string]uint16{"addCallback": 3}, 4},
		{"com.sun.star.lang.XMultiServiceFactory", map[string]uint16{
			"createInstance": 3, "createInstanceWithArguments": 4, "getAvailableServiceNames": 5,
		}, 6},
		{"com.sun.star.text.XTextDocument", map[string]uint16{
			"addEventListener": 4, "attachResource": 6, "getURL": 7, "getText": 17, "reformat": 18,
		}, 19},
		{"com.sun.star.text.XTextRange", map[string]uint16{
			"getText": 3, "getStart": 4, "getEnd": 5, "getString": 6, "setString": 7,
		}, 8},
		{"com.sun.star.sheet.XSpreadsheet", map[string]uint16{
			"getCellByPosition": 3, "getCellRangeByName": 5, "getSpreadsheet": 6, "createCursor": 7,
		}, 9},
		{"com.sun.star.bridge.XProtocolProperties", map[string]uint16{
			"getProperties": 3, "requestChange": 4, "commitChange": 5,
		}, 6},
		{"com.sun.star.frame.XModel", map[string]uint16{"getURL": 7, "getArgs": 8}, 17},
	}
	for _, test := range tests {
		t.Run(test.iface, func(t *testing.T) {
			i, err := unotype.Embedded().Interface(test.iface)
			if err != nil {
				t.Fatal(err)
			}
			if len(i.Methods) != test.count {
				t.Errorf("%d methods, want %d", len(i.Methods), test.count)
			}
			for name, id := range test.ids {
				m, ok := i.Method(name)
				if !ok || m.ID != id {
					t.Errorf("%s: got %+v, want id %d", name, m, id)
				}
			}
			for n, m := range i.Methods {
				if int(m.ID) != n {
					t.Errorf("method %d has id %d", n, m.ID)
				}
			}
		})
	}
}

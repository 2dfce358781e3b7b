package servertest

import (
	"context"
	"fmt"
	"time"

	"github.com/unodesk/unodesk/uno"
)

// State is all that a document holds, as normalised ODF: two states are equal
// when no reader could tell the documents apart. The exporters are driven
// directly: storing a document loads its embedded objects, which itself changes
// it.
func (r *Rig) State(model *uno.Object) string {
	r.t.Helper()
	application := "Writer"
	for _, kind := range [][2]string{
		{"com.sun.star.sheet.SpreadsheetDocument", "Calc"},
		{"com.sun.star.presentation.PresentationDocument", "Impress"},
		{"com.sun.star.drawing.DrawingDocument", "Draw"},
	} {
		if r.Do(model, "com.sun.star.lang.XServiceInfo", "supportsService", kind[0]) == true {
			application = kind[1]
			break
		}
	}
	content := r.export(model, "com.sun.star.comp."+application+".XMLOasisContentExporter")
	styles := r.export(model, "com.sun.star.comp."+application+".XMLOasisStylesExporter")
	state, err := normalODF(content, styles)
	if err != nil {
		r.t.Fatal(err)
	}
	return state
}

// export returns what one of the office's XML exporters writes. Soon after an
// edit one sometimes gives up without a reason (7.4), so it is tried again.
func (r *Rig) export(model *uno.Object, exporter string) []byte {
	r.t.Helper()
	for range 20 {
		written, done, err := r.exportOnce(model, exporter)
		if err != nil {
			r.t.Fatalf("%s: %v", exporter, err)
		}
		if done {
			return written
		}
		time.Sleep(50 * time.Millisecond)
	}
	r.t.Fatalf("%s wrote nothing", exporter)
	return nil
}

func (r *Rig) exportOnce(model *uno.Object, exporter string) (written []byte, done bool, err error) {
	ctx, end := uno.Scope(context.Background())
	defer end()
	conn := r.Conn()
	out, err := conn.ExportInline(func(_ context.Context, method string, args []any) (any, []any, error) {
		if method == "writeBytes" {
			written = append(written, args[0].([]byte)...)
		}
		return nil, nil, nil
	}, "com.sun.star.io.XOutputStream")
	if err != nil {
		return nil, false, err
	}
	defer out.Close()
	sax, err := conn.Service(ctx, "com.sun.star.xml.sax.Writer")
	if err != nil {
		return nil, false, err
	}
	if _, err := sax.Call(ctx, "com.sun.star.io.XActiveDataSource", "setOutputStream", out); err != nil {
		return nil, false, err
	}
	filter, err := conn.ServiceWith(ctx, exporter, sax)
	if err != nil {
		return nil, false, err
	}
	if _, err := filter.Call(ctx, "com.sun.star.document.XExporter", "setSourceDocument", model); err != nil {
		return nil, false, err
	}
	filtered, err := filter.Call(ctx, "com.sun.star.document.XFilter", "filter", []*uno.Struct{})
	if err != nil {
		return nil, false, fmt.Errorf("filter: %w", err)
	}
	return written, filtered == true && len(written) > 0, nil
}

package uno_test

import (
	"context"
	"errors"
	"fmt"
	"log"
	"net"

	"github.com/unodesk/unodesk/uno"
)

// Connecting to an office that was started with
// --accept=socket,host=127.0.0.1,port=2002;urp and asking it for a document.
// Package attach does the same for an office that runs already.
func Example() {
	ctx := context.Background()
	c, err := net.Dial("tcp", "127.0.0.1:2002")
	if err != nil {
		log.Fatal(err)
	}
	conn, err := uno.NewConn(ctx, c, uno.Options{})
	if err != nil {
		log.Fatal(err)
	}
	defer conn.Close()
	desktop, err := conn.Service(ctx, "com.sun.star.frame.Desktop")
	if err != nil {
		log.Fatal(err)
	}
	doc, err := desktop.CallObject(ctx, "com.sun.star.frame.XDesktop", "getCurrentComponent")
	if err != nil || doc == nil {
		log.Fatal("no document: ", err)
	}
	title, err := doc.Call(ctx, "com.sun.star.frame.XTitle", "getTitle")
	fmt.Println(title, err)
}

// Opening a document touches windows: it belongs on the office's main thread.
func ExampleConn_Main() {
	open := func(ctx context.Context, conn *uno.Conn, desktop *uno.Object, url string) (doc *uno.Object, err error) {
		err = conn.Main(ctx, func(ctx context.Context) error {
			doc, err = desktop.CallObject(ctx, "com.sun.star.frame.XComponentLoader", "loadComponentFromURL",
				url, "_blank", 0, uno.PropertyValues("ReadOnly", true))
			return err
		})
		return doc, err
	}
	_ = open
}

// A thousand calls cost little more than one when they go out together.
func ExampleConn_NewBatch() {
	titles := func(ctx context.Context, conn *uno.Conn, docs []*uno.Object) ([]string, error) {
		batch := conn.NewBatch()
		results := make([]*uno.Result, len(docs))
		for i, doc := range docs {
			results[i] = batch.Call(doc, "com.sun.star.frame.XTitle", "getTitle")
		}
		if err := batch.Run(ctx); err != nil {
			return nil, err
		}
		var list []string
		for _, r := range results {
			switch {
			case errors.Is(r.Err, uno.ErrNoInterface):
				list = append(list, "without a title")
			case r.Err != nil:
				return nil, r.Err
			default:
				list = append(list, r.Value.(string))
			}
		}
		return list, nil
	}
	_ = titles
}

// Hearing of changes without keeping the office waiting.
func ExampleConn_ExportInline() {
	watch := func(ctx context.Context, conn *uno.Conn, doc *uno.Object) (changed chan struct{}, err error) {
		changed = make(chan struct{}, 1)
		listener, err := conn.ExportInline(func(_ context.Context, method string, _ []any) (any, []any, error) {
			if method == "modified" {
				select {
				case changed <- struct{}{}:
				default: // noted already
				}
			}
			return nil, nil, nil
		}, "com.sun.star.util.XModifyListener")
		if err != nil {
			return nil, err
		}
		_, err = doc.Call(ctx, "com.sun.star.util.XModifyBroadcaster", "addModifyListener", listener)
		return changed, err
	}
	_ = watch
}

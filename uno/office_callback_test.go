package uno_test

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"reflect"
	"sync"
	"testing"

	"github.com/unodesk/unodesk/uno"
	"github.com/unodesk/unodesk/uno/unotest"
)

// newBag makes a property bag with a bound property v.
func newBag(t *testing.T, ctx context.Context, conn *uno.Conn) *uno.Object {
	t.Helper()
	bag := service(t, ctx, conn, "com.sun.star.beans.PropertyBag")
	call(t, ctx, bag, iBag, "addProperty", "v", 2, int32(0))
	return bag
}

func officeInline(t *testing.T, ctx context.Context, conn *uno.Conn, _ *unotest.Office) {
	bag := newBag(t, ctx, conn)
	var seen []any
	listener, err := conn.ExportInline(func(_ context.Context, _ string, args []any) (any, []any, error) {
		seen = append(seen, args[0].(*uno.Struct).Get("NewValue"))
		return nil, nil, nil
	}, "com.sun.star.beans.XPropertyChangeListener")
	if err != nil {
		t.Fatal(err)
	}
	call(t, ctx, bag, iProps, "addPropertyChangeListener", "", listener)
	var want []any
	for i := range int32(300) {
		call(t, ctx, bag, iProps, "setPropertyValue", "v", i+1)
		want = append(want, i+1)
	}
	call(t, ctx, bag, iProps, "removePropertyChangeListener", "", listener)
	if !reflect.DeepEqual(seen, want) {
		t.Errorf("the listener saw %d changes of %d", len(seen), len(want))
	}
	eventually(t, "the office gives the listener back", func() bool { return listener.References() == 0 })
}

// officeCrowd: a batch under the eyes of a listener of another client; while the
// office waits for that one, it goes on with what is queued.
func officeCrowd(t *testing.T, ctx context.Context, conn *uno.Conn, office *unotest.Office) {
	watching := office.Dial()
	model := call(t, ctx, service(t, ctx, conn, "com.sun.star.frame.Desktop"), "com.sun.star.frame.XComponentLoader",
		"loadComponentFromURL", "private:factory/swriter", "_blank", 0, []*uno.Struct{}).(*uno.Object)
	defer call(t, ctx, model, "com.sun.star.util.XCloseable", "close", true)
	seen := 0
	listener, err := watching.ExportInline(func(_ context.Context, method string, _ []any) (any, []any, error) {
		if method == "modified" {
			seen++
		}
		return nil, nil, nil
	}, "com.sun.star.util.XModifyListener")
	if err != nil {
		t.Fatal(err)
	}
	theirs := sameDocument(t, ctx, watching, model)
	call(t, ctx, theirs, "com.sun.star.util.XModifyBroadcaster", "addModifyListener", listener)
	text := call(t, ctx, model, "com.sun.star.text.XTextDocument", "getText").(*uno.Object)
	end := call(t, ctx, text, "com.sun.star.text.XTextRange", "getEnd").(*uno.Object)
	b := conn.NewBatch()
	for range 5000 {
		b.Call(text, "com.sun.star.text.XSimpleText", "insertString", end, "x", false)
	}
	if err := b.First(ctx); err != nil {
		t.Fatal(err)
	}
	call(t, ctx, theirs, "com.sun.star.util.XModifyBroadcaster", "removeModifyListener", listener)
	if seen < 5000 {
		t.Errorf("the listener saw %d of 5000 changes", seen)
	}
}

// sameDocument finds the document of a model on another connection. Which one is
// the current component depends on the moment.
func sameDocument(t *testing.T, ctx context.Context, conn *uno.Conn, model *uno.Object) *uno.Object {
	t.Helper()
	want := call(t, ctx, model, iProps, "getPropertyValue", "RuntimeUID")
	all := call(t, ctx, service(t, ctx, conn, "com.sun.star.frame.Desktop"), "com.sun.star.frame.XDesktop", "getComponents").(*uno.Object)
	list := call(t, ctx, all, "com.sun.star.container.XEnumerationAccess", "createEnumeration").(*uno.Object)
	for call(t, ctx, list, "com.sun.star.container.XEnumeration", "hasMoreElements") == true {
		one := call(t, ctx, list, "com.sun.star.container.XEnumeration", "nextElement").(*uno.Object)
		if id, err := one.Call(ctx, iProps, "getPropertyValue", "RuntimeUID"); err == nil && id == want {
			return one
		}
	}
	t.Fatal("the other connection does not have the document")
	return nil
}

// officeStreams: the office pumps our input stream into our output stream, on a
// thread of its own.
func officeStreams(t *testing.T, ctx context.Context, conn *uno.Conn, _ *unotest.Office) {
	data := make([]byte, 1<<20)
	random := rand.NewChaCha8([32]byte{})
	_, _ = random.Read(data)
	left := data
	in, err := conn.ExportInline(func(_ context.Context, method string, args []any) (any, []any, error) {
		switch method {
		case "readBytes", "readSomeBytes":
			n := min(int(args[0].(int32)), len(left))
			chunk := left[:n]
			left = left[n:]
			return n, []any{chunk}, nil
		case "available":
			return len(left), nil, nil
		}
		return nil, nil, nil
	}, "com.sun.star.io.XInputStream")
	if err != nil {
		t.Fatal(err)
	}
	var got []byte
	closed := make(chan struct{})
	out, err := conn.ExportInline(func(_ context.Context, method string, args []any) (any, []any, error) {
		switch method {
		case "writeBytes":
			got = append(got, args[0].([]byte)...)
		case "closeOutput":
			close(closed)
		}
		return nil, nil, nil
	}, "com.sun.star.io.XOutputStream")
	if err != nil {
		t.Fatal(err)
	}
	pump := service(t, ctx, conn, "com.sun.star.io.Pump")
	call(t, ctx, pump, "com.sun.star.io.XActiveDataSink", "setInputStream", in)
	call(t, ctx, pump, "com.sun.star.io.XActiveDataSource", "setOutputStream", out)
	call(t, ctx, pump, "com.sun.star.io.XActiveDataControl", "start")
	wait(t, "end of the stream", closed)
	if !bytes.Equal(got, data) {
		t.Errorf("%d bytes of %d came through", len(got), len(data))
	}
}

// officeCallbacks: calls of a batch that call back run nested in one another,
// each listener calls the office itself, and every answer still belongs to its
// call.
func officeCallbacks(t *testing.T, ctx context.Context, conn *uno.Conn, _ *unotest.Office) {
	bag := newBag(t, ctx, conn)
	call(t, ctx, bag, iBag, "addProperty", "fixed", 0, "fixed")
	var mu sync.Mutex
	seen := map[any]bool{}
	listener := changes(t, conn, func(inner context.Context, event *uno.Struct) error {
		v, err := bag.Call(inner, iProps, "getPropertyValue", "fixed")
		if err != nil || v != "fixed" {
			t.Errorf("inside the listener: %v, %v", v, err)
		}
		mu.Lock()
		defer mu.Unlock()
		seen[event.Get("NewValue")] = true
		return nil
	})
	call(t, ctx, bag, iProps, "addPropertyChangeListener", "", listener)
	const n = 40
	for round := range 20 {
		b := conn.NewBatch()
		var sets, gets, fails []*uno.Result
		for i := range n {
			sets = append(sets, b.Call(bag, iProps, "setPropertyValue", "v", int32(round*n+i+1)))
			gets = append(gets, b.Call(bag, iProps, "getPropertyValue", "fixed"))
			fails = append(fails, b.Call(bag, iProps, "getPropertyValue", fmt.Sprint("nothing-", i)))
		}
		if err := b.Run(ctx); err != nil {
			t.Fatal(err)
		}
		for i := range n {
			if sets[i].Err != nil || gets[i].Value != "fixed" {
				t.Errorf("round %d, call %d: %v, %v", round, i, sets[i].Err, gets[i].Value)
			}
			if !uno.IsException(fails[i].Err, "com.sun.star.beans.UnknownPropertyException") {
				t.Errorf("round %d, call %d: %v", round, i, fails[i].Err)
			}
		}
	}
	call(t, ctx, bag, iProps, "removePropertyChangeListener", "", listener)
	if len(seen) != 20*n {
		t.Errorf("the listener saw %d changes of %d", len(seen), 20*n)
	}
}

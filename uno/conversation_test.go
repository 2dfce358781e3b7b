package uno_test

import (
	"context"
	"errors"
	"flag"
	"net"
	"path/filepath"
	"reflect"
	"testing"

	"github.com/unodesk/unodesk/uno"
	"github.com/unodesk/unodesk/uno/unotest"
)

var update = flag.Bool("update", false, "record the conversations in testdata with a real office")

// conversations were recorded with a real office, byte for byte, and are
// replayed without one. What a client says must not change unless someone
// looks at the difference. Every object belongs to the scope, so that none is
// released at a time of the garbage collector's choice.
var conversations = []struct {
	name, title string
	talk        func(t *testing.T, ctx context.Context, conn *uno.Conn)
}{
	{"handshake", "Agreeing on the protocol and getting the component context.", func(*testing.T, context.Context, *uno.Conn) {}},
	{"query", "A service, an interface that it has and one that it has not, and a call.", talkQuery},
	{"exception", "Calls that raise exceptions, one with another one inside.", talkException},
	{"values", "Values of every kind, there and back.", talkValues},
	{"outs", "Out parameters.", talkOuts},
	{"callback", "A listener that is called while a call runs, and calls back itself.", talkCallback},
	{"main", "Calls on the main thread.", talkMain},
	{"batch", "Many calls in one block, some of which fail.", talkBatch},
	{"release", "Objects given back one by one and all at once.", talkRelease},
}

func TestConversations(t *testing.T) {
	var office *unotest.Office
	if *update {
		office = unotest.StartOffice(t, unotest.OfficeOptions{})
	}
	for _, c := range conversations {
		t.Run(c.name, func(t *testing.T) {
			path := filepath.Join("testdata", c.name+".txt")
			var wire net.Conn
			if office == nil {
				wire = unotest.Replay(t, path)
			} else {
				recorder := unotest.Record(office.Raw())
				wire = recorder
				defer func() {
					if err := recorder.Save(path, c.title); err != nil {
						t.Error(err)
					}
				}()
			}
			conn, err := uno.NewConn(t.Context(), wire, uno.Options{})
			if err != nil {
				t.Fatal(err)
			}
			defer conn.Close()
			ctx, end := uno.Scope(t.Context())
			defer end()
			c.talk(t, ctx, conn)
			end()
			call(t, t.Context(), conn.Context(), "com.sun.star.uno.XComponentContext", "getValueByName", "the end")
		})
	}
}

func service(t *testing.T, ctx context.Context, conn *uno.Conn, name string) *uno.Object {
	t.Helper()
	o, err := conn.Service(ctx, name)
	if err != nil {
		t.Fatal(err)
	}
	return o
}

func call(t *testing.T, ctx context.Context, o *uno.Object, iface, method string, args ...any) any {
	t.Helper()
	v, err := o.Call(ctx, iface, method, args...)
	if err != nil {
		t.Fatalf("%s.%s: %v", iface, method, err)
	}
	return v
}

func talkQuery(t *testing.T, ctx context.Context, conn *uno.Conn) {
	o := service(t, ctx, conn, "com.sun.star.uri.UriReferenceFactory")
	for iface, want := range map[string]bool{"com.sun.star.uri.XUriReferenceFactory": true} {
		if has, err := o.Has(ctx, iface); err != nil || has != want {
			t.Errorf("has %s: %v, %v", iface, has, err)
		}
	}
	if has, err := o.Has(ctx, "com.sun.star.text.XText"); err != nil || has {
		t.Errorf("has XText: %v, %v", has, err)
	}
	uri := call(t, ctx, o, "com.sun.star.uri.XUriReferenceFactory", "parse", "http://example.org/a?b#c").(*uno.Object)
	if got := call(t, ctx, uri, "com.sun.star.uri.XUriReference", "getFragment"); got != "c" {
		t.Errorf("the fragment is %v", got)
	}
	if _, err := conn.Service(ctx, "com.sun.star.no.Such"); err == nil {
		t.Error("there is a service com.sun.star.no.Such")
	}
}

func talkException(t *testing.T, ctx context.Context, conn *uno.Conn) {
	bag := service(t, ctx, conn, "com.sun.star.beans.PropertyBag")
	_, err := bag.Call(ctx, iProps, "getPropertyValue", "nothing")
	if !uno.IsException(err, "com.sun.star.beans.UnknownPropertyException") {
		t.Errorf("got %v", err)
	}
	converter := service(t, ctx, conn, "com.sun.star.script.Converter")
	_, err = converter.Call(ctx, "com.sun.star.script.XTypeConverter", "convertToSimpleType", "x", uno.Enum{Name: "LONG"})
	var raised *uno.Exception
	if !errors.As(err, &raised) || raised.Type != "com.sun.star.script.CannotConvertException" || raised.Get("Reason") == nil {
		t.Errorf("got %v", err)
	}
	invocation := service(t, ctx, conn, "com.sun.star.script.Invocation")
	v := call(t, ctx, invocation, "com.sun.star.lang.XSingleServiceFactory", "createInstanceWithArguments", []any{bag})
	_, _, err = v.(*uno.Object).CallOut(ctx, "com.sun.star.script.XInvocation", "invoke", "getPropertyValue", []any{"nothing"})
	if !errors.As(err, &raised) || raised.Target() == nil || !uno.IsException(err, "com.sun.star.beans.UnknownPropertyException") {
		t.Errorf("got %v with %v inside", err, raised.Target())
	}
}

func talkValues(t *testing.T, ctx context.Context, conn *uno.Conn) {
	bag := service(t, ctx, conn, "com.sun.star.beans.PropertyBag")
	for _, v := range []any{
		true, int8(-1), int16(-2), int32(3), int64(4), float32(1.5), 2.5, "Größe 😀",
		uno.Enum{Type: "com.sun.star.awt.FontSlant", Name: "ITALIC", Value: 2},
		uno.NewStruct("com.sun.star.awt.Point", "X", int32(1), "Y", int32(2)),
		[]byte{0, 255},
		[]string{"a", ""},
		[]any{int32(1), "x", nil},
		[][]int32{{1}, {}},
	} {
		call(t, ctx, bag, "com.sun.star.beans.XPropertyContainer", "addProperty", "v", 128, v) // removable
		if got := call(t, ctx, bag, iProps, "getPropertyValue", "v"); !reflect.DeepEqual(got, v) {
			t.Errorf("%#v came back as %#v", v, got)
		}
		call(t, ctx, bag, "com.sun.star.beans.XPropertyContainer", "removeProperty", "v")
	}
}

func talkOuts(t *testing.T, ctx context.Context, conn *uno.Conn) {
	in, err := conn.ServiceWith(ctx, "com.sun.star.io.SequenceInputStream", []byte("some bytes"))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"some", " byt", "es", ""} {
		n, outs, err := in.CallOut(ctx, "com.sun.star.io.XInputStream", "readBytes", 4)
		if err != nil || n != int32(len(want)) || len(outs) != 1 || string(outs[0].([]byte)) != want {
			t.Errorf("got %v, %q, %v, want %q", n, outs, err, want)
		}
	}
}

// changes makes a listener of a property bag's changes.
func changes(t *testing.T, conn *uno.Conn, changed func(ctx context.Context, event *uno.Struct) error) *uno.Exported {
	t.Helper()
	e, err := conn.Export(func(ctx context.Context, method string, args []any) (any, []any, error) {
		event := args[0].(*uno.Struct)
		defer event.Get("Source").(*uno.Object).Release()
		if method != "propertyChange" {
			return nil, nil, nil
		}
		return nil, nil, changed(ctx, event)
	}, "com.sun.star.beans.XPropertyChangeListener")
	if err != nil {
		t.Fatal(err)
	}
	return e
}

func talkCallback(t *testing.T, ctx context.Context, conn *uno.Conn) {
	bag := service(t, ctx, conn, "com.sun.star.beans.PropertyBag")
	call(t, ctx, bag, "com.sun.star.beans.XPropertyContainer", "addProperty", "v", 2, int32(1)) // bound
	var seen []any
	listener := changes(t, conn, func(inner context.Context, event *uno.Struct) error {
		v, err := bag.Call(inner, iProps, "getPropertyValue", "v")
		seen = append(seen, event.Get("OldValue"), event.Get("NewValue"), v)
		return err
	})
	call(t, ctx, bag, iProps, "addPropertyChangeListener", "", listener)
	call(t, ctx, bag, iProps, "setPropertyValue", "v", int32(2))
	call(t, ctx, bag, iProps, "removePropertyChangeListener", "", listener)
	listener.Close()
	if want := []any{int32(1), int32(2), int32(2)}; !reflect.DeepEqual(seen, want) {
		t.Errorf("the listener saw %v, want %v", seen, want)
	}
}

func talkMain(t *testing.T, ctx context.Context, conn *uno.Conn) {
	desktop := service(t, ctx, conn, "com.sun.star.frame.Desktop")
	for range 2 {
		if err := conn.Main(ctx, func(ctx context.Context) error {
			if v := call(t, ctx, desktop, "com.sun.star.frame.XDesktop", "getCurrentComponent"); v != nil {
				t.Errorf("there is a document: %v", v)
			}
			return nil
		}); err != nil {
			t.Error(err)
		}
	}
}

func talkBatch(t *testing.T, ctx context.Context, conn *uno.Conn) {
	bag := service(t, ctx, conn, "com.sun.star.beans.PropertyBag")
	call(t, ctx, bag, "com.sun.star.beans.XPropertyContainer", "addProperty", "v", 0, int32(1))
	b := conn.NewBatch()
	set := b.Call(bag, iProps, "setPropertyValue", "v", int32(2))
	missing := b.Call(bag, iProps, "setPropertyValue", "nothing", int32(2))
	lacking := b.Call(bag, "com.sun.star.text.XText", "getString")
	info := b.Call(bag, "com.sun.star.lang.XServiceInfo", "getImplementationName")
	get := b.Call(bag, iProps, "getPropertyValue", "v")
	if err := b.Run(ctx); err != nil {
		t.Fatal(err)
	}
	if set.Err != nil || get.Value != int32(2) || info.Value != "com.sun.star.comp.comphelper.OPropertyBag" {
		t.Errorf("got %v, %v, %v", set.Err, get.Value, info.Value)
	}
	if !uno.IsException(missing.Err, "com.sun.star.beans.UnknownPropertyException") || !errors.Is(lacking.Err, uno.ErrNoInterface) {
		t.Errorf("got %v, %v", missing.Err, lacking.Err)
	}
}

func talkRelease(t *testing.T, ctx context.Context, conn *uno.Conn) {
	factory := service(t, ctx, conn, "com.sun.star.uri.UriReferenceFactory")
	parse := func(ctx context.Context) *uno.Object {
		return call(t, ctx, factory, "com.sun.star.uri.XUriReferenceFactory", "parse", "http://example.org/").(*uno.Object)
	}
	one := parse(ctx)
	call(t, ctx, one, "com.sun.star.uri.XUriReference", "getScheme")
	one.Release()
	inner, end := uno.Scope(ctx)
	kept := parse(inner).Keep()
	for range 3 {
		parse(inner)
	}
	end()
	if got := call(t, ctx, kept, "com.sun.star.uri.XUriReference", "getScheme"); got != "http" {
		t.Errorf("the scheme is %v", got)
	}
	kept.Release()
	if got := call(t, ctx, factory, "com.sun.star.lang.XServiceInfo", "getImplementationName"); got == "" {
		t.Error("no name")
	}
}

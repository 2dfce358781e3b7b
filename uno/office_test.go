package uno_test

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"testing"

	"github.com/unodesk/unodesk/uno"
	"github.com/unodesk/unodesk/uno/unotest"
)

const (
	iMap  = "com.sun.star.container.XMap"
	iBag  = "com.sun.star.beans.XPropertyContainer"
	iURIs = "com.sun.star.uri.XUriReferenceFactory"
	iURI  = "com.sun.star.uri.XUriReference"
)

// TestOffice runs what one office can serve for all.
func TestOffice(t *testing.T) {
	office := unotest.StartOffice(t, unotest.OfficeOptions{})
	for _, test := range []struct {
		name string
		run  func(t *testing.T, ctx context.Context, conn *uno.Conn, office *unotest.Office)
	}{
		{"values", officeValues},
		{"references", officeReferences},
		{"inout", officeInOut},
		{"exceptions", officeExceptions},
		{"released objects", officeReleased},
		{"inline listener", officeInline},
		{"batch before listener", officeCrowd},
		{"streams", officeStreams},
		{"listener during a batch", officeCallbacks},
		{"large batch", officeBatch},
		{"goroutines", officeGoroutines},
		{"many objects", officeObjects},
		{"garbage", officeGarbage},
		{"main", officeMain},
		{"main thread", officeMainThread},
		{"main ends", officeMainEnds},
		{"main from many", officeMainMany},
	} {
		t.Run(test.name, func(t *testing.T) {
			conn := connect(t, office)
			ctx, end := uno.Scope(t.Context())
			defer end()
			test.run(t, ctx, conn, office)
			if conn.Err() != nil {
				t.Errorf("the connection has ended: %v", conn.Err())
			}
		})
	}
}

// connect connects to an office; the test ends the connection.
func connect(t *testing.T, office *unotest.Office) *uno.Conn {
	t.Helper()
	conn, err := uno.NewConn(t.Context(), office.Raw(), uno.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	return conn
}

// newMap makes an object that keeps anys, of whatever type, by name.
func newMap(t *testing.T, ctx context.Context, conn *uno.Conn) *uno.Object {
	t.Helper()
	key, _ := uno.TypeNamed("string")
	value, _ := uno.TypeNamed("any")
	o, err := conn.ServiceWith(ctx, "com.sun.star.container.EnumerableMap", key, value)
	if err != nil {
		t.Fatal(err)
	}
	return o
}

func typeNamed(t *testing.T, name string) uno.Type {
	t.Helper()
	typ, err := uno.TypeNamed(name)
	if err != nil {
		t.Fatal(err)
	}
	return typ
}

// officeValues sends every kind of value and gets it back from the office.
func officeValues(t *testing.T, ctx context.Context, conn *uno.Conn, _ *unotest.Office) {
	const pair = "com.sun.star.beans.Pair<string,any>"
	point := func(x int32) *uno.Struct {
		return uno.NewStruct("com.sun.star.awt.Point", "X", x, "Y", int32(0))
	}
	italic := uno.Enum{Type: "com.sun.star.awt.FontSlant", Name: "ITALIC", Value: 2}
	m := newMap(t, ctx, conn)
	for _, v := range []any{
		true, false, int8(-128), int16(-32768), uint16(65535), int32(-2147483648), uint32(4294967295),
		int64(-9223372036854775808), uint64(18446744073709551615), float32(1.5), 0.1, uno.Char('ß'),
		"", "Größe 😀 \x00 end", italic,
		typeNamed(t, "long"), typeNamed(t, "[][]any"), typeNamed(t, pair), typeNamed(t, "com.sun.star.text.XText"),
		point(7),
		uno.NewStruct(pair, "First", "a", "Second", point(1)),
		uno.NewStruct(pair, "First", "a", "Second", nil),
		uno.NewStruct("com.sun.star.beans.Optional<[]long>", "IsPresent", true, "Value", []int32{1}),
		uno.NewStruct("com.sun.star.lang.IllegalArgumentException", "Message", "m", "Context", nil, "ArgumentPosition", int16(2)),
		[]bool{true, false},
		[]byte{0, 127, 255},
		[]int16{-1},
		[]uint16{1},
		[]int32{1, -1},
		[]uint32{1},
		[]int64{1},
		[]uint64{1},
		[]float32{1.5},
		[]float64{0.1},
		[]uno.Char{'a'},
		[]string{"a", ""},
		[]uno.Type{typeNamed(t, "string")},
		[]uno.Enum{italic},
		[]*uno.Struct{point(1), point(2)},
		[]any{int32(1), "a", nil, []any{true}, point(3)},
		[]any{},
		[][]any{{1.0, "a"}, {}},
		[][]int32{{1}, {}},
		[][][]string{{{"a"}}},
		[][]*uno.Struct{{point(1)}},
	} {
		call(t, ctx, m, iMap, "put", "v", v)
		if got := call(t, ctx, m, iMap, "get", "v"); !reflect.DeepEqual(got, v) {
			t.Errorf("%#v came back as %#v", v, got)
		}
	}
	long := make([]any, 300)
	for i := range long {
		long[i] = fmt.Sprint(i)
	}
	call(t, ctx, m, iMap, "put", "v", long)
	if got := call(t, ctx, m, iMap, "get", "v"); !reflect.DeepEqual(got, long) {
		t.Errorf("300 texts came back as %d", len(got.([]any)))
	}
	// The office itself checks what type arrived.
	converter := service(t, ctx, conn, "com.sun.star.script.Converter")
	for name, want := range map[string]any{"short": int16(7), "double": 7.0, "string": "7", "hyper": int64(7)} {
		if got := call(t, ctx, converter, "com.sun.star.script.XTypeConverter", "convertTo", 7, typeNamed(t, name)); got != want {
			t.Errorf("7 as %s is %#v", name, got)
		}
	}
}

func officeReferences(t *testing.T, ctx context.Context, conn *uno.Conn, _ *unotest.Office) {
	m, theirs := newMap(t, ctx, conn), service(t, ctx, conn, "com.sun.star.uri.UriReferenceFactory")
	ours, err := conn.ExportInline(func(context.Context, string, []any) (any, []any, error) { return "our name", nil, nil }, iText)
	if err != nil {
		t.Fatal(err)
	}
	call(t, ctx, m, iMap, "put", "theirs", theirs)
	got, _ := call(t, ctx, m, iMap, "get", "theirs").(*uno.Object)
	if !got.Is(theirs) {
		t.Errorf("%v came back as %v", theirs, got)
	}
	call(t, ctx, m, iMap, "put", "ours", ours)
	if got := call(t, ctx, m, iMap, "get", "ours"); got != ours {
		t.Errorf("%v came back as %v", ours, got)
	}
	call(t, ctx, m, iMap, "put", "both", []any{theirs, ours, nil})
	both, _ := call(t, ctx, m, iMap, "get", "both").([]any)
	if len(both) != 3 || !both[0].(*uno.Object).Is(theirs) || both[1] != ours || both[2] != nil {
		t.Errorf("both came back as %v", both)
	}
	call(t, ctx, m, iMap, "put", "objects", []*uno.Object{theirs})
	if objects, ok := call(t, ctx, m, iMap, "get", "objects").([]*uno.Object); !ok || len(objects) != 1 || !objects[0].Is(theirs) {
		t.Errorf("the objects came back as %v", objects)
	}
	call(t, ctx, m, "com.sun.star.container.XMap", "clear") // the office gives ours back
	eventually(t, "the office gives our object back", func() bool { return ours.References() == 0 })
}

// officeInOut: a struct that the office changes.
func officeInOut(t *testing.T, ctx context.Context, conn *uno.Conn, _ *unotest.Office) {
	o := service(t, ctx, conn, "com.sun.star.util.URLTransformer")
	url := uno.NewStruct("com.sun.star.util.URL", "Complete", "http://example.org:81/a/b?c#d")
	v, outs, err := o.CallOut(ctx, "com.sun.star.util.XURLTransformer", "parseStrict", url)
	if err != nil || v != true || len(outs) != 1 {
		t.Fatalf("got %v, %v, %v", v, outs, err)
	}
	got := outs[0].(*uno.Struct)
	for name, want := range map[string]any{"Server": "example.org", "Port": int16(81), "Name": "b", "Mark": "d"} {
		if got.Get(name) != want {
			t.Errorf("%s is %v", name, got.Get(name))
		}
	}
}

func officeExceptions(t *testing.T, ctx context.Context, conn *uno.Conn, _ *unotest.Office) {
	provider := service(t, ctx, conn, "com.sun.star.configuration.ConfigurationProvider")
	_, err := provider.Call(ctx, "com.sun.star.lang.XMultiServiceFactory", "createInstance", "com.sun.star.no.Such")
	var raised *uno.Exception
	if !errors.As(err, &raised) {
		t.Errorf("got %v", err)
	}
	invocation := service(t, ctx, conn, "com.sun.star.script.Invocation")
	bag := service(t, ctx, conn, "com.sun.star.beans.PropertyBag")
	inv := call(t, ctx, invocation, "com.sun.star.lang.XSingleServiceFactory", "createInstanceWithArguments", []any{bag}).(*uno.Object)
	_, _, err = inv.CallOut(ctx, "com.sun.star.script.XInvocation", "invoke", "getPropertyValue", []any{"nothing"})
	if !errors.As(err, &raised) || raised.Type != "com.sun.star.reflection.InvocationTargetException" ||
		!uno.IsException(err, "com.sun.star.beans.UnknownPropertyException") {
		t.Errorf("got %v", err)
	}
	// A handler's exception crosses the office and comes back as it was.
	ours, err := conn.ExportInline(func(context.Context, string, []any) (any, []any, error) {
		return nil, nil, uno.Raise("com.sun.star.lang.IllegalArgumentException", "ours", "ArgumentPosition", 3)
	}, "com.sun.star.lang.XInitialization")
	if err != nil {
		t.Fatal(err)
	}
	inv = call(t, ctx, invocation, "com.sun.star.lang.XSingleServiceFactory", "createInstanceWithArguments", []any{ours}).(*uno.Object)
	_, _, err = inv.CallOut(ctx, "com.sun.star.script.XInvocation", "invoke", "initialize", []any{[]any{}})
	if !errors.As(err, &raised) {
		t.Fatalf("got %v", err)
	}
	inner := raised
	for inner.Target() != nil {
		inner = inner.Target()
	}
	if inner.Type != "com.sun.star.lang.IllegalArgumentException" || inner.Message != "ours" || inner.Get("ArgumentPosition") != int16(3) {
		t.Errorf("got %v with %v inside", raised, inner)
	}
}

// officeReleased: mistakes with references are refused here, for an office
// would close the connection.
func officeReleased(t *testing.T, ctx context.Context, conn *uno.Conn, _ *unotest.Office) {
	m, o := newMap(t, ctx, conn), service(t, ctx, conn, "com.sun.star.uri.UriReferenceFactory")
	o.Release()
	o.Release()
	_, err := o.Call(ctx, iURIs, "parse", "http://example.org/")
	unsent(t, err, uno.ErrReleased)
	_, err = m.Call(ctx, iMap, "put", "v", o)
	unsent(t, err, uno.ErrReleased)
	conn.Context().Release()
	_, err = m.Call(ctx, iMap, "put", "v", uno.Any{Type: uno.Type{Class: 22, Name: "com.sun.star.no.XSuch"}})
	unsent(t, err, nil)
	_, err = m.Call(ctx, iMap, "put", "v", "\xff")
	unsent(t, err, nil)
	if has := call(t, ctx, m, iMap, "containsKey", "v"); has != false {
		t.Error("something was put")
	}
}

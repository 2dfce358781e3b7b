package unotest

import (
	"fmt"
	"net"
	"runtime"
	"sync"
	"testing"

	"github.com/unodesk/unodesk/uno/internal/unotype"
	"github.com/unodesk/unodesk/uno/internal/urp"
)

// Peer plays the office's side of a connection by hand, for tests that need no
// office. Its methods fail the test, and end the goroutine, when the client
// does something else than the script expects. They are used by one goroutine.
type Peer struct {
	Conn net.Conn

	t    testing.TB
	enc  *urp.Encoder
	dec  *urp.Decoder
	in   *urp.BlockReader
	left uint32 // messages of the block that is being read
	kept []Call // requests that came while an answer was waited for

	mu       sync.Mutex  // guards the maps
	handed   map[Ref]int // references that the client got
	released map[Ref]int // and those that it gave back
}

// Call is a request that the client made.
type Call struct {
	urp.Head
	Method *unotype.Method
	Args   []any
}

// Pipe returns the client's side of a connection in memory whose other side
// script plays. The test waits for the script.
func Pipe(t testing.TB, script func(p *Peer)) net.Conn {
	client, server := net.Pipe()
	Play(t, server, script)
	return client
}

// Play lets script play the office's side of server.
func Play(t testing.TB, server net.Conn, script func(p *Peer)) {
	p := &Peer{
		Conn: server, t: t, enc: urp.NewEncoder(), in: urp.NewBlockReader(server),
		handed: map[Ref]int{}, released: map[Ref]int{},
	}
	p.dec = urp.NewDecoder(unotype.Embedded, p.ref, refs)
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		defer server.Close()
		script(p)
	}()
	t.Cleanup(func() {
		server.Close()
		<-ended
	})
}

func (p *Peer) fail(format string, args ...any) {
	p.t.Helper()
	p.t.Errorf("peer: "+format, args...)
	runtime.Goexit()
}

// Root is the component context, got by its well-known name.
const Root = "root"

const initial = "StarOffice.ComponentContext"

// Negotiate agrees on the protocol and hands out the component context.
func (p *Peer) Negotiate() {
	p.t.Helper()
	p.Agree()
	c := p.Expect(initial, "queryInterface")
	p.Return(c, urp.Any{Type: urp.TypeXInterface, Value: p.Object(Root, urp.TypeXInterface.Name)})
}

// Agree agrees on the protocol.
func (p *Peer) Agree() {
	p.t.Helper()
	const tid, oid, iface = ".UrpProtocolPropertiesTid", "UrpProtocolProperties", "com.sun.star.bridge.XProtocolProperties"
	if r := p.Ask(tid, oid, iface, "requestChange", 1234); r.Return != int32(1) {
		p.fail("requestChange returned %v", r.Return)
	}
	r := p.Ask(tid, oid, iface, "commitChange", []*urp.Struct{
		{Type: "com.sun.star.bridge.ProtocolProperty", Fields: []urp.Field{{Name: "Name", Value: "CurrentContext"}}},
	})
	if s, ok := r.Exception.(*urp.Struct); !ok || s.Type != "com.sun.star.bridge.InvalidProtocolChangeException" {
		p.fail("commitChange answered with %v", r.Exception)
	}
}

// next reads the head of the client's next message; false means that the
// connection ended.
func (p *Peer) next() (urp.Head, bool) {
	for p.left == 0 {
		body, count, err := p.in.Next()
		if err != nil {
			return urp.Head{}, false
		}
		p.left = count
		p.dec.Feed(body)
	}
	p.left--
	head, err := p.dec.Head()
	if err != nil {
		p.fail("%v", err)
	}
	return head, true
}

// Request reads the client's next request; false means that the connection
// ended. Releases are counted and passed over.
func (p *Peer) Request() (Call, bool) {
	p.t.Helper()
	if len(p.kept) > 0 {
		c := p.kept[0]
		p.kept = p.kept[1:]
		return c, true
	}
	for {
		head, ok := p.next()
		if !ok {
			return Call{}, false
		}
		if !head.IsRequest {
			p.fail("a reply on %s instead of a request", head.TID)
		}
		if c := p.call(head); !c.Method.OneWay {
			return c, true
		}
	}
}

// call reads the rest of a request and counts a release.
func (p *Peer) call(head urp.Head) Call {
	if head.OID != initial {
		p.use(head.OID)
	}
	iface, err := unotype.Embedded().Interface(head.Type.Name)
	if err != nil || int(head.FunctionID) >= len(iface.Methods) {
		p.fail("request of function %d of %s: %v", head.FunctionID, head.Type.Name, err)
	}
	c := Call{Head: head, Method: &iface.Methods[head.FunctionID]}
	if c.Args, err = p.dec.Args(c.Method); err != nil {
		p.fail("arguments of %s: %v", c.Method.Name, err)
	}
	if c.Method.OneWay {
		p.mu.Lock()
		defer p.mu.Unlock()
		p.released[Ref{c.OID, c.Type, p}]++
	}
	return c
}

// Expect reads a request that must be of this method of this object.
func (p *Peer) Expect(oid, method string) Call {
	p.t.Helper()
	c, ok := p.Request()
	if !ok {
		p.fail("the connection ended instead of a call of %s", method)
	}
	if c.OID != oid || c.Method.Name != method {
		p.fail("%s of %s was called, not %s of %s", c.Method.Name, c.OID, method, oid)
	}
	return c
}

// Return answers a call.
func (p *Peer) Return(c Call, value any, outs ...any) {
	p.t.Helper()
	p.reply(urp.Reply{TID: c.TID, Method: c.Method, Return: value, Outs: outs})
}

// Raise answers a call with an exception; pairs are members beyond Message.
func (p *Peer) Raise(c Call, typeName, message string, fields ...urp.Field) {
	p.t.Helper()
	fields = append([]urp.Field{{Name: "Message", Value: message}}, fields...)
	p.reply(urp.Reply{TID: c.TID, Method: c.Method, Exception: &urp.Struct{Type: typeName, Fields: fields}})
}

func (p *Peer) checker() urp.Checker { return urp.Checker{Types: unotype.Embedded()} }

func (p *Peer) reply(r urp.Reply) {
	p.t.Helper()
	checked, err := p.checker().Reply(r)
	if err != nil {
		p.fail("%v", err)
	}
	p.write(p.enc.Reply(urp.BeginBlock(nil), &checked))
}

// Send calls an object of the client's without waiting for the answer.
func (p *Peer) Send(tid, oid, iface, method string, args ...any) *unotype.Method {
	p.t.Helper()
	def, err := unotype.Embedded().Interface(iface)
	if err != nil {
		p.fail("%v", err)
	}
	m, ok := def.Method(method)
	if !ok {
		p.fail("%s has no method %s", iface, method)
	}
	checked, err := p.checker().Args(m, args)
	if err != nil {
		p.fail("%v", err)
	}
	p.write(p.enc.Request(urp.BeginBlock(nil), &urp.Request{
		TID: tid, OID: oid, Type: p.Object(oid, iface).Type, Method: m, Args: checked,
	}))
	return m
}

// Answer reads the client's answer to a call of m on tid. Requests on other
// threads that come before it are kept for Request.
func (p *Peer) Answer(tid string, m *unotype.Method) urp.Reply {
	p.t.Helper()
	for {
		head, ok := p.next()
		if !ok {
			p.fail("the connection ended instead of an answer to %s", m.Name)
		}
		if head.IsRequest && head.TID != tid {
			if c := p.call(head); !c.Method.OneWay {
				p.kept = append(p.kept, c)
			}
			continue
		}
		if head.IsRequest || head.TID != tid {
			p.fail("%+v instead of an answer to %s on %s", head, m.Name, tid)
		}
		r, err := p.dec.Answer(head, m)
		if err != nil {
			p.fail("answer to %s: %v", m.Name, err)
		}
		return r
	}
}

// Ask calls an object of the client's and waits for the answer.
func (p *Peer) Ask(tid, oid, iface, method string, args ...any) urp.Reply {
	p.t.Helper()
	return p.Answer(tid, p.Send(tid, oid, iface, method, args...))
}

func (p *Peer) write(block []byte) {
	p.t.Helper()
	if err := urp.EndBlock(block, 1); err != nil {
		p.fail("%v", err)
	}
	p.Raw(block)
}

// Raw writes bytes as they are. The client may have ended the connection.
func (p *Peer) Raw(b []byte) {
	if _, err := p.Conn.Write(b); err != nil {
		runtime.Goexit()
	}
}

// Serve answers requests until the connection ends: queryInterface with the
// interface that was asked for, everything else with what answer returns unless
// the method returns nothing.
func (p *Peer) Serve(answer func(c Call) (any, error)) {
	p.t.Helper()
	for {
		c, ok := p.Request()
		if !ok {
			return
		}
		if c.Method.ID == 0 {
			t := c.Args[0].(urp.Type)
			p.Return(c, urp.Any{Type: t, Value: p.Object(c.OID, t.Name)})
			continue
		}
		v, err := answer(c)
		if err != nil {
			p.Raise(c, "com.sun.star.uno.RuntimeException", fmt.Sprint(err))
			continue
		}
		if c.Method.Return.Class == unotype.Void {
			v = nil
		}
		p.Return(c, v)
	}
}

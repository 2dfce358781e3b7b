package uno

import (
	"context"
	"fmt"
	"time"

	"github.com/unodesk/unodesk/uno/internal/unotype"
	"github.com/unodesk/unodesk/uno/internal/urp"
)

// negotiate answers the two requests with which an office begins (urp.md 3.8):
// requestChange, to which we give way, and commitChange, which asks for current
// contexts in every request. Those are refused: they cost bytes and references
// and serve nothing here.
func (c *Conn) negotiate(ctx context.Context, in *receiver) error {
	ctx, cancel := context.WithTimeout(ctx, c.timeout)
	defer cancel()
	stop := context.AfterFunc(ctx, func() {
		_ = c.nc.SetWriteDeadline(time.Unix(1, 0))
		in.source.interrupt()
	})
	defer stop()
	iface, err := c.registry().Interface("com.sun.star.bridge.XProtocolProperties")
	if err != nil {
		return err
	}
	for _, step := range []struct {
		method string
		answer func(r *urp.Reply)
	}{
		{"requestChange", func(r *urp.Reply) { r.Return = int32(1) }},
		{"commitChange", func(r *urp.Reply) {
			r.Exception = Raise("com.sun.star.bridge.InvalidProtocolChangeException", "not supported",
				"invalidProperty", NewStruct("com.sun.star.bridge.ProtocolProperty", "Name", "CurrentContext"),
				"reason", 1).value()
		}},
	} {
		m, ok := iface.Method(step.method)
		if !ok {
			return fmt.Errorf("no description of %s", step.method)
		}
		head, err := in.expect(m)
		if err == nil {
			reply := urp.Reply{TID: head.TID, Method: m}
			step.answer(&reply)
			err = c.writeNow(reply)
		}
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if err != nil {
			return err
		}
	}
	if !stop() {
		return context.Cause(ctx)
	}
	return nil
}

// expect reads one block that must hold exactly one call of m.
func (r *receiver) expect(m *unotype.Method) (urp.Head, error) {
	body, count, err := r.blocks.Next()
	if err != nil {
		return urp.Head{}, err
	}
	r.dec.Feed(body)
	head, err := r.dec.Head()
	if err != nil {
		return head, err
	}
	if count != 1 || !head.IsRequest || head.FunctionID != m.ID || head.OID != "UrpProtocolProperties" {
		return head, fmt.Errorf("the other side is no LibreOffice acceptor: it did not send %s", m.Name)
	}
	if _, err = r.dec.Args(m); err == nil && r.dec.Left() > 0 {
		err = fmt.Errorf("%w: %d bytes left over in a block", urp.ErrFormat, r.dec.Left())
	}
	return head, err
}

// writeNow sends an answer before the writer runs.
func (c *Conn) writeNow(reply urp.Reply) error {
	checked, err := c.checker().Reply(reply)
	if err != nil {
		return err
	}
	b := c.enc.Reply(urp.BeginBlock(nil), &checked)
	if err := urp.EndBlock(b, 1); err != nil {
		return err
	}
	_, err = c.nc.Write(b)
	return err
}

// initial gets one of the objects that an office offers by name (urp.md 3.9).
func (c *Conn) initial(ctx context.Context, oid string) (*Object, error) {
	root := &Object{core: &core{conn: c, oid: oid}}
	got, err := root.query(ctx, urp.TypeXInterface)
	if err != nil {
		return nil, fmt.Errorf("uno: get %s: %w", oid, err)
	}
	if got == nil {
		return nil, fmt.Errorf("uno: the office offers no %s", oid)
	}
	return got, nil
}

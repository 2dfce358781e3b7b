package uno

import (
	"context"
	"errors"
)

var errOfficeEnds = errors.New("the office ends")

// EndWithOffice makes the connection end as soon as the office begins to end,
// and not only when the office closes it. It is meant for connections that make
// calls at any time: an office that closes a connection while a call runs may
// stay behind, without windows, and never end (seen with 7.4 in one of six
// cases; in none when the connection was ended here).
//
// The office asks us before it ends, so a client that stands still would keep
// it from ending.
func (c *Conn) EndWithOffice(ctx context.Context) error {
	desktop, err := c.Service(ctx, "com.sun.star.frame.Desktop")
	if err != nil {
		return err
	}
	listener, err := c.ExportInline(func(_ context.Context, method string, _ []any) (any, []any, error) {
		if method == "notifyTermination" {
			go c.fail(errOfficeEnds) // after the answer, if that is fast
		}
		return nil, nil, nil
	}, "com.sun.star.frame.XTerminateListener")
	if err != nil {
		return err
	}
	_, err = desktop.Call(ctx, "com.sun.star.frame.XDesktop", "addTerminateListener", listener)
	return err
}

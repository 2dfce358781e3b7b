package connect

import (
	"bytes"
	"context"
	"errors"
)

// Refresh gives the hosts that we connected the address that holds now; those that start the bridge need none. A host whose entry has been removed or changed
// by somebody else is left alone. The names are those of the hosts whose settings have changed.
func (c *Connector) Refresh(ctx context.Context) (names []string, err error) {
	for _, h := range hosts {
		if _, notOurs := c.recall(h); notOurs != nil || h.starts {
			continue
		}
		changed, one := c.refresh(ctx, h)
		if changed {
			names = append(names, h.Name)
		}
		err = errors.Join(err, one)
	}
	return names, err
}

func (c *Connector) refresh(ctx context.Context, h *Host) (bool, error) {
	text, err := read(h.file(c.System))
	if err != nil || text == nil {
		return false, err
	}
	settings, err := h.form.decode(bytes.TrimPrefix(text, []byte(byteOrderMark)))
	if err != nil {
		return false, err
	}
	if _, there := h.find(settings); !there {
		return false, nil
	}
	ch, err := c.Plan(h.ID)
	if err != nil || !ch.Needed() {
		return false, err
	}
	ch.command = nil
	return true, c.Apply(ctx, ch)
}

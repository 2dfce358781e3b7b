package attach

import (
	"context"

	"github.com/unodesk/unodesk/uno"
)

// Interfaces that describe what is on the screen. They are not published and
// have changed between versions, so that they are used only as the office's
// own databases have them.
const (
	xAccessible        = "com.sun.star.accessibility.XAccessible"
	xAccessibleContext = "com.sun.star.accessibility.XAccessibleContext"
	xAccessibleStates  = "com.sun.star.accessibility.XAccessibleStateSet"
)

// From com.sun.star.accessibility: AccessibleRole and AccessibleStateType.
const (
	roleAlert  = 1
	roleDialog = 12
	stateModal = 16
)

// Dialog looks for a modal dialog that waits for the user and gives its title,
// "" if none can be seen. Dialogs that the desktop's toolkit draws itself
// (GTK) can not be seen this way.
func (o *Office) Dialog(ctx context.Context) (string, error) {
	ctx, release := uno.Scope(ctx)
	defer release()
	var d dialogs
	return d.find(ctx, o.Conn)
}

// dialogs looks for modal dialogs among an office's windows.
type dialogs struct {
	count int32 // windows at the last look, none of which was a dialog
}

// find gives the title of a modal dialog. Windows are looked at only if their
// number has changed since the last look that found no dialog.
func (d *dialogs) find(ctx context.Context, conn *uno.Conn) (string, error) {
	toolkit, err := conn.Service(ctx, "com.sun.star.awt.Toolkit")
	if err != nil {
		return "", err
	}
	const xToolkit = "com.sun.star.awt.XExtendedToolkit"
	v, err := toolkit.Call(ctx, xToolkit, "getTopWindowCount")
	if err != nil {
		return "", err
	}
	count, _ := v.(int32)
	if count == d.count || !conn.Types().Exact(xAccessibleContext) {
		return "", nil
	}
	d.count = 0
	for n := range count {
		window, err := toolkit.CallObject(ctx, xToolkit, "getTopWindow", n)
		if err != nil || window == nil {
			return "", err
		}
		title, err := modalTitle(ctx, window)
		if title != "" || err != nil {
			return title, err
		}
	}
	d.count = count
	return "", nil
}

// modalTitle gives the title of a window that is a modal dialog.
func modalTitle(ctx context.Context, window *uno.Object) (string, error) {
	if has, err := window.Has(ctx, xAccessible); err != nil || !has {
		return "", err
	}
	about, err := window.CallObject(ctx, xAccessible, "getAccessibleContext")
	if err != nil || about == nil {
		return "", err
	}
	role, err := about.Call(ctx, xAccessibleContext, "getAccessibleRole")
	if err != nil || role != int16(roleDialog) && role != int16(roleAlert) {
		return "", err
	}
	states, err := about.Call(ctx, xAccessibleContext, "getAccessibleStateSet")
	if err != nil {
		return "", err
	}
	if modal, err := isModal(ctx, states); err != nil || !modal {
		return "", err
	}
	v, err := about.Call(ctx, xAccessibleContext, "getAccessibleName")
	name, _ := v.(string)
	if name == "" {
		name = "?"
	}
	return name, err
}

// isModal looks into a set of states: an object up to 7.5; after that bits, of
// which state 1 is the lowest.
func isModal(ctx context.Context, states any) (bool, error) {
	switch s := states.(type) {
	case int64:
		return s&(1<<(stateModal-1)) != 0, nil
	case *uno.Object:
		v, err := s.Call(ctx, xAccessibleStates, "contains", int16(stateModal))
		return v == true, err
	}
	return false, nil
}

package document

import (
	"context"

	"github.com/unodesk/unodesk/uno"
)

// userNames is the name of the user in LibreOffice's settings, which tracked
// changes and comments carry (org.openoffice.UserProfile/Data).
type userNames struct {
	access      *uno.Object
	first, last string
}

func readUserNames(ctx context.Context, conn *uno.Conn) (*userNames, error) {
	provider, err := conn.Service(ctx, "com.sun.star.configuration.ConfigurationProvider")
	if err != nil {
		return nil, err
	}
	access, err := provider.CallObject(ctx, "com.sun.star.lang.XMultiServiceFactory", "createInstanceWithArguments",
		"com.sun.star.configuration.ConfigurationUpdateAccess", uno.PropertyValues("nodepath", "/org.openoffice.UserProfile/Data"))
	if err != nil {
		return nil, err
	}
	b := conn.NewBatch()
	first := b.Call(access, iNameAccess, "getByName", "givenname")
	last := b.Call(access, iNameAccess, "getByName", "sn")
	if err := b.First(ctx); err != nil {
		return nil, err
	}
	n := &userNames{access: access}
	n.first, _ = first.Value.(string)
	n.last, _ = last.Value.(string)
	return n, nil
}

// set changes the name. LibreOffice writes it to the disk some time later, so
// that a name that was there for a moment does not get there.
func (n *userNames) set(ctx context.Context, first, last string) error {
	b := n.access.Conn().NewBatch()
	b.Call(n.access, "com.sun.star.container.XNameReplace", "replaceByName", "givenname", first)
	b.Call(n.access, "com.sun.star.container.XNameReplace", "replaceByName", "sn", last)
	b.Call(n.access, "com.sun.star.util.XChangesBatch", "commitChanges")
	return b.First(ctx)
}

package attach

import (
	"context"
	"strings"

	"github.com/unodesk/unodesk/uno"
)

// identify asks a new attachment what office it is.
func identify(ctx context.Context, conn *uno.Conn, i *Instance) error {
	ctx, release := uno.Scope(ctx)
	defer release()
	desktop, err := conn.Service(ctx, "com.sun.star.frame.Desktop")
	if err != nil {
		return err
	}
	// The id of an object ends in what the office process made up at its start.
	i.session = desktop.String()[strings.LastIndexByte(desktop.String(), ';')+1:]
	i.version, err = version(ctx, conn)
	return err
}

// version reads the office's version from its configuration: "7.4.7.2".
func version(ctx context.Context, conn *uno.Conn) (string, error) {
	provider, err := conn.Service(ctx, "com.sun.star.configuration.ConfigurationProvider")
	if err != nil {
		return "", err
	}
	node := uno.PropertyValue("nodepath", "/org.openoffice.Setup/Product")
	access, err := provider.CallObject(ctx, "com.sun.star.lang.XMultiServiceFactory",
		"createInstanceWithArguments", "com.sun.star.configuration.ConfigurationAccess", []any{node})
	if err != nil || access == nil {
		return "", err
	}
	v, err := access.Call(ctx, "com.sun.star.container.XNameAccess", "getByName", "ooSetupVersionAboutBox")
	text, _ := v.(string)
	return text, err
}

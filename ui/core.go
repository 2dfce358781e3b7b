package ui

import (
	"context"

	"github.com/unodesk/unodesk/app"
	"github.com/unodesk/unodesk/app/config"
	"github.com/unodesk/unodesk/app/connect"
	"github.com/unodesk/unodesk/app/model"
	"github.com/unodesk/unodesk/app/secret"
)

// Core is what the windows need of the program behind them; *app.App is one. Calls with a context may take their time
// and are made away from the drawing goroutine.
type Core interface {
	Snapshot() app.Snapshot
	Subscribe() (<-chan app.Snapshot, func())
	Screens() <-chan app.Screen

	StartServer(ctx context.Context) error
	StopServer(ctx context.Context) error
	UsePort(ctx context.Context, port int) error
	SaveSettings(ctx context.Context, before, after config.Config) error
	StartOffice(ctx context.Context) error
	Activity() []app.Call
	TakeBack(ctx context.Context, uid, step string) (int, error)
	TakeBackFrom(ctx context.Context, c app.Call) (int, error)
	Answer(number int, c app.Consent)
	Connector() (*connect.Connector, error)
	ProbeNow()
	Watching(on bool)
	WindowSize(name string) (app.Size, bool)
	KeepWindowSize(name string, size app.Size)

	FreePort(above int) (int, error)
	StartAtLogin(ctx context.Context, on bool) error
	LookAtLogin()
	Models(ctx context.Context, endpoint string, name secret.Name, key string) ([]string, error)
	TryModel(ctx context.Context, endpoint, name, key string) (model.Trial, error)
	Key(ctx context.Context, name secret.Name) (secret.Source, error)
	SaveKey(ctx context.Context, name secret.Name, key string, plain bool) error
	SecretsPath() string
	RenewAccessToken(ctx context.Context) error
	AccessToken() string
}

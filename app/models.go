package app

import (
	"context"
	"time"

	"github.com/unodesk/unodesk/app/model"
	"github.com/unodesk/unodesk/app/secret"
)

// How long a service may take. A local model is loaded for its first answer.
const (
	listTimeout = 15 * time.Second
	tryTimeout  = 100 * time.Second
)

// Models lists the models of the service at endpoint. Key is the one to use, "" the one that is kept under name.
func (a *App) Models(ctx context.Context, endpoint string, name secret.Name, key string) ([]string, error) {
	ctx, cancel := context.WithTimeout(ctx, listTimeout)
	defer cancel()
	return a.service(ctx, endpoint, name, key).Models(ctx)
}

// TryModel asks a model of the service at endpoint to use a tool.
func (a *App) TryModel(ctx context.Context, endpoint, name, key string) (model.Trial, error) {
	ctx, cancel := context.WithTimeout(ctx, tryTimeout)
	defer cancel()
	return a.service(ctx, endpoint, secret.LLMKey, key).Try(ctx, name)
}

func (a *App) service(ctx context.Context, endpoint string, name secret.Name, key string) model.Service {
	if key == "" {
		kept, _, err := a.o.Secrets.Lookup(ctx, name)
		if err != nil {
			a.o.Log.Warn("the key of a service is not known", "service", name, "err", err)
		}
		key = kept
	}
	return model.Service{Endpoint: endpoint, Key: key}
}

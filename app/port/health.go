package port

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
)

// serverName is what the health page of our server says it is.
const serverName = "Unodesk"

// Health is what a health page says.
type Health struct {
	Ours   bool   // it is the page of a server of ours
	PID    int    // of that server
	OK     bool   // it was answered well
	Status string // of the answer
	Err    error  // why the page cannot be read
}

// Ask asks whoever serves HTTP at base, such as http://127.0.0.1:8765, how it is. An error is that of the request.
func Ask(ctx context.Context, base string) (Health, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, base+"/health", nil)
	if err != nil {
		return Health{}, err
	}
	// A proxy from the environment must not stand between us and this computer, and a connection kept from before would
	// hide that no new one is taken.
	client := http.Client{Transport: &http.Transport{Proxy: nil, DisableKeepAlives: true}}
	resp, err := client.Do(r)
	if err != nil {
		return Health{}, err
	}
	defer resp.Body.Close()
	var page struct {
		Server string `json:"server"`
		PID    int    `json:"pid"`
	}
	const most = 1 << 16
	err = json.NewDecoder(io.LimitReader(resp.Body, most)).Decode(&page)
	return Health{
		Ours: err == nil && page.Server == serverName, PID: page.PID,
		OK: resp.StatusCode == http.StatusOK, Status: resp.Status, Err: err,
	}, nil
}

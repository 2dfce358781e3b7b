package server

import (
	"encoding/json"
	"net/http"
)

// problem answers a request that got no further than HTTP.
func problem(w http.ResponseWriter, status int, code, message string) {
	writeJSON(w, status, map[string]string{
		"status": "error", "code": code, "message": message, "server": serverName,
	})
}

func writeJSON(w http.ResponseWriter, status int, v any) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	_ = e.Encode(v) // the client is gone: nobody to tell
}

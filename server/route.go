package server

import (
	"net/http"
	"slices"
	"strings"
)

// route is a path and what can be done there.
type route struct {
	path    string
	methods []string // any other is refused
	serve   http.HandlerFunc
}

func (rt route) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	allowed := strings.Join(append(slices.Clone(rt.methods), http.MethodOptions), ", ")
	switch {
	case slices.Contains(rt.methods, r.Method):
		rt.serve(w, r)
	case r.Method == http.MethodOptions:
		w.Header().Set("Allow", allowed)
		w.WriteHeader(http.StatusNoContent)
	default:
		w.Header().Set("Allow", allowed)
		problem(w, http.StatusMethodNotAllowed, "METHOD_NOT_ALLOWED", "this path can be used with "+allowed)
	}
}

// names lists a route as GET / does: a line for each method.
func (rt route) names() []string {
	var out []string
	for _, method := range append(slices.Clone(rt.methods), http.MethodOptions) {
		out = append(out, method+" "+rt.path)
	}
	return out
}

// trimmed lets slashes at the end of a path pass.
func trimmed(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if path := strings.TrimRight(r.URL.Path, "/"); path != "" {
			r.URL.Path = path
		} else {
			r.URL.Path = "/"
		}
		r.URL.RawPath = ""
		next.ServeHTTP(w, r)
	})
}

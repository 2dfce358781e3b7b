package server

import "github.com/unodesk/unodesk/uno/attach"

// Office tells the state of the office, as attach.Watcher does.
type Office interface{ State() attach.State }

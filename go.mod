module github.com/unodesk/unodesk

go 1.26

require (
	fyne.io/fyne/v2 v2.7.1 // indirect
	fyne.io/systray v1.12.2 // indirect
	github.com/adrg/xdg v0.5.3 // indirect
	github.com/danieljoos/wincred v1.2.3 // indirect
	github.com/fsnotify/fsnotify v1.10.1 // indirect
	github.com/godbus/dbus/v5 v5.2.4 // indirect
	github.com/google/go-cmp v0.7.0 // indirect
	github.com/gorilla/mux v1.8.1 // indirect
	github.com/modelcontextprotocol/go-sdk v1.8.0 // indirect
	github.com/shirou/gopsutil/v4 v4.26.10 // indirect
	github.com/zalando/go-keyring v0.2.8 // indirect
	go.uber.org/goleak v1.3.0 // indirect
	golang.org/x/net v0.62.0 // indirect
	golang.org/x/sys v0.50.0 // indirect
	golang.org/x/tools v0.52.0 // indirect
	gopkg.in/natefinch/lumberjack.v2 v2.2.1 // indirect
)

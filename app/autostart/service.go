package autostart

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/kardianos/service"
)

// serviceName is the name of the unit, agent or service.
const serviceName = "unodesk"

// Service is a server in the background, without a desktop: a unit of the user's systemd, an agent on a Mac, a service of
// the system on Windows, which an administrator has to install.
type Service struct {
	Program string   // absolute path of unodeskctl
	Args    []string // of it
}

// ErrNotInstalled says that there is no service.
var ErrNotInstalled = errors.New("the service is not installed; install it with: unodeskctl service install")

// Install makes the service and lets it start with the system's or the user's session. An earlier one is replaced. After
// a failure there is none.
func (s Service) Install() error {
	own, err := s.open(nil)
	if err != nil {
		return err
	}
	_ = own.Uninstall() // one that is there; the error says that there is none
	if err := own.Install(); err != nil {
		_ = own.Uninstall()
		_ = os.Remove(unitPath()) // which stays when systemd refuses
		if runtime.GOOS == "linux" {
			err = fmt.Errorf("%w; \"systemctl --user status\" says whether there is a systemd for this user", err)
		}
		return fmt.Errorf("install the service: %w", err)
	}
	return nil
}

// Uninstall stops and removes the service.
func (s Service) Uninstall() error {
	return s.do("remove", func(own service.Service) error {
		_ = own.Stop() // it may not run
		return own.Uninstall()
	})
}

// Start starts the service now.
func (s Service) Start() error { return s.do("start", service.Service.Start) }

// Stop stops it until the next start.
func (s Service) Stop() error { return s.do("stop", service.Service.Stop) }

// Running reports whether it runs. It returns ErrNotInstalled if there is none.
func (s Service) Running() (bool, error) {
	own, err := s.open(nil)
	if err != nil {
		return false, err
	}
	status, err := own.Status()
	if errors.Is(err, service.ErrNotInstalled) {
		return false, ErrNotInstalled
	}
	if err != nil {
		return false, fmt.Errorf("ask for the service: %w", err)
	}
	return status == service.StatusRunning, nil
}

func (s Service) do(what string, step func(service.Service) error) error {
	if _, err := s.Running(); errors.Is(err, ErrNotInstalled) {
		return err
	}
	own, err := s.open(nil)
	if err == nil {
		err = step(own)
	}
	if err != nil {
		return fmt.Errorf("%s the service: %w", what, err)
	}
	return nil
}

// Run lets serve run as the service that the system has started, until the system ends it.
func (s Service) Run(serve func(context.Context) error) error {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	own, err := s.open(&running{serve: serve, ctx: ctx, cancel: cancel, ended: make(chan error, 1)})
	if err != nil {
		return err
	}
	return own.Run()
}

// running is a serve that the system starts and stops.
type running struct {
	serve  func(context.Context) error
	ctx    context.Context // of the service; this is one running call
	cancel context.CancelFunc
	ended  chan error
}

// Start implements service.Interface.
func (r *running) Start(service.Service) error {
	go func() {
		err := r.serve(r.ctx)
		if err != nil && r.ctx.Err() == nil {
			os.Exit(1) // the system starts it again; it would wait for ever otherwise
		}
		r.ended <- err
	}()
	return nil
}

// Stop implements service.Interface.
func (r *running) Stop(service.Service) error {
	r.cancel()
	return <-r.ended
}

// open describes the service to the system.
func (s Service) open(r *running) (service.Service, error) {
	config := &service.Config{
		Name: serviceName, DisplayName: "Unodesk",
		Description: "Lets AI programs work in LibreOffice documents",
		Executable:  s.Program, Arguments: s.Args,
		Option: service.KeyValue{
			"UserService": true, "RunAtLoad": true, "KeepAlive": false, "SystemdScript": s.unit(),
			"OnFailure": "restart", "OnFailureDelayDuration": "5s",
		},
	}
	var program service.Interface = &running{}
	if r != nil {
		program = r
	}
	system := service.ChosenSystem()
	if runtime.GOOS == "linux" {
		// The library takes another one where systemd does not run the system; its units are of no use to users.
		for _, other := range service.AvailableSystems() {
			if other.String() == "linux-systemd" {
				system = other
			}
		}
	}
	if system == nil {
		return nil, errors.New("this system has no services that Unodesk knows")
	}
	if strings.Contains(s.unit(), "{{") {
		return nil, errors.New("the arguments of a service may not hold {{")
	}
	return system.New(program, config)
}

// unitPath is where the library keeps the unit of a user.
func unitPath() string {
	home, err := os.UserHomeDir()
	if err != nil {
		return ""
	}
	return filepath.Join(home, ".config", "systemd", "user", serviceName+".service")
}

// unit is a unit of the user's systemd. The library's own one is wanted by a target that users do not have, and starts
// again what was ended on purpose.
func (s Service) unit() string {
	quote := strings.NewReplacer(`\`, `\\`, `"`, `\"`, `%`, `%%`, `$`, `$$`)
	words := make([]string, 0, len(s.Args)+1)
	for _, w := range append([]string{s.Program}, s.Args...) {
		words = append(words, `"`+quote.Replace(w)+`"`)
	}
	return `[Unit]
Description=Unodesk: lets AI programs work in LibreOffice documents

[Service]
ExecStart=` + strings.Join(words, " ") + `
Restart=on-failure
RestartSec=5

[Install]
WantedBy=default.target
`
}

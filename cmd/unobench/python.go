package main

import (
	"bufio"
	_ "embed"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"time"
)

//go:embed peer.py
var peerScript string

// python is a PyUNO process that measures on command.
type python struct {
	cmd *exec.Cmd
	in  io.WriteCloser
	out *bufio.Reader
}

// startPython connects PyUNO to an office's pipe.
func startPython(program, pipe string) (*python, error) {
	p := &python{cmd: exec.Command(program, "-c", peerScript, "uno:pipe,name="+pipe+";urp;StarOffice.ComponentContext")}
	p.cmd.Stderr = os.Stderr
	in, err := p.cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := p.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	p.in, p.out = in, bufio.NewReader(out)
	if err := p.cmd.Start(); err != nil {
		return nil, err
	}
	if line, err := p.line(); err != nil || line != "ready" {
		return nil, errors.Join(fmt.Errorf("PyUNO (%s) did not come up: %q, %w; the package python3-uno has it", program, line, err), p.stop())
	}
	return p, nil
}

func (p *python) line() (string, error) {
	line, err := p.out.ReadString('\n')
	return strings.TrimSpace(line), err
}

// measure has PyUNO do something n times, on the document with a RuntimeUID or
// on that which it found at first.
func (p *python) measure(name string, n int, document ...string) (time.Duration, error) {
	if _, err := fmt.Fprintln(p.in, name, n, strings.Join(document, "")); err != nil {
		return 0, err
	}
	line, err := p.line()
	if err != nil {
		return 0, fmt.Errorf("PyUNO: %w", err)
	}
	seconds, err := strconv.ParseFloat(line, 64)
	return time.Duration(seconds * float64(time.Second)), err
}

func (p *python) stop() error {
	_ = p.in.Close() // ends its loop
	return p.cmd.Wait()
}

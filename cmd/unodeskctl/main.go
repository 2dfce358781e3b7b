// Unodeskctl is Unodesk without windows: it serves the documents that are open
// in LibreOffice over MCP, and talks to a server that runs, the tray app's too.
//
// Each command has a file of its own; commands lists them.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"

	"github.com/unodesk/unodesk/app/version"
)

// The exit codes.
const (
	exitOK       = 0
	exitFailed   = 1 // the command failed, or a tool answered with an error
	exitUsage    = 2
	exitNoServer = 3
)

// command is one thing that unodeskctl can do.
type command struct {
	name, arguments, about string
	run                    func(ctx context.Context, c *console, args []string) error
}

// commands are in the order of the help.
func commands() []command {
	return []command{
		{"serve", "[flags]", "serve the documents of LibreOffice over MCP until it is stopped", serve},
		{"mcp", "[--url URL]", "speak MCP over standard input and output, for AI programs that start their servers themselves", bridgeStdio},
		{"status", "[--json]", "tell how the running server and its office are", status},
		{"tools", "[--json | --markdown]", "list the tools of the running server", listTools},
		{"call", "TOOL [JSON | -] [--document URL-or-uid]", "call a tool through the running server", callTool},
		{"connect", "[PROGRAM] [--print | --undo]", "connect an AI program, or list those on this computer", connectHost},
		{"autostart", "on | off | status", "let the Unodesk app start at login, or not", startAtLogin},
		{"service", "install [flags of serve] | uninstall | start | stop | status", "serve in the background, on a computer without a desktop", backgroundService},
		{"smoke", "[--undo] [--text LINE] [--document URL-or-uid]", "try the whole way: add a line to a text document, and take it back with --undo", smoke},
		{"guidance", "[cursor | skill]", "print rules for AI programs: a rules file for Cursor, or a SKILL.md for agents", guidance},
		{"config", "list | get KEY | set KEY VALUE", "read or change the settings", configure},
		{"doctor", "[--json]", "look for what keeps Unodesk from working, and say what to do", doctor},
		{"version", "", "print the version", printVersion},
	}
}

// console is what a command reads from and writes to.
type console struct {
	in       io.Reader
	out, err io.Writer
}

// usageError is a mistake on the command line.
type usageError struct{ text string }

func (e usageError) Error() string { return e.text }

// errTool says that a tool answered with an error, which has been printed.
var errTool = errors.New("the tool answered with an error")

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	go func() { // a second signal ends the program at once
		<-ctx.Done()
		stop()
	}()
	os.Exit(run(ctx, &console{os.Stdin, os.Stdout, os.Stderr}, os.Args[1:]))
}

func run(ctx context.Context, c *console, args []string) int {
	if len(args) == 0 {
		usage(c.err)
		return exitUsage
	}
	switch args[0] {
	case "help", "-h", "-help", "--help":
		usage(c.out)
		return exitOK
	}
	for _, cmd := range commands() {
		if cmd.name == args[0] {
			return exitCode(c, cmd, cmd.run(ctx, c, args[1:]))
		}
	}
	fmt.Fprintf(c.err, "unodeskctl: there is no command %q\n", args[0])
	usage(c.err)
	return exitUsage
}

func exitCode(c *console, cmd command, err error) int {
	var wrong usageError
	switch {
	case err == nil:
		return exitOK
	case errors.Is(err, flag.ErrHelp):
		return exitOK
	case errors.Is(err, errTool):
		return exitFailed
	case errors.As(err, &wrong):
		fmt.Fprintf(c.err, "unodeskctl %s: %v\nusage: unodeskctl %s %s\n", cmd.name, err, cmd.name, cmd.arguments)
		return exitUsage
	case errors.Is(err, errNoServer):
		fmt.Fprintf(c.err, "unodeskctl: %v\n", err)
		return exitNoServer
	}
	fmt.Fprintf(c.err, "unodeskctl %s: %v\n", cmd.name, err)
	return exitFailed
}

func usage(w io.Writer) {
	fmt.Fprintln(w, "usage: unodeskctl COMMAND")
	for _, cmd := range commands() {
		fmt.Fprintf(w, "  %s %s\n      %s\n", cmd.name, cmd.arguments, cmd.about)
	}
	fmt.Fprintln(w, "Exit codes: 0 done, 1 failed, 2 wrong usage, 3 no server runs.")
}

// parse reads flags, which may stand before, between and after the other
// arguments, and returns the others: at least lowest, at most highest of them.
func parse(c *console, flags *flag.FlagSet, args []string, lowest, highest int) ([]string, error) {
	flags.SetOutput(c.err)
	var others []string
	for {
		if err := flags.Parse(args); err != nil {
			if errors.Is(err, flag.ErrHelp) {
				return nil, err
			}
			return nil, usageError{err.Error()}
		}
		if args = flags.Args(); len(args) == 0 {
			break
		}
		others, args = append(others, args[0]), args[1:]
	}
	switch {
	case len(others) < lowest:
		return nil, usageError{"an argument is missing"}
	case len(others) > highest:
		return nil, usageError{fmt.Sprintf("argument %q is one too many", others[highest])}
	}
	return others, nil
}

func newFlags(name string) *flag.FlagSet { return flag.NewFlagSet(name, flag.ContinueOnError) }

func printVersion(_ context.Context, c *console, args []string) error {
	if _, err := parse(c, newFlags("version"), args, 0, 0); err != nil {
		return err
	}
	_, err := fmt.Fprintln(c.out, "unodeskctl", version.Own())
	return err
}

// Package driver is the k8slint command: it loads packages, runs the analyzers
// on them, keeps results on disk and prints findings; and it is the tool that
// go vet runs on one package at a time.
package driver

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"golang.org/x/tools/go/analysis"

	"github.com/k8slint/k8slint/internal/config"
	"github.com/k8slint/k8slint/internal/driver/facts"
	"github.com/k8slint/k8slint/internal/visible"
)

// Main runs the command with the arguments of the process and returns its exit
// code.
func Main(suite Suite) int {
	// A reader that goes away is an error of writing, and does not end the process
	// between two files that -fix writes.
	signal.Notify(make(chan os.Signal, 1), syscall.SIGPIPE)
	return Run(suite, os.Args[1:], os.Stdout, os.Stderr)
}

// Run runs the command with the given arguments and returns its exit code.
func Run(suite Suite, args []string, stdout, stderr io.Writer) int {
	return RunWith(suite, args, os.Stdin, stdout, stderr)
}

// RunWith is Run with what k8slint lsp reads.
func RunWith(suite Suite, args []string, stdin io.ReadCloser, stdout, stderr io.Writer) int {
	cfg := new(config.Config)
	c := new(command)
	out := &checkedWriter{Writer: stdout}
	c.console = console{analyzers: suite(cfg), config: cfg, stdout: out, stderr: visible.NewWriter(stderr)}
	c.terminal, _ = stderr.(*os.File)
	code, err := c.run(suite, args, stdin)
	c.settle()
	if err != nil && c.named != nil && !out.begun {
		printer{&c.console}.nothing(c.named, err)
	}
	if err == nil {
		err = out.err
	}
	if err != nil {
		fmt.Fprintf(c.stderr, "k8slint: %v\n", err)
		if errors.As(err, new(usageError)) {
			return exitUsage
		}
		return exitFailure
	}
	return code
}

func (c *command) run(suite Suite, args []string, stdin io.ReadCloser) (int, error) {
	if err := analysis.Validate(c.analyzers); err != nil {
		return 0, err
	}
	facts.Register(c.analyzers)
	c.opts = newOptions(c.analyzers, c.config)
	m := manual{&c.console}
	if err := c.opts.parse(args); errors.Is(err, flag.ErrHelp) {
		return exitClean, m.help(nil)
	} else if err != nil {
		return 0, err
	}
	rest := c.opts.set.Args()
	switch {
	case c.opts.version:
		return exitClean, m.printVersion()
	case c.opts.fullV != "":
		return exitClean, m.printFullVersion()
	case c.opts.flags:
		return exitClean, m.printFlags()
	case len(rest) > 0 && rest[0] == "help":
		return exitClean, m.help(rest[1:])
	case len(rest) == 1 && strings.HasSuffix(rest[0], ".cfg"):
		if err := c.settings(false); err != nil {
			return 0, err
		}
		return c.unit(rest[0])
	case len(rest) > 0 && rest[0] == "lsp":
		return serve(c, suite, rest[1:], stdin)
	case len(rest) == 0:
		return 0, usagef("no packages named; try: k8slint ./...   (see k8slint help)")
	}
	if err := c.opts.patterns(rest); err != nil {
		return 0, err
	}
	if err := c.changeDir(); err != nil {
		return 0, err
	}
	if rest[0] == "config" {
		return c.settingsCommand(rest[1:])
	}
	c.named = rest
	if err := c.settings(true); err != nil {
		return 0, err
	}
	stop, err := c.profile()
	if err != nil {
		return 0, err
	}
	code, err := c.packages(rest)
	return code, errors.Join(err, stop())
}

// changeDir goes to the folder that -C names.
func (c *command) changeDir() error {
	dir, err := filepath.Abs(c.opts.dir)
	if err != nil {
		return err
	}
	if st, err := os.Stat(dir); err != nil {
		return usagef("-C: %w", err)
	} else if !st.IsDir() {
		return usagef("-C: %s is not a folder", dir)
	}
	c.dir = dir
	return nil
}

// settings puts those of the configuration file in force, if find that of the repository,
// and those of the flags.
func (c *command) settings(find bool) error {
	if err := c.configure(find); err != nil {
		return err
	}
	return c.opts.apply(c.config)
}

// packages analyses what patterns name, and reports what it finds.
func (c *command) packages(patterns []string) (int, error) {
	if err := c.possible(patterns); err != nil {
		return 0, err
	}
	if c.terminal != nil {
		c.progress = newProgress(c.terminal)
	}
	ctx, stop := c.watch(func() {
		c.progress.end()
		fmt.Fprintln(c.stderr, "k8slint: interrupted")
	})
	defer stop()
	examine := func() (*session, error) { return c.examine(ctx, patterns, nil) }
	s, err := examine()
	if err != nil {
		return 0, err
	}
	code, err := c.report(ctx, s, examine)
	// The user has the answer; the cache is put in order behind it.
	s.store.Trim(time.Now(), func() bool { return ctx.Err() != nil })
	return code, err
}

package driver

import (
	"fmt"
	"go/token"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/k8slint/k8slint/internal/config"
	"github.com/k8slint/k8slint/internal/driver/load"
	"github.com/k8slint/k8slint/internal/driver/output"
)

// A console is what every part of the command has: the options, and where to print.
type console struct {
	analyzers []*analysis.Analyzer
	config    *config.Config
	opts      *options
	stdout    io.Writer // who prints need not look at errors, see checkedWriter
	stderr    io.Writer // on which text of analysed code does no harm
	terminal  *os.File  // the stderr of the process, if it is that
	progress  *progress
	dir       string // absolute: where patterns are resolved and names are relative to
}

// A checkedWriter keeps the first error of writing, after which nothing is written:
// what is cut off must not be taken for the whole.
type checkedWriter struct {
	io.Writer
	begun bool
	err   error
}

func (w *checkedWriter) Write(p []byte) (n int, err error) {
	w.begun = true
	if w.err == nil {
		n, w.err = w.Writer.Write(p)
	}
	return n, w.err
}

// errorText says in one line what is wrong with the package id, and what came of
// it.
func (c *console) errorText(id string, errs []load.Error, so string) string {
	e := errs[0]
	where := id
	if e.Pos.Filename != "" {
		e.Pos.Filename = output.Relative(c.dir, e.Pos.Filename)
		where = e.Pos.String()
	}
	text := fmt.Sprintf("%s: %s", where, detailed(e.Msg))
	if n := len(errs) - 1; n > 0 {
		text += fmt.Sprintf(" (and %d more)", n)
	}
	return text + "; " + so
}

// detailed is an error of the type checker on one line: what it has and what it wants
// stand on indented lines of their own.
func detailed(msg string) string {
	first, details, ok := strings.Cut(strings.TrimSpace(msg), "\n\t")
	if !ok {
		return first
	}
	return first + ": " + strings.ReplaceAll(details, "\n\t", ", ")
}

func (c *console) debugf(format string, args ...any) {
	if c.opts.debug {
		fmt.Fprintf(c.stderr, "k8slint: debug: "+format+"\n", args...)
	}
}

// inDir is the file that the user calls name.
func (c *console) inDir(name string) string {
	if filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(c.dir, name)
}

// repositoryRoot is the folder with .git that the analysed one lies in; names
// in reports for other programs are relative to it.
func (c *console) repositoryRoot() string {
	for dir := c.dir; ; dir = filepath.Dir(dir) {
		if _, err := os.Stat(filepath.Join(dir, ".git")); err == nil {
			return dir
		}
		if dir == filepath.Dir(dir) {
			return c.dir
		}
	}
}

// namesTold is how many functions that were left out are named.
const namesTold = 3

// leftOut says what was left out of a package.
func leftOut(path string, names []string) string {
	switch n := len(names); {
	case n == 0:
		return "package " + path + " and its importers are analysed without it"
	case n > namesTold:
		return fmt.Sprintf("skipped in package %s: %s and %d more", path, strings.Join(names[:namesTold], ", "), n-namesTold)
	}
	return "skipped in package " + path + ": " + strings.Join(names, ", ")
}

// testsLeftOut says that the tests of a package were left out.
func testsLeftOut(path string) string { return "the tests of package " + path + " were left out" }

// parsePos reads a position as go list prints it: file:line:col.
func parsePos(s string) (p token.Position) {
	parts := strings.Split(s, ":")
	n := len(parts)
	for n > 1 {
		v, err := strconv.Atoi(parts[n-1])
		if err != nil {
			break
		}
		p.Column, p.Line = p.Line, v
		n--
	}
	p.Filename = strings.Join(parts[:n], ":")
	if p.Filename == "-" {
		p.Filename = ""
	}
	return p
}

// oneLine joins the lines of a message of the go command.
func oneLine(s string) string {
	return strings.Join(strings.Fields(s), " ")
}

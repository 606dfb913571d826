package driver

import (
	"bytes"
	"context"
	"flag"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"golang.org/x/tools/go/analysis"

	"github.com/k8slint/k8slint/internal/claim"
	"github.com/k8slint/k8slint/internal/config"
	"github.com/k8slint/k8slint/internal/driver/finding"
	"github.com/k8slint/k8slint/internal/driver/fix"
	"github.com/k8slint/k8slint/internal/driver/lsp"
	"github.com/k8slint/k8slint/internal/visible"
)

// serve is k8slint lsp: it serves an editor at the other end of stdin and stdout, until that has
// gone. c knows what the command line says.
func serve(c *command, suite Suite, args []string, stdin io.ReadCloser) (int, error) {
	if len(args) == 1 && args[0] == "--stdio" {
		args = nil // some clients say so
	}
	switch {
	case len(args) > 0 && strings.HasPrefix(args[0], "-"):
		return 0, usagef("%s is after lsp; flags go before it: k8slint %[1]s lsp", args[0])
	case len(args) > 0:
		return 0, usagef("k8slint lsp takes no packages: it analyses the modules of the files that the editor opens")
	}
	idle := ""
	c.opts.set.Visit(func(f *flag.Flag) {
		if slices.Contains(notServed, f.Name) {
			idle = f.Name
		}
	})
	if idle != "" {
		return 0, usagef("-%s means nothing to k8slint lsp", idle)
	}
	ctx, stop := c.watch(func() {})
	defer stop()
	temp, remove, err := c.temporary()
	if err != nil {
		return 0, err
	}
	defer remove()
	version, _ := buildVersion()
	b := &analyst{suite: suite, opts: c.opts, temp: temp, debug: c.stderr}
	if !lsp.Serve(ctx, b, lsp.Conn{In: stdin, Out: c.stdout, Log: c.stderr, Version: version}) {
		return exitFailure, nil // as the protocol has it
	}
	return exitClean, nil
}

// notServed are flags that say what to do with findings that editors do otherwise.
var notServed = []string{"C", "c", "color", "cpuprofile", "diff", "explain", "facts", "fix", "format", "json", "memprofile", "write-baseline"}

// An analyst is what a language server asks. Each answer is that of a command of its own,
// so that each module has its own settings.
type analyst struct {
	suite Suite
	opts  *options // of the command line
	temp  string   // a folder
	debug io.Writer

	once    sync.Once
	foreign []string // the folders of the go command
}

// ModuleOf implements lsp.Backend. Modules of the module cache and of the standard library are
// not the user's.
func (a *analyst) ModuleOf(file string) string {
	dir := moduleOfFolder(filepath.Dir(file))
	if dir == "" {
		return ""
	}
	a.once.Do(func() {
		out, _ := exec.Command("go", "env", "GOMODCACHE", "GOROOT").Output() // without them, go list says why
		for line := range strings.Lines(string(out)) {
			a.foreign = append(a.foreign, strings.TrimRight(line, "\r\n"))
		}
	})
	for _, root := range a.foreign {
		if rel, err := filepath.Rel(root, dir); root != "" && err == nil && filepath.IsLocal(rel) {
			return ""
		}
	}
	return dir
}

// moduleOfFolder is the folder with the nearest go.mod, "" if there is none.
func moduleOfFolder(dir string) string {
	for {
		if st, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil && !st.IsDir() {
			return dir
		}
		up := filepath.Dir(dir)
		if up == dir {
			return ""
		}
		dir = up
	}
}

// Analyse implements lsp.Backend.
func (a *analyst) Analyse(ctx context.Context, q lsp.Query) (*lsp.Answer, error) {
	var said bytes.Buffer
	c, err := a.command(q.Dir, &said)
	if err != nil {
		return nil, err
	}
	patterns := []string{"./..."}
	if err := c.possible(patterns); err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp(a.temp, "")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	s, err := c.examine(ctx, patterns, &texts{dir: dir, files: q.Texts})
	if err != nil {
		return nil, err
	}
	o := c.collect(s)
	o.sources.Actual = s.config.Overlay.File
	o.findPlaces(s, c.dir)
	o.toWrites(s)
	c.tellSlow(s)
	if err := c.adopt(ctx, s, o); err != nil {
		return nil, err
	}
	o.show(c.opts.filter, c.opts.severity)
	s.store.Trim(time.Now(), func() bool { return ctx.Err() != nil })
	return answerOf(s, o, said.String()), ctx.Err()
}

// command is one that analyses the module in dir.
func (a *analyst) command(dir string, stderr io.Writer) (*command, error) {
	cfg := new(config.Config)
	c := new(command)
	c.console = console{analyzers: a.suite(cfg), config: cfg, stdout: io.Discard, stderr: visible.NewWriter(stderr), dir: dir}
	if a.opts.debug {
		c.stderr = visible.NewWriter(a.debug)
	}
	c.opts = newOptions(c.analyzers, c.config)
	if err := c.opts.parse(a.opts.args); err != nil {
		return nil, err
	}
	return c, c.settings(true)
}

// answerOf is what an editor gets to know of an outcome, and of what the command said
// beside it.
func answerOf(s *session, o *outcome, said string) *lsp.Answer {
	out := &lsp.Answer{Dirs: make(map[string]bool)}
	candidates, rest := o.candidates()
	for _, f := range rest {
		candidates = append(candidates, fix.Candidate{Finding: f})
	}
	for _, c := range candidates {
		c.Finding = o.sources.Ground(c.Finding)
		out.Findings = append(out.Findings, c)
	}
	note := func(text string) {
		if text != "" && !slices.Contains(out.Notes, text) {
			out.Notes = append(out.Notes, text)
		}
	}
	for _, f := range o.failures {
		note(f.text)
	}
	for line := range strings.Lines(said) {
		note(strings.TrimPrefix(strings.TrimSpace(line), "k8slint: "))
	}
	for _, n := range s.nodes {
		if n.Local() || n.InFolder() {
			out.Dirs[n.Dir] = true
		}
	}
	return out
}

// Explain implements lsp.Backend.
func (a *analyst) Explain(f finding.Finding) string {
	var out bytes.Buffer
	analyzers := a.suite(new(config.Config))
	i := slices.IndexFunc(analyzers, func(a *analysis.Analyzer) bool { return a.Name == f.Analyzer })
	if i < 0 {
		return ""
	}
	c, ok := claim.Find(f.ID())
	if !ok {
		return f.Analyzer + ": " + strings.TrimSpace(analyzers[i].Doc)
	}
	manual{&console{stdout: &out}}.category(analyzers[i], c)
	return out.String()
}

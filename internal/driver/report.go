package driver

import (
	"fmt"
	"os"
	"strings"

	"github.com/k8slint/k8slint/internal/driver/finding"
	"github.com/k8slint/k8slint/internal/driver/load"
	"github.com/k8slint/k8slint/internal/driver/output"
)

// report prints what a session found and returns the exit code.
func (c *command) report(s *session) (int, error) {
	var findings []finding.Finding
	failed := false
	tree := make(output.Tree)
	told := make(map[string]bool) // a package and its test variant fail alike
	for _, n := range s.nodes {
		for _, e := range n.internal {
			failed = true
			c.tell(told, e.Error())
			if c.opts.debug && e.Stack != "" {
				fmt.Fprintln(c.stderr, e.Stack)
			}
			tree.AddError(n.ID, e.Analyzer, e.Error())
		}
		if n.Role != load.Findings {
			if len(n.skipped) > 0 || len(n.broken) > 0 && !n.Std {
				c.debugf("%s: not analysed for its importers: %s", n.ID, c.skipText(n, append(n.skipped, n.broken...)))
			}
			continue
		}
		if len(n.skipped) > 0 {
			failed = true
			text := c.skipText(n, n.skipped)
			c.tell(told, text)
			for _, a := range s.analyzers {
				tree.AddError(n.ID, a.Name, text)
			}
			continue
		}
		if len(n.findings) > 0 {
			tree.Add(n.ID, n.findings)
			findings = append(findings, n.findings...)
		}
	}
	findings = finding.Sort(findings)
	if err := c.print(tree, findings); err != nil {
		return 0, err
	}
	switch {
	case failed:
		return exitFailure, nil
	case len(findings) > 0:
		return exitFindings, nil
	}
	return exitClean, nil
}

func (c *command) print(tree output.Tree, findings []finding.Finding) error {
	switch c.opts.format {
	case "json":
		return tree.Print(c.stdout)
	default:
		f, ok := c.stdout.(*os.File)
		return output.Text{
			Dir:     c.dir,
			Context: c.opts.context,
			Explain: c.opts.explain,
			Colour:  ok && isTerminal(f) && os.Getenv("NO_COLOR") == "",
		}.Print(c.stdout, findings)
	}
}

// skipText says in one line why a package was not analysed.
func (c *command) skipText(n *node, errs []load.Error) string {
	e := errs[0]
	e.Pos.Filename = output.Relative(c.dir, e.Pos.Filename)
	where := e.Pos.String()
	if e.Pos.Filename == "" {
		where = n.ID
	}
	text := fmt.Sprintf("%s: %s", where, e.Msg)
	if n := len(errs) - 1; n > 0 {
		text += fmt.Sprintf(" (and %d more)", n)
	}
	return text + "; package " + strings.TrimSuffix(n.Path, "_test") + " was not analysed"
}

// tell prints an error, once.
func (c *command) tell(told map[string]bool, text string) {
	if !told[text] {
		told[text] = true
		fmt.Fprintf(c.stderr, "k8slint: %s\n", text)
	}
}

func (c *command) debugf(format string, args ...any) {
	if c.opts.debug {
		fmt.Fprintf(c.stderr, "k8slint: debug: "+format+"\n", args...)
	}
}

package driver

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"golang.org/x/tools/go/analysis"

	"github.com/k8slint/k8slint/internal/driver/baseline"
	"github.com/k8slint/k8slint/internal/driver/load"
)

// adopt leaves out what -new-from and -baseline say, and writes a baseline.
func (r *reporter) adopt(ctx context.Context, s *session, o *outcome) error {
	if r.opts.newFrom != "" {
		if err := r.newFrom(ctx, s, o); err != nil {
			return err
		}
	}
	if r.opts.baseline == "" && r.opts.writeBas == "" {
		return nil
	}
	root := r.repositoryRoot()
	known := baseline.New(root)
	if r.opts.baseline != "" {
		name := r.inDir(r.opts.baseline)
		b, err := baseline.Read(name, root)
		switch {
		case err == nil:
			known = b
		case !writesOwn(&r.console) || !errors.Is(err, fs.ErrNotExist):
			return usageError{err} // the first time of those that bring it up to date
		}
	}
	all := o.all()
	m := known.Match(all, o.sources)
	if r.opts.writeBas == "" {
		if gone := m.Gone(); gone > 0 {
			r.debugf("gone from the code: %s of the baseline", count(gone, "place"))
		}
		o.without(all, m.Known)
		return nil
	}
	kept, dropped, err := m.Write(r.inDir(r.opts.writeBas), judges(s.nodes, s.analyzers, root))
	if err != nil {
		return err
	}
	fmt.Fprintf(r.stderr, "k8slint: wrote %s to %s", count(len(all), "finding"), r.opts.writeBas)
	if r.opts.baseline != "" {
		fmt.Fprintf(r.stderr, ": %s added, %d kept, %d dropped", count(m.Added(), "place"), kept, dropped)
	}
	fmt.Fprintln(r.stderr)
	o.keep(nil)
	return nil
}

// judges returns a function that reports whether a run of analyzers on nodes would have
// reported a finding of an analyzer in a file, named from root: the file is gone, or
// belongs to a package that was analysed whole.
func judges(nodes []*node, analyzers []*analysis.Analyzer, root string) func(analyzer, file string) bool {
	whole := make(map[string]bool)
	for _, n := range nodes {
		for _, name := range n.Files {
			if n.Role == load.Findings && n.wrong() == "" {
				whole[name] = true
			}
		}
	}
	return func(analyzer, file string) bool {
		name := filepath.Join(root, filepath.FromSlash(file))
		if _, err := os.Lstat(name); errors.Is(err, fs.ErrNotExist) {
			return true
		}
		return whole[name] && slices.ContainsFunc(analyzers, func(a *analysis.Analyzer) bool { return a.Name == analyzer })
	}
}

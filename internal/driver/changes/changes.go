// Package changes tells which lines changed since a git revision.
//
// Git is asked for what it has stored: the files of the revision, and which
// files it knows. It does not look at the content of the work tree, which is
// compared here, as then it would run programs that the repository's own
// configuration and attributes name (filters, file system monitors, drivers of
// diffs).
package changes

import (
	"context"
	"os"
	"path/filepath"
	"strings"

	"github.com/k8slint/k8slint/internal/driver/finding"
	"github.com/k8slint/k8slint/internal/driver/linediff"
)

// Lines is the changed lines of a work tree.
type Lines struct {
	root string // without symbolic links
	old  map[string]blob
	// known is the paths that git knows, and new ones that it does not ignore.
	known  map[string]bool
	byBase map[string][]string // the paths of both, by their last element
	blob   func(id string) ([]byte, error)

	spans map[string][]span // of files that were looked at, by path
	err   error             // the first of blob
}

// A blob is a file of the revision. Paths are from the root, with slashes.
type blob struct{ mode, id string }

// A span is the lines from one to another, both included.
type span struct{ from, to int }

// whole is the span of a new file.
var whole = []span{{1, 1 << 30}}

// Since returns the lines of the repository around dir that differ from
// revision rev, committed or not; new files count as a whole, but not those
// that git ignores.
func Since(ctx context.Context, dir, rev string) (*Lines, error) {
	g := git{ctx: ctx, dir: dir}
	root, err := g.root()
	if err != nil {
		return nil, err
	}
	g.dir = root
	old, err := g.tree(rev)
	if err != nil {
		return nil, err
	}
	known, err := g.files()
	if err != nil {
		return nil, err
	}
	return newLines(root, old, known, g.blob), nil
}

func newLines(root string, old map[string]blob, known []string, read func(id string) ([]byte, error)) *Lines {
	l := &Lines{root: root, old: old, known: make(map[string]bool), byBase: make(map[string][]string), blob: read, spans: make(map[string][]span)}
	if real, err := filepath.EvalSymlinks(root); err == nil {
		l.root = real
	}
	add := func(name string) {
		base := name[strings.LastIndex(name, "/")+1:]
		l.byBase[base] = append(l.byBase[base], name)
	}
	for _, name := range known {
		l.known[name] = true
		add(name)
	}
	for name := range old {
		if !l.known[name] {
			add(name)
		}
	}
	return l
}

// Touch reports whether f, or a step of its trace, lies on a changed line. A
// place counts as the file has it, and as a //line directive says.
func (l *Lines) Touch(f finding.Finding) bool {
	if l.touch(f.Pos, f.End) || l.touch(f.Real, f.Real) {
		return true
	}
	for _, s := range f.Trace {
		if l.touch(s.Pos, s.End) || l.touch(s.Real, s.Real) {
			return true
		}
	}
	return false
}

// Err is the first error of asking git for the old content of a file, whose
// findings then count as new.
func (l *Lines) Err() error { return l.err }

func (l *Lines) touch(pos, end finding.Pos) bool {
	if !pos.Valid() {
		return false
	}
	last := pos.Line
	if end.File == pos.File && end.Line > last {
		last = end.Line
	}
	for _, name := range l.paths(pos.File) {
		for _, s := range l.changed(name) {
			if s.from <= last && pos.Line <= s.to {
				return true
			}
		}
	}
	return false
}

// paths returns the paths in the repository that file can be: it is absolute,
// or, for a step in another package, the last elements of a path.
func (l *Lines) paths(file string) []string {
	if !filepath.IsAbs(file) {
		var out []string
		file = filepath.ToSlash(file)
		for _, name := range l.byBase[file[strings.LastIndex(file, "/")+1:]] {
			if name == file || strings.HasSuffix(name, "/"+file) {
				out = append(out, name)
			}
		}
		return out
	}
	// The root has no symbolic links in it, and git stores a link as such.
	if real, err := filepath.EvalSymlinks(file); err == nil {
		file = real
	}
	rel, err := filepath.Rel(l.root, file)
	if err != nil || !filepath.IsLocal(rel) {
		return nil
	}
	return []string{filepath.ToSlash(rel)}
}

// changed returns the changed lines of the file at path.
func (l *Lines) changed(path string) []span {
	spans, ok := l.spans[path]
	if !ok {
		spans = l.compare(path)
		l.spans[path] = spans
	}
	return spans
}

func (l *Lines) compare(path string) []span {
	b, ok := l.old[path]
	if !ok {
		if l.known[path] {
			return whole
		}
		return nil
	}
	if !strings.HasPrefix(b.mode, "100") {
		return whole // it was a link, and now it is a file
	}
	now, err := os.ReadFile(filepath.Join(l.root, filepath.FromSlash(path)))
	if err != nil {
		return nil // gone
	}
	old, err := l.blob(b.id)
	if err != nil {
		if l.err == nil {
			l.err = err
		}
		return whole
	}
	return diff(string(old), string(now))
}

// diff returns the lines of now that are not in old. Line ends do not count:
// git can be told to store others than those of the work tree.
func diff(old, now string) []span {
	lines := func(s string) []string {
		out := linediff.Lines(s)
		for i, l := range out {
			out[i] = strings.TrimRight(l, "\r\n")
		}
		return out
	}
	var spans []span
	for _, op := range linediff.Ops(lines(old), lines(now)) {
		if op.Kind != '+' {
			continue
		}
		n := op.J + 1
		if k := len(spans) - 1; k >= 0 && spans[k].to == n-1 {
			spans[k].to = n
		} else {
			spans = append(spans, span{n, n})
		}
	}
	return spans
}

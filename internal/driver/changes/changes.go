// Package changes asks git which lines changed since a revision.
package changes

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/k8slint/k8slint/internal/driver/finding"
)

// Lines is the changed lines of a work tree.
type Lines struct {
	root  string
	files map[string][]span // by path from the root, with slashes; nil means all of it
}

type span struct{ from, to int }

// Since returns the lines of the repository around dir that differ from
// revision rev, committed or not; new files count as a whole.
func Since(ctx context.Context, dir, rev string) (*Lines, error) {
	if strings.HasPrefix(rev, "-") || rev == "" {
		return nil, fmt.Errorf("-new-from=%s: not a revision", rev)
	}
	top, err := git(ctx, dir, "rev-parse", "--show-toplevel")
	if err != nil {
		return nil, err
	}
	root := strings.TrimRight(string(top), "\r\n")
	// No program that the repository configures is run.
	diff, err := git(ctx, root, "-c", "core.quotePath=false", "diff", "--unified=0", "--no-color", "--no-ext-diff", "--no-textconv",
		"--no-renames", "--src-prefix=a/", "--dst-prefix=b/", "--end-of-options", rev, "--")
	if err != nil {
		return nil, err
	}
	l := &Lines{root: root, files: make(map[string][]span)}
	if err := l.parse(diff); err != nil {
		return nil, err
	}
	untracked, err := git(ctx, root, "ls-files", "--others", "--exclude-standard", "-z")
	if err != nil {
		return nil, err
	}
	for name := range strings.SplitSeq(string(untracked), "\x00") {
		if name != "" {
			l.files[name] = nil
		}
	}
	return l, nil
}

func git(ctx context.Context, dir string, args ...string) ([]byte, error) {
	cmd := exec.CommandContext(ctx, "git", args...)
	cmd.Dir = dir
	out, err := cmd.Output()
	if err != nil {
		msg := err.Error()
		var ee *exec.ExitError
		if errors.As(err, &ee) && len(ee.Stderr) > 0 {
			msg = strings.Join(strings.Fields(string(ee.Stderr)), " ")
		}
		return nil, fmt.Errorf("-new-from needs git: %s", msg)
	}
	return out, nil
}

// parse reads a diff without context.
func (l *Lines) parse(diff []byte) error {
	name := ""
	sc := bufio.NewScanner(bytes.NewReader(diff))
	sc.Buffer(nil, len(diff)+1)
	left := 0 // lines of the present hunk: they can look like headers
	for sc.Scan() {
		line := sc.Text()
		switch {
		case left > 0 && !strings.HasPrefix(line, `\`):
			left--
		case strings.HasPrefix(line, "+++ "):
			name = ""
			path := strings.TrimSuffix(line[len("+++ "):], "\t")
			if unquoted, err := strconv.Unquote(path); err == nil {
				path = unquoted
			}
			if p, ok := strings.CutPrefix(path, "b/"); ok {
				name = p
				if _, ok := l.files[name]; !ok {
					l.files[name] = []span{}
				}
			}
		case strings.HasPrefix(line, "@@ "):
			_, oldCount, from, count, ok := hunk(line)
			if !ok {
				return fmt.Errorf("git diff: cannot read %q", line)
			}
			left = oldCount + count
			if name != "" && count > 0 {
				l.files[name] = append(l.files[name], span{from, from + count - 1})
			}
		}
	}
	return sc.Err()
}

// hunk reads "@@ -a,b +c,d @@".
func hunk(line string) (oldFrom, oldCount, from, count int, ok bool) {
	fields := strings.Fields(line)
	if len(fields) < 3 {
		return 0, 0, 0, 0, false
	}
	oldFrom, oldCount, ok1 := hunkRange(fields[1], "-")
	from, count, ok2 := hunkRange(fields[2], "+")
	return oldFrom, oldCount, from, count, ok1 && ok2
}

func hunkRange(s, sign string) (from, count int, ok bool) {
	s, ok = strings.CutPrefix(s, sign)
	if !ok {
		return 0, 0, false
	}
	a, b, both := strings.Cut(s, ",")
	from, err := strconv.Atoi(a)
	count = 1
	if both && err == nil {
		count, err = strconv.Atoi(b)
	}
	return from, count, err == nil && from >= 0 && count >= 0
}

// Touch reports whether f, or a step of its trace, lies on a changed line.
func (l *Lines) Touch(f finding.Finding) bool {
	if l.touch(f.Pos, f.End) {
		return true
	}
	for _, s := range f.Trace {
		if l.touch(s.Pos, s.End) {
			return true
		}
	}
	return false
}

func (l *Lines) touch(pos, end finding.Pos) bool {
	if !pos.Valid() {
		return false
	}
	last := pos.Line
	if end.File == pos.File && end.Line > last {
		last = end.Line
	}
	for name, spans := range l.files {
		if !l.same(name, pos.File) {
			continue
		}
		if spans == nil {
			return true
		}
		for _, s := range spans {
			if s.from <= last && pos.Line <= s.to {
				return true
			}
		}
	}
	return false
}

// same reports whether file, absolute or (for a step in another package) the
// last elements of a path, is the repository's file name.
func (l *Lines) same(name, file string) bool {
	if !filepath.IsAbs(file) {
		file = filepath.ToSlash(file)
		return name == file || strings.HasSuffix(name, "/"+file)
	}
	if filepath.Join(l.root, filepath.FromSlash(name)) == file {
		return true
	}
	// The root that git tells has no symbolic links in it.
	if filepath.Base(file) != filepath.Base(filepath.FromSlash(name)) {
		return false
	}
	real, err := filepath.EvalSymlinks(file)
	return err == nil && filepath.Join(l.root, filepath.FromSlash(name)) == real
}

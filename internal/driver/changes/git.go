package changes

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
)

// A git runs git in a folder, in a way that makes it run no other program.
type git struct {
	ctx context.Context
	dir string
}

// settings are against what the repository's configuration can say; what a
// command line says comes before it. An empty core.fsmonitor is none in every
// release of git.
var settings = []string{"--no-pager", "-c", "core.fsmonitor=", "-c", "core.hooksPath=" + os.DevNull}

// environment is against the rest: it writes nothing (an index that is written
// calls a hook), and fetches nothing (a repository that was cloned in part asks
// another for what it lacks, through whatever its address names).
var environment = []string{"GIT_OPTIONAL_LOCKS=0", "GIT_NO_LAZY_FETCH=1", "GIT_ALLOW_PROTOCOL=none", "GIT_TERMINAL_PROMPT=0"}

func (g git) run(args ...string) (string, error) {
	cmd := exec.CommandContext(g.ctx, "git", append(settings[:len(settings):len(settings)], args...)...)
	cmd.Dir = g.dir
	cmd.Env = append(os.Environ(), environment...)
	out, err := cmd.Output()
	if err != nil {
		msg := err.Error()
		var ee *exec.ExitError
		if errors.As(err, &ee) && len(ee.Stderr) > 0 {
			msg = strings.Join(strings.Fields(string(ee.Stderr)), " ")
		}
		return "", fmt.Errorf("-new-from needs git: %s", msg)
	}
	return string(out), nil
}

// root is the folder of the work tree.
func (g git) root() (string, error) {
	out, err := g.run("rev-parse", "--show-toplevel")
	return strings.TrimRight(out, "\r\n"), err
}

// tree returns the files of a revision.
func (g git) tree(rev string) (map[string]blob, error) {
	if rev == "" || strings.HasPrefix(rev, "-") {
		return nil, fmt.Errorf("-new-from=%s: not a revision", rev)
	}
	out, err := g.run("ls-tree", "-r", "-z", "--full-tree", "--end-of-options", rev)
	if err != nil {
		return nil, err
	}
	return parseTree(out)
}

// parseTree reads "100644 blob ID\tPATH", each ended by a zero byte.
func parseTree(out string) (map[string]blob, error) {
	files := make(map[string]blob)
	for entry := range strings.SplitSeq(out, "\x00") {
		if entry == "" {
			continue
		}
		head, path, ok := strings.Cut(entry, "\t")
		fields := strings.Fields(head)
		if !ok || len(fields) != 3 || path == "" {
			return nil, fmt.Errorf("git ls-tree: cannot read %q", entry)
		}
		files[path] = blob{mode: fields[0], id: fields[2]}
	}
	return files, nil
}

// files returns the paths that git knows, and those of new files that it is not
// told to ignore.
func (g git) files() ([]string, error) {
	out, err := g.run("ls-files", "-z", "--cached", "--others", "--exclude-standard")
	if err != nil {
		return nil, err
	}
	return strings.FieldsFunc(out, func(r rune) bool { return r == 0 }), nil
}

// blob returns the content of an object.
func (g git) blob(id string) ([]byte, error) {
	out, err := g.run("cat-file", "blob", id)
	if err != nil {
		return nil, fmt.Errorf("%w (a repository that was cloned in part must have fetched the revision: git diff does it)", err)
	}
	return []byte(out), nil
}

package changes

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
)

// A git runs git in a folder, in a way that makes it run no other program.
type git struct {
	ctx context.Context
	dir string
	// inner tells that the folder is that of a submodule: what the environment
	// says of a repository, as in a hook, is said of the one around it.
	inner bool
}

// settings are against what the repository's configuration can say; what a
// command line says comes before it. An empty core.fsmonitor is none in every
// release of git.
var settings = []string{"--no-pager", "-c", "core.fsmonitor=", "-c", "core.hooksPath=" + os.DevNull}

// environment is against the rest: it writes nothing (an index that is written
// calls a hook), and fetches nothing (a repository that was cloned in part asks
// another for what it lacks, through whatever its address names).
var environment = []string{"GIT_OPTIONAL_LOCKS=0", "GIT_NO_LAZY_FETCH=1", "GIT_ALLOW_PROTOCOL=none", "GIT_TERMINAL_PROMPT=0"}

func (g git) command(args ...string) *exec.Cmd {
	cmd := exec.CommandContext(g.ctx, "git", append(settings[:len(settings):len(settings)], args...)...)
	cmd.Dir = g.dir
	cmd.Env = append(os.Environ(), environment...)
	if g.inner {
		cmd.Env = slices.DeleteFunc(cmd.Env, func(kv string) bool {
			name, _, _ := strings.Cut(kv, "=")
			return slices.Contains(ofRepository, name)
		})
	}
	return cmd
}

// ofRepository are the variables that say where a repository is. See git
// rev-parse --local-env-vars.
var ofRepository = []string{
	"GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_COMMON_DIR", "GIT_PREFIX", "GIT_OBJECT_DIRECTORY", "GIT_ALTERNATE_OBJECT_DIRECTORIES",
	"GIT_GRAFT_FILE", "GIT_SHALLOW_FILE", "GIT_IMPLICIT_WORK_TREE", "GIT_INTERNAL_SUPER_PREFIX", "GIT_REPLACE_REF_BASE", "GIT_NO_REPLACE_OBJECTS",
}

func (g git) run(args ...string) (string, error) {
	out, err := g.command(args...).Output()
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

// resolve returns the object that a revision names. As for git diff, A...B is
// where the histories of two revisions part; the one that is left out is HEAD.
func (g git) resolve(rev string) (string, error) {
	if rev == "" || strings.HasPrefix(rev, "-") {
		return "", fmt.Errorf("-new-from=%s: not a revision", rev)
	}
	out, err := g.run("rev-parse", "--verify", rev)
	if err == nil {
		return strings.TrimSpace(out), nil
	}
	a, b, ok := strings.Cut(rev, "...")
	if !ok || strings.HasPrefix(b, "-") {
		return "", fmt.Errorf("-new-from=%s: there is no such revision here; in a shallow clone, fetch it first (%w)", rev, err)
	}
	if a == "" {
		a = "HEAD"
	}
	if b == "" {
		b = "HEAD"
	}
	out, err = g.run("merge-base", a, b)
	if err != nil {
		return "", fmt.Errorf("-new-from=%s: the two sides have no common commit here; in a shallow clone, fetch more history first (%w)", rev, err)
	}
	return strings.TrimSpace(out), nil
}

// tree returns the files of a commit or tree.
func (g git) tree(id string) (map[string]blob, error) {
	out, err := g.run("ls-tree", "-r", "-z", "--full-tree", id)
	if err != nil {
		return nil, err
	}
	files, err := parseTree(out)
	for path, b := range files {
		b.git = g
		files[path] = b
	}
	return files, err
}

// parseTree reads "100644 blob ID\tPATH", each ended by a zero byte.
func parseTree(out string) (map[string]blob, error) {
	return parseEntries("ls-tree", out, 3, func(fields []string) blob { return blob{mode: fields[0], id: fields[2]} })
}

// parseEntries reads n fields, a tab and a path, each ended by a zero byte, as the
// git command of that name lists files.
func parseEntries(command, out string, n int, read func(fields []string) blob) (map[string]blob, error) {
	files := make(map[string]blob)
	for entry := range strings.SplitSeq(out, "\x00") {
		if entry == "" {
			continue
		}
		head, path, ok := strings.Cut(entry, "\t")
		fields := strings.Fields(head)
		if !ok || len(fields) != n || path == "" {
			return nil, fmt.Errorf("git %s: cannot read %q", command, entry)
		}
		files[path] = read(fields)
	}
	return files, nil
}

// files returns the paths that git knows, and new ones that it is not told to
// ignore. Of those in its index it says what is there.
func (g git) files() (map[string]blob, error) {
	out, err := g.run("ls-files", "-z", "-s", "-t", "--cached")
	if err != nil {
		return nil, err
	}
	files, err := parseIndex(out)
	if err != nil {
		return nil, err
	}
	if out, err = g.run("ls-files", "-z", "--others", "--exclude-standard"); err != nil {
		return nil, err
	}
	for path := range strings.SplitSeq(out, "\x00") {
		// One that ends with a slash is another repository.
		if _, ok := files[path]; path != "" && !ok && !strings.HasSuffix(path, "/") {
			files[path] = blob{}
		}
	}
	return files, nil
}

// parseIndex reads "H 100644 ID 0\tPATH", each ended by a zero byte.
func parseIndex(out string) (map[string]blob, error) {
	return parseEntries("ls-files", out, 4, func(fields []string) blob {
		return blob{mode: fields[1], id: fields[2], absent: fields[0] == "S"}
	})
}

// read calls do with the content of each of the objects, in order, or with the
// error of one that is not there.
func (g git) read(ids []string, do func(i int, content []byte, lacks error) error) error {
	if len(ids) == 0 {
		return nil
	}
	cmd := g.command("cat-file", "--batch")
	cmd.Stdin = strings.NewReader(strings.Join(ids, "\n") + "\n")
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return fmt.Errorf("-new-from needs git: %w", err)
	}
	err = readObjects(bufio.NewReaderSize(out, 1<<16), ids, do)
	if err != nil {
		_ = cmd.Process.Kill() // it may be in the middle of its answer
	}
	if waited := cmd.Wait(); err == nil && waited != nil {
		err = fmt.Errorf("-new-from needs git: %w %s", waited, strings.TrimSpace(stderr.String()))
	}
	return err
}

// readObjects reads "ID TYPE SIZE\n", the content and a line end for each of ids.
func readObjects(r *bufio.Reader, ids []string, do func(i int, content []byte, lacks error) error) error {
	for i, id := range ids {
		line, err := r.ReadString('\n')
		if err != nil {
			return fmt.Errorf("git cat-file: %w", err)
		}
		fields := strings.Fields(line)
		size := -1
		if len(fields) == 3 {
			if size, err = strconv.Atoi(fields[2]); err != nil {
				size = -1
			}
		}
		if size < 0 {
			lacks := fmt.Errorf("-new-from needs git: %s (in a partial clone, fetch the revision first: git diff does)", strings.TrimSpace(line))
			if len(fields) != 2 || fields[0] != id || fields[1] != "missing" {
				return lacks
			}
			if err := do(i, nil, lacks); err != nil {
				return err
			}
			continue
		}
		content := make([]byte, size)
		if _, err := io.ReadFull(r, content); err != nil {
			return fmt.Errorf("git cat-file: %w", err)
		}
		if _, err := r.ReadByte(); err != nil {
			return fmt.Errorf("git cat-file: %w", err)
		}
		if err := do(i, content, nil); err != nil {
			return err
		}
	}
	return nil
}

package changes

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"
)

// A repository is one that somebody else made, with a program that says that
// it was run.
type repository struct {
	t              *testing.T
	dir, evil, ran string
}

func newRepository(t *testing.T) *repository {
	if runtime.GOOS == "windows" {
		t.Skip("the program is a shell script")
	}
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip(err)
	}
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for k, v := range map[string]string{"GIT_CONFIG_GLOBAL": os.DevNull, "GIT_CONFIG_SYSTEM": os.DevNull,
		"GIT_AUTHOR_NAME": "a", "GIT_AUTHOR_EMAIL": "a@example.com", "GIT_COMMITTER_NAME": "a", "GIT_COMMITTER_EMAIL": "a@example.com"} {
		t.Setenv(k, v)
	}
	r := &repository{t: t, dir: filepath.Join(root, "repository"), evil: filepath.Join(root, "evil"), ran: filepath.Join(root, "ran")}
	r.write(r.evil, "#!/bin/sh\necho \"$0 $*\" >> "+r.ran+"\n", 0o777)
	r.write("a.go", "one\n", 0o666)
	r.write("untouched.go", "one\n", 0o666)
	r.git("init", "-q", "-b", "master")
	r.git("add", ".")
	r.git("commit", "-q", "-m", "one")
	r.write("a.go", "one\ntwo\n", 0o666)
	r.write("new.go", "one\n", 0o666)
	return r
}

func (r *repository) write(name, text string, mode os.FileMode) {
	r.t.Helper()
	if !filepath.IsAbs(name) {
		name = filepath.Join(r.dir, name)
	}
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		r.t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), mode); err != nil {
		r.t.Fatal(err)
	}
	if err := os.Chmod(name, mode); err != nil {
		r.t.Fatal(err)
	}
}

func (r *repository) git(args ...string) {
	r.t.Helper()
	cmd := exec.Command("git", args...)
	cmd.Dir = r.dir
	if out, err := cmd.CombinedOutput(); err != nil {
		r.t.Fatalf("git %v: %v\n%s", args, err, out)
	}
}

// TestRunsNothing names a program wherever a repository can, and asks for the
// changed lines: it is not run. Where git diff runs it the test knows that the
// program is in the right place.
func TestRunsNothing(t *testing.T) {
	tests := []struct {
		name  string
		plant func(r *repository)
		diff  bool // git diff runs it
	}{
		{"file system monitor", func(r *repository) { r.git("config", "core.fsmonitor", r.evil) }, true},
		{"clean filter", func(r *repository) {
			r.git("config", "filter.x.clean", r.evil)
			r.write(".git/info/attributes", "*.go filter=x\n", 0o666)
		}, true},
		{"clean filter of an attribute in the tree", func(r *repository) {
			r.git("config", "filter.x.clean", r.evil)
			r.git("config", "filter.x.required", "true")
			r.write(".gitattributes", "*.go filter=x\n", 0o666)
		}, true},
		{"filter process", func(r *repository) {
			r.git("config", "filter.x.process", r.evil)
			r.write(".git/info/attributes", "*.go filter=x\n", 0o666)
		}, true},
		{"hooks", func(r *repository) {
			for _, hook := range []string{"post-index-change", "reference-transaction", "post-checkout", "pre-auto-gc", "fsmonitor-watchman"} {
				r.write(".git/hooks/"+hook, "#!/bin/sh\nexec "+r.evil+" "+hook+" </dev/null\n", 0o777)
			}
		}, true},
		{"hooks in a folder", func(r *repository) {
			r.git("config", "core.hooksPath", "hooks")
			r.write("hooks/post-index-change", "#!/bin/sh\nexec "+r.evil+" </dev/null\n", 0o777)
		}, true},
		{"external diff", func(r *repository) { r.git("config", "diff.external", r.evil) }, true},
		{"diff driver", func(r *repository) {
			r.git("config", "diff.x.command", r.evil)
			r.write(".git/info/attributes", "*.go diff=x\n", 0o666)
		}, true},
		{"text conversion", func(r *repository) {
			r.git("config", "diff.x.textconv", r.evil)
			r.write(".git/info/attributes", "*.go diff=x\n", 0o666)
		}, true},
		{"settings of an included file", func(r *repository) {
			r.git("config", "include.path", "../included")
			r.write("included", "[core]\n\tfsmonitor = "+r.evil+"\n", 0o666)
		}, true},
		{"submodule", func(r *repository) {
			r.write("sub/a.go", "one\n", 0o666)
			sub := &repository{t: r.t, dir: filepath.Join(r.dir, "sub")}
			sub.git("init", "-q")
			sub.git("add", ".")
			sub.git("commit", "-q", "-m", "one")
			r.git("-c", "advice.addEmbeddedRepo=false", "add", "sub")
			r.git("commit", "-q", "-m", "sub")
			sub.git("config", "core.fsmonitor", r.evil)
			r.write("sub/a.go", "two\n", 0o666)
		}, true},
		{"aliases and viewers", func(r *repository) {
			for _, command := range []string{"ls-files", "ls-tree", "cat-file", "rev-parse", "merge-base"} {
				r.git("config", "alias."+command, "!"+r.evil)
				r.git("config", "pager."+command, r.evil)
			}
			for _, key := range []string{"core.pager", "core.editor", "core.askPass", "core.sshCommand", "core.alternateRefsCommand", "gpg.program", "credential.helper", "sequence.editor", "uploadpack.packObjectsHook"} {
				r.git("config", key, r.evil)
			}
		}, false},
		{"a repository that lacks objects", func(r *repository) {
			r.git("config", "protocol.ext.allow", "always")
			r.git("config", "core.repositoryFormatVersion", "1")
			r.git("config", "extensions.partialClone", "origin")
			r.git("config", "remote.origin.promisor", "true")
			r.git("config", "remote.origin.url", "ext::"+r.evil+" %S")
			objects, err := filepath.Glob(filepath.Join(r.dir, ".git", "objects", "??", "*"))
			if err != nil {
				r.t.Fatal(err)
			}
			for _, o := range objects {
				id := filepath.Base(filepath.Dir(o)) + filepath.Base(o)
				cmd := exec.Command("git", "cat-file", "-t", id)
				cmd.Dir = r.dir
				if out, _ := cmd.Output(); strings.TrimSpace(string(out)) == "blob" {
					os.Remove(o)
				}
			}
		}, true},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			r := newRepository(t)
			test.plant(r)
			os.Remove(r.ran) // planting may have run it
			for _, name := range []string{"a.go", "untouched.go"} {
				past := time.Now().Add(-time.Hour) // so that git has to look at the content
				if err := os.Chtimes(filepath.Join(r.dir, name), past, past); err != nil {
					t.Fatal(err)
				}
			}
			s, err := since(t.Context(), r.dir, "HEAD")
			if err != nil {
				t.Fatal(err)
			}
			for _, name := range []string{"a.go", "new.go"} {
				if !slices.Contains(s.Paths, name) {
					t.Errorf("%s differs, and is not among %q", name, s.Paths)
				}
			}
			if slices.Contains(s.Paths, "untouched.go") {
				t.Error("untouched.go does not differ")
			}
			_, err = s.Overlay(t.TempDir(), s.Root)
			err = errors.Join(err, s.Checkout(t.TempDir()))
			if lacks := test.name == "a repository that lacks objects"; (err != nil) != lacks {
				t.Error(err)
			}
			if ran, err := os.ReadFile(r.ran); err == nil {
				t.Errorf("run: %s", ran)
			}
			cmd := exec.Command("git", "diff", "HEAD")
			cmd.Dir = r.dir
			_ = cmd.Run()
			if _, err := os.Stat(r.ran); (err == nil) != test.diff {
				t.Errorf("git diff runs it: %v, want %v", err == nil, test.diff)
			}
		})
	}
}

// Outside of a repository there is nothing to compare with.
func TestNoRepository(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip(err)
	}
	if _, err := since(t.Context(), t.TempDir(), "HEAD"); err == nil || !strings.Contains(err.Error(), "-new-from needs git") {
		t.Error(err)
	}
}

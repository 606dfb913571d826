package test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// git runs git in dir, as somebody, whoever owns the folder.
func git(t *testing.T, dir string, args ...string) string {
	t.Helper()
	args = append([]string{"-c", "user.name=test", "-c", "user.email=test@example.com", "-c", "commit.gpgsign=false", "-c", "init.defaultBranch=main", "-c", "safe.directory=*"}, args...)
	out := run(t, dir, nil, "git", args...)
	if out.code != 0 {
		t.Fatalf("git %s: %s", strings.Join(args, " "), out.stderr)
	}
	return strings.TrimSpace(out.stdout)
}

// checkout copies the files of the repository as they are, committed or not,
// to a git repository of their own, and returns its folder.
func checkout(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	files := git(t, root, "ls-files", "--cached", "--others", "--exclude-standard")
	for name := range strings.Lines(files) {
		name = strings.TrimSpace(name)
		content, err := os.ReadFile(filepath.Join(root, name))
		if os.IsNotExist(err) {
			continue // deleted, and that not committed
		}
		if err != nil {
			t.Fatal(err)
		}
		write(t, filepath.Join(dir, name), string(content))
	}
	git(t, dir, "init", "-q")
	git(t, dir, "add", "-A")
	git(t, dir, "commit", "-q", "-m", "as it is")
	return dir
}

// write makes a file, and the folders it is in.
func write(t *testing.T, name, content string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(content), 0o666); err != nil {
		t.Fatal(err)
	}
}

// TestPreCommit has the real pre-commit install the hook from this repository
// and run it in one that has the bugs of the examples.
func TestPreCommit(t *testing.T) {
	if _, err := exec.LookPath("pre-commit"); err != nil {
		t.Skip("pre-commit is not installed (apt-get install pre-commit)")
	}
	hooks := checkout(t)
	dir := copyExamples(t)
	write(t, filepath.Join(dir, ".pre-commit-config.yaml"), `repos:
  - repo: `+hooks+`
    rev: `+git(t, hooks, "rev-parse", "HEAD")+`
    hooks:
      - id: k8slint
        verbose: true
`)
	git(t, dir, "init", "-q")
	git(t, dir, "add", "-A")
	// pre-commit makes a GOPATH, and in it would download and compile anew what is
	// there already.
	modules := strings.TrimSpace(run(t, root, nil, "go", "env", "GOMODCACHE").stdout)
	env := []string{"PRE_COMMIT_HOME=" + t.TempDir(), "GOFLAGS=-modcacherw", "GOMODCACHE=" + modules}
	preCommit := func(args ...string) result {
		t.Helper()
		return run(t, dir, env, "pre-commit", append([]string{"run"}, args...)...)
	}

	if out := preCommit("--all-files"); out.code != 1 || !strings.Contains(out.stdout, "exit code: 3") {
		t.Errorf("the repository has bugs, but pre-commit exits with %d:\n%s%s", out.code, out.stdout, out.stderr)
	} else if n := strings.Count(out.stdout, "hook id: k8slint"); n != 1 {
		t.Errorf("the hook ran %d times:\n%s", n, out.stdout)
	}

	// Fix them all.
	if err := os.RemoveAll(filepath.Join(dir, "before")); err != nil {
		t.Fatal(err)
	}
	git(t, dir, "add", "-A")
	if out := preCommit("--all-files"); out.code != 0 || !strings.Contains(out.stdout, "Passed") {
		t.Errorf("the repository has no bugs, but pre-commit exits with %d:\n%s%s", out.code, out.stdout, out.stderr)
	}

	git(t, dir, "commit", "-q", "-m", "fixed")
	for _, test := range []struct{ file, want string }{
		{"README.md", "Skipped"},
		{"go.mod", "Passed"},
		{"after/operator/reconciler.go", "Passed"},
	} {
		edit(t, filepath.Join(dir, test.file), "\n\n", "\n\n\n")
		git(t, dir, "add", "-A")
		if out := preCommit(); !strings.Contains(out.stdout, test.want) {
			t.Errorf("after a change of %s, want %s:\n%s%s", test.file, test.want, out.stdout, out.stderr)
		}
		git(t, dir, "reset", "-q", "--hard")
	}
}

// TestPreCommitSystem runs the hook that uses an installed k8slint.
func TestPreCommitSystem(t *testing.T) {
	if _, err := exec.LookPath("pre-commit"); err != nil {
		t.Skip("pre-commit is not installed (apt-get install pre-commit)")
	}
	hooks := checkout(t)
	dir := copyExamples(t)
	git(t, dir, "init", "-q")
	git(t, dir, "add", "-A")
	env := []string{
		"PRE_COMMIT_HOME=" + t.TempDir(),
		"PATH=" + filepath.Dir(k8slint) + string(filepath.ListSeparator) + os.Getenv("PATH"),
	}
	out := run(t, dir, env, "pre-commit", "try-repo", hooks, "k8slint-system", "--all-files")
	if out.code != 1 || !strings.Contains(out.stdout, "exit code: 3") {
		t.Errorf("the repository has bugs, but pre-commit exits with %d:\n%s%s", out.code, out.stdout, out.stderr)
	}
}

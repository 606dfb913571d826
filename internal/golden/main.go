// The golden command compares the output of two builds of k8slint on the same code,
// byte for byte: findings with traces and fixes, and the facts of every
// package as text.
//
//	go run ./internal/golden [-base REV] [-C DIR]...
//
// It builds the command twice: at REV, a git revision (HEAD if left out), and from
// the working tree. Both run on the packages under testdata, on the examples, and
// on the module in each DIR, for instance a checkout of a large repository. It is
// for changes that are to change nothing that users see, and runs in the root of
// the repository. The exit code is 1 if anything differs.
package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// A target is code that both commands are run on.
type target struct {
	dir      string
	patterns []string
}

// dirs is a flag that may be given several times.
type dirs []string

func (d *dirs) String() string     { return strings.Join(*d, " ") }
func (d *dirs) Set(s string) error { *d = append(*d, s); return nil }

func main() {
	base := flag.String("base", "HEAD", "git `revision` to compare with")
	var more dirs
	flag.Var(&more, "C", "`folder` of a further module to compare on; may be repeated")
	flag.Parse()
	same, err := run(*base, more)
	if err != nil {
		fmt.Fprintln(os.Stderr, "golden:", err)
		os.Exit(1)
	}
	if !same {
		os.Exit(1)
	}
}

func run(base string, more []string) (same bool, err error) {
	tmp, err := os.MkdirTemp("", "golden")
	if err != nil {
		return false, err
	}
	defer os.RemoveAll(tmp)
	tree := filepath.Join(tmp, "base")
	if out, err := exec.Command("git", "worktree", "add", "--detach", tree, base).CombinedOutput(); err != nil {
		return false, fmt.Errorf("git worktree add: %s", out)
	}
	defer func() { err = errors.Join(err, exec.Command("git", "worktree", "remove", "--force", tree).Run()) }()
	before, after := filepath.Join(tmp, "before"), filepath.Join(tmp, "after")
	if err := build(tree, before); err != nil {
		return false, err
	}
	if err := build(".", after); err != nil {
		return false, err
	}
	targets, err := targets(more)
	if err != nil {
		return false, err
	}
	same = true
	for _, t := range targets {
		for _, mode := range []string{"-json", "-facts"} {
			fmt.Printf("%s %s\n", t.dir, mode)
			a, b := output(before, mode, t), output(after, mode, t)
			if !bytes.Equal(a, b) {
				same = false
				fmt.Print(firstDifferences(a, b))
			}
		}
	}
	return same, nil
}

func build(dir, to string) error {
	cmd := exec.Command("go", "build", "-o", to, "./cmd/k8slint")
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("go build in %s: %s", dir, out)
	}
	return nil
}

// targets are the modules under testdata, the examples, and the folders given.
// Of client-go, what its own packages do is compared.
func targets(more []string) ([]target, error) {
	mods, err := filepath.Glob("testdata/*/go.mod")
	if err != nil {
		return nil, err
	}
	var out []target
	for _, mod := range append(mods, "examples/go.mod") {
		t := target{dir: filepath.Dir(mod), patterns: []string{"./..."}}
		if strings.HasPrefix(filepath.Base(t.dir), "clientgo-") {
			t.patterns = []string{"k8s.io/client-go/tools/cache", "k8s.io/client-go/tools/watch"}
		}
		out = append(out, t)
	}
	for _, dir := range more {
		out = append(out, target{dir, []string{"./..."}})
	}
	return out, nil
}

// output is what the command bin says of t. What it says of packages that do
// not load belongs to it.
func output(bin, mode string, t target) []byte {
	args := append([]string{"-C", t.dir, mode, "-cachemutate.tests", "-cache=off"}, t.patterns...)
	cmd := exec.Command(bin, args...)
	cmd.Env = append(os.Environ(), "GOWORK=off")
	out, err := cmd.CombinedOutput()
	if err != nil {
		out = fmt.Appendf(out, "%v\n", err)
	}
	return out
}

// firstDifferences shows the first lines that only one of a and b has.
func firstDifferences(a, b []byte) string {
	const most = 20
	x, y := strings.Split(string(a), "\n"), strings.Split(string(b), "\n")
	var out strings.Builder
	n := 0
	only := func(mark string, lines, other []string) {
		has := make(map[string]int)
		for _, l := range other {
			has[l]++
		}
		for _, l := range lines {
			if has[l]--; has[l] >= 0 {
				continue
			}
			if n++; n <= most {
				fmt.Fprintf(&out, "\t%s %s\n", mark, l)
			}
		}
	}
	only("-", x, y)
	only("+", y, x)
	if n == 0 {
		return "\tthe same lines in another order\n"
	}
	if n > most {
		fmt.Fprintf(&out, "\tand %d more lines\n", n-most)
	}
	return out.String()
}

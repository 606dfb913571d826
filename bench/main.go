//go:build unix

// The bench command times k8slint beside the tools that a repository already
// runs, in the states in which people run them, and prints a table:
//
//	go run ./bench [flags] REPOSITORY...
//
// A REPOSITORY is a folder with a Go module, which is copied first and then
// edited, or anything that git clone takes. The go command must be able to
// load it: run go mod download there before. Tools are run in turn (A B A B
// ...), each run with its own empty or prepared caches, so that figures of one
// line can be compared although the machine's speed drifts. Times are medians
// of the wall clock; memory is that of the largest process.
//
// staticcheck and pre-commit are left out if they are not installed. Nothing is
// downloaded.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/k8slint/k8slint/bench/process"
)

func main() {
	b := new(bench)
	flag.IntVar(&b.runs, "n", 3, "counted runs of each tool in each state")
	flag.StringVar(&b.states, "states", "first,again,edit,vettool", "comma-separated `list` of first, again, edit (a function added), body (a function's body edited), import (an import added), pre-commit (as body, k8slint alone), vettool, empty (needs minutes: everything is compiled)")
	flag.StringVar(&b.patterns, "packages", "./...", "what to analyse")
	flag.IntVar(&b.times, "grow", 0, "instead of the states, measure k8slint on the repository's packages once, twice, and so on up to `N` times")
	flag.BoolVar(&b.inPlace, "inplace", false, "edit REPOSITORY itself, for which everything is compiled already, and not a copy")
	flag.BoolVar(&b.verbose, "v", false, "print each run")
	flag.Parse()
	if flag.NArg() == 0 {
		flag.Usage()
		os.Exit(2)
	}
	if err := b.main(flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

type bench struct {
	runs     int
	states   string
	patterns string
	inPlace  bool
	verbose  bool
	times    int

	tmp     string
	k8slint string
	serial  int // makes flags and folders that no run has had before
}

func (b *bench) main(repositories []string) error {
	tmp, err := os.MkdirTemp("", "k8slint-bench-*")
	if err != nil {
		return err
	}
	defer os.RemoveAll(tmp)
	b.tmp = tmp
	b.k8slint = filepath.Join(tmp, "k8slint")
	if err := process.Build(b.k8slint); err != nil {
		return err
	}
	fmt.Println("| repository | state | tool | wall s | CPU s | peak MiB | wall / first tool's | CPU / first tool's |")
	fmt.Println("|---|---|---|---|---|---|---|---|")
	for _, r := range repositories {
		if err := b.repository(r); err != nil {
			return fmt.Errorf("%s: %w", r, err)
		}
	}
	return nil
}

// repository measures one repository.
func (b *bench) repository(name string) error {
	dir := filepath.Join(b.tmp, "repo", filepath.Base(name))
	if b.inPlace && b.times > 0 {
		return errors.New("-grow needs a copy")
	}
	if b.inPlace {
		dir = name
	} else if st, err := os.Stat(name); err == nil && st.IsDir() {
		if err := os.CopyFS(dir, withoutGit{os.DirFS(name)}); err != nil {
			return err
		}
	} else if out, err := exec.Command("git", "clone", "-q", "--depth=1", name, dir).CombinedOutput(); err != nil {
		return fmt.Errorf("git clone: %v\n%s", err, out)
	}
	if !b.inPlace {
		defer os.RemoveAll(dir)
	}
	if b.times > 0 {
		return b.grow(filepath.Base(name), dir, b.times)
	}
	files, err := b.editable(dir)
	if err != nil {
		return err
	}
	if slices.ContainsFunc(strings.Split(b.states, ","), func(state string) bool { return state != "empty" && state != "pre-commit" }) {
		// These states are those of a warm build cache.
		if err := runQuietly(b.cmd(dir, nil, "go", "vet", b.patterns)); err != nil {
			return err
		}
	}
	for state := range strings.SplitSeq(b.states, ",") {
		tools, err := b.tools(state)
		if err != nil {
			return err
		}
		if err := b.compare(filepath.Base(name), state, dir, files, tools); err != nil {
			return err
		}
	}
	return nil
}

func (b *bench) cmd(dir string, env []string, argv ...string) *exec.Cmd {
	cmd := exec.Command(argv[0], argv[1:]...)
	cmd.Dir = dir
	cmd.Env = append(append(os.Environ(), "GOWORK=off"), env...)
	return cmd
}

// figures are what one run took.
type figures struct {
	wall, cpu time.Duration
	memory    int64 // bytes
}

// compare runs tools in turn and prints a line for each.
func (b *bench) compare(repo, state, dir string, files []string, tools []tool) error {
	all := make([][]figures, len(tools))
	for run := range b.runs {
		for i, t := range tools {
			edits := 0
			cmd, err := t.prepare(dir, func() error {
				edits++
				return b.edit(state, files[(run+edits)%len(files)])
			})
			if err != nil {
				return err
			}
			f, err := measure(cmd)
			if err != nil {
				return fmt.Errorf("%s: %w", t.name, err)
			}
			if b.verbose {
				fmt.Fprintf(os.Stderr, "%s %s %s: %v, CPU %v, %d MiB\n", repo, state, t.name, f.wall, f.cpu, f.memory>>20)
			}
			all[i] = append(all[i], f)
		}
	}
	base := median(all[0], func(f figures) float64 { return f.wall.Seconds() })
	baseCPU := median(all[0], func(f figures) float64 { return f.cpu.Seconds() })
	for i, t := range tools {
		wall := median(all[i], func(f figures) float64 { return f.wall.Seconds() })
		cpu := median(all[i], func(f figures) float64 { return f.cpu.Seconds() })
		mem := median(all[i], func(f figures) float64 { return float64(f.memory >> 20) })
		fmt.Printf("| %s | %s | %s | %.2f | %.2f | %.0f | %.2f | %.2f |\n", repo, state, t.name, wall, cpu, mem, wall/base, cpu/baseCPU)
	}
	return nil
}

func median(list []figures, of func(figures) float64) float64 {
	var v []float64
	for _, f := range list {
		v = append(v, of(f))
	}
	slices.Sort(v)
	return v[len(v)/2]
}

// measure runs cmd. That a linter has findings is no error.
func measure(cmd *exec.Cmd) (figures, error) {
	start := time.Now()
	if err := runQuietly(cmd); err != nil {
		return figures{}, err
	}
	f := figures{wall: time.Since(start)}
	f.cpu, f.memory = process.Used(cmd)
	return f, nil
}

func runQuietly(cmd *exec.Cmd) error {
	out, err := cmd.CombinedOutput()
	if _, failed := err.(*exec.ExitError); err != nil && !failed {
		return fmt.Errorf("%v\n%s", err, out)
	}
	return nil
}

// withoutGit hides the .git folder.
type withoutGit struct{ fs.FS }

// ReadDir implements fs.ReadDirFS.
func (w withoutGit) ReadDir(name string) ([]fs.DirEntry, error) {
	entries, err := fs.ReadDir(w.FS, name)
	return slices.DeleteFunc(entries, func(e fs.DirEntry) bool {
		return e.Name() == ".git" || e.Type()&fs.ModeSymlink != 0
	}), err
}

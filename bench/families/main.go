//go:build unix

// The families command measures how k8slint's time and memory grow with the
// size of what it analyses. It writes generated packages, each family in three
// sizes of which the next is twice the last, runs the command on each, and
// prints a table:
//
//	go run ./bench/families [flags] [FAMILY...]
//
// With -broken it measures what the same packages take with a brace missing, with the
// markers of a merge conflict, and cut off after each tenth, as FAMILY/KIND.
//
// Times are those of the CPU, less what the command takes for a package with
// nothing in it. The exponent is the growth from the second size to the third:
// 1 is linear, 2 quadratic; of less than a tenth of a second it says nothing.
//
// No dependency is needed: the packages of Kubernetes that the sources import
// are short ones of their own.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/k8slint/k8slint/bench/process"
)

func main() {
	binary := flag.String("k8slint", "", "the `command` to measure; the one of this module if empty")
	limit := flag.Duration("limit", 2*time.Minute, "stop a run after this `time`")
	list := flag.Bool("list", false, "print the names of the families")
	write := flag.String("write", "", "write the packages of the families into `folder`, one folder each, in the middle size, and measure nothing")
	broken := flag.Bool("broken", false, "measure each family broken in every way, and code that is nested or chained deep")
	times := flag.Int("times", 1, "make all sizes this many `times` as large")
	flag.Parse()
	for i := range families {
		families[i].size *= *times
	}
	if *broken {
		families = append(twins(families), depths...)
	}
	if *list {
		for _, f := range families {
			fmt.Printf("%-14s %5d  %s\n", f.name, f.size, f.what)
		}
		return
	}
	chosen, err := choose(flag.Args())
	switch {
	case err != nil:
	case *write != "":
		for _, f := range chosen {
			err = errors.Join(err, f.write(filepath.Join(*write, f.name), 2*f.size))
		}
	default:
		err = run(*binary, measurer{limit: *limit, broken: *broken}, chosen)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "families:", err)
		os.Exit(1)
	}
}

// choose returns the families of the given names, all if there are none.
func choose(names []string) ([]family, error) {
	if len(names) == 0 {
		return families, nil
	}
	var out []family
	for _, name := range names {
		i := slices.IndexFunc(families, func(f family) bool { return f.name == name })
		if i < 0 {
			return nil, fmt.Errorf("no family is called %s; see -list", name)
		}
		out = append(out, families[i])
	}
	return out, nil
}

func run(binary string, m measurer, chosen []family) error {
	tmp, err := os.MkdirTemp("", "k8slint-families-*")
	if err != nil {
		return err
	}
	defer os.RemoveAll(tmp)
	if binary == "" {
		binary = filepath.Join(tmp, "k8slint")
		if err := process.Build(binary); err != nil {
			return err
		}
	} else if binary, err = filepath.Abs(binary); err != nil {
		return err
	}
	m.binary, m.dir = binary, tmp
	// The first run reads the standard library's packages from disk.
	for range 2 {
		if m.base, err = m.measure(family{source: func(int) string { return object }}, 0); err != nil {
			return err
		}
	}
	fmt.Printf("A package with nothing in it: %.2f s, %d MiB.\n\n", m.base.cpu.Seconds(), m.base.memory>>20)
	fmt.Println("| family | n | CPU s at n, 2n, 4n | exponent | MiB at 4n |")
	fmt.Println("|---|---|---|---|---|")
	for _, f := range chosen {
		if err := m.grow(f); err != nil {
			return fmt.Errorf("%s: %w", f.name, err)
		}
	}
	return nil
}

// A measurer runs the command on generated packages.
type measurer struct {
	binary, dir string
	limit       time.Duration
	broken      bool    // errors are expected
	base        figures // of a package with nothing in it
}

// figures are what one run took.
type figures struct {
	cpu     time.Duration
	memory  int64 // bytes
	stopped bool  // after the limit
}

// grow measures f in three sizes and prints its line.
func (m *measurer) grow(f family) error {
	var seconds []float64
	var cells []string
	var last figures
	for _, n := range []int{f.size, 2 * f.size, 4 * f.size} {
		r, err := m.measure(f, n)
		if err != nil {
			return err
		}
		last = r
		seconds = append(seconds, max(0, (r.cpu-m.base.cpu).Seconds()))
		cell := fmt.Sprintf("%.2f", seconds[len(seconds)-1])
		if r.stopped {
			cell = "> " + cell
		}
		cells = append(cells, cell)
		if r.stopped {
			break
		}
	}
	exponent := "–"
	if k := len(seconds) - 1; k > 0 && seconds[k] >= 0.1 {
		exponent = fmt.Sprintf("%.1f", math.Log2(seconds[k]/max(seconds[k-1], 0.01)))
	}
	fmt.Printf("| %s: %s | %d | %s | %s | %d |\n", f.name, f.what, f.size, strings.Join(cells, ", "), exponent, last.memory>>20)
	return nil
}

// measure runs the command on f in size n, with nothing cached.
func (m *measurer) measure(f family, n int) (figures, error) {
	dir := filepath.Join(m.dir, "module")
	if err := os.RemoveAll(dir); err != nil {
		return figures{}, err
	}
	if err := f.write(dir, n); err != nil {
		return figures{}, err
	}
	ctx, cancel := context.WithTimeout(context.Background(), m.limit)
	defer cancel()
	cmd := exec.CommandContext(ctx, m.binary, "-cache=off", ".")
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=-mod=mod", "GOPROXY=off")
	out, err := cmd.CombinedOutput()
	if cmd.ProcessState == nil {
		return figures{}, err
	}
	if code := cmd.ProcessState.ExitCode(); ctx.Err() == nil && code != 0 && code != 3 && (code != 1 || !m.broken) {
		return figures{}, fmt.Errorf("exit %d at n = %d:\n%.2000s", code, n, out)
	}
	r := figures{stopped: ctx.Err() != nil}
	r.cpu, r.memory = process.Used(cmd)
	return r, nil
}

// write writes the module of f in size n into dir.
func (f family) write(dir string, n int) error {
	files := map[string]string{"go.mod": "module example.com/m\n\ngo 1.25\n", "m.go": "package m\n\n" + f.source(n)}
	for path, text := range kubernetes {
		if !strings.Contains(files["m.go"], "k8s.io/") {
			break
		}
		root := strings.Join(strings.Split(path, "/")[:2], "/")
		files[path+"/x.go"] = text
		files[root+"/go.mod"] = "module " + root + "\n\ngo 1.25\n"
		if line := "require " + root + " v0.0.0\nreplace " + root + " => ./" + root + "\n"; !strings.Contains(files["go.mod"], line) {
			files["go.mod"] += line
		}
	}
	for name, text := range files {
		name = filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			return err
		}
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			return err
		}
	}
	return nil
}

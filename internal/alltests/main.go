// The alltests command runs the tests of every Go module of the repository,
// the root's first:
//
//	go run ./internal/alltests [flags of go test]
//
// The modules beside the root exist so that users of k8slint do not inherit
// what only its tests need: Kubernetes' libraries and the tools that run
// k8slint for them. It is run in the root of the repository.
package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "alltests:", err)
		os.Exit(1)
	}
}

func run(flags []string) error {
	modules, inputs, err := findModules(".")
	if err != nil {
		return err
	}
	if len(modules) == 0 {
		return errors.New("no go.mod here: run it in the root of the repository")
	}
	if !slices.Contains(flags, "-short") {
		go download(append(inputs, modules...))
	}
	p := newProgress(os.Stdout, slices.Contains(flags, "-v"))
	stop := p.report(30 * time.Second)
	defer stop()
	if !slices.Contains(flags, "-short") {
		p.do("compiling the libraries that tests of several packages use")
		compile(filepath.Join("testdata", "src"), shared)
		p.do("building the tests")
	}
	// The tests of the first module keep the processors busy but for the end, when
	// few packages are left; those of the others mostly wait for compilers.
	failed := make(chan int)
	go func() { failed <- test(p, flags, modules[:1]) }()
	n := test(p, flags, modules[1:])
	if n += <-failed; n > 0 {
		return fmt.Errorf("the tests of %d of %d modules failed", n, len(modules))
	}
	return nil
}

// test runs the tests of the modules in dirs, one after another, and returns how many
// of these failed.
func test(p *progress, flags, dirs []string) (failed int) {
	for _, dir := range dirs {
		p.printf("# module %s", dir)
		start := time.Now()
		// go test gives up after ten minutes: too few where nothing is built.
		args := append([]string{"test", "-json", "-timeout=60m"}, flags...)
		cmd := exec.Command("go", append(args, "./...")...)
		cmd.Dir, cmd.Env = dir, environment()
		if !slices.Contains(flags, "-short") {
			cmd.Env = append(cmd.Env, "K8SLINT_TESTS=all")
		}
		cmd.Stdout, cmd.Stderr = &events{progress: p}, os.Stderr
		if err := cmd.Run(); err != nil {
			p.printf("FAIL module %s: %v", dir, err)
			failed++
			continue
		}
		p.printf("PASS module %s in %v", dir, time.Since(start).Round(time.Second))
	}
	return failed
}

// shared are packages whose dependencies the tests of several packages need
// compiled. Each has a go command of its own do so, and those that run at the same
// time do it several times over.
var shared = []string{
	"./differential", "./rvassign/loops", "./staleretry/helpers/store",
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil",
}

// compile compiles packages of the module in dir. That it fails is for the tests
// to say.
func compile(dir string, packages []string) {
	cmd := exec.Command("go", append([]string{"build"}, packages...)...)
	cmd.Dir, cmd.Env = dir, environment()
	_ = cmd.Run()
}

// environment is that of the go command. A workspace around the checkout is not part
// of the test, nor is whether git trusts the checkout.
func environment() []string {
	return append(os.Environ(), "GOWORK=off", "GOFLAGS="+strings.TrimSpace(os.Getenv("GOFLAGS")+" -buildvcs=false"))
}

// download downloads what the modules in dirs require, while the first of them are
// compiled and tested: the network is idle then. That it fails is for the tests to
// say.
func download(dirs []string) {
	for _, dir := range dirs {
		cmd := exec.Command("go", "mod", "download")
		cmd.Dir, cmd.Env = dir, environment()
		_ = cmd.Run()
	}
}

// findModules returns the folders below root that have a go.mod, sorted: root
// first. What is under testdata is input of tests, not tests.
func findModules(root string) (tests, inputs []string, err error) {
	err = filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && path != root && (d.Name()[0] == '.' || d.Name()[0] == '_'):
			return filepath.SkipDir
		case d.IsDir() || d.Name() != "go.mod":
		case slices.Contains(strings.Split(filepath.ToSlash(path), "/"), "testdata"):
			inputs = append(inputs, filepath.Dir(path))
		default:
			tests = append(tests, filepath.Dir(path))
		}
		return nil
	})
	slices.Sort(tests)
	slices.Sort(inputs)
	return tests, inputs, err
}

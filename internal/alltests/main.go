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
	if !slices.Contains(flags, "-short") {
		go download(append(inputs, modules...))
	}
	failed := 0
	for _, dir := range modules {
		fmt.Printf("# module %s\n", dir)
		start := time.Now()
		// go test gives up after ten minutes: too few where nothing is built.
		args := append([]string{"test", "-json", "-timeout=60m"}, flags...)
		cmd := exec.Command("go", append(args, "./...")...)
		cmd.Dir, cmd.Env = dir, environment()
		p := newProgress(os.Stdout, slices.Contains(flags, "-v"))
		cmd.Stdout, cmd.Stderr = p, os.Stderr
		stop := p.report(30 * time.Second)
		err := cmd.Run()
		stop()
		if err != nil {
			fmt.Printf("FAIL module %s: %v\n", dir, err)
			failed++
			continue
		}
		fmt.Printf("PASS module %s in %v\n", dir, time.Since(start).Round(time.Second))
	}
	if failed > 0 {
		return fmt.Errorf("the tests of %d of %d modules failed", failed, len(modules))
	}
	return nil
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

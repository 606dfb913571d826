// The alltests command runs the tests of every Go module of the repository,
// the root's first, with the slow tests that a plain go test skips:
//
//	go run ./internal/alltests [flags of go test]
//
// The modules beside the root exist so that users of k8slint do not inherit
// what only its tests need: Kubernetes' libraries and the tools that run
// k8slint for them. It is run in the root of the repository. At the end it says
// what was run in each module, and which tests were not run, and why.
package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
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
	for _, dir := range modules {
		if shows[filepath.ToSlash(dir)] == "" {
			return fmt.Errorf("module %s: nothing says what its tests show (shows in internal/alltests/main.go)", dir)
		}
	}
	p := newProgress(os.Stdout, slices.Contains(flags, "-v"))
	stop := p.report(30 * time.Second)
	defer stop()
	if !slices.Contains(flags, "-short") {
		p.do("compiling the libraries that tests of several packages use")
		compile(filepath.Join("testdata", "src"), shared)
		p.do("building the tests")
	}
	all := test(p, flags, modules)
	summary(os.Stdout, flags, all)
	if n := len(slices.DeleteFunc(all, func(o outcome) bool { return o.err == nil })); n > 0 {
		return fmt.Errorf("the tests of %d of %d modules failed", n, len(modules))
	}
	return nil
}

// shows is, by the folder of a module, what its tests show.
var shows = map[string]string{
	".":               "the analysis, the command, the examples; random programs, old releases of the libraries",
	"examples":        "the examples compile, and their own tests pass",
	"test":            "golangci-lint, nogo, go vet and pre-commit find what the command finds; the commands of the pages do what the pages say",
	"test/apiserver":  "what is reported fails on a real API server, and its fixed twin does not",
	"test/golangci":   "golangci-lint compiles with the plugin",
	"test/goreleaser": "the configuration of releases is valid",
	"test/neovim":     "k8slint lsp in Neovim: see, fix, save, gone; broken code, fifty edits, a killed server",
	"test/nogo":       "Bazel's nogo compiles with the analyzers",
	"test/report":     "the HTML report in Chromium: filters, keys, widths, dark mode",
	"test/site":       "the pages build into a site with search; no link is broken; it works in Chromium",
	"test/sarif":      "SARIF output is valid by its schema",
}

// An outcome is what came of the tests of one module.
type outcome struct {
	dir     string
	tests   int
	took    time.Duration
	cpu     time.Duration // of all processors: it says more than took where others use them too
	skipped []string
	err     error
}

// test runs the tests of the modules in dirs, two modules at a time. Those of the first keep the
// processors busy but for the end, when few packages are left; those of the others mostly wait,
// for compilers, browsers and timers.
func test(p *progress, flags, dirs []string) []outcome {
	out := make([]outcome, len(dirs))
	next := make(chan int)
	var workers sync.WaitGroup
	for range 2 {
		workers.Go(func() {
			for i := range next {
				out[i] = testModule(p, flags, dirs[i])
			}
		})
	}
	for i := range dirs {
		next <- i
	}
	close(next)
	workers.Wait()
	return out
}

// testModule runs the tests of the module in dir.
func testModule(p *progress, flags []string, dir string) outcome {
	p.printf("# module %s", dir)
	in := &events{progress: p}
	o := outcome{dir: filepath.ToSlash(dir)}
	start := time.Now()
	// go test gives up after ten minutes: too few where nothing is built.
	args := append([]string{"test", "-json", "-timeout=60m"}, flags...)
	cmd := exec.Command("go", append(args, "./...")...)
	cmd.Dir, cmd.Env = dir, environment()
	if !slices.Contains(flags, "-short") {
		cmd.Env = append(cmd.Env, "K8SLINT_TESTS=all")
	}
	cmd.Stdout, cmd.Stderr = in, os.Stderr
	o.err = cmd.Run()
	o.took, o.tests, o.skipped = time.Since(start).Round(time.Second), in.tests, in.skipped
	if s := cmd.ProcessState; s != nil { // it was started
		o.cpu = (s.UserTime() + s.SystemTime()).Round(time.Second)
	}
	if o.err != nil {
		p.printf("FAIL module %s: %v", dir, o.err)
	} else {
		p.printf("PASS module %s in %v", dir, o.took)
	}
	return o
}

// summary says what was run, a line for each module, and what was not.
func summary(w io.Writer, flags []string, all []outcome) {
	fmt.Fprintln(w, strings.TrimSuffix("\nRun with flags "+strings.Join(flags, " "), " with flags ")+":")
	for _, o := range all {
		verdict := "PASS"
		if o.err != nil {
			verdict = "FAIL"
		}
		fmt.Fprintf(w, "%s %-16s %4d tests in %v (processors: %v): %s\n", verdict, o.dir, o.tests, o.took, o.cpu, shows[o.dir])
	}
	fmt.Fprintln(w, "\nNot run:")
	none := true
	for _, o := range all {
		for _, s := range o.skipped {
			fmt.Fprintln(w, s)
			none = false
		}
	}
	if none {
		fmt.Fprintln(w, "nothing was skipped")
	}
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

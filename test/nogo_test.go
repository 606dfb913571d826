package test

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"testing"
)

// nogoFiles are the files of rules_go's go/tools/builders that make nogo, as
// the rule "nogo_srcs" of its BUILD.bazel lists them.
var nogoFiles = []string{
	"constants.go",
	"env.go",
	"flags.go",
	"nogo_fix.go",
	"nogo_goversions_go118.go",
	"nogo_goversions_go121.go",
	"nogo_goversions_go122.go",
	"nogo_main.go",
	"nogo_version.go",
	"nolint.go",
}

// nogoMain is what Bazel generates for a target nogo(deps = [...]).
const nogoMain = `package main

import (
	"golang.org/x/tools/go/analysis"
%s)

var analyzers = []*analysis.Analyzer{
%s}

var configs = map[string]config{}

const debugMode = false
`

// nogoBinary builds nogo with every analyzer, once.
var nogoBinary = sync.OnceValues(func() (string, error) {
	pins := filepath.Join(root, "test", "nogo")
	rules, err := goOutput(pins, "list", "-m", "-f", "{{.Dir}}", "github.com/bazelbuild/rules_go")
	if err != nil {
		return "", err
	}
	if rules == "" { // not yet in the module cache
		if _, err := goOutput(pins, "mod", "download", "github.com/bazelbuild/rules_go"); err != nil {
			return "", err
		}
		if rules, err = goOutput(pins, "list", "-m", "-f", "{{.Dir}}", "github.com/bazelbuild/rules_go"); err != nil {
			return "", err
		}
	}
	dir, err := os.MkdirTemp(filepath.Dir(k8slint), "nogo")
	if err != nil {
		return "", err
	}
	for _, name := range nogoFiles {
		content, err := os.ReadFile(filepath.Join(rules, "go", "tools", "builders", name))
		if err != nil {
			return "", err
		}
		if err := os.WriteFile(filepath.Join(dir, name), content, 0o666); err != nil {
			return "", err
		}
	}
	if err := writeNogoMain(filepath.Join(dir, "main.go")); err != nil {
		return "", err
	}
	for _, name := range []string{"go.mod", "go.sum"} {
		content, err := os.ReadFile(filepath.Join(pins, name))
		if err != nil {
			return "", err
		}
		if err := os.WriteFile(filepath.Join(dir, name), content, 0o666); err != nil {
			return "", err
		}
	}
	// nogo imports an internal package of x/tools, which Bazel allows and the
	// go command does not, unless the importer's path is below that of x/tools.
	if _, err := goOutput(dir, "mod", "edit", "-module=golang.org/x/tools/nogo", "-replace=github.com/k8slint/k8slint="+root); err != nil {
		return "", err
	}
	if _, err := goOutput(dir, "build", "-mod=mod", "-o", "nogo", "."); err != nil {
		return "", err
	}
	return filepath.Join(dir, "nogo"), nil
})

// writeNogoMain lists the analyzers, each by the import path of its package:
// that is all that a BUILD file can say.
func writeNogoMain(name string) error {
	out, err := goOutput(root, "list", "-f", "{{.Name}} {{.ImportPath}}", "./analyzers/...")
	if err != nil {
		return err
	}
	var imports, list strings.Builder
	for line := range strings.Lines(out) {
		pkg, path, _ := strings.Cut(strings.TrimSpace(line), " ")
		if pkg == "analyzers" {
			continue
		}
		fmt.Fprintf(&imports, "\t%q\n", path)
		fmt.Fprintf(&list, "\t%s.Analyzer,\n", pkg)
	}
	return os.WriteFile(name, fmt.Appendf(nil, nogoMain, imports.String(), list.String()), 0o666)
}

// goOutput runs the go command in dir.
func goOutput(dir string, args ...string) (string, error) {
	cmd := exec.Command("go", args...)
	cmd.Dir = dir
	out, err := cmd.Output()
	if err != nil {
		var exit *exec.ExitError
		if errors.As(err, &exit) {
			out = exit.Stderr
		}
		return "", fmt.Errorf("go %s: %v\n%s", strings.Join(args, " "), err, out)
	}
	return strings.TrimSpace(string(out)), nil
}

// A buildPackage is what go list says of a package.
type buildPackage struct {
	ImportPath, Dir, Export string
	GoFiles, Imports        []string
	ImportMap               map[string]string
	Standard                bool
	Module                  *struct{ Main bool }
}

// dependency reports whether p is analysed for its facts only.
func (p *buildPackage) dependency() bool { return p.Module == nil || !p.Module.Main }

// keptFacts is the file of the facts of the dependency p, which runs of nogo share,
// as under Bazel: named by what was compiled and by the facts of what p imports.
func keptFacts(p *buildPackage, facts map[string]string) string {
	key := p.ImportPath + " " + p.Export
	for _, path := range p.Imports {
		key += " " + facts[path]
	}
	return filepath.Join(filepath.Dir(k8slint), fmt.Sprintf("%x.facts", sha256.Sum256([]byte(key))))
}

// listPackages returns the packages that match patterns in the module at dir,
// and what they depend on, with export data: dependencies first.
func listPackages(t *testing.T, dir string, patterns ...string) []*buildPackage {
	t.Helper()
	args := append([]string{"list", "-deps", "-export", "-json=ImportPath,Dir,Export,GoFiles,Imports,ImportMap,Standard,Module"}, patterns...)
	out, err := goOutput(dir, args...)
	if err != nil {
		t.Fatal(err)
	}
	var list []*buildPackage
	for decoder := json.NewDecoder(strings.NewReader(out)); ; {
		var p buildPackage
		if err := decoder.Decode(&p); errors.Is(err, io.EOF) {
			return list
		} else if err != nil {
			t.Fatal(err)
		}
		list = append(list, &p)
	}
}

// nogoViolation is nogo's exit code when it found something.
const nogoViolation = 3

// nogoFinding is a line of nogo's output: file:line:col: message (analyzer).
var nogoFinding = regexp.MustCompile(`(?m)^(.+?):(\d+):\d+: (.*) \(([a-z]+)\)$`)

// runNogo does what Bazel does: it runs nogo on one package at a time, with the
// export data of the dependencies and the facts of the direct ones in files;
// on packages of other modules for their facts only. The standard library has
// no facts.
func runNogo(t *testing.T, dir string, patterns ...string) []finding {
	t.Helper()
	nogo, err := nogoBinary()
	if err != nil {
		t.Fatal(err)
	}
	packages := listPackages(t, dir, patterns...)
	work := t.TempDir()
	var importcfg bytes.Buffer
	facts := map[string]string{}
	done := map[string]chan struct{}{}
	for i, p := range packages {
		if p.Export != "" {
			fmt.Fprintf(&importcfg, "packagefile %s=%s\n", p.ImportPath, p.Export)
		}
		if !p.Standard {
			facts[p.ImportPath] = filepath.Join(work, strconv.Itoa(i)+".facts")
			if p.dependency() {
				facts[p.ImportPath] = keptFacts(p, facts)
			}
			done[p.ImportPath] = make(chan struct{})
		}
	}
	cfg := filepath.Join(work, "importcfg")
	if err := os.WriteFile(cfg, importcfg.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}

	var mu sync.Mutex
	var findings []finding
	var workers sync.WaitGroup
	slots := make(chan struct{}, runtime.GOMAXPROCS(0))
	for _, p := range packages {
		if p.Standard {
			continue
		}
		args := []string{"-importcfg", cfg, "-p", p.ImportPath, "-x", facts[p.ImportPath],
			"-go_version", strings.TrimPrefix(runtime.Version(), "go")}
		if p.dependency() {
			args = append(args, "-facts_only")
		}
		for _, path := range p.Imports {
			if file, ok := facts[path]; ok {
				args = append(args, "-fact", path+"="+file)
			}
		}
		for _, name := range p.GoFiles {
			args = append(args, filepath.Join(p.Dir, name))
		}
		workers.Go(func() {
			defer close(done[p.ImportPath])
			for _, path := range p.Imports {
				if ready, ok := done[path]; ok {
					<-ready
				}
			}
			if _, err := os.Stat(facts[p.ImportPath]); err == nil {
				return // kept from another run
			}
			if len(p.GoFiles) == 0 {
				if err := os.WriteFile(facts[p.ImportPath], nil, 0o666); err != nil {
					t.Error(err)
				}
				return
			}
			slots <- struct{}{}
			defer func() { <-slots }()
			cmd := exec.Command(nogo, args...)
			cmd.Dir = dir
			cmd.Env = append(os.Environ(), "GOARCH="+runtime.GOARCH)
			out, err := cmd.CombinedOutput()
			if err != nil && cmd.ProcessState.ExitCode() != nogoViolation {
				t.Errorf("nogo %s: %v\n%s", p.ImportPath, err, out)
				return
			}
			mu.Lock()
			defer mu.Unlock()
			for _, m := range nogoFinding.FindAllStringSubmatch(string(out), -1) {
				line, err := strconv.Atoi(m[2])
				if err != nil {
					t.Error(err)
				}
				findings = append(findings, finding{relative(t, dir, m[1]), line, m[4], m[3]})
			}
		})
	}
	workers.Wait()
	return distinct(findings)
}

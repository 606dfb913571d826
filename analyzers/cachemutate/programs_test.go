package cachemutate_test

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/packages"

	"github.com/k8slint/k8slint/analyzers/cachemutate"
	"github.com/k8slint/k8slint/internal/programs"
	"github.com/k8slint/k8slint/internal/testmodule"
)

// knownMisses are kinds of statements after which, if a program has all of a row,
// cachemutate can be silent, by policy: a variable or a container into which the
// program puts something of its own as well.
var knownMisses = [][]string{
	{"global variable"},
	{"event over a channel", "copied flag"},
	{"map of maps", "copied flag"},
	{"slice that grows", "copied flag"},
	{"store filled by hand", "copied flag"},
}

func isKnownMiss(p *programs.Program) bool {
	kinds := p.Kinds()
	return slices.ContainsFunc(knownMisses, func(row []string) bool {
		return !slices.ContainsFunc(row, func(kind string) bool { return !slices.Contains(kinds, kind) })
	})
}

// TestPrograms generates controller programs and compares what cachemutate
// says of each with what is known from their making, and that with client-go's
// cache mutation detector.
//
// Of the environment, K8SLINT_PROGRAMS is how many (300), K8SLINT_PROGRAMS_SEED
// where to begin (1), K8SLINT_PROGRAMS_SHOW how many disagreements are made
// small and shown (5); with K8SLINT_PROGRAMS_RUN=no they are not run, which is
// several times faster.
func TestPrograms(t *testing.T) {
	testmodule.Slow(t, "compiles client-go, and runs random programs")
	total, size := number(t, "K8SLINT_PROGRAMS", 300), 2000
	seed := number(t, "K8SLINT_PROGRAMS_SEED", 1)
	var tally tally
	for n := 0; n < total; n += size {
		var ps []*programs.Program
		for i := n; i < min(n+size, total); i++ {
			ps = append(ps, programs.Generate(fmt.Sprintf("p%d", i), rand.New(rand.NewPCG(uint64(seed), uint64(i)))))
		}
		compare(t, ps, &tally)
	}
	t.Logf("%d programs, %d write to the cache; %d findings missed, %d false", tally.programs, tally.writing, tally.missed, tally.wrong)
}

func number(t *testing.T, name string, otherwise int) int {
	s := os.Getenv(name)
	if s == "" {
		return otherwise
	}
	n, err := strconv.Atoi(s)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return n
}

// FuzzPrograms lets the input make the generator's decisions. The programs are
// not run.
func FuzzPrograms(f *testing.F) {
	testmodule.Slow(f, "compiles client-go")
	for i := range 20 {
		b := make([]byte, 200)
		r := rand.New(rand.NewPCG(7, uint64(i)))
		for i := range b {
			b[i] = byte(r.Uint32())
		}
		f.Add(b)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		p := programs.Generate("p", (*decisions)(&data))
		if msg := disagreement(p, analyse(t, []*programs.Program{p})[p.Name]); msg != "" {
			t.Errorf("%s\n%s", msg, p)
		}
	})
}

// decisions are made by bytes; when there are none left, the first is chosen.
type decisions []byte

func (d *decisions) IntN(n int) int {
	if len(*d) == 0 {
		return 0
	}
	b := (*d)[0]
	*d = (*d)[1:]
	return int(b) % n
}

type tally struct{ programs, writing, missed, wrong int }

// disagreement says what is wrong, "" if nothing is.
func disagreement(p *programs.Program, flagged bool) string {
	switch {
	case flagged && !p.Writes:
		return "a finding in a program that writes nothing of the cache"
	case !flagged && p.Writes && !isKnownMiss(p):
		return "no finding in a program that writes the cache"
	}
	return ""
}

func compare(t *testing.T, ps []*programs.Program, sum *tally) {
	flagged := analyse(t, ps)
	var dynamic map[string]verdict
	if os.Getenv("K8SLINT_PROGRAMS_RUN") != "no" {
		dynamic = run(t, ps)
	}
	shown := 0
	for _, p := range ps {
		d, ok := dynamic[p.Name]
		if !ok && dynamic == nil {
			d = verdict{runs: p.Runs, altered: p.Writes}
		}
		if d.panics {
			continue // a write to a map that an earlier write emptied
		}
		if d.runs != p.Runs || d.altered != p.Writes {
			t.Errorf("%s: the mutation detector says %v in %d runs, the generator %v in %d\n%s", p.Name, d.altered, d.runs, p.Writes, p.Runs, p)
			continue
		}
		sum.programs++
		if p.Writes {
			sum.writing++
		}
		switch {
		case p.Writes && !flagged[p.Name]:
			sum.missed++
		case !p.Writes && flagged[p.Name]:
			sum.wrong++
		}
		if msg := disagreement(p, flagged[p.Name]); msg != "" && shown < number(t, "K8SLINT_PROGRAMS_SHOW", 5) {
			shown++
			was := flagged[p.Name]
			writes := p.Writes
			programs.Minimize(p, func(p *programs.Program) bool {
				return p.Writes == writes && compiles(p) && analyse(t, []*programs.Program{p})[p.Name] == was
			})
			t.Errorf("%s: %s\n%s", p.Name, msg, p)
		} else if msg != "" {
			t.Errorf("%s: %s", p.Name, msg)
		}
	}
}

// A verdict is what running a program shows.
type verdict struct {
	runs            int
	altered, panics bool
}

// run builds and runs the programs on real informers.
func run(t *testing.T, ps []*programs.Program) map[string]verdict {
	t.Helper()
	src := testmodule.Dir(t, "testdata/src")
	dir := t.TempDir()
	for _, name := range []string{"go.mod", "go.sum"} {
		data, err := os.ReadFile(filepath.Join(src, name))
		if err != nil {
			t.Fatal(err)
		}
		write(t, filepath.Join(dir, name), data)
	}
	main, lib, _, err := programs.Files(ps)
	if err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(dir, "programs", "main.go"), []byte(main))
	write(t, filepath.Join(dir, "programs", "lib", "lib.go"), []byte(lib))
	write(t, filepath.Join(dir, "programs", "env", "env.go"), []byte(programs.Env))

	bin := filepath.Join(dir, "programs.exe")
	cmd := exec.Command("go", "build", "-o", bin, "./programs")
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOWORK=off", "GOPROXY=off", "GOFLAGS=-mod=mod")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	cmd = exec.Command(bin)
	cmd.Env = append(os.Environ(), "KUBE_CACHE_MUTATION_DETECTOR=true")
	var errors bytes.Buffer
	cmd.Stderr = &errors
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, errors.String())
	}
	res := map[string]verdict{}
	for line := range strings.Lines(string(out)) {
		var name string
		var v verdict
		if _, err := fmt.Sscan(line, &name, &v.runs, &v.altered, &v.panics); err != nil {
			t.Fatalf("%q: %v", line, err)
		}
		res[name] = v
	}
	return res
}

func write(t *testing.T, name string, data []byte) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, data, 0o644); err != nil {
		t.Fatal(err)
	}
}

// analyse returns which programs have a finding.
func analyse(t testing.TB, ps []*programs.Program) map[string]bool {
	t.Helper()
	imp := libraries(t)
	main, lib, owner, err := programs.Files(ps)
	if err != nil {
		t.Fatal(err)
	}
	fset := token.NewFileSet()
	envPkg, err := check(fset, imp, "env", "env.go", programs.Env)
	if err != nil {
		t.Fatal(err)
	}
	imp = imp.with(envPkg)
	libPkg, err := check(fset, imp, "lib", "lib.go", lib)
	if err != nil {
		t.Fatalf("%v: %s", err, line(lib, err))
	}
	mainPkg, err := check(fset, imp.with(libPkg), "", "main.go", main)
	if err != nil {
		t.Fatalf("%v: %s", err, line(main, err))
	}
	mainPkg.Imports = map[string]*packages.Package{libPkg.PkgPath: libPkg}
	graph, err := checker.Analyze([]*analysis.Analyzer{cachemutate.Analyzer}, []*packages.Package{mainPkg, libPkg}, nil)
	if err != nil {
		t.Fatal(err)
	}
	res := map[string]bool{}
	for _, act := range graph.Roots {
		if act.Err != nil {
			t.Fatal(act.Err)
		}
		for _, d := range act.Diagnostics {
			p := fset.Position(d.Pos)
			res[owner[p.Filename][p.Line]] = true
		}
	}
	return res
}

// line is the line of src that a type error is about.
func line(src string, err error) string {
	if e, ok := err.(types.Error); ok {
		return strings.Split(src, "\n")[e.Fset.Position(e.Pos).Line-1]
	}
	return ""
}

// compiles reports whether p does.
func compiles(p *programs.Program) bool {
	imp := loaded
	main, lib, _, err := programs.Files([]*programs.Program{p})
	if err != nil {
		return false
	}
	fset := token.NewFileSet()
	envPkg, err := check(fset, imp, "env", "env.go", programs.Env)
	if err != nil {
		return false
	}
	imp = imp.with(envPkg)
	libPkg, err := check(fset, imp, "lib", "lib.go", lib)
	if err != nil {
		return false
	}
	_, err = check(fset, imp.with(libPkg), "", "main.go", main)
	return err == nil
}

func check(fset *token.FileSet, imp importer, name, file, src string) (*packages.Package, error) {
	f, err := parser.ParseFile(fset, file, src, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	path := strings.TrimSuffix(programs.ImportPath+"/"+name, "/")
	info := &types.Info{
		Types: map[ast.Expr]types.TypeAndValue{}, Instances: map[*ast.Ident]types.Instance{}, Defs: map[*ast.Ident]types.Object{},
		Uses: map[*ast.Ident]types.Object{}, Implicits: map[ast.Node]types.Object{}, Selections: map[*ast.SelectorExpr]*types.Selection{},
		Scopes: map[ast.Node]*types.Scope{}, FileVersions: map[*ast.File]string{},
	}
	var problem error
	conf := types.Config{Error: func(err error) {
		if problem == nil {
			problem = err
		}
	}, Importer: imp, GoVersion: "go1.26", Sizes: types.SizesFor("gc", "amd64")}
	pkg, _ := conf.Check(path, fset, []*ast.File{f}, info)
	if problem != nil {
		return nil, problem
	}
	return &packages.Package{ID: path, PkgPath: path, Name: pkg.Name(), Fset: fset, Syntax: []*ast.File{f}, Types: pkg, TypesInfo: info, TypesSizes: conf.Sizes}, nil
}

// An importer holds type-checked packages by path.
type importer map[string]*types.Package

func (m importer) Import(path string) (*types.Package, error) {
	if p := m[path]; p != nil {
		return p, nil
	}
	return nil, fmt.Errorf("%s was not loaded", path)
}

func (m importer) with(p *packages.Package) importer {
	out := importer{p.PkgPath: p.Types}
	for k, v := range m {
		out[k] = v
	}
	return out
}

var (
	loadOnce sync.Once
	loaded   importer
	loadErr  error
)

// libraries are the packages that programs import.
func libraries(t testing.TB) importer {
	t.Helper()
	loadOnce.Do(func() {
		f, err := parser.ParseFile(token.NewFileSet(), "env.go", programs.Env, parser.ImportsOnly)
		if err != nil {
			loadErr = err
			return
		}
		main, _, _, err := programs.Files(nil)
		if err != nil {
			loadErr = err
			return
		}
		g, err := parser.ParseFile(token.NewFileSet(), "main.go", main, parser.ImportsOnly)
		if err != nil {
			loadErr = err
			return
		}
		var paths []string
		for _, spec := range append(f.Imports, g.Imports...) {
			if path, _ := strconv.Unquote(spec.Path.Value); !strings.HasPrefix(path, programs.ImportPath) {
				paths = append(paths, path)
			}
		}
		pkgs, err := packages.Load(&packages.Config{
			Mode: packages.NeedName | packages.NeedTypes | packages.NeedImports,
			Dir:  testmodule.Dir(t, "testdata/src"),
			Env:  append(os.Environ(), "GOWORK=off", "GOPROXY=off", "GOFLAGS=-mod=mod"),
		}, paths...)
		if err != nil {
			loadErr = err
			return
		}
		loaded = importer{}
		packages.Visit(pkgs, nil, func(p *packages.Package) {
			for _, e := range p.Errors {
				loadErr = e
			}
			loaded[p.PkgPath] = p.Types
		})
	})
	if loadErr != nil {
		t.Fatal(loadErr)
	}
	return loaded
}

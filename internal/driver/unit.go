package driver

import (
	"bytes"
	"compress/flate"
	"crypto/sha256"
	"encoding/gob"
	"encoding/json"
	"errors"
	"fmt"
	"go/build"
	"go/token"
	"go/types"
	"io"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync"

	"golang.org/x/tools/go/analysis/unitchecker"
	"golang.org/x/tools/go/gcexportdata"
	"golang.org/x/tools/go/packages"

	"github.com/k8slint/k8slint/internal/driver/facts"
	"github.com/k8slint/k8slint/internal/driver/finding"
	"github.com/k8slint/k8slint/internal/driver/load"
	"github.com/k8slint/k8slint/internal/driver/output"
	"github.com/k8slint/k8slint/internal/driver/source"
	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/visible"
)

// exitVet is the exit code of a tool under go vet that has findings.
const exitVet = 1

// A vetx is what the tool leaves for the packages that import this one: the
// facts of the package and of everything that it imports.
type vetx struct {
	// Reaches tells whether the package imports k8s.io/apimachinery.
	Reaches bool
	Facts   []packageFacts // sorted by path
}

type packageFacts struct {
	Path string
	Data []byte
}

// unit analyses the one package that go vet describes in a file.
//
// go vet asks for every package of the closure. Those that cannot matter are
// left at once, with no facts.
func (c *command) unit(file string) (int, error) {
	cfg, err := readUnit(file)
	if err != nil {
		return 0, err
	}
	if cfg.Stdout == "" {
		return c.unitOf(cfg)
	}
	f, err := os.Create(cfg.Stdout)
	if err != nil {
		return 0, err
	}
	c.stdout = f
	code, err := c.unitOf(cfg)
	return code, errors.Join(err, f.Close())
}

func (c *command) unitOf(cfg *unitchecker.Config) (int, error) {
	c.config.Severity, c.config.Filter = c.opts.severity, c.opts.filter
	c.dir, _ = os.Getwd() // "" leaves names absolute
	deps := readVetx(cfg)
	out := vetx{Reaches: deps.reaches}
	role := unitRole(cfg, deps.reaches)
	named := kube.Unvendored(cfg.ImportPath)
	c.config.Force = func(path string) bool { return role != load.Types && path == named }
	var res *result
	var broken error
	if role != load.Types {
		res, broken = c.analyzeUnit(cfg, role, deps)
		switch {
		case broken != nil && cfg.SucceedOnTypecheckFailure:
			res, broken = nil, nil // the compiler tells the user
		case res == nil:
			return 0, broken
		}
	}
	if res != nil {
		deps.facts[cfg.ImportPath] = res.facts
	}
	out.Facts = deps.sorted()
	// The names of these files are in go vet's key, their content is not, and nothing of manifests.
	keep := c.opts.models == "" && c.opts.file == "" && (res == nil || res.manifests == nil)
	if err := out.write(cfg.VetxOutput, keep); err != nil {
		return 0, err
	}
	if res == nil {
		return exitClean, nil
	}
	code, err := c.reportUnit(cfg, res, broken != nil)
	if err == nil && broken != nil {
		err = broken // whatever was found in the rest
	}
	return code, err
}

// analyzeUnit analyses a package. If there are errors in it, it analyses what it
// can, and returns an error that says so as well as the result.
func (c *command) analyzeUnit(cfg *unitchecker.Config, role load.Role, deps *vetxDeps) (*result, error) {
	fset := token.NewFileSet()
	imp, byPath := unitImporter(cfg, fset)
	p := &load.Package{ID: cfg.ID, Path: cfg.ImportPath, Files: cfg.GoFiles, Module: unitModule(cfg)}
	sizes := types.SizesFor("gc", runtime.GOARCH)
	if arch := os.Getenv("GOARCH"); arch != "" {
		if s := types.SizesFor("gc", arch); s != nil {
			sizes = s
		}
	}
	env := load.Env{Sizes: sizes, Import: imp}
	checked := load.Check(fset, p, env, source.ReadFile)
	var broken error
	if errs := checked.Errors; len(errs) > 0 {
		so := leftOut(p.Path, checked.Left)
		if i := slices.IndexFunc(errs, func(e load.Error) bool { return load.IsTest(e.Pos.Filename) }); i >= 0 {
			so = testsLeftOut(p.Path)
			errs = errs[i:]
			p.Files = slices.DeleteFunc(p.Files, load.IsTest)
			checked = load.Check(fset, p, env, source.ReadFile)
		}
		if checked.Hopeless {
			return nil, errs[0]
		}
		broken = errors.New(c.errorText(p.ID, errs, so))
	}
	tables := make(map[*types.Package]*facts.Table)
	u := &unit{
		id:      cfg.ID,
		fset:    fset,
		checked: checked,
		sizes:   sizes,
		read:    source.ReadFile,
		module:  moduleOf(p),
		other:   cfg.NonGoFiles,
		ignored: cfg.IgnoredFiles,
		imported: func(pkg *types.Package) *facts.Table {
			t, ok := tables[pkg]
			if !ok {
				// An error means that the facts are not there: analysis goes
				// on without.
				t, _ = facts.Decode(deps.facts[pkg.Path()], pkg)
				tables[pkg] = t
			}
			return t
		},
		withFacts: func() []*types.Package {
			var out []*types.Package
			for _, path := range slices.Sorted(maps.Keys(byPath)) {
				out = append(out, byPath[path])
			}
			return out
		},
		factsOnly: role != load.Findings,
	}
	return analyze(u, c.opts.choose(c.analyzers)), broken
}

// reportUnit prints what was found in a package and returns the exit code. If
// the tool is to fail, go vet shows what is on stderr and nothing else.
func (c *command) reportUnit(cfg *unitchecker.Config, res *result, fails bool) (int, error) {
	code := exitClean
	tree := make(output.Tree)
	for _, what := range res.caps {
		c.debugf("%s", what)
	}
	if res.manifests != nil {
		for _, what := range res.manifests.Problems {
			c.debugf("%s", what)
		}
	}
	for _, e := range res.internal {
		code = exitFailure
		fmt.Fprintf(c.stderr, "k8slint: %v\n", e)
		if c.opts.debug && e.Stack != "" {
			fmt.Fprintln(c.stderr, e.Stack)
		}
		tree.AddError(cfg.ID, e.Analyzer, visible.Line(e.Error())) // which go vet prints
	}
	if cfg.VetxOnly {
		return code, nil
	}
	findings := finding.Sort(res.findings)
	sources := unitSources(cfg)
	fails = fails || len(res.internal) > 0
	if c.opts.format == "json" && !fails {
		// Since Go 1.26, go vet asks for this form even where it prints text,
		// and leaves the analyzer out of the text: the message must name it.
		// With -c it prints lines of the files that are named.
		for i, f := range findings {
			f.Message = f.Analyzer + ": " + output.Said(f)
			findings[i] = sources.Ground(f)
		}
		tree.Add(cfg.ID, findings)
		return code, tree.Print(c.stdout) // go vet sees to the exit code
	}
	if len(findings) > 0 || fails {
		code = exitVet
	}
	// go vet prints what tools write to stderr, with names made relative.
	return code, output.Text{Context: c.opts.context, Explain: c.opts.explain, Sources: sources}.Print(c.stderr, findings)
}

// unitSources is the files of the package. What cgo wrote stands for Go files of
// its folder, which are not named.
func unitSources(cfg *unitchecker.Config) *finding.Sources {
	files := slices.Clone(cfg.GoFiles)
	entries, _ := os.ReadDir(cfg.Dir)
	for _, e := range entries {
		if strings.HasSuffix(e.Name(), ".go") && e.Type().IsRegular() {
			files = append(files, filepath.Join(cfg.Dir, e.Name()))
		}
	}
	return finding.NewSources(files...)
}

// unitRole says what is done with the package, as load does for a whole graph.
func unitRole(cfg *unitchecker.Config, reaches bool) load.Role {
	c := kube.Candidate{Path: cfg.ImportPath, Named: !cfg.VetxOnly, Std: isStdUnit(cfg), Main: !inDependency(cfg), Reaches: reaches}
	switch {
	case !c.Analysed():
		return load.Types
	case c.Named:
		return load.Findings
	}
	return load.Facts
}

// inDependency reports whether the package's folder is one of the module cache,
// or of vendored copies. What go vet says of the module is not asked: its key has
// the folder, and not the version, which a workspace or a replacement changes.
func inDependency(cfg *unitchecker.Config) bool {
	dir := filepath.ToSlash(cfg.Dir)
	return cacheFolder.MatchString(dir) || strings.Contains(dir, "/vendor/")
}

// cacheFolder is what the names of modules' folders in the module cache have.
var cacheFolder = regexp.MustCompile(`@v[0-9]+\.[0-9]+\.[0-9]+[^/]*(/|$)`)

// isStdUnit reports whether the package is of the standard library: of no
// module, with no dot in the first element of its path, and not in GOPATH.
func isStdUnit(cfg *unitchecker.Config) bool {
	first, _, _ := strings.Cut(cfg.ImportPath, "/")
	return cfg.ModulePath == "" && kube.StdPath(cfg.ImportPath) && first != "command-line-arguments" && !inGOPATH(cfg.Dir)
}

// inGOPATH reports whether dir holds sources as GO111MODULE=off finds them.
func inGOPATH(dir string) bool {
	for _, root := range filepath.SplitList(build.Default.GOPATH) {
		if strings.HasPrefix(dir, filepath.Join(root, "src")+string(filepath.Separator)) {
			return true
		}
	}
	return false
}

func unitModule(cfg *unitchecker.Config) *packages.Module {
	m := &packages.Module{Path: cfg.ModulePath, Version: cfg.ModuleVersion, GoVersion: strings.TrimPrefix(cfg.GoVersion, "go")}
	if cfg.Module != nil {
		m.Path, m.Version = cfg.Module.Path, cfg.Module.Version
	}
	if !inDependency(cfg) {
		m.Version = ""
	}
	return m
}

func readUnit(file string) (*unitchecker.Config, error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	cfg := new(unitchecker.Config)
	if err := json.Unmarshal(data, cfg); err != nil {
		return nil, fmt.Errorf("%s: %w", filepath.Base(file), err)
	}
	if cfg.ModuleVersion == "" && cfg.Module != nil {
		cfg.ModulePath, cfg.ModuleVersion = cfg.Module.Path, cfg.Module.Version
	}
	return cfg, nil
}

// unitImporter reads types from the export data that go vet names. byPath is
// every package that was read.
func unitImporter(cfg *unitchecker.Config, fset *token.FileSet) (imp load.Importer, byPath map[string]*types.Package) {
	byPath = make(map[string]*types.Package)
	var mu sync.Mutex
	return func(path string) (*types.Package, error) {
		mu.Lock()
		defer mu.Unlock()
		if mapped, ok := cfg.ImportMap[path]; ok {
			path = mapped
		}
		if path == "unsafe" {
			return types.Unsafe, nil
		}
		if p := byPath[path]; p != nil && p.Complete() {
			return p, nil
		}
		name, ok := cfg.PackageFile[path]
		if !ok {
			return nil, fmt.Errorf("no export data for %q", path)
		}
		f, err := os.Open(name)
		if err != nil {
			return nil, err
		}
		defer f.Close()
		r, err := gcexportdata.NewReader(f)
		if err != nil {
			return nil, err
		}
		return gcexportdata.Read(r, fset, byPath, path)
	}, byPath
}

// vetxDeps is what the imported packages left.
type vetxDeps struct {
	reaches bool
	facts   map[string][]byte
}

func readVetx(cfg *unitchecker.Config) *vetxDeps {
	d := &vetxDeps{facts: make(map[string][]byte)}
	d.reaches = kube.IsAPIMachinery(cfg.ImportPath)
	for path, name := range cfg.PackageVetx {
		if kube.IsAPIMachinery(path) {
			d.reaches = true
		}
		// Facts that cannot be read are not there.
		v, err := readVetxFile(name)
		if err != nil {
			continue
		}
		d.reaches = d.reaches || v.Reaches
		for _, f := range v.Facts {
			d.facts[f.Path] = f.Data
		}
	}
	return d
}

func (d *vetxDeps) sorted() []packageFacts {
	var out []packageFacts
	for _, path := range slices.Sorted(maps.Keys(d.facts)) {
		if len(d.facts[path]) > 0 {
			out = append(out, packageFacts{path, d.facts[path]})
		}
	}
	return out
}

// vetxMagic begins a vetx; it changes when its form does. (The facts in it are
// of this very program: go vet's keys have its hash.)
const vetxMagic = "k8slint facts 1\n"

// inFolder is the name of the file if go vet must not keep it.
const inFolder = "facts"

func readVetxFile(name string) (v vetx, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("%s: %v", name, r)
		}
	}()
	if st, err := os.Stat(name); err == nil && st.IsDir() {
		name = filepath.Join(name, inFolder)
	}
	f, err := os.Open(name)
	if err != nil {
		return v, err
	}
	defer f.Close()
	return readVetxFrom(f)
}

func readVetxFrom(r io.Reader) (v vetx, err error) {
	data, err := io.ReadAll(r)
	if err != nil {
		return v, err
	}
	rest, ok := bytes.CutPrefix(data, []byte(vetxMagic))
	if !ok || len(rest) < sha256.Size {
		return v, errors.New("not written by k8slint")
	}
	body := rest[sha256.Size:]
	if sum := sha256.Sum256(body); !bytes.Equal(sum[:], rest[:sha256.Size]) {
		return v, errors.New("damaged")
	}
	if len(body) == 0 {
		return v, nil
	}
	return v, gob.NewDecoder(flate.NewReader(bytes.NewReader(body))).Decode(&v)
}

// write writes v to the named file. If go vet must not keep the result, that is
// made a folder: it is there for the rest of the run, and go vet cannot copy it
// to its cache, so that the tool is run again the next time.
func (v vetx) write(name string, keep bool) error {
	if name == "" {
		return nil
	}
	if !keep {
		if err := os.Mkdir(name, 0o777); err != nil {
			return err
		}
		name = filepath.Join(name, inFolder)
	}
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	return errors.Join(v.writeTo(f), f.Close())
}

// writeTo writes v, compressed: a vetx holds the facts of the whole closure, so
// that the same bytes cross machines once for each package above them.
func (v vetx) writeTo(w io.Writer) error {
	var body bytes.Buffer
	if !reflect.ValueOf(v).IsZero() {
		z, err := flate.NewWriter(&body, flate.BestSpeed)
		if err != nil {
			return err
		}
		if err := errors.Join(gob.NewEncoder(z).Encode(v), z.Close()); err != nil {
			return err
		}
	}
	sum := sha256.Sum256(body.Bytes())
	_, err := w.Write(slices.Concat([]byte(vetxMagic), sum[:], body.Bytes()))
	return err
}

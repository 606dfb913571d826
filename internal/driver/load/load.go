// Package load finds the packages of an analysis and type-checks them from
// source.
//
// It needs no compiled dependencies, so that it is as fast on an empty
// machine as on a warm one; and it type-checks without function bodies what is
// not analysed, which is most of a controller's closure.
package load

import (
	"context"
	"errors"
	"fmt"
	"go/types"
	"path/filepath"
	"slices"
	"sort"
	"strings"

	"golang.org/x/tools/go/packages"

	"github.com/k8slint/k8slint/internal/driver/listing"
	"github.com/k8slint/k8slint/internal/kube"
)

// Analysed returns a function that tells whether the package of a path, as
// kube.Unvendored would write it, is analysed.
func (g *Graph) Analysed() func(path string) bool {
	analysed := make(map[string]bool)
	for _, p := range g.Packages {
		if p.Role != Types {
			analysed[p.Path] = true
			if i := strings.LastIndex(p.Path, "/vendor/"); i >= 0 {
				analysed[p.Path[i+len("/vendor/"):]] = true
			}
		}
	}
	return func(path string) bool { return analysed[path] }
}

// A Config says what to load.
type Config struct {
	Context context.Context
	// Dir is the folder in which patterns are resolved; "" is the current one.
	Dir string
	// Tests asks for the test files of the packages that patterns name.
	Tests bool
	// TestsApart says that a package is analysed without its tests, and these
	// beside it: see CheckTests.
	TestsApart bool
	// Tags is a comma-separated list of build tags.
	Tags string
	// Keeper keeps what the go command says; nil keeps nothing.
	Keeper *listing.Keeper
	// Overlay is what GOFLAGS or OverlayFile say of files that stand in for
	// others.
	Overlay listing.Overlay
	// OverlayFile is the name of an overlay for the go command, in the place of
	// the one that GOFLAGS names.
	OverlayFile string
	// Only, if not nil, leaves of the packages that patterns name those in the
	// folders for which it holds, and what these import.
	Only func(dir string) bool
}

// A Role says what is done with a package.
type Role int

const (
	// Types packages are there for their importers: they are type-checked
	// without bodies.
	Types Role = iota
	// Facts packages are analysed for what their importers need to know.
	Facts
	// Findings packages are analysed for their findings too.
	Findings
)

// A Package is one package, or one test variant of it.
type Package struct {
	ID      string // as go list prints it: "path [path.test]" for a variant
	Path    string // the path of its types
	Name    string
	Dir     string
	Files   []string // absolute, in build order
	Other   []string // files in other languages
	Ignored []string // files that build constraints leave out
	Imports map[string]*Package
	Deps    []*Package // the values of Imports, sorted by ID, each once
	ForTest string     // the path of the package under test of a variant
	Module  *packages.Module
	Errors  []packages.Error // of listing, not of type-checking
	Std     bool
	Role    Role
	// Twin is, for a variant that is made of the same files as the plain
	// package (rebuilt because something that it imports is under test), that
	// package: its facts are the variant's.
	Twin *Package
	// Tested tells that a variant of the package is analysed in its place.
	Tested bool
	// Plain is, for the variant with a package's own test files, the package
	// without them.
	Plain *Package
	// Reaches tells whether the package imports k8s.io/apimachinery, by any
	// path.
	Reaches bool
}

// Local reports whether p belongs to a main module, or to none (a file on the
// command line, GOPATH), and is no vendored copy.
func (p *Package) Local() bool {
	if p.Module == nil {
		return !p.Std && !strings.Contains(p.Path, "/vendor/")
	}
	return p.Module.Main
}

// InFolder reports whether p belongs to a module that is replaced by a folder:
// it is as likely as not part of the repository, and it is looked into like a
// main module's packages. A vendored copy is a dependency like any other.
func (p *Package) InFolder() bool {
	m := p.Module
	return m != nil && !m.Main && m.Replace != nil && m.Replace.Version == "" &&
		!strings.Contains(filepath.ToSlash(p.Dir), "/vendor/")
}

// A Graph is what Load found.
type Graph struct {
	// Packages is in dependency order: what a package imports comes before
	// it. The order is the same in each run.
	Packages []*Package
	Sizes    types.Sizes
	// GOROOT is the folder of the standard library's sources, if one of its
	// packages was loaded.
	GOROOT string
	// Listing is what the go command said.
	Listing *listing.Listing
	// Unmatched are the patterns with a wildcard that name no package.
	Unmatched []string
}

// Count is the number of packages that are analysed.
func (g *Graph) Count() int {
	n := 0
	for _, p := range g.Packages {
		if p.Role != Types {
			n++
		}
	}
	return n
}

// Load lists the packages that patterns name and everything that they import.
//
// An error means that nothing could be listed. What is wrong with a single
// package is in its Errors.
func Load(cfg Config, patterns []string) (*Graph, error) {
	listed, err := cfg.Keeper.List(listing.Question{Context: cfg.Context, Dir: cfg.Dir, Tests: cfg.Tests, Tags: cfg.Tags, Patterns: patterns, Overlay: cfg.Overlay, OverlayFile: cfg.OverlayFile})
	if err != nil {
		return nil, fmt.Errorf("cannot list packages: %w", err)
	}
	roots := listed.Packages
	if err := noPackage(roots); err != nil {
		return nil, fmt.Errorf("cannot list packages: %w", err)
	}
	b := builder{byID: make(map[string]*Package), goroot: goroot(roots)}
	b.graph.GOROOT = b.goroot
	b.graph.Listing = listed
	b.graph.Sizes = listed.Sizes
	b.graph.Unmatched = listing.Unmatched(cfg.Dir, patterns, roots)
	var named []*Package
	for _, r := range sortedRoots(roots) {
		p := b.add(r)
		named = append(named, p)
	}
	if b.graph.Sizes == nil {
		b.graph.Sizes = types.SizesFor("gc", "amd64")
	}
	b.roles(named)
	if cfg.Only != nil {
		named = slices.DeleteFunc(named, func(p *Package) bool { return !cfg.Only(p.Dir) })
	}
	b.prune(named, cfg.TestsApart)
	return &b.graph, nil
}

// noPackage returns the go command's error if it is about no package, as one of go.work
// is: go/packages then makes one up.
func noPackage(roots []*packages.Package) error {
	if len(roots) != 1 {
		return nil
	}
	p := roots[0]
	if p.ID != "command-line-arguments" || p.Dir != "" || p.Name != "" || len(p.Errors) != 1 || !strings.HasPrefix(p.Errors[0].Msg, "go: ") {
		return nil
	}
	return errors.New(strings.TrimPrefix(p.Errors[0].Msg, "go: "))
}

type builder struct {
	graph  Graph
	byID   map[string]*Package
	goroot string
}

// add converts p and what it imports.
func (b *builder) add(p *packages.Package) *Package {
	if q := b.byID[p.ID]; q != nil {
		return q
	}
	q := &Package{
		ID: p.ID, Path: p.PkgPath, Name: p.Name, Dir: p.Dir,
		Files: p.GoFiles, Other: p.OtherFiles, Ignored: p.IgnoredFiles,
		ForTest: p.ForTest, Module: p.Module, Errors: p.Errors,
		Imports: make(map[string]*Package, len(p.Imports)),
	}
	if p.Dir == "" && len(p.Errors) > 0 {
		// Not there: the file that go/packages names is the one that imports it.
		q.Files = nil
	}
	b.byID[p.ID] = q // before its imports: a broken graph can have a cycle
	q.Std = p.Module == nil && b.goroot != "" && strings.HasPrefix(p.Dir+string(filepath.Separator), b.goroot)
	paths := make([]string, 0, len(p.Imports))
	for path := range p.Imports {
		paths = append(paths, path)
	}
	sort.Strings(paths)
	seen := make(map[*Package]bool, len(paths))
	for _, path := range paths {
		d := b.add(p.Imports[path])
		q.Imports[path] = d
		if !seen[d] {
			seen[d] = true
			q.Deps = append(q.Deps, d)
		}
		if d.Reaches || kube.IsAPIMachinery(d.Path) {
			q.Reaches = true
		}
	}
	sort.Slice(q.Deps, func(i, j int) bool { return q.Deps[i].ID < q.Deps[j].ID })
	b.graph.Packages = append(b.graph.Packages, q)
	return q
}

// roles decides what is done with each package.
func (b *builder) roles(named []*Package) {
	for _, p := range b.graph.Packages {
		c := kube.Candidate{Path: p.Path, Std: p.Std, Main: p.Local() || p.InFolder(), Reaches: p.Reaches}
		if c.Analysed() && !isTestMain(p) {
			p.Role = Facts
		}
	}
	tested := make(map[string]bool) // paths whose test variant takes their place
	for _, p := range named {
		if p.ForTest == p.Path && p.ID != p.Path && !p.Std {
			tested[p.Path] = true
			p.Plain = b.byID[p.Path]
		}
	}
	for _, p := range named {
		if p.Std && p.ForTest != "" || isTestMain(p) {
			continue
		}
		// As in go vet, the variant with the test files stands for the package.
		if p.ForTest == "" && tested[p.Path] {
			if p.Role < Facts {
				p.Role = Facts
			}
			p.Tested = true
			continue
		}
		p.Role = Findings
	}
	for _, p := range b.graph.Packages {
		if p.ForTest == "" || p.Role == Types || strings.HasSuffix(p.Name, "_test") {
			continue
		}
		if plain := b.byID[p.Path]; plain != nil && plain != p && sameFiles(plain.Files, p.Files) {
			p.Twin = plain
			if p.Role == Facts {
				continue
			}
			// A package that is named and whose variant adds no file.
			p.Role, plain.Role = Facts, Findings
		}
	}
}

// prune drops what nothing needs: the tests' mains, and packages that only
// their tests' mains import.
func (b *builder) prune(named []*Package, testsApart bool) {
	need := make(map[*Package]bool)
	var visit func(p *Package)
	visit = func(p *Package) {
		if need[p] {
			return
		}
		need[p] = true
		for _, d := range p.Deps {
			visit(d)
		}
	}
	for _, p := range named {
		if p.Role == Findings {
			visit(p)
			if p.Plain != nil && testsApart {
				visit(p.Plain)
			}
		}
	}
	for _, p := range b.graph.Packages {
		if need[p] && p.Twin != nil {
			visit(p.Twin)
		}
	}
	kept := b.graph.Packages[:0]
	for _, p := range b.graph.Packages {
		if need[p] {
			kept = append(kept, p)
		}
	}
	b.graph.Packages = kept
}

func sameFiles(a, b []string) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

// isTestMain reports whether p is the main package that go test would build,
// whose one file lies in no folder of a module. A folder can be called x.test
// as well.
func isTestMain(p *Package) bool {
	return looksLikeTestMain(p.ID, p.Name, p.ForTest, p.Dir, p.Files)
}

func looksLikeTestMain(id, name, forTest, dir string, files []string) bool {
	if name != "main" || !strings.HasSuffix(id, ".test") || forTest != "" {
		return false
	}
	for _, f := range files {
		if filepath.Dir(f) == dir {
			return false
		}
	}
	return true
}

// sortedRoots returns the packages that patterns named, in a stable order,
// without the test variants of packages of other modules: their tests' own
// dependencies are not part of this build, so that they seldom load.
func sortedRoots(roots []*packages.Package) []*packages.Package {
	foreign := make(map[string]bool)
	for _, r := range roots {
		if r.ForTest == "" && r.Module != nil && !r.Module.Main {
			foreign[r.PkgPath] = true
		}
	}
	var out []*packages.Package
	for _, r := range roots {
		if r.ForTest != "" && foreign[r.ForTest] || foreign[strings.TrimSuffix(r.PkgPath, ".test")] && looksLikeTestMain(r.ID, r.Name, r.ForTest, r.Dir, r.GoFiles) {
			continue
		}
		out = append(out, r)
	}
	sort.Slice(out, func(i, j int) bool { return out[i].ID < out[j].ID })
	return out
}

// goroot returns the folder of the standard library's sources, with a
// separator at its end, or "".
func goroot(roots []*packages.Package) string {
	dir := ""
	packages.Visit(roots, func(p *packages.Package) bool {
		if dir == "" && p.PkgPath == "runtime" && p.Dir != "" {
			dir = filepath.Dir(p.Dir) + string(filepath.Separator)
		}
		return dir == ""
	}, nil)
	return dir
}

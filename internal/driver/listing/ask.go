package listing

import (
	"bytes"
	"errors"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"

	"golang.org/x/tools/go/packages"
)

// mode is what is asked of go/packages.
const mode = packages.NeedName | packages.NeedFiles | packages.NeedImports | packages.NeedDeps |
	packages.NeedModule | packages.NeedForTest | packages.NeedEmbedPatterns

// ask asks the go command and keeps nothing.
func ask(q Question) (*Listing, error) {
	env, err := askEnv(q.Context, q.Dir)
	if err != nil || oddDriver() != "" || strings.Contains(env.GOFLAGS, "-compiler") {
		env = nil
	}
	return query(q, env)
}

// cgoImports are what a package that uses cgo imports without saying so.
var cgoImports = []string{"runtime/cgo", "syscall", "unsafe"}

// query runs go list.
//
// If go/packages is to find out the sizes of types, it asks for compiled files:
// the go command then runs cgo on every package that uses it, which takes a
// third of the time, and minutes of a C compiler's on an empty build cache. So
// this is not asked for if env tells the architecture; what cgo adds to the
// imports is added here.
func query(q Question, env *goEnv) (*Listing, error) {
	cfg := &packages.Config{Context: q.Context, Dir: q.Dir, Tests: q.Tests, Mode: mode}
	if q.Tags != "" {
		cfg.BuildFlags = []string{"-tags=" + q.Tags}
	}
	if q.OverlayFile != "" {
		cfg.BuildFlags = append(cfg.BuildFlags, "-overlay="+q.OverlayFile)
	}
	if env == nil || slices.ContainsFunc(q.Patterns, func(p string) bool { return !outsideStd(env.GOROOT, q.Dir, p) }) {
		cfg.Mode |= packages.NeedTypesSizes
		roots, err := packages.Load(cfg, q.Patterns...)
		if err != nil {
			return nil, said(err)
		}
		l := &Listing{Packages: named(roots, nil)}
		for _, r := range roots {
			l.Sizes = r.TypesSizes
		}
		return l, nil
	}
	sizes := types.SizesFor("gc", env.GOARCH)
	roots, err := packages.Load(cfg, q.Patterns...)
	if err != nil {
		return nil, said(err)
	}
	if len(cgoUsers(roots, q.Overlay)) == 0 {
		return &Listing{Packages: named(roots, nil), Sizes: sizes}, nil
	}
	// Few modules use cgo, and to list these as well takes longer than a small module.
	roots, err = packages.Load(cfg, append(slices.Clip(q.Patterns), cgoImports...)...)
	if err != nil {
		return nil, said(err)
	}
	addCgoImports(roots, cgoUsers(roots, q.Overlay))
	return &Listing{Packages: named(roots, cgoImports), Sizes: sizes}, nil
}

// said is err, of go/packages, with what the go command said alone: not how go/packages
// wraps it, nor what was downloaded on the way.
func said(err error) error {
	why, text, ok := strings.Cut(err.Error(), ": stderr: ")
	if !ok {
		return err
	}
	lines := slices.DeleteFunc(strings.Split(text, "\n"), func(l string) bool { return strings.HasPrefix(l, "go: downloading ") })
	if text = strings.TrimSpace(strings.Join(lines, "\n")); text == "" {
		text = strings.TrimPrefix(why, "err: ")
	}
	return errors.New(text)
}

// outsideStd reports whether a pattern can name no package of the standard
// library, and is no file.
func outsideStd(goroot, dir, pattern string) bool {
	if strings.HasSuffix(pattern, ".go") || strings.Contains(pattern, "=") {
		return false
	}
	if isRelative(pattern) {
		return !inside(resolved(goroot), resolved(filepath.Join(dir, strings.TrimSuffix(pattern, "..."))))
	}
	first, _, _ := strings.Cut(pattern, "/")
	return strings.Contains(first, ".") && !strings.Contains(first, "...")
}

// resolved returns the name of a folder without symbolic links, as far as it
// is there.
func resolved(dir string) string {
	if to, err := filepath.EvalSymlinks(dir); err == nil {
		return to
	}
	return dir
}

// named returns roots without the main packages of tests and the packages of
// the given paths and their tests, sorted.
func named(roots []*packages.Package, without []string) []*packages.Package {
	var out []*packages.Package
	for _, r := range roots {
		if !isTestMain(r) && !slices.Contains(without, r.PkgPath) && !slices.Contains(without, r.ForTest) {
			out = append(out, r)
		}
	}
	slices.SortFunc(out, func(a, b *packages.Package) int { return strings.Compare(a.ID, b.ID) })
	return out
}

// isTestMain reports whether p is the main package that go test would build,
// whose one file lies in no folder of a module. Its name hangs on the names of
// the tests.
func isTestMain(p *packages.Package) bool {
	if p.Name != "main" || !strings.HasSuffix(p.ID, ".test") || p.ForTest != "" {
		return false
	}
	return !slices.ContainsFunc(p.GoFiles, func(f string) bool { return filepath.Dir(f) == p.Dir })
}

// addCgoImports adds to the packages that use cgo what they import for it.
func addCgoImports(roots, users []*packages.Package) {
	for _, r := range roots {
		if !slices.Contains(cgoImports, r.ID) || len(r.Errors) > 0 {
			continue
		}
		for _, p := range users {
			if p.Imports[r.PkgPath] == nil {
				p.Imports[r.PkgPath] = r
			}
		}
	}
}

// cgoUsers are the packages outside of the standard library that use cgo, among roots and
// what they import.
func cgoUsers(roots []*packages.Package, overlay map[string]string) (users []*packages.Package) {
	std := ""
	var all []*packages.Package
	packages.Visit(roots, nil, func(p *packages.Package) {
		if p.PkgPath == "runtime" {
			std = filepath.Dir(p.Dir)
		}
		all = append(all, p)
	})
	var wg sync.WaitGroup
	var mu sync.Mutex
	slots := make(chan struct{}, 2*runtime.GOMAXPROCS(0))
	for _, p := range all {
		if len(p.GoFiles) == 0 || inside(std, p.Dir) {
			continue // types of the standard library need no cgo
		}
		wg.Add(1)
		go func() {
			defer wg.Done()
			slots <- struct{}{}
			defer func() { <-slots }()
			// The files that use cgo come last.
			last := p.GoFiles[len(p.GoFiles)-1]
			if to := overlay[last]; to != "" {
				last = to
			}
			if importsC(last) {
				mu.Lock()
				defer mu.Unlock()
				users = append(users, p)
			}
		}()
	}
	wg.Wait()
	return users
}

// importsC reports whether a file uses cgo.
func importsC(name string) bool {
	file, err := os.Open(name)
	if err != nil {
		return false
	}
	defer file.Close()
	src, err := io.ReadAll(io.LimitReader(file, MaxSource))
	if err != nil || !bytes.Contains(src, []byte(`"C"`)) {
		return false
	}
	f, _ := parser.ParseFile(token.NewFileSet(), name, src, parser.ImportsOnly|parser.SkipObjectResolution)
	if f == nil {
		return false
	}
	for _, s := range f.Imports {
		if s.Path.Value == `"C"` {
			return true
		}
	}
	return false
}

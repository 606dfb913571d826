package load

import (
	"go/ast"
	"go/token"
	"go/types"
	"path"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// Missing stands in for packages that cannot be had. Of such a package nothing
// is known but the names of types that the declarations of others mention; each
// is a type of its own, the same for everybody who names it, so that a struct
// with a field of it, or a method with a parameter of it, can be declared.
//
// Whatever function mentions one is left out: see salvage.
type Missing struct {
	mu    sync.Mutex
	pkgs  map[string]*types.Package
	seen  map[*types.Package]bool
	types map[*types.TypeName]bool
}

// NewMissing returns a Missing for the packages of one process.
func NewMissing() *Missing {
	return &Missing{pkgs: make(map[string]*types.Package), seen: make(map[*types.Package]bool), types: make(map[*types.TypeName]bool)}
}

// Is reports whether o is a type of a package that cannot be had.
func (m *Missing) Is(o *types.TypeName) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.types[o]
}

// has reports whether p is a package that cannot be had.
func (m *Missing) has(p *types.Package) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.seen[p]
}

// importFor returns the package of that path as somebody sees it who calls it
// name and mentions types in it.
func (m *Missing) importFor(path, name string, mentioned []string) *types.Package {
	m.mu.Lock()
	defer m.mu.Unlock()
	home := m.pkgs[path]
	if home == nil {
		home = types.NewPackage(path, name)
		home.MarkComplete()
		m.pkgs[path] = home
	}
	seen := types.NewPackage(path, name)
	for _, n := range mentioned {
		o, _ := home.Scope().Lookup(n).(*types.TypeName)
		if o == nil {
			o = types.NewTypeName(token.NoPos, home, n, nil)
			types.NewNamed(o, types.NewStruct(nil, nil), nil)
			home.Scope().Insert(o)
			m.types[o] = true
		}
		seen.Scope().Insert(o)
	}
	seen.MarkComplete()
	m.seen[seen] = true
	return seen
}

// missingImport makes what files see of the package of that path, which cannot
// be had.
func (m *Missing) missingImport(files []*ast.File, importPath string) *types.Package {
	var name string
	var mentioned []string
	for _, f := range files {
		for _, spec := range f.Imports {
			if p, _ := strconv.Unquote(spec.Path.Value); p != importPath {
				continue
			}
			local := ""
			if spec.Name != nil {
				local = spec.Name.Name
			} else {
				local = guessName(importPath, f)
				name = local
			}
			for _, n := range selectedOutside(f, local) {
				if !slices.Contains(mentioned, n) {
					mentioned = append(mentioned, n)
				}
			}
		}
	}
	if name == "" {
		name = lastElem(importPath)
	}
	slices.Sort(mentioned)
	return m.importFor(importPath, name, mentioned)
}

// selectedOutside returns the exported names that declarations in f, apart from
// the bodies of functions and the values of variables, select from what is called local.
func selectedOutside(f *ast.File, local string) []string {
	var names []string
	var look func(n ast.Node) bool
	look = func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.BlockStmt:
			return false
		case *ast.ValueSpec:
			if n.Type != nil {
				ast.Inspect(n.Type, look)
			}
			return false
		case *ast.SelectorExpr:
			if x, ok := n.X.(*ast.Ident); ok && x.Name == local && n.Sel.IsExported() {
				names = append(names, n.Sel.Name)
			}
		}
		return true
	}
	for _, decl := range f.Decls {
		ast.Inspect(decl, look)
	}
	return names
}

// guessName returns the name of the package of that path, which cannot be had,
// from how f uses it: of the names that it may have by custom, the first that
// something is selected from.
func guessName(importPath string, f *ast.File) string {
	used := make(map[string]bool)
	ast.Inspect(f, func(n ast.Node) bool {
		if sel, ok := n.(*ast.SelectorExpr); ok {
			if x, ok := sel.X.(*ast.Ident); ok {
				used[x.Name] = true
			}
		}
		return true
	})
	for _, name := range customaryNames(importPath) {
		if used[name] {
			return name
		}
	}
	return lastElem(importPath)
}

// customaryNames returns the names that a package of that path is likely to
// have, the most likely first.
func customaryNames(importPath string) []string {
	elems := strings.Split(importPath, "/")
	last := elems[len(elems)-1]
	if len(elems) > 1 && isMajor(last) {
		last = elems[len(elems)-2]
	}
	var names []string
	add := func(s string) {
		if token.IsIdentifier(s) && !slices.Contains(names, s) {
			names = append(names, s)
		}
	}
	add(last)
	if i := strings.Index(last, ".v"); i > 0 {
		last = last[:i] // gopkg.in/yaml.v2
		add(last)
	}
	for _, affix := range []string{"go-", "go.", "golang-", "k8s-"} {
		add(strings.TrimPrefix(last, affix))
	}
	for _, affix := range []string{"-go", ".go", "go"} {
		add(strings.TrimSuffix(last, affix))
	}
	add(strings.NewReplacer("-", "", ".", "").Replace(last))
	add(strings.NewReplacer("-", "_", ".", "_").Replace(last))
	parts := strings.FieldsFunc(last, func(r rune) bool { return r == '-' || r == '.' })
	for _, p := range slices.Backward(parts) {
		add(p)
	}
	return names
}

// isMajor reports whether s is the last element of the path of a major version.
func isMajor(s string) bool {
	n, err := strconv.Atoi(strings.TrimPrefix(s, "v"))
	return strings.HasPrefix(s, "v") && err == nil && n > 1
}

func lastElem(importPath string) string {
	if names := customaryNames(importPath); len(names) > 0 {
		return names[0]
	}
	return strings.Map(func(r rune) rune {
		if r < 0x80 && !isLetter(byte(r)) {
			return '_'
		}
		return r
	}, "_"+path.Base(importPath))
}

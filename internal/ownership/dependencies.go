package ownership

import (
	"go/types"
	"strings"

	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/ownership/effect"
)

// A candidate is a method of a dependency that something is known of.
type candidate struct {
	pkg, typ string
	sum      *effect.Summary
}

// methods are the methods of the packages below this one by name.
func (d *dependencies) methods() map[string][]candidate {
	if d.byMethod == nil {
		d.byMethod = map[string][]candidate{}
		for _, path := range sortedKeys(d.facts) {
			if kube.IsFakePackage(path) {
				continue
			}
			f := d.facts[path]
			for i := range f.Funcs {
				typ, name, ok := methodOf(f.Funcs[i].Key)
				if ok && !kube.IsFakeType(typ) {
					d.byMethod[name] = append(d.byMethod[name], candidate{path, typ, &f.Funcs[i].Sum})
				}
			}
		}
	}
	return d.byMethod
}

// methodOf splits the key "(*path/pkg.T).M" into T and M.
func methodOf(key string) (typ, name string, ok bool) {
	if !strings.HasPrefix(key, "(") {
		return "", "", false
	}
	recv, name, ok := strings.Cut(key, ").")
	if !ok {
		return "", "", false
	}
	recv = strings.TrimLeft(recv, "(*")
	recv = recv[strings.LastIndexByte(recv, '/')+1:]
	_, typ, ok = strings.Cut(recv, ".")
	return typ, name, ok
}

// packageOf is the package of the given path among those below this one.
func (d *dependencies) packageOf(path string) *types.Package {
	if d.pkgs == nil {
		d.pkgs = map[string]*types.Package{}
		var visit func(p *types.Package)
		visit = func(p *types.Package) {
			for _, imp := range p.Imports() {
				key := kube.Unvendored(imp.Path())
				if _, ok := d.pkgs[key]; !ok {
					d.pkgs[key] = imp
					visit(imp)
				}
			}
		}
		visit(d.pass.Pkg)
	}
	return d.pkgs[path]
}

// The dependencies are the packages below the one under analysis.
type dependencies struct {
	*unit
	facts    map[string]*Fact // by import path
	byMethod map[string][]candidate
	pkgs     map[string]*types.Package
}

// readFacts collects what is known of the packages below this one.
func (d *dependencies) readFacts() {
	d.facts = map[string]*Fact{}
	for _, pf := range d.pass.AllPackageFacts() {
		if f, ok := pf.Fact.(*Fact); ok && pf.Package != d.pass.Pkg {
			d.facts[kube.Unvendored(pf.Package.Path())] = f
		}
	}
}

// imported is the summary of a function of a dependency, nil if nothing is
// known of it.
func (d *dependencies) imported(key string) *effect.Summary {
	if f := d.facts[keyPackage(key)]; f != nil {
		return f.lookup(key)
	}
	return nil
}

// keyPackage is the import path in a function key: "(*a/b.T).M", "a/b.F".
func keyPackage(key string) string {
	key = strings.TrimLeft(key, "(*")
	slash := strings.LastIndexByte(key, '/')
	// Type arguments can hold slashes; keys are of generic origins, whose
	// parameters have no path.
	if dot := strings.IndexByte(key[slash+1:], '.'); dot >= 0 {
		key = key[:slash+1+dot]
	}
	return kube.Unvendored(key)
}

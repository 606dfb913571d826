package ownership

import (
	"go/types"
	"iter"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/effect"
	"github.com/k8slint/k8slint/internal/effect/accesspath"
	"github.com/k8slint/k8slint/internal/fact"
	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/ssaquery"
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

// isStandIn reports whether p is as empty as what drivers give for imports that no
// declaration needs: another package may import the real one.
func isStandIn(p *types.Package) bool { return p.Scope().Len() == 0 && len(p.Imports()) == 0 }

// packageOf is the package of the given path among those below this one.
func (d *dependencies) packageOf(path string) *types.Package {
	if d.pkgs == nil {
		d.pkgs = map[string]*types.Package{}
		for p := range below(d.pass.Pkg) {
			key := kube.Unvendored(p.Path())
			if known, ok := d.pkgs[key]; p != d.pass.Pkg && (!ok || isStandIn(known)) {
				d.pkgs[key] = p
			}
		}
	}
	return d.pkgs[path]
}

// below iterates over p and the packages that it imports, directly or through others. A package and its
// stand-in are two.
func below(p *types.Package) iter.Seq[*types.Package] {
	return func(yield func(*types.Package) bool) {
		seen := map[*types.Package]bool{}
		var visit func(p *types.Package) bool
		visit = func(p *types.Package) bool {
			if seen[p] {
				return true
			}
			seen[p] = true
			return yield(p) && !slices.ContainsFunc(p.Imports(), func(imp *types.Package) bool { return !visit(imp) })
		}
		visit(p)
	}
}

// The dependencies are the packages below the one under analysis.
type dependencies struct {
	*unit
	facts    map[string]*Does // by import path
	handlers map[string]*Handlers
	byMethod map[string][]candidate
	pkgs     map[string]*types.Package
	closures map[*types.Package]map[string]bool // what a package imports, see sees
	kept     map[string][]*KeptWrite            // by field
	places   map[keptQuery][]keptPlace
}

// readFacts collects what is known of the packages below this one.
func (d *dependencies) readFacts() {
	d.facts, d.handlers = map[string]*Does{}, map[string]*Handlers{}
	for p, f := range fact.Below[*Does](d.pass) {
		d.facts[kube.Unvendored(p.Path())] = f
	}
	for p, hs := range fact.Below[*Handlers](d.pass) {
		d.handlers[kube.Unvendored(p.Path())] = hs
	}
}

// importedFunc is the summary of f, a function of a dependency, nil if nothing is
// known of it.
func (d *dependencies) importedFunc(f *types.Func) *effect.Summary {
	if p := f.Pkg(); p == nil || d.facts[kube.Unvendored(p.Path())] == nil {
		return nil // the key takes longer to make than this to ask
	}
	return d.imported(ssaquery.FuncKey(f))
}

// imported is the summary of the function of a dependency that has the given key, nil
// if nothing is known of it.
func (d *dependencies) imported(key string) *effect.Summary {
	if f := d.importedFact(key); f != nil {
		return &f.Sum
	}
	return nil
}

// importedFact is what is known of the function of a dependency that has the given key,
// nil if nothing is.
func (d *dependencies) importedFact(key string) *FuncFact {
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

// typeNamed is the type called "path.Name" of this package or one below it, nil if
// nothing has that name or if it is generic.
func (d *dependencies) typeNamed(name string) types.Type {
	if strings.HasSuffix(name, "]") {
		return nil // an instance
	}
	path := keyPackage(name)
	if path == "" || path == name {
		return nil
	}
	pkg := d.packageOf(path)
	if pkg == nil {
		if pkg = d.pass.Pkg; kube.Unvendored(pkg.Path()) != path {
			return nil
		}
	}
	tn, ok := pkg.Scope().Lookup(name[len(path)+1:]).(*types.TypeName)
	if !ok {
		return nil
	}
	if n, ok := types.Unalias(tn.Type()).(*types.Named); !ok || n.TypeParams().Len() > 0 {
		return nil
	}
	return tn.Type()
}

// sees reports whether the package p is or imports, directly or through others,
// the package at path.
func (d *dependencies) sees(p *types.Package, path string) bool {
	if path == "" {
		return false
	}
	if d.closures == nil {
		d.closures = map[*types.Package]map[string]bool{}
	}
	c := d.closures[p]
	if c == nil {
		c = map[string]bool{}
		for p := range below(p) {
			c[kube.Unvendored(p.Path())] = true
		}
		d.closures[p] = c
	}
	return c[path]
}

// seesMethod reports whether the package at path below this one imports, directly or
// through others, that of the method fn. Then it knows what its own calls of
// interfaces' methods do by it.
func (d *dependencies) seesMethod(path string, fn *ssa.Function) bool {
	p, f := d.packageOf(path), ssaquery.Declared(fn)
	return p != nil && f != nil && f.Pkg() != nil && d.sees(p, kube.Unvendored(f.Pkg().Path()))
}

// convertsMethod reports whether the imported package that declares the method fn exports
// it as a handler that kc calls, and has seen that call: then that package has reported
// what the method does.
func (d *dependencies) convertsMethod(kc effect.KeyCall, fn *ssa.Function) bool {
	f := ssaquery.Declared(fn)
	if f == nil || f.Pkg() == nil {
		return false
	}
	hs := d.handlers[kube.Unvendored(f.Pkg().Path())]
	if hs == nil {
		return false
	}
	key := ssaquery.FuncKey(f)
	return slices.ContainsFunc(hs.All, func(h HandlerFact) bool {
		return h.Method && h.Key == kc.Key && h.Func == key && slices.Contains(h.Callers, kc.From())
	})
}

// A keptPlace is a place below a field.
type keptPlace struct {
	key, path string
}

// A keptQuery asks for the fields that a place of a function's effect leads through.
type keptQuery struct {
	callee *types.Func
	param  int
	path   string
}

// keptPlaces are the fields that path leads through from a parameter of f, the
// receiver first, with the way from there, the innermost first.
func (d *dependencies) keptPlaces(f *types.Func, param int, path string) []keptPlace {
	q := keptQuery{f, param, path}
	out, ok := d.places[q]
	if !ok {
		if t := paramType(f, param); t != nil {
			out = d.findKeptPlaces(t, path)
		}
		d.places[q] = out
	}
	return out
}

func (d *dependencies) findKeptPlaces(t types.Type, path string) []keptPlace {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	var out []keptPlace
	done := 0
	for step := range accesspath.Steps(path) {
		done += len(step)
		if name, ok := accesspath.IsType(step); ok {
			t = d.typeNamed(name)
		} else if _, not := accesspath.IsNotType(step); !not {
			if key := stepKey(t, step); key != "" {
				out = append(out, keptPlace{key, path[done:]})
			}
			t = stepType(t, step)
		}
		if t == nil {
			break
		}
	}
	slices.Reverse(out)
	return out
}

// stepKey is the key of the field that step selects of a t, "" for other steps.
func stepKey(t types.Type, step string) string {
	n, ok := types.Unalias(t).(*types.Named)
	if !ok {
		return ""
	}
	if s, ok := n.Underlying().(*types.Struct); ok && programsOwn(n) {
		for f := range s.Fields() {
			if step == "/"+f.Name() {
				return kube.TypeName(n) + "." + f.Name()
			}
		}
	}
	return ""
}

// keptWrites are the writes of packages below to what lies in the field key, that
// those do not know.
func (d *dependencies) keptWrites(key string) []*KeptWrite {
	if d.kept == nil {
		d.kept = map[string][]*KeptWrite{}
		for _, path := range sortedKeys(d.facts) {
			f := d.facts[path]
			for i := range f.Kept {
				d.kept[f.Kept[i].Key] = append(d.kept[f.Kept[i].Key], &f.Kept[i])
			}
		}
	}
	return d.kept[key]
}

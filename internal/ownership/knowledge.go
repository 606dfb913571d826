package ownership

import (
	"go/ast"
	"go/types"
	"slices"
	"strings"
	"sync"

	"github.com/k8slint/k8slint/internal/contract"
	"github.com/k8slint/k8slint/internal/effect"
	"github.com/k8slint/k8slint/internal/effect/accesspath"
	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/models"
	"github.com/k8slint/k8slint/internal/ssaquery"
)

// What users know and the analysis cannot see: models of dependencies, given
// with a file, and contracts, written above functions.

// model is the summary that the user's models give for f.
func (k *knowledge) model(f *types.Func) (*effect.Summary, bool) {
	if len(k.models) == 0 {
		return nil, false
	}
	m, ok := k.models[kube.Name(f)]
	if !ok {
		return nil, false
	}
	sig := f.Signature()
	if m.does != "" {
		s := parseSpec(m.does)
		if err := s.Fits(params(sig), sig.Results().Len()); err != nil {
			k.log.InPackage("the models file is wrong about " + kube.Name(f) + ": " + err.Error())
			return nil, false
		}
		return s, true
	}
	s := &effect.Summary{Results: make([][]effect.Ref, sig.Results().Len())}
	for i := range s.Results {
		if m.all || slices.Contains(m.results, i) {
			shared(s, i, sig.Results().At(i).Type())
		}
	}
	receivers := params(sig) - sig.Params().Len()
	for _, p := range m.writes {
		s.Writes = append(s.Writes, effect.Write{At: effect.Ref{Base: effect.Param, Idx: p + receivers}, What: f.Name()})
	}
	return s, true
}

// params is the number of parameters, the receiver included.
func params(sig *types.Signature) int {
	n := sig.Params().Len()
	if sig.Recv() != nil {
		n++
	}
	return n
}

// shared makes result i of s, of type t, the cache's: for a slice, its
// elements.
func shared(s *effect.Summary, i int, t types.Type) {
	s.Origins = append(s.Origins, effect.Origin{})
	c := effect.Ref{Base: effect.Cache, Idx: len(s.Origins) - 1}
	switch t.Underlying().(type) {
	case *types.Slice:
		n := len(s.Heap)
		s.Heap = append(s.Heap, effect.Cell{Obj: n, Path: accesspath.Elem, Vals: []effect.Ref{c}})
		c = effect.Ref{Base: effect.Fresh, Idx: n}
	case *types.Interface, *types.Pointer, *types.Map:
	default:
		return
	}
	s.Results[i] = append(s.Results[i], c)
}

// Knowledge is what is known of functions without a look at their bodies.
type knowledge struct {
	*unit
	deps      *dependencies
	contracts map[*types.Func]contract.Contract
	models    map[string]model // by function, of the user
	// passesHandlers tells that the package registers handlers for others.
	passesHandlers bool
}

// readContracts finds the contracts of the package's functions and interface
// methods.
func (k *knowledge) readContracts() {
	k.contracts = map[*types.Func]contract.Contract{}
	for _, file := range k.pass.Files {
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.FuncDecl:
				if n.Doc != nil {
					k.addContract(n.Name, contract.OfFunc(n))
				}
				return false
			case *ast.InterfaceType:
				for _, m := range n.Methods.List {
					if len(m.Names) == 1 && (m.Doc != nil || m.Comment != nil) {
						k.addContract(m.Names[0], contract.OfMethod(m))
					}
				}
			}
			return true
		})
	}
}

func (k *knowledge) addContract(name *ast.Ident, c contract.Contract) {
	if f, ok := k.pass.TypesInfo.Defs[name].(*types.Func); ok && !c.Empty() {
		k.contracts[f] = c
	}
}

// promised is s as the contract of f has it.
func (k *knowledge) promised(f *types.Func, s *effect.Summary) *effect.Summary {
	c, ok := k.contracts[f]
	if !ok {
		return s
	}
	if c.Does != "" {
		return parseSpec(c.Does)
	}
	out := *s
	sig := f.Signature()
	switch {
	case c.ReturnsCopy:
		out.Results = nil
	case c.Shared:
		out.Results = make([][]effect.Ref, sig.Results().Len())
		for i := range out.Results {
			shared(&out, i, sig.Results().At(i).Type())
		}
	}
	params := []*types.Var{}
	if r := sig.Recv(); r != nil {
		params = append(params, r)
	}
	for p := range sig.Params().Variables() {
		params = append(params, p)
	}
	for i, p := range params {
		if slices.Contains(c.Writes, p.Name()) {
			out.Writes = append(slices.Clone(out.Writes), effect.Write{
				At: effect.Ref{Base: effect.Param, Idx: i}, What: p.Name(), Posn: k.posn(f.Pos()),
			}.AtSite(effect.Site{Pos: f.Pos()}))
		}
	}
	return &out
}

// hasContract reports whether there is a contract above f in this package.
func (k *knowledge) hasContract(f *types.Func) bool {
	_, ok := k.contracts[f]
	return ok
}

// promise is what the contract of an interface method says of its calls.
func (k *knowledge) promise(m *types.Func) (*effect.Summary, bool) {
	if _, ok := k.contracts[m]; ok {
		return k.promised(m, &effect.Summary{}), true
	}
	if s := k.deps.importedFunc(m); s != nil {
		return s, true
	}
	return nil, false
}

// A model is what a user says of a function of a dependency, instead of what
// its body says.
type model struct {
	results []int // these results are the cache's
	all     bool  // all results are
	writes  []int // these parameters are written, -1 for the receiver
	does    string
}

// modelsOf are the models of a file, by the names of the functions as
// types.Func.FullName has them, without type parameters.
func modelsOf(f *models.File) map[string]model {
	if f == nil {
		return nil
	}
	ms := map[string]model{}
	for _, r := range f.Sources {
		ms[r.Func] = model{results: r.Results, all: r.Results == nil}
	}
	for _, r := range f.Copies {
		ms[r.Func] = model{}
	}
	for _, r := range f.Writers {
		ms[r.Func] = model{writes: r.Params}
	}
	for _, r := range f.Effects {
		ms[r.Func] = model{does: r.Does}
	}
	return ms
}

// table is the summary that the tables give for the function f.
func (k *knowledge) table(f *types.Func) (*effect.Summary, bool) {
	spec, ok := kube.Func(f)
	if !ok || k.passesHandlers && strings.HasPrefix(spec, "call ") {
		return nil, false
	}
	return parseSpec(spec), true
}

// row is the summary that the tables give for f, with the type arguments targs;
// iface is the type through which an interface's method is called, else nil.
func (k *knowledge) row(f *types.Func, iface types.Type, targs []types.Type) (*effect.Summary, bool) {
	if iface != nil {
		return k.tableMethod(f, iface)
	}
	s, ok := k.table(f)
	return s, ok && kube.Holds(f, targs)
}

// tableMethod is the summary that the tables give for the method m called
// through the interface type t.
func (k *knowledge) tableMethod(m *types.Func, t types.Type) (*effect.Summary, bool) {
	spec, ok := kube.Method(m, t)
	if !ok || k.passesHandlers && strings.HasPrefix(spec, "call ") {
		return nil, false
	}
	return parseSpec(spec), true
}

var specs sync.Map // string -> *Summary

// parseSpec reads a row of the tables (see package effect for the language). A
// row that does not parse is a mistake, found by the tests of kube.
func parseSpec(spec string) *effect.Summary {
	if s, ok := specs.Load(spec); ok {
		return s.(*effect.Summary)
	}
	s, err := effect.Parse(spec)
	if err != nil {
		s = &effect.Summary{}
	}
	specs.Store(spec, s)
	return s
}

// resultType is the dynamic type of the objects that a function with this
// signature returns, "" if its type does not tell.
func resultType(sig *types.Signature) string {
	t := kube.ReturnedObject(sig)
	if t == nil {
		return "" // what hands objects to a function returns something else
	}
	return ssaquery.ConcreteType(t)
}

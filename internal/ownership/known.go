package ownership

import (
	"go/ast"
	"go/types"
	"slices"
	"sync/atomic"

	"github.com/k8slint/k8slint/internal/contract"
	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/ownership/accesspath"
	"github.com/k8slint/k8slint/internal/ownership/effect"
	"github.com/k8slint/k8slint/internal/ssaquery"
)

// What users know and the analysis cannot see: models of dependencies, given
// with a file, and contracts, written above functions.

// A Model is what a user says of a function of a dependency, instead of what
// its body says.
type Model struct {
	Func    string // as types.Func.FullName, without type parameters
	Results []int  // these results are the cache's
	All     bool   // all results are
	Writes  []int  // these parameters are written, -1 for the receiver
}

var userModels atomic.Pointer[map[string]Model]

// SetModels makes ms known to all later runs of Analyzer. A driver calls it
// before the first package is analysed.
func SetModels(ms []Model) {
	m := make(map[string]Model, len(ms))
	for _, x := range ms {
		m[x.Func] = x
	}
	userModels.Store(&m)
}

// model is the summary that the user's models give for f.
func (e *knowledge) model(f *types.Func) (*effect.Summary, bool) {
	ms := userModels.Load()
	if ms == nil {
		return nil, false
	}
	m, ok := (*ms)[kube.Name(f)]
	if !ok {
		return nil, false
	}
	sig := f.Signature()
	s := &effect.Summary{Results: make([][]effect.Ref, sig.Results().Len())}
	for i := range s.Results {
		if m.All || slices.Contains(m.Results, i) {
			shared(s, i, sig.Results().At(i).Type())
		}
	}
	shift := 0
	if sig.Recv() != nil {
		shift = 1
	}
	for _, p := range m.Writes {
		s.Writes = append(s.Writes, effect.Write{At: effect.Ref{Base: effect.Param, Idx: p + shift}, What: f.Name()})
	}
	return s, true
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
	// passesHandlers tells that the package registers handlers for others.
	passesHandlers bool
}

// readContracts finds the contracts of the package's functions and interface
// methods.
func (e *knowledge) readContracts() {
	e.contracts = map[*types.Func]contract.Contract{}
	for _, file := range e.pass.Files {
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.FuncDecl:
				if n.Doc != nil {
					e.addContract(n.Name, contract.OfFunc(n))
				}
				return false
			case *ast.InterfaceType:
				for _, m := range n.Methods.List {
					if len(m.Names) == 1 && (m.Doc != nil || m.Comment != nil) {
						e.addContract(m.Names[0], contract.OfMethod(m))
					}
				}
			}
			return true
		})
	}
}

func (e *knowledge) addContract(name *ast.Ident, c contract.Contract) {
	if f, ok := e.pass.TypesInfo.Defs[name].(*types.Func); ok && !c.Empty() {
		e.contracts[f] = c
	}
}

// promised is s as the contract of f has it.
func (e *knowledge) promised(f *types.Func, s *effect.Summary) *effect.Summary {
	c, ok := e.contracts[f]
	if !ok {
		return s
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
				At: effect.Ref{Base: effect.Param, Idx: i}, What: p.Name(), Posn: e.posn(f.Pos()),
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
func (e *knowledge) promise(m *types.Func) (*effect.Summary, bool) {
	if _, ok := e.contracts[m]; ok {
		return e.promised(m, &effect.Summary{}), true
	}
	if s := e.deps.imported(ssaquery.FuncKey(m)); s != nil {
		return s, true
	}
	return nil, false
}

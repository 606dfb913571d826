package listers

import (
	"cmp"
	"go/token"
	"go/types"
	"slices"
	"strconv"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/effect"
	"github.com/k8slint/k8slint/internal/fact"
	"github.com/k8slint/k8slint/internal/flow"
	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/ownership"
	"github.com/k8slint/k8slint/internal/posn"
	"github.com/k8slint/k8slint/internal/ssabuild"
	"github.com/k8slint/k8slint/internal/ssaquery"
)

// New returns the analyzer that tells what each package does with listers, on the
// SSA form that in provides and the effects that own finds.
func New(in, own *analysis.Analyzer) *analysis.Analyzer {
	return &analysis.Analyzer{
		Name:      "k8slintlisters",
		Doc:       "find listers of the program's own, and where they are put",
		Requires:  []*analysis.Analyzer{in, own},
		FactTypes: fact.Types[Does](),
		Run: func(pass *analysis.Pass) (any, error) {
			if ssabuild.InDependency(pass) {
				return nil, nil // a dependency has no listers of the program
			}
			src := pass.ResultOf[in].(*ssabuild.SSA)
			if src == nil || !kube.ReachesAPIMachinery(pass.Pkg) {
				return nil, nil
			}
			fl := &finder{pass: pass, res: pass.ResultOf[own].(*ownership.Result), hold: map[types.Type]bool{}}
			for _, fn := range src.Plain {
				fl.function(fn)
			}
			if f := fl.fact(); f != nil {
				fact.TellPackage(pass, *f)
			}
			return nil, nil
		},
	}
}

// A finder gathers what the functions of a package do with listers.
type finder struct {
	pass   *analysis.Pass
	res    *ownership.Result
	edges  []Edge
	copies []string
	reads  []Read
	hold   map[types.Type]bool // what holds has answered
}

func (fl *finder) fact() *Does {
	slices.SortFunc(fl.edges, func(a, b Edge) int {
		return cmp.Or(cmp.Compare(a.To, b.To), cmp.Compare(a.From, b.From))
	})
	var edges []Edge
	for _, e := range fl.edges {
		// Where something unknown gets to, the rest does not matter; it sorts first.
		if n := len(edges); n == 0 || edges[n-1] != e && (edges[n-1].To != e.To || edges[n-1].From != unknown) {
			edges = append(edges, e)
		}
	}
	slices.Sort(fl.copies)
	f := &Does{Edges: edges, Copies: slices.Compact(fl.copies), Reads: fl.knownReads()}
	if len(f.Edges)+len(f.Copies)+len(f.Reads) == 0 {
		return nil
	}
	return f
}

// knownReads are the reads of listers that have a name. Of lines with several only
// those count where all have one: they are told apart by their line.
func (fl *finder) knownReads() []Read {
	byPosn := map[string][]Node{}
	for _, r := range fl.reads {
		byPosn[r.Posn] = append(byPosn[r.Posn], r.Nodes...)
	}
	var out []Read
	for posn, nodes := range byPosn {
		slices.Sort(nodes)
		if nodes[0] != unknown {
			out = append(out, Read{posn, slices.Compact(nodes)})
		}
	}
	slices.SortFunc(out, func(a, b Read) int { return cmp.Compare(a.Posn, b.Posn) })
	return out
}

// function gathers what fn does.
func (fl *finder) function(fn *ssa.Function) {
	if f := ssaquery.Declared(fn); f != nil && fn.Parent() == nil && fl.isCopying(f) {
		fl.copies = append(fl.copies, ssaquery.FuncKey(f))
	}
	var rands [16]*ssa.Value
	for instr := range ssaquery.Instructions(fn) {
		fl.escapes(instr, rands[:0])
		switch x := instr.(type) {
		case *ssa.Store:
			if fl.holds(x.Val.Type()) {
				fl.put(placeNode(x.Addr), x.Val)
			}
		case *ssa.Return:
			for i, v := range x.Results {
				if f := declared(fn); f != nil && fl.holds(v.Type()) {
					fl.put(resultNode(f, i), v)
				}
			}
		case ssa.CallInstruction:
			fl.call(x)
		}
	}
}

// call gathers what is handed to a function, and reads.
func (fl *finder) call(x ssa.CallInstruction) {
	c := x.Common()
	if c.IsInvoke() {
		if kube.ReadsLister(c.Method, c.Value.Type()) {
			var nodes []Node
			for _, n := range fl.sources(c.Value) {
				nodes = append(nodes, n.of(c.Method.Name()))
			}
			if len(nodes) == 0 {
				nodes = []Node{unknown}
			}
			fl.reads = append(fl.reads, Read{posn.Of(fl.pass, x.Pos()), nodes})
		}
		return
	}
	f := declared(c.StaticCallee())
	if f == nil {
		return
	}
	for i, v := range c.Args {
		if n := paramNode(f, i); n != unknown && fl.holds(v.Type()) {
			fl.put(n, v)
		}
	}
}

// escapes notes the functions that instr uses as values: they are called with what
// nobody sees.
func (fl *finder) escapes(instr ssa.Instruction, rands []*ssa.Value) {
	var callee ssa.Value
	if c, ok := instr.(ssa.CallInstruction); ok && !c.Common().IsInvoke() {
		callee = c.Common().Value
	}
	for _, op := range instr.Operands(rands) {
		if op == nil || *op == nil || *op == callee {
			continue
		}
		fn, ok := (*op).(*ssa.Function)
		if !ok {
			continue
		}
		f := declared(fn)
		if f == nil {
			continue
		}
		for i := range f.Signature().Params().Len() {
			if n := paramNode(f, i); n != unknown && fl.holds(f.Signature().Params().At(i).Type()) {
				fl.edges = append(fl.edges, Edge{n, unknown})
			}
		}
	}
}

// put notes that v gets into n.
func (fl *finder) put(n Node, v ssa.Value) {
	if n == unknown {
		return
	}
	for _, from := range fl.sources(v) {
		fl.edges = append(fl.edges, Edge{n, from})
	}
}

// holds reports whether a t is a lister or hands out listers: it is an interface
// with a method that reads, or with one that returns such an interface.
func (fl *finder) holds(t types.Type) bool {
	n, ok := types.Unalias(t).(*types.Named)
	if !ok || !types.IsInterface(n) {
		return false
	}
	if known, ok := fl.hold[n]; ok {
		return known
	}
	out := reads(n)
	for m := range n.Underlying().(*types.Interface).Methods() {
		if res := m.Signature().Results(); res.Len() == 1 && !out {
			r, ok := types.Unalias(res.At(0).Type()).(*types.Named)
			out = ok && types.IsInterface(r) && reads(r)
		}
	}
	fl.hold[n] = out
	return out
}

// reads reports whether the interface n has a method that reads as a lister's.
func reads(n *types.Named) bool {
	for m := range n.Underlying().(*types.Interface).Methods() {
		if kube.ReadsLister(m, n) {
			return true
		}
	}
	return false
}

// isCopying reports whether f is a method that returns objects, as those of listers
// do, and none that is known to be anybody's.
func (fl *finder) isCopying(f *types.Func) bool {
	res := f.Signature().Results()
	if f.Signature().Recv() == nil || res.Len() != 2 || kube.ReturnedObject(f.Signature()) == nil {
		return false
	}
	s := fl.res.Effect(f)
	if s == nil {
		return false
	}
	return !slices.ContainsFunc(s.Results, func(refs []effect.Ref) bool { return len(refs) > 0 })
}

// sources are the nodes that the value v comes from, each once.
func (fl *finder) sources(v ssa.Value) []Node {
	var nodes []Node
	for o := range flow.Origins(v, within) {
		switch o := o.(type) {
		case *ssa.Const: // nil
		case *ssa.MakeInterface:
			nodes = append(nodes, typeNode(o.X.Type()))
		default:
			nodes = append(nodes, fl.named(o)...)
		}
	}
	slices.Sort(nodes)
	return slices.Compact(nodes)
}

// within is what v comes from, within its function and those around it.
func within(v ssa.Value) []ssa.Value {
	switch v := v.(type) {
	case *ssa.ChangeInterface:
		return []ssa.Value{v.X}
	case *ssa.Phi:
		return v.Edges
	case *ssa.Alloc:
		if ssaquery.OnlyStoredByOwner(v) {
			return ssaquery.StoredIn(v)
		}
	case *ssa.FreeVar:
		return ssaquery.BoundTo(v)
	case *ssa.UnOp:
		if v.Op == token.MUL {
			switch v.X.(type) {
			case *ssa.Alloc, *ssa.FreeVar:
				return []ssa.Value{v.X}
			}
		}
	}
	return nil
}

// named are the nodes that v is read from.
func (fl *finder) named(v ssa.Value) []Node {
	switch v := v.(type) {
	case *ssa.UnOp:
		if v.Op == token.MUL {
			return []Node{placeNode(v.X)}
		}
	case *ssa.Field:
		return []Node{fieldNode(v.X, v.Field)}
	case *ssa.Parameter:
		f := declared(v.Parent())
		if f == nil {
			break
		}
		return []Node{paramNode(f, slices.Index(v.Parent().Params, v))}
	case *ssa.Extract:
		if c, ok := v.Tuple.(*ssa.Call); ok {
			if f := declared(c.Call.StaticCallee()); f != nil {
				return []Node{resultNode(f, v.Index)}
			}
		}
	case *ssa.Call:
		if c := v.Common(); !c.IsInvoke() {
			if f := declared(c.StaticCallee()); f != nil {
				return []Node{resultNode(f, 0)}
			}
		} else if fl.holds(c.Value.Type()) {
			var out []Node
			for _, n := range fl.sources(c.Value) {
				out = append(out, n.of(c.Method.Name()))
			}
			return out
		}
	}
	return []Node{unknown}
}

// declared is the function that fn is, as the program declares it; nil for
// literals, instances of generic functions, wrappers, and functions of libraries.
func declared(fn *ssa.Function) *types.Func {
	if fn == nil || fn.Parent() != nil || fn.Origin() != nil || fn.Synthetic != "" && fn.Blocks != nil {
		return nil
	}
	f := ssaquery.Declared(fn)
	if f == nil || f.Pkg() == nil || kube.Covered(kube.Unvendored(f.Pkg().Path())) {
		return nil
	}
	return f
}

func typeNode(t types.Type) Node {
	star := ""
	t = types.Unalias(t)
	if p, ok := t.(*types.Pointer); ok {
		star, t = "*", types.Unalias(p.Elem())
	}
	n, ok := t.(*types.Named)
	if !ok || n.TypeArgs().Len() > 0 || n.Obj().Pkg() == nil || n.Obj().Parent() != n.Obj().Pkg().Scope() {
		return unknown
	}
	return Node(typePrefix + star + n.Obj().Pkg().Path() + "." + n.Obj().Name())
}

// placeNode is the field or variable at addr.
func placeNode(addr ssa.Value) Node {
	switch addr := addr.(type) {
	case *ssa.FieldAddr:
		return fieldNode(addr.X, addr.Field)
	case *ssa.Global:
		if addr.Pkg != nil {
			return Node("var " + addr.Pkg.Pkg.Path() + "." + addr.Name())
		}
	}
	return unknown
}

func fieldNode(x ssa.Value, i int) Node {
	n := ssaquery.Named(x.Type())
	if n == nil || n.Obj().Pkg() == nil || n.TypeArgs().Len() > 0 || kube.Covered(kube.Unvendored(n.Obj().Pkg().Path())) {
		return unknown
	}
	return Node("field " + n.Obj().Pkg().Path() + "." + n.Obj().Name() + "." + ssaquery.FieldName(x, i))
}

// paramNode is parameter i of f. A method can be called through an interface, with
// what nobody sees.
func paramNode(f *types.Func, i int) Node {
	if f.Signature().Recv() != nil || f.Signature().Variadic() && i == f.Signature().Params().Len()-1 {
		return unknown
	}
	return Node("param " + ssaquery.FuncKey(f) + " " + strconv.Itoa(i))
}

func resultNode(f *types.Func, i int) Node {
	return Node("result " + ssaquery.FuncKey(f) + " " + strconv.Itoa(i))
}

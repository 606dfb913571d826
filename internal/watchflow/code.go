package watchflow

import (
	"go/token"
	"go/types"
	"slices"
	"strings"
	"sync"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/bound"
	"github.com/k8slint/k8slint/internal/flow"
	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/machine"
	"github.com/k8slint/k8slint/internal/pointsto"
	"github.com/k8slint/k8slint/internal/posn"
	"github.com/k8slint/k8slint/internal/ssabuild"
	"github.com/k8slint/k8slint/internal/ssaquery"
)

// code is the package under analysis, in SSA form.
type code struct {
	*pointsto.Package
	*ssaquery.Liveness
	uses   *flow.Package
	fills  map[pointsto.Loc][]ssa.Value // by memory that a call fills: what the call reads
	tests  tests
	orders machine.Orders
	fset   *token.FileSet
	folder string // of the package in its module
	pkg    *types.Package
	// imports are the packages that it imports.
	imports []*types.Package
	// lists tells which functions of other packages list.
	lists listers

	workMu sync.Mutex
	log    *bound.Log
	work   map[effort]int // as maxWork counts it
	// getters are whether small functions get an object from the API server: *ssa.Function to bool.
	getters sync.Map
}

// tests are where the source names the variables that branches ask.
type tests map[*ssa.If]token.Pos

// An effort is what is found out about one function.
type effort struct {
	fn   *ssa.Function
	what string
}

// maxWork bounds what all explorations that are made for one thing from one
// function do together, in instructions and values held: a second's work. Each is
// small, but there is one for each store of a position, and in generated code
// there are hundreds of those.
const maxWork = 800_000

func newCode(pass *analysis.Pass, src *ssabuild.SSA, lists listers) *code {
	fns := src.Plain
	points := src.Points()
	if len(fns) < len(src.Counted) {
		points = src.PointsIn(fns)
	}
	c := &code{
		Package:  points,
		uses:     src.Flow(),
		Liveness: ssaquery.NewLiveness(true),
		fills:    map[pointsto.Loc][]ssa.Value{},
		tests:    src.Asked,
		orders:   machine.Orders{},
		fset:     pass.Fset, folder: posn.Folder(pass), pkg: pass.Pkg, imports: ssabuild.Imports(pass),
		lists: lists, log: bound.Of(pass),
	}
	for call := range ssaquery.Each[ssa.CallInstruction](fns...) {
		if into, from := filling(call.Common()); into != nil {
			for _, l := range points.Pointees(into) {
				c.fills[l] = append(c.fills[l], from...)
			}
		}
	}
	return c
}

// filling returns, for a call that decodes, converts or copies, the pointer that
// it fills and what it reads: json.Unmarshal(data, &x), FromUnstructured(m, &x).
func filling(c *ssa.CallCommon) (into ssa.Value, from []ssa.Value) {
	n := calleeName(c)
	if !kube.Decodes(n) {
		return nil, nil
	}
	args := explicitArgs(c)
	if len(args) == 1 {
		switch {
		case kube.FillsFromReceiver(n):
			return args[0], []ssa.Value{receiver(c)}
		case kube.FillsReceiver(n):
			return receiver(c), args
		}
	}
	for i, a := range args {
		if i == 0 && len(args) > 1 || !isPointer(a) {
			continue
		}
		from = append(from, args[:i]...)
		return a, append(from, args[i+1:]...)
	}
	return nil, nil
}

// isPointer reports whether v is a pointer, or an interface made of one.
func isPointer(v ssa.Value) bool {
	if mi, ok := v.(*ssa.MakeInterface); ok {
		v = mi.X
	}
	_, ok := v.Type().Underlying().(*types.Pointer)
	return ok
}

// variableValues returns what the variable that u loads can hold there.
func (c *code) variableValues(u *ssa.UnOp) []ssa.Value {
	var out []ssa.Value
	for _, l := range c.Locs(u.X) {
		if _, ok := l.Base.(*ssa.Alloc); !ok {
			continue
		}
		defs, _ := c.ReachingDefs(u, l)
		for _, d := range defs {
			out = append(out, d.Val)
		}
	}
	return out
}

// values returns v, and what it can be where it is what a variable holds.
func (c *code) values(v ssa.Value) []ssa.Value { return append([]ssa.Value{v}, c.heldBy(v)...) }

// calledFrom are the calls in the package of the function that at is in.
func (c *code) calledFrom(at ssa.Instruction) (from []ssa.Instruction) {
	for _, call := range c.Callers(at.Parent()) {
		from = append(from, call)
	}
	return from
}

// heldBy returns what the variable can hold of which v is the value.
func (c *code) heldBy(v ssa.Value) []ssa.Value {
	switch v := v.(type) {
	case *ssa.Phi:
		return slices.Collect(flow.Origins(v, ssaquery.Edges))
	case *ssa.UnOp:
		if v.Op == token.MUL {
			return c.variableValues(v)
		}
	}
	return nil
}

// passed are the arguments that the package passes as p.
func (c *code) passed(p *ssa.Parameter) []ssa.Value {
	var out []ssa.Value
	for _, a := range c.Args(p) {
		out = append(out, a.Value)
	}
	return out
}

// returned returns what the functions of the package return for v, the result of a call.
func (c *code) returned(v ssa.Value) []ssa.Value {
	call, i := ssaquery.ResultOf(v), 0
	if e, ok := v.(*ssa.Extract); ok {
		i = e.Index
	}
	var out []ssa.Value
	for _, f := range c.Callees(call) {
		for _, r := range ssaquery.Returns(f) {
			if i < len(r.Results) {
				out = append(out, r.Results[i])
			}
		}
	}
	return out
}

// isLocal reports whether l is a variable of the function f.
func (c *code) isLocal(l pointsto.Loc, f *ssa.Function) bool {
	switch v := l.Base.(type) {
	case *ssa.Alloc:
		return v.Parent() == f
	case *types.Var:
		return slices.ContainsFunc(c.Stores(l), func(d pointsto.Def) bool { return d.At.Parent() == f })
	}
	return false
}

// elements returns what was gathered in the slice v, if that is all of it.
func elements(v ssa.Value) (elems []ssa.Value, ok bool) {
	if ssaquery.IsNil(v) {
		return nil, true
	}
	elems = ssaquery.Gathered(v)
	return elems, elems != nil
}

// fieldLocs returns the places that path of the struct, or pointer to one, v was
// read from.
func (c *code) fieldLocs(v ssa.Value, path string) []pointsto.Loc {
	var out []pointsto.Loc
	if u, ok := v.(*ssa.UnOp); ok && u.Op == token.MUL {
		for _, l := range c.Locs(u.X) {
			out = append(out, l.At(path))
			for _, d := range c.Defs(l) {
				if u2, ok := d.Val.(*ssa.UnOp); ok && u2 != u && d.Path == "" {
					for _, l2 := range c.Locs(u2.X) {
						out = append(out, l2.At(path))
					}
				}
			}
		}
	} else if _, ok := v.Type().Underlying().(*types.Pointer); ok {
		for _, l := range c.Pointees(v) {
			out = append(out, l.At(path))
		}
	}
	return out
}

// line is a position as messages name it: file:line, without the folder.
func (c *code) line(pos token.Pos) string {
	return posn.In(c.folder, c.fset, pos)
}

// mayWork counts n of the work that finding out this about fn takes, and reports
// whether there may be more.
func (c *code) mayWork(fn *ssa.Function, what string, n int) bool {
	c.workMu.Lock()
	defer c.workMu.Unlock()
	if c.work == nil {
		c.work = map[effort]int{}
	}
	e := effort{fn, what}
	c.work[e] += n
	return c.work[e] <= maxWork
}

// aboutWatch reports whether the function, or one that it is a literal of,
// says that it watches: in its name or in a constant ("watch=true").
func aboutWatch(f *ssa.Function) bool {
	says := func(s string) bool { return strings.Contains(strings.ToLower(s), "watch") }
	for ; f != nil; f = f.Parent() {
		if says(f.Name()) {
			return true
		}
		for instr := range ssaquery.Instructions(f) {
			c, call := instr.(ssa.CallInstruction)
			if call && says(calleeName(c.Common())) || slices.ContainsFunc(instr.Operands(nil), func(op *ssa.Value) bool { return says(ssaquery.StringConst(*op)) }) {
				return true
			}
		}
	}
	return false
}

// isListCall reports whether call lists objects.
func (c *code) isListCall(call ssa.CallInstruction) bool {
	fn := ssaquery.Called(call.Common())
	if fn != nil && fn.Pkg() != nil && fn.Pkg() != c.pkg && c.lists != nil && c.lists(fn) {
		return true
	}
	return kube.IsListCall(calleeName(call.Common()), call.Common().Signature())
}

// repeats tells when the function of another package that call calls calls f again, which
// it is given.
func repeats(call ssa.CallInstruction, f *ssa.Function) kube.Again {
	return kube.Repeats(calleeName(call.Common()), f.Signature)
}

// isHelper reports whether call calls a function, not a method, that another package than
// the libraries declares. What it makes of the options and errors of a watch is not known.
func (c *code) isHelper(call *ssa.CallCommon) bool {
	fn := ssaquery.Called(call)
	return fn != nil && fn.Signature().Recv() == nil && fn.Pkg() != nil && fn.Pkg() != c.pkg
}

// lists reports whether fn, or a function that it leads to, lists.
func lists(c *code, fn *ssa.Function) bool {
	for g := range c.Within(fn) {
		for call := range ssaquery.Each[ssa.CallInstruction](g) {
			if c.isListCall(call) {
				return true
			}
		}
	}
	return false
}

package watchflow

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/kube"
)

// A Loc is an abstract place in memory.
//
// The base is a variable (*ssa.Alloc, *ssa.Global), a value that points to
// memory which nothing else is known of, or a field of a type of this
// repository, whichever value of the type it is read from: a watcher's
// position is set in one method and read in another. Types of Kubernetes
// (ListOptions, ObjectMeta) are told apart value by value.
type Loc struct {
	base any    // ssa.Value or field
	path string // ".Raw.ResourceVersion"; "[]" for elements, "*" for a pointee
}

// field is the base of a location: a field of a named type.
type field struct {
	typ  *types.TypeName
	name string
}

func fieldOf(t types.Type, i int) *types.Var {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	return t.Underlying().(*types.Struct).Field(i)
}

// at returns the location of field f within what X points to or is.
func (p *program) at(x ssa.Value, t types.Type, i int) []Loc {
	f := fieldOf(t, i)
	if ptr, ok := t.Underlying().(*types.Pointer); ok {
		t = ptr.Elem()
	}
	if n, ok := types.Unalias(t).(*types.Named); ok && p.byType(n, f) {
		return []Loc{{field{n.Origin().Obj(), f.Name()}, ""}}
	}
	var out []Loc
	for _, l := range p.pointees(x) {
		if strings.Count(l.path, ".") < 5 {
			out = append(out, Loc{l.base, l.path + "." + f.Name()})
		}
	}
	return out
}

// byType reports whether field f of n is one place for all values of the type:
// in a type of the user's, which is one watcher's or loop's state, but not in
// the types of Kubernetes, nor in the metadata of an object, of which there
// are as many as objects.
func (p *program) byType(n *types.Named, f *types.Var) bool {
	if f.Embedded() && (f.Name() == "ObjectMeta" || f.Name() == "ListMeta") {
		return false
	}
	pkg := n.Obj().Pkg()
	if pkg == nil || pkg == p.pass.Pkg {
		return pkg != nil
	}
	return !strings.Contains(pkg.Path(), "k8s.io/") && kube.OptionsField(n) == ""
}

// locs returns the places that the address addr can be.
func (p *program) locs(addr ssa.Value) []Loc {
	switch a := addr.(type) {
	case *ssa.Alloc, *ssa.Global:
		return []Loc{{a, ""}}
	case *ssa.FieldAddr:
		return p.at(a.X, a.X.Type(), a.Field)
	}
	return p.pointees(addr)
}

// maxPointees bounds the places that a pointer is followed to.
const maxPointees = 16

// pointees returns the places that the pointer, map or channel v can refer to.
func (p *program) pointees(v ssa.Value) []Loc {
	if out, ok := p.pointeesM[v]; ok {
		return out
	}
	if depth, ok := p.busy[v]; ok {
		p.cut = min(p.cut, depth)
		return nil
	}
	if len(p.busy) > maxChase {
		p.capped(v.Parent(), "a pointer is not followed further")
		p.cut = 0
		return nil
	}
	depth := len(p.busy)
	p.busy[v] = depth
	outer := p.cut
	p.cut = maxChase + 1
	out := p.pointeesOf(v)
	delete(p.busy, v)
	if len(out) > maxPointees {
		out = out[:maxPointees]
	}
	// What a cycle through an outer value cut off is not final.
	if p.cut >= depth || depth == 0 {
		p.pointeesM[v] = out
		p.cut = outer
	} else {
		p.chased++
		if p.chased > maxRechase {
			p.pointeesM[v] = out
		}
		p.cut = min(p.cut, outer)
	}
	return out
}

// Bounds on following a pointer from value to value: how far, and how often
// values of cycles are looked at again before what is known has to do.
const (
	maxChase   = 200
	maxRechase = 20000
)

func (p *program) pointeesOf(v ssa.Value) []Loc {
	var out []Loc
	add := func(more []Loc) {
		for _, l := range more {
			if !slices.Contains(out, l) {
				out = append(out, l)
			}
		}
	}
	switch v := v.(type) {
	case *ssa.Alloc, *ssa.Global, *ssa.FieldAddr:
		return p.locs(v)
	case *ssa.IndexAddr:
		for _, l := range p.pointees(v.X) {
			add([]Loc{{l.base, strings.TrimSuffix(l.path, "[]") + "[]"}})
		}
		return out
	case *ssa.Slice:
		return p.pointees(v.X)
	case *ssa.FreeVar:
		add(p.bound(v))
		if len(out) == 0 {
			out = []Loc{{v, ""}}
		}
		return out
	case *ssa.UnOp:
		ls := p.locs(v.X)
		for _, l := range ls {
			for _, d := range p.storedAt(l) {
				if d.path == "" {
					add(p.pointees(d.store.Val))
				}
			}
		}
		if len(out) == 0 {
			for _, l := range ls {
				if len(l.path) < 64 {
					out = append(out, Loc{l.base, l.path + "*"})
				}
			}
		}
		return out
	case *ssa.Parameter:
		for _, a := range p.args(v) {
			add(p.pointees(a.value))
		}
		if len(out) == 0 {
			out = []Loc{{v, ""}}
		}
		return out
	case *ssa.Phi:
		for _, e := range v.Edges {
			add(p.pointees(e))
		}
		return out
	case *ssa.ChangeType:
		return p.pointees(v.X)
	case *ssa.Convert:
		return p.pointees(v.X)
	case *ssa.MakeInterface:
		return p.pointees(v.X)
	case *ssa.ChangeInterface:
		return p.pointees(v.X)
	case *ssa.TypeAssert:
		return p.pointees(v.X)
	case *ssa.Extract:
		switch t := v.Tuple.(type) {
		case *ssa.TypeAssert:
			return p.pointees(t.X)
		case *ssa.Call:
			add(p.resultPointees(t, v.Index))
		}
	case *ssa.Call:
		add(p.resultPointees(v, 0))
	}
	if len(out) == 0 {
		out = []Loc{{v, ""}}
	}
	return out
}

func (p *program) resultPointees(call *ssa.Call, i int) []Loc {
	var out []Loc
	for _, f := range p.callees[call] {
		for _, r := range returns(f) {
			if i < len(r.Results) {
				for _, l := range p.pointees(r.Results[i]) {
					if !slices.Contains(out, l) {
						out = append(out, l)
					}
				}
			}
		}
	}
	return out
}

// bound returns the variable that a closure captured as fv.
func (p *program) bound(fv *ssa.FreeVar) []Loc {
	mc := p.closures[fv.Parent()]
	if mc == nil {
		return nil
	}
	i := slices.Index(fv.Parent().FreeVars, fv)
	return p.pointees(mc.Bindings[i])
}

// A def is a store that gives a location its value; path is what is left of
// the location's path within the value stored.
type def struct {
	store *ssa.Store
	path  string
}

// storedAt returns the stores to l and to what contains it.
func (p *program) storedAt(l Loc) []def {
	var out []def
	for _, at := range p.byBase[l.base] {
		if rest, ok := within(at.path, l.path); ok {
			for _, s := range p.stores[at] {
				out = append(out, def{s, rest})
			}
		}
	}
	return out
}

// within reports whether the location of path outer contains the one of path
// inner, and what is left of the latter's.
func within(outer, inner string) (string, bool) {
	rest, ok := strings.CutPrefix(inner, outer)
	if !ok || rest != "" && !strings.ContainsAny(rest[:1], ".[*") {
		return "", false
	}
	return rest, true
}

// indexMemory records what is stored where, in two rounds: addresses that are
// plain first, then those that are themselves read from memory.
func (p *program) indexMemory() {
	for range 2 {
		clear(p.stores)
		clear(p.byBase)
		clear(p.pointeesM)
		p.each(func(_ *ssa.Function, instr ssa.Instruction) {
			if s, ok := instr.(*ssa.Store); ok {
				for _, l := range p.locs(s.Addr) {
					if len(p.stores[l]) == 0 {
						p.byBase[l.base] = append(p.byBase[l.base], l)
					}
					p.stores[l] = append(p.stores[l], s)
				}
			}
		})
	}
	clear(p.pointeesM)
	clear(p.sends)
	clear(p.decodes)
	p.each(func(_ *ssa.Function, instr ssa.Instruction) {
		switch instr := instr.(type) {
		case *ssa.Send:
			for _, l := range p.pointees(instr.Chan) {
				p.sends[l] = append(p.sends[l], instr.X)
			}
		case *ssa.Select:
			for _, st := range instr.States {
				if st.Send != nil {
					for _, l := range p.pointees(st.Chan) {
						p.sends[l] = append(p.sends[l], st.Send)
					}
				}
			}
		case ssa.CallInstruction:
			into, from := decoded(instr.Common())
			if into == nil {
				return
			}
			for _, l := range p.pointees(into) {
				p.decodes[l] = append(p.decodes[l], from...)
			}
		}
	})
}

// decoded returns, for a call that decodes or converts, the pointer that it
// fills and what it reads: json.Unmarshal(data, &x), FromUnstructured(m, &x).
func decoded(c *ssa.CallCommon) (into ssa.Value, from []ssa.Value) {
	n := name(c)
	switch {
	case strings.HasPrefix(n, "Unmarshal"), n == "FromUnstructured", n == "Convert", n == "DecodeInto", n == "Decode",
		n == "DeepCopyInto":
	default:
		return nil, nil
	}
	args := plainArgs(c)
	if n == "DeepCopyInto" && len(args) == 1 {
		return args[0], []ssa.Value{receiver(c)}
	}
	if len(args) == 1 && n == "UnmarshalJSON" {
		return receiver(c), args
	}
	for i, a := range args {
		if i == 0 && len(args) > 1 {
			continue
		}
		if pointerLike(a) {
			for j, b := range args {
				if j != i {
					from = append(from, b)
				}
			}
			return a, from
		}
	}
	return nil, nil
}

func pointerLike(v ssa.Value) bool {
	if mi, ok := v.(*ssa.MakeInterface); ok {
		v = mi.X
	}
	_, ok := v.Type().Underlying().(*types.Pointer)
	return ok
}

// storers returns the functions that, or whose callees, can store to l.
func (p *program) storers(l Loc) map[*ssa.Function]bool {
	if r, ok := p.storersM[l]; ok {
		return r
	}
	r := map[*ssa.Function]bool{}
	var work []*ssa.Function
	add := func(f *ssa.Function) {
		if !r[f] {
			r[f] = true
			work = append(work, f)
		}
	}
	for _, d := range p.storedAt(l) {
		add(d.store.Parent())
	}
	for len(work) > 0 {
		f := work[len(work)-1]
		work = work[:len(work)-1]
		for _, g := range p.leadsFrom[f] {
			add(g)
		}
	}
	p.storersM[l] = r
	return r
}

// indexCalls records which functions lead to which, by calling them or by
// making closures of them.
func (p *program) indexCalls() {
	clear(p.leadsTo)
	clear(p.leadsFrom)
	p.each(func(f *ssa.Function, instr ssa.Instruction) {
		var to []*ssa.Function
		switch instr := instr.(type) {
		case *ssa.MakeClosure:
			if g := p.source(instr.Fn.(*ssa.Function)); g != nil {
				to = []*ssa.Function{g}
			}
		case ssa.CallInstruction:
			to = p.callees[instr]
		}
		for _, g := range to {
			if !slices.Contains(p.leadsTo[f], g) {
				p.leadsTo[f] = append(p.leadsTo[f], g)
				p.leadsFrom[g] = append(p.leadsFrom[g], f)
			}
		}
	})
}

// reaching returns the stores whose value a load of l at instr can see, and
// whether it can see the value that the memory had before any store (zero).
func (p *program) reaching(at ssa.Instruction, l Loc) (defs []def, zero bool) {
	type point struct {
		b *ssa.BasicBlock
		i int
	}
	f := at.Parent()
	b := at.Block()
	start := slices.Index(b.Instrs, at)
	seen := map[*ssa.BasicBlock]bool{}
	work := []point{{b, start}}
	outside := false
	storers := p.storers(l)
	add := func(d def) {
		if !slices.Contains(defs, d) {
			defs = append(defs, d)
		}
	}
	for len(work) > 0 {
		pt := work[len(work)-1]
		work = work[:len(work)-1]
		stop := false
		for i := pt.i - 1; i >= 0 && !stop; i-- {
			switch instr := pt.b.Instrs[i].(type) {
			case *ssa.Store:
				for _, a := range p.locs(instr.Addr) {
					if a.base == l.base {
						if rest, ok := within(a.path, l.path); ok {
							add(def{instr, rest})
							stop = true
						}
					}
				}
			case *ssa.Alloc:
				if l.base == ssa.Value(instr) {
					zero, stop = true, true
				}
			case ssa.CallInstruction:
				if _, deferred := instr.(*ssa.Defer); deferred {
					break
				}
				for _, g := range p.callees[instr] {
					outside = outside || storers[g]
				}
				for _, g := range p.handedAt[instr] {
					outside = outside || storers[g]
				}
			}
		}
		if stop {
			continue
		}
		if pt.b == f.Blocks[0] {
			outside = true
		}
		for _, pred := range pt.b.Preds {
			if !seen[pred] {
				seen[pred] = true
				work = append(work, point{pred, len(pred.Instrs)})
			}
		}
	}
	if outside {
		all := p.storedAt(l)
		for _, d := range all {
			add(d)
		}
		if len(all) == 0 {
			zero = true
		}
	}
	return defs, zero
}

// version reports whether the field of that index is a resourceVersion.
func version(t types.Type, i int) bool {
	return strings.EqualFold(fieldOf(t, i).Name(), kube.ResourceVersionField)
}

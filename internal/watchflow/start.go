package watchflow

import (
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/pointsto"

	"github.com/k8slint/k8slint/internal/kube"
)

// A Start is a place where a watch starts, or is made to start, from nothing.
type Start struct {
	Pos  token.Pos
	Kind StartKind
	// Loop: the watch is started again and again.
	Loop bool
	// First: only the first round starts from nothing.
	First bool
	// Single: a field selector picks one object.
	Single bool
	// List is the list that loses its version, if it is not at Pos.
	List token.Pos
}

// StartKind says why a watch has no resourceVersion.
type StartKind int

const (
	// Unset: the options have none.
	Unset StartKind = iota
	// DroppedOptions: a WatchFunc ignores the options that it is given.
	DroppedOptions
	// ClearedOptions: a function that tweaks the options of lists and watches
	// empties it.
	ClearedOptions
	// LostListMeta: a ListFunc returns a list without its metadata, so that
	// the watch after it has none.
	LostListMeta
)

// Starts lists the places of the package where a watch starts from nothing, in
// source order.
func (f *Flow) Starts() []*Start {
	f.mu.Lock()
	defer f.mu.Unlock()
	var out []*Start
	seen := map[place]*Start{}
	for _, s := range f.Sinks {
		call, ok := s.Instr.(*ssa.Call)
		if !ok || s.byHand || s.streaming || !s.unset {
			continue
		}
		st := &Start{Pos: call.Pos(), Loop: f.p.repeated(s.Instr, 0), First: s.advances, Single: f.p.single(s)}
		if f.p.forwarder(call.Parent()) {
			st.Kind = DroppedOptions
		} else if f.elsewhere(s) {
			continue
		} else if first := again(seen, s, st); first != nil {
			first.Loop = first.Loop || st.Loop
			continue
		}
		out = append(out, st)
	}
	out = append(out, f.cleared()...)
	out = append(out, f.lostLists()...)
	slices.SortStableFunc(out, func(a, b *Start) int { return int(a.Pos - b.Pos) })
	return out
}

// A place is a variable in a function, or the literals in it.
type place struct {
	loc pointsto.Loc
	top *ssa.Function
}

// again returns the earlier start in the same function from the same options,
// or nil, and notes st: one is told, not each re-establishing.
func again(seen map[place]*Start, s *Sink, st *Start) *Start {
	var first *Start
	for _, l := range s.named {
		if a, ok := l.Base.(*ssa.Alloc); ok && a.Comment != "complit" {
			at := place{l, outermost(s.Instr.Parent())}
			if seen[at] != nil {
				first = seen[at]
			} else {
				seen[at] = st
			}
		}
	}
	return first
}

// repeated reports whether instr is executed in a loop, as far as the package
// shows.
func (p *program) repeated(instr ssa.Instruction, depth int) bool {
	b := instr.Block()
	if reaches(b, b) {
		return true
	}
	if depth > 3 {
		return false
	}
	f := instr.Parent()
	for _, c := range p.pt.Callers(f) {
		if p.repeated(c, depth+1) {
			return true
		}
	}
	for _, h := range p.pt.Handed(f) {
		if kube.Repeats(name(h.Call.Common()), f.Signature) != kube.NotAgain || p.repeated(h.Call, depth+1) {
			return true
		}
	}
	return false
}

// forwarder reports whether f, or a function that it is a literal of, is given
// options and returns a watch: then the watch is to start as they say.
func (p *program) forwarder(f *ssa.Function) bool {
	for ; f != nil; f = f.Parent() {
		res := f.Signature.Results()
		watcher := false
		for i := range res.Len() {
			watcher = watcher || kube.IsWatcher(res.At(i).Type())
		}
		if !watcher {
			continue
		}
		params := f.Signature.Params()
		for i := range params.Len() {
			if kube.OptionsField(params.At(i).Type()) != "" {
				return true
			}
		}
	}
	return false
}

// single reports whether the options select one object by its name.
func (p *program) single(s *Sink) bool {
	if s.value != nil && singleObject(s.value) {
		return true
	}
	options := s.options
	if s.value != nil {
		options = []ssa.Value{s.value}
	}
	for _, o := range options {
		for _, l := range p.valueLocs(o, ".FieldSelector") {
			for _, d := range p.pt.Defs(l) {
				// On every way to the watch, not only on some.
				st := d.Store
				if (d.Path == "" || singleObject(st.Val)) && (st.Parent() != s.Instr.Parent() || st.Block().Dominates(s.Instr.Block())) && (singleObject(st.Val) || p.mentionsName(st.Val, 0)) {
					return true
				}
			}
		}
	}
	// client.MatchingFields{"metadata.name": name}
	for _, o := range s.selectors {
		if p.mentionsName(o, 0) {
			return true
		}
	}
	return false
}

// mentionsName reports whether the selector v is made of "metadata.name".
func (p *program) mentionsName(v ssa.Value, depth int) bool {
	if depth > 5 {
		return false
	}
	if strings.Contains(constString(v), "metadata.name") && !strings.Contains(constString(v), "metadata.namespace") {
		return true
	}
	switch v := v.(type) {
	case *ssa.BinOp:
		return p.mentionsName(v.X, depth+1) || p.mentionsName(v.Y, depth+1)
	case *ssa.MakeInterface:
		return p.mentionsName(v.X, depth+1)
	case *ssa.ChangeType:
		return p.mentionsName(v.X, depth+1)
	case *ssa.MakeMap: // fields.Set{"metadata.name": name}
		for _, r := range *v.Referrers() {
			if u, ok := r.(*ssa.MapUpdate); ok && p.mentionsName(u.Key, depth+1) {
				return true
			}
		}
	case *ssa.Parameter:
		args := p.pt.Args(v)
		for _, a := range args {
			if !p.mentionsName(a.Value, depth+1) {
				return false
			}
		}
		return len(args) > 0
	case *ssa.UnOp:
		if v.Op == token.MUL {
			for _, x := range p.localValues(v) {
				if p.mentionsName(x, depth+1) {
					return true
				}
			}
		}
	case *ssa.Call:
		for _, a := range v.Call.Args {
			if p.mentionsName(a, depth+1) {
				return true
			}
			for _, e := range variadic(a) {
				if p.mentionsName(e, depth+1) {
					return true
				}
			}
		}
		if v.Call.IsInvoke() {
			return p.mentionsName(v.Call.Value, depth+1)
		}
	}
	return false
}

// cleared lists the stores of "" to the version of options that a function
// without results gets by pointer: informer factories call it for lists and
// for watches alike.
func (f *Flow) cleared() []*Start {
	var out []*Start
	f.p.each(func(fn *ssa.Function, instr ssa.Instruction) {
		st, ok := instr.(*ssa.Store)
		if !ok || fn.Signature.Results().Len() > 0 || fn.Signature.Params().Len() != 1 {
			return
		}
		c, ok := st.Val.(*ssa.Const)
		if !ok || constString(c) != "" || !kind(c.Type(), types.IsString) {
			return
		}
		fa, ok := st.Addr.(*ssa.FieldAddr)
		if !ok || !version(fa.X.Type(), fa.Field) || kube.OptionsField(fa.X.Type()) == "" {
			return
		}
		opts := fn.Params[len(fn.Params)-1]
		if _, ptr := opts.Type().Underlying().(*types.Pointer); !ptr || !slices.Contains(f.p.values(fa.X), ssa.Value(opts)) {
			return
		}
		if f.p.choosy(st) || f.p.listOnly(fn) {
			return
		}
		out = append(out, &Start{Pos: st.Pos(), Kind: ClearedOptions})
	})
	return out
}

// values returns what v is, through a variable.
func (p *program) values(v ssa.Value) []ssa.Value {
	out := []ssa.Value{v}
	if u, ok := v.(*ssa.UnOp); ok && u.Op == token.MUL {
		out = append(out, p.localValues(u)...)
	}
	return out
}

// choosy reports whether the store is made only for some options: those with
// the version "0", or those that do not watch.
func (p *program) choosy(st *ssa.Store) bool {
	f := st.Parent()
	for _, b := range f.Blocks {
		i, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
		if !ok || !p.testsOptions(i.Cond) {
			continue
		}
		for _, succ := range b.Succs {
			if !reachable(f.Blocks[0], st.Block(), map[[2]*ssa.BasicBlock]bool{{b, succ}: true}) {
				return true
			}
		}
	}
	return false
}

func (p *program) testsOptions(cond ssa.Value) bool {
	reads := func(v ssa.Value) bool {
		u, ok := v.(*ssa.UnOp)
		if !ok {
			return false
		}
		fa, ok := u.X.(*ssa.FieldAddr)
		return ok && kube.OptionsField(fa.X.Type()) != ""
	}
	switch c := cond.(type) {
	case *ssa.BinOp:
		return reads(c.X) || reads(c.Y)
	case *ssa.UnOp:
		return reads(c) || c.Op == token.NOT && reads(c.X)
	}
	return false
}

// listOnly reports whether fn is only handed on as what tweaks list requests.
func (p *program) listOnly(fn *ssa.Function) bool {
	handed := p.pt.Handed(fn)
	for _, h := range handed {
		params := h.Call.Common().Signature().Params()
		i := h.Arg
		if h.Call.Common().Signature().Recv() != nil && !h.Call.Common().IsInvoke() {
			i--
		}
		if i < 0 || i >= params.Len() {
			return false
		}
		if n := strings.ToLower(params.At(i).Name()); !strings.Contains(n, "listrequest") && !strings.Contains(n, "listonly") {
			return false
		}
	}
	if len(handed) > 0 {
		return true
	}
	n := strings.ToLower(fn.Name())
	return strings.Contains(n, "listrequest")
}

// lostLists finds ListFuncs that gather the items of a list in a new one
// without its metadata: one start each. It is told at the list, which is to be
// fixed; where informers only list if the watch cannot stream, at the watch
// beside it, if that is seen.
func (f *Flow) lostLists() []*Start {
	var out []*Start
	lost := map[*ssa.Function]token.Pos{}
	for _, fn := range f.p.pt.Funcs() {
		if pos := f.p.lostListMeta(fn); pos.IsValid() {
			lost[fn] = pos
		}
	}
	if len(lost) == 0 {
		return nil
	}
	// The watch of the same ListWatch.
	seen := map[*ssa.Function]bool{}
	lists, watches := map[ssa.Value]ssa.Value{}, map[ssa.Value]ssa.Value{}
	var order []ssa.Value
	f.p.each(func(_ *ssa.Function, instr ssa.Instruction) {
		st, ok := instr.(*ssa.Store)
		if !ok {
			return
		}
		fa, ok := st.Addr.(*ssa.FieldAddr)
		if !ok {
			return
		}
		switch n := pointsto.StructField(fa.X.Type(), fa.Field).Name(); {
		case kube.IsListFunc(n):
			lists[fa.X] = st.Val
			order = append(order, fa.X)
		case kube.IsWatchFunc(n):
			watches[fa.X] = st.Val
		}
	})
	if !kube.StreamsLists(f.p.pass.Pkg) {
		order = nil
	}
	for _, lw := range order {
		for _, fn := range f.p.pt.FuncsOf(lists[lw]) {
			if _, ok := lost[fn]; !ok || watches[lw] == nil {
				continue
			}
			for _, wf := range f.p.pt.FuncsOf(watches[lw]) {
				for _, s := range f.Sinks {
					if s.Instr.Parent() == wf {
						out = append(out, &Start{Pos: s.Instr.Pos(), Kind: LostListMeta, List: lost[fn]})
						seen[fn] = true
					}
				}
			}
		}
	}
	for _, fn := range f.p.pt.Funcs() {
		if pos, ok := lost[fn]; ok && !seen[fn] {
			out = append(out, &Start{Pos: pos, Kind: LostListMeta})
		}
	}
	return out
}

// lostListMeta returns where fn, given options, returns a new list with items
// but without the metadata of those that it listed.
func (p *program) lostListMeta(fn *ssa.Function) token.Pos {
	params, res := fn.Signature.Params(), fn.Signature.Results()
	if res.Len() != 2 || params.Len() == 0 || kube.OptionsField(params.At(params.Len()-1).Type()) == "" {
		return token.NoPos
	}
	if iface, ok := res.At(0).Type().Underlying().(*types.Interface); !ok || iface.NumMethods() == 0 {
		return token.NoPos
	}
	lists := false
	for g := range p.pt.Within(fn) {
		for _, b := range g.Blocks {
			for _, instr := range b.Instrs {
				if c, ok := instr.(ssa.CallInstruction); ok && kube.IsListCall(name(c.Common()), c.Common().Signature()) {
					lists = true
				}
			}
		}
	}
	if !lists {
		return token.NoPos
	}
	for _, r := range pointsto.Returns(fn) {
		for _, res := range p.values(r.Results[0]) {
			mi, ok := res.(*ssa.MakeInterface)
			if !ok {
				continue
			}
			for _, v := range p.values(mi.X) {
				if a, ok := v.(*ssa.Alloc); ok && newListWithoutMeta(a) {
					return r.Pos()
				}
			}
		}
	}
	return token.NoPos
}

// newListWithoutMeta reports whether a is a list that was just made, that has
// items, and whose metadata nothing sets.
func newListWithoutMeta(a *ssa.Alloc) bool {
	st, ok := a.Type().(*types.Pointer).Elem().Underlying().(*types.Struct)
	if !ok {
		return false
	}
	hasMeta, items := false, false
	for i := range st.NumFields() {
		n := st.Field(i).Name()
		hasMeta = hasMeta || n == kube.ListMetadataField || n == kube.ContentField
	}
	if !hasMeta {
		return false
	}
	for _, r := range *a.Referrers() {
		switch r := r.(type) {
		case *ssa.FieldAddr:
			switch pointsto.StructField(r.X.Type(), r.Field).Name() {
			case kube.ItemsField:
				items = true
			case kube.ContentField:
				if setsMetadata(r) {
					return false
				}
			case kube.ListMetadataField:
				return false
			}
		case *ssa.MakeInterface, *ssa.DebugRef:
		case *ssa.Store:
			if r.Addr == ssa.Value(a) {
				return false // a copy of another list
			}
		default:
			return false // SetResourceVersion, or some helper
		}
	}
	return items
}

// setsMetadata reports whether the map stored at addr is anything else than a
// literal without "metadata".
func setsMetadata(addr *ssa.FieldAddr) bool {
	for _, r := range *addr.Referrers() {
		st, ok := r.(*ssa.Store)
		if !ok {
			return true
		}
		m := literalMap(st.Val)
		if m == nil {
			return true
		}
		for _, u := range *m.Referrers() {
			switch u := u.(type) {
			case *ssa.MapUpdate:
				if k := constString(u.Key); k == "" || k == "metadata" {
					return true
				}
			case *ssa.Store:
			default:
				return true
			}
		}
	}
	return false
}

// literalMap returns the map that v is, if it is the value of a map literal.
func literalMap(v ssa.Value) *ssa.MakeMap {
	if u, ok := v.(*ssa.UnOp); ok && u.Op == token.MUL {
		if a, ok := u.X.(*ssa.Alloc); ok && a.Comment == "complit" {
			for _, r := range *a.Referrers() {
				if st, ok := r.(*ssa.Store); ok && st.Addr == ssa.Value(a) {
					v = st.Val
				}
			}
		}
	}
	m, _ := v.(*ssa.MakeMap)
	return m
}

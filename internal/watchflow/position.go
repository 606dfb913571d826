package watchflow

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/pointsto"

	"github.com/k8slint/k8slint/internal/kube"
)

// An Advance is a place where the version of an event becomes, or is handed to
// what makes it, the position of a later watch.
type Advance struct {
	// Site is the store or call, in the function where the event is known.
	Site ssa.Instruction
	// Version is the value that Site stores or passes on.
	Version ssa.Value
	// Extraction is the value that reads the version of the event's object.
	Extraction ssa.Value
	// Sinks are the watches that resume from there.
	Sinks []*Sink
	// Stores are the stores on the way from Site to the sinks.
	Stores []*ssa.Store
	// Empty: the position can be unset or "0" when a watch first reads it.
	Empty bool
	// loc is the position, for messages.
	loc pointsto.Loc
}

// A hop is one step from a sink back to what feeds it.
type hop struct {
	site  ssa.Instruction // the store or call nearest to the event, so far
	value ssa.Value       // what it stores or passes
	loc   pointsto.Loc    // the outermost location stored to
	store *ssa.Store
	prev  *hop
}

// walk follows the position of one sink back to everything that can set it.
type walk struct {
	p        *program
	sink     *Sink
	seen     map[any]bool
	advances []*Advance
	empty    bool // "" or "0" or nothing at all reaches the sink
	listed   bool // the version of a list reaches it
	given    bool // some caller's version reaches it
	kept     bool // it outlives the function: a field, zero until it is set
	fresh    bool // it is kept in a field that only this package sets
	unset    bool // "" or nothing at all reaches it, "0" does not count
	unknown  bool // something that cannot be followed may reach it
	// holders are the objects that the sink's function asks for the position.
	holders []ssa.Value
}

type valueKey struct {
	v    ssa.Value
	path string
}

type loadKey struct {
	at ssa.Instruction
	l  pointsto.Loc
}

// positions follows every sink of the package.
func (p *program) positions(sinks []*Sink) []*Advance {
	var all []*Advance
	for _, s := range sinks {
		p.sinkAt[s.Instr] = s
	}
	for _, s := range sinks {
		if s.value == nil && len(s.options) == 0 {
			s.unset = true
			continue
		}
		s.locs = map[pointsto.Loc]bool{}
		w := &walk{p: p, sink: s, seen: map[any]bool{}}
		if s.options != nil {
			w.raw()
		} else if _, ptr := s.value.Type().Underlying().(*types.Pointer); ptr && s.path != "" {
			for _, l := range p.pt.Pointees(s.value) {
				w.load(s.Instr, l.At(s.path), nil)
			}
		} else {
			w.value(s.value, s.path, nil)
		}
		s.unset = (w.unset || w.fresh) && !w.listed && !w.given && !w.unknown
		s.resumes = w.listed || w.given || len(w.advances) > 0
		s.advances = len(w.advances) > 0
		for _, a := range w.advances {
			a.Empty = !w.listed && (w.empty || w.kept && !w.given)
			i := slices.IndexFunc(all, func(b *Advance) bool { return b.Site == a.Site })
			if i < 0 {
				all = append(all, a)
				continue
			}
			all[i].Sinks = append(all[i].Sinks, s)
			all[i].Empty = all[i].Empty || a.Empty
		}
	}
	return all
}

// raw follows the version in the raw options that controller-runtime's options
// carry.
func (w *walk) raw() {
	var zero bool
	found := 0
	for _, o := range w.sink.options {
		for _, l := range w.p.pt.Pointees(o) {
			if a, ok := l.Base.(*ssa.Alloc); !ok || w.p.lent(a) {
				w.unknown = true
			}
			defs, none := w.p.pt.ReachingDefs(w.sink.Instr, l.At(".Raw"))
			zero = zero || none
			for _, d := range defs {
				if c, ok := d.Store.Val.(*ssa.Const); ok && c.IsNil() {
					zero = true
					continue
				}
				found++
				if d.Path != "" {
					w.unknown = true // a copy of other options
					continue
				}
				for _, r := range w.p.pt.Pointees(d.Store.Val) {
					w.load(w.sink.Instr, r.At("."+kube.ResourceVersionField), nil)
				}
			}
		}
	}
	// One of several may bring the version.
	if zero && (found == 0 || len(w.sink.options) == 1) {
		w.empty, w.unset = true, true
	}
}

func (w *walk) value(v ssa.Value, path string, h *hop) {
	if v == nil || w.seen[valueKey{v, path}] || len(w.seen) > 2000 {
		return
	}
	w.seen[valueKey{v, path}] = true
	if path == "" {
		if obj, ok := extraction(v); ok {
			switch w.p.objectOrigin(obj) {
			case fromEvent:
				w.advance(v, h)
				return
			case fromList:
				w.listed = true
				return
			default:
				// Of an object that came some other way; not of options.
				w.given = w.given || kube.OptionsField(obj.Type()) == ""
			}
		}
	}
	switch v := v.(type) {
	case *ssa.Const:
		if s := constString(v); path != "" || s == "" || s == "0" {
			w.empty = true
			w.unset = w.unset || s == ""
		}
	case *ssa.UnOp:
		if v.Op == token.MUL {
			for _, l := range w.p.pt.Locs(v.X) {
				w.load(v, l.At(path), h)
			}
			w.atomicPointer(v, path, h)
		}
	case *ssa.Phi:
		for _, e := range v.Edges {
			w.value(e, path, h)
		}
	case *ssa.ChangeType:
		w.value(v.X, path, h)
	case *ssa.Convert:
		w.value(v.X, path, h)
	case *ssa.MakeInterface:
		w.value(v.X, path, h)
	case *ssa.ChangeInterface:
		w.value(v.X, path, h)
	case *ssa.TypeAssert:
		w.value(v.X, path, h)
	case *ssa.Field:
		w.value(v.X, "."+pointsto.StructField(v.X.Type(), v.Field).Name()+path, h)
	case *ssa.Parameter:
		args := w.p.pt.Args(v)
		if len(args) == 0 { // given by callers that are not seen
			w.given = w.given || path == ""
			w.unknown = true
		}
		for _, a := range args {
			if w.p.ordered(a.Call) {
				continue
			}
			w.value(a.Value, path, &hop{site: a.Call, value: a.Value, loc: locOf(h), prev: h})
		}
	case *ssa.Extract:
		switch t := v.Tuple.(type) {
		case *ssa.Call:
			w.result(t, v.Index, path, h)
		case *ssa.TypeAssert:
			w.value(t.X, path, h)
		case *ssa.Lookup:
			w.lookup(t, h)
		}
	case *ssa.Lookup:
		w.lookup(v, h)
	case *ssa.Call:
		w.result(v, 0, path, h)
	default:
		w.unknown = true
	}
}

func locOf(h *hop) pointsto.Loc {
	if h == nil {
		return pointsto.Loc{}
	}
	return h.loc
}

// result follows result i of a call.
func (w *walk) result(call *ssa.Call, i int, path string, h *hop) {
	if fns := w.p.pt.Callees(call); len(fns) > 0 {
		if r := receiver(&call.Call); r != nil && outermost(call.Parent()) == outermost(w.sink.Instr.Parent()) {
			w.holders = append(w.holders, r)
		}
		for _, f := range fns {
			if w.p.picksNewer(f) {
				continue
			}
			for _, r := range pointsto.Returns(f) {
				if i < len(r.Results) {
					w.value(r.Results[i], path, h)
				}
			}
		}
		return
	}
	c := &call.Call
	n := name(c)
	switch {
	case n == "max":
		return // the newer of two
	case singleObject(call):
		w.empty, w.unset = true, true // it sets nothing but the selector
		return
	case n == "Load" && receiver(c) != nil: // sync/atomic
		for _, l := range w.p.pt.Pointees(receiver(c)) {
			w.kept, w.unknown = true, true
			w.sink.locs[l] = true
			w.atomics(l, h)
		}
		return
	}
	w.unknown = true
	if c.IsInvoke() || i != 0 {
		return
	}
	// Conversions to and from numbers, escaping, formatting.
	if f, ok := c.Value.(*ssa.Function); ok && f.Pkg != nil {
		switch f.Pkg.Pkg.Path() {
		case "strconv", "fmt", "strings", "net/url", "math/big":
			for _, a := range c.Args {
				if _, ok := a.(*ssa.Const); ok {
					continue
				}
				w.value(pointsto.Unwrap(a), "", h)
				for _, e := range variadic(a) {
					w.value(pointsto.Unwrap(e), "", h)
				}
			}
		}
	}
}

// singleObject reports whether v is metav1.SingleObject(...).
func singleObject(v ssa.Value) bool {
	call, ok := v.(*ssa.Call)
	if !ok {
		return false
	}
	fn, ok := call.Call.Value.(*ssa.Function)
	return ok && kube.IsSingleObject(fn.Object())
}

// atomicPointer follows what an atomic.Pointer holds, where v reads through it.
func (w *walk) atomicPointer(v *ssa.UnOp, path string, h *hop) {
	for _, x := range w.p.values(v.X) {
		call, ok := x.(*ssa.Call)
		if !ok || name(&call.Call) != "Load" || receiver(&call.Call) == nil {
			continue
		}
		w.p.indexKeepers()
		w.kept, w.unknown = true, true
		for _, l := range w.p.pt.Pointees(receiver(&call.Call)) {
			w.sink.locs[l] = true
			for _, st := range w.p.atomicStores[l] {
				if w.p.ordered(st) {
					continue
				}
				args := plainArgs(&st.Call)
				ptr := args[len(args)-1]
				for _, pl := range w.p.pt.Pointees(ptr) {
					w.load(st, pl.At(path), &hop{site: st, value: ptr, loc: l, prev: h})
				}
			}
		}
	}
}

// atomics follows the Store calls on the atomic at l.
func (w *walk) atomics(l pointsto.Loc, h *hop) {
	w.p.indexKeepers()
	for _, call := range w.p.atomicStores[l] {
		if args := plainArgs(&call.Call); !w.p.ordered(call) {
			a := pointsto.Unwrap(args[len(args)-1])
			w.value(a, "", &hop{site: call, value: a, loc: l, prev: h})
		}
	}
}

// lookup follows the values of a map: a position for each kind or namespace.
func (w *walk) lookup(v *ssa.Lookup, h *hop) {
	w.p.indexKeepers()
	w.kept, w.unknown = true, true
	for _, l := range w.p.pt.Pointees(v.X) {
		w.sink.locs[l] = true
		for _, mu := range w.p.mapStores[l] {
			if !w.p.ordered(mu) {
				w.value(mu.Value, "", &hop{site: mu, value: mu.Value, loc: l, prev: h})
			}
		}
	}
}

// indexKeepers records, the first time, what is stored in maps and atomics.
func (p *program) indexKeepers() {
	if p.mapStores != nil {
		return
	}
	p.mapStores, p.atomicStores = map[pointsto.Loc][]*ssa.MapUpdate{}, map[pointsto.Loc][]*ssa.Call{}
	p.each(func(_ *ssa.Function, instr ssa.Instruction) {
		switch instr := instr.(type) {
		case *ssa.MapUpdate:
			if kind(instr.Value.Type(), types.IsString) {
				for _, l := range p.pt.Pointees(instr.Map) {
					p.mapStores[l] = append(p.mapStores[l], instr)
				}
			}
		case *ssa.Call:
			switch name(&instr.Call) {
			case "Store", "Swap", "CompareAndSwap":
				if r := receiver(&instr.Call); r != nil && len(plainArgs(&instr.Call)) > 0 {
					for _, l := range p.pt.Pointees(r) {
						p.atomicStores[l] = append(p.atomicStores[l], instr)
					}
				}
			}
		}
	})
}

// load follows what the memory at l holds as seen from instr.
func (w *walk) load(at ssa.Instruction, l pointsto.Loc, h *hop) {
	key := loadKey{at, l}
	if w.seen[key] || len(w.seen) > 2000 || len(l.Path) > 96 {
		return
	}
	w.seen[key] = true
	defs, zero := w.p.pt.ReachingDefs(at, l)
	if zero {
		w.empty, w.unset = true, true
	}
	switch b := l.Base.(type) {
	case *ssa.Alloc:
		w.unknown = w.unknown || w.p.lent(b)
	case *ssa.Global:
		w.kept, w.unknown = true, true
	case pointsto.Field:
		w.kept = true
		if b.Type.Pkg() == w.p.pass.Pkg && !token.IsExported(b.Name) {
			w.fresh = true // zero, until one of the stores that are all here
		} else {
			w.unknown = true
		}
		// Nobody sets it in this package: others do.
		w.given = w.given || len(defs) == 0
	default:
		w.unknown = true
	}
	temp := len(defs) == 1 && !zero && w.p.local(l, at) && defs[0].Store.Block().Dominates(at.Block()) && defs[0].Store.Parent() == at.Parent()
	if !temp {
		w.sink.locs[l] = true
	}
	w.sink.named = append(w.sink.named, l)
	for _, d := range defs {
		if _, ok := d.Store.Val.(*ssa.Const); !ok && w.p.resetInLoop(l, at) {
			continue
		}
		next := h
		if !temp {
			if w.p.ordered(d.Store) {
				continue
			}
			next = &hop{site: d.Store, value: d.Store.Val, loc: l, store: d.Store, prev: h}
		}
		w.value(d.Store.Val, d.Path, next)
	}
}

// local reports whether l is a variable of the function of at that no closure
// shares.
func (p *program) local(l pointsto.Loc, at ssa.Instruction) bool {
	a, ok := l.Base.(*ssa.Alloc)
	if !ok || a.Parent() != at.Parent() {
		return false
	}
	for _, r := range *a.Referrers() {
		if _, ok := r.(*ssa.MakeClosure); ok {
			return false
		}
	}
	return true
}

// lent reports whether some function that is not seen gets a's address, and so
// may write there. controller-runtime's options, and the raw ones in them, are
// only read.
func (p *program) lent(a *ssa.Alloc) bool {
	for _, r := range *a.Referrers() {
		switch r := r.(type) {
		case ssa.CallInstruction:
			if len(p.pt.Callees(r)) == 0 && p.sinkAt[r] == nil {
				return true
			}
		case *ssa.MakeInterface:
			if !kube.IsRuntimeListOption(r.Type()) {
				return true
			}
		case *ssa.Store:
			if r.Val == ssa.Value(a) {
				if fa, ok := r.Addr.(*ssa.FieldAddr); ok && kube.IsRuntimeListOptions(fa.X.Type()) {
					continue
				}
				// Kept in a pointer variable: lent if that one is passed on.
				if b, ok := r.Addr.(*ssa.Alloc); ok && !p.passes(b) {
					continue
				}
				return true
			}
		}
	}
	return false
}

// passes reports whether the pointer kept in the variable b goes to a function
// that is not seen.
func (p *program) passes(b *ssa.Alloc) bool {
	for _, r := range *b.Referrers() {
		u, ok := r.(*ssa.UnOp)
		if !ok {
			continue
		}
		for _, rr := range *u.Referrers() {
			if c, ok := rr.(ssa.CallInstruction); ok && len(p.pt.Callees(c)) == 0 && p.sinkAt[c] == nil {
				return true
			}
		}
	}
	return false
}

// resetInLoop reports whether l is emptied at the start of each round of a
// loop and at reads it behind that loop: then only the last round counts, and
// whatever ended it (an initial-events-end bookmark) came last.
func (p *program) resetInLoop(l pointsto.Loc, at ssa.Instruction) bool {
	a, ok := l.Base.(*ssa.Alloc)
	if !ok || a.Parent() != at.Parent() {
		return false
	}
	for _, s := range p.pt.Stores(l) {
		if s.Parent() != at.Parent() {
			continue
		}
		if c, ok := s.Val.(*ssa.Const); ok && constString(c) == "" && reaches(s.Block(), s.Block()) && !reaches(at.Block(), s.Block()) {
			return true
		}
	}
	return false
}

// reaches reports whether control can come from the end of a to b.
func reaches(a, b *ssa.BasicBlock) bool {
	seen := map[*ssa.BasicBlock]bool{}
	work := slices.Clone(a.Succs)
	for len(work) > 0 {
		x := work[len(work)-1]
		work = work[:len(work)-1]
		if x == b {
			return true
		}
		if !seen[x] {
			seen[x] = true
			work = append(work, x.Succs...)
		}
	}
	return false
}

// advance records that the version v of an event gets to the sink by h.
func (w *walk) advance(v ssa.Value, h *hop) {
	a := &Advance{Extraction: v, Sinks: []*Sink{w.sink}}
	for x := h; x != nil; x = x.prev {
		if a.Site == nil {
			a.Site, a.Version, a.loc = x.site, x.value, x.loc
		}
		if x.store != nil {
			a.Stores = append(a.Stores, x.store)
		}
	}
	if a.Site == nil {
		return // the watch starts from an object at hand: nothing is stored
	}
	if call, ok := a.Site.(*ssa.Call); ok && w.p.otherHolder(call, w.holders) {
		return
	}
	w.advances = append(w.advances, a)
}

// otherHolder reports whether call sets the position of an object that was
// made beside those that the sink asks: one of the same type, for another use.
func (p *program) otherHolder(call *ssa.Call, holders []ssa.Value) bool {
	r := receiver(&call.Call)
	if r == nil {
		return false
	}
	mine := p.made(r, 0)
	if mine == nil {
		return false
	}
	other := false
	for _, h := range holders {
		if !types.Identical(h.Type(), r.Type()) {
			continue
		}
		m := p.made(h, 0)
		if m == nil || m == mine || outermost(m.Parent()) != outermost(mine.Parent()) {
			return false
		}
		other = true
	}
	return other
}

// made returns the call or allocation that made the object v, if there is one
// and no other.
func (p *program) made(v ssa.Value, depth int) ssa.Value {
	if depth > 6 {
		return nil
	}
	switch v := v.(type) {
	case *ssa.Alloc:
		if v.Comment == "complit" || v.Comment == "new" {
			return v
		}
	case *ssa.Call:
		return v
	case *ssa.Extract:
		if c, ok := v.Tuple.(*ssa.Call); ok && v.Index == 0 {
			return c
		}
	case *ssa.UnOp:
		if v.Op != token.MUL {
			return nil
		}
		ls := p.pt.Locs(v.X)
		if len(ls) != 1 {
			return nil
		}
		if _, ok := ls[0].Base.(*ssa.Alloc); !ok {
			return nil
		}
		if defs := p.pt.Defs(ls[0]); len(defs) == 1 && defs[0].Path == "" {
			return p.made(defs[0].Store.Val, depth+1)
		}
	}
	return nil
}

// outermost is the function of the source that f is, or is a literal in.
func outermost(f *ssa.Function) *ssa.Function {
	for f.Parent() != nil {
		f = f.Parent()
	}
	return f
}

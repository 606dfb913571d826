package watchflow

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/kube"
)

// DeadStores lists the stores of an event's version into watch options that
// nothing reads afterwards: options that were passed by value, so that the
// caller's loop goes on from where it was.
func (f *Flow) DeadStores() []*ssa.Store {
	f.mu.Lock()
	defer f.mu.Unlock()
	p := f.p
	var out []*ssa.Store
	p.each(func(_ *ssa.Function, instr ssa.Instruction) {
		st, ok := instr.(*ssa.Store)
		if !ok {
			return
		}
		fa, ok := st.Addr.(*ssa.FieldAddr)
		if !ok || !version(fa.X.Type(), fa.Field) || kube.OptionsField(fa.X.Type()) == "" {
			return
		}
		a, ok := fa.X.(*ssa.Alloc)
		if !ok || p.pt.Escapes(a) || !p.eventVersion(st.Val, 0) {
			return
		}
		if slices.ContainsFunc(f.Advances, func(x *Advance) bool { return x.Site == ssa.Instruction(st) }) {
			return
		}
		watched := false
		for _, r := range *a.Referrers() {
			if u, ok := r.(*ssa.UnOp); ok {
				if runsAfter(st, u) {
					return
				}
				for _, s := range f.Sinks {
					watched = watched || s.value == ssa.Value(u)
				}
			}
			if g, ok := r.(*ssa.FieldAddr); ok && g.Field == fa.Field && g != fa {
				for _, rr := range *g.Referrers() {
					if u, ok := rr.(*ssa.UnOp); ok && runsAfter(st, u) {
						return
					}
				}
			}
		}
		if watched {
			out = append(out, st)
		}
	})
	return out
}

// eventVersion reports whether v is the version of an event's object.
func (p *program) eventVersion(v ssa.Value, depth int) bool {
	if obj, ok := extraction(v); ok && p.objectOrigin(obj) == fromEvent {
		return true
	}
	if u, ok := v.(*ssa.UnOp); ok && u.Op == token.MUL && depth < 4 {
		for _, x := range p.localValues(u) {
			if p.eventVersion(x, depth+1) {
				return true
			}
		}
	}
	return false
}

// runsAfter reports whether b can be executed after a.
func runsAfter(a, b ssa.Instruction) bool {
	if a.Block() == b.Block() {
		instrs := a.Block().Instrs
		if slices.Index(instrs, b) > slices.Index(instrs, a) {
			return true
		}
	}
	return reaches(a.Block(), b.Block())
}

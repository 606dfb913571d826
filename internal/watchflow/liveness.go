package watchflow

import "golang.org/x/tools/go/ssa"

// live tells which registers and variables of a function can still be read
// from the start of each block. What nothing reads only tells states of an
// exploration apart that are the same.
type live map[*ssa.BasicBlock]map[ssa.Value]bool

// liveness is the classic backward data flow; a variable that something
// else can point to is always live.
func liveness(f *ssa.Function) live {
	in := live{}
	use := map[*ssa.BasicBlock]map[ssa.Value]bool{}
	def := map[*ssa.BasicBlock]map[ssa.Value]bool{}
	var ops [16]*ssa.Value
	for _, b := range f.Blocks {
		u, d := map[ssa.Value]bool{}, map[ssa.Value]bool{}
		for _, instr := range b.Instrs {
			st, _ := instr.(*ssa.Store)
			for _, op := range instr.Operands(ops[:0]) {
				v := *op
				if v == nil || st != nil && op == &st.Addr {
					if _, ok := v.(*ssa.Alloc); ok {
						continue
					}
				}
				if v != nil && !d[v] {
					u[v] = true
				}
			}
			if st != nil {
				if a, ok := st.Addr.(*ssa.Alloc); ok {
					d[a] = true
				}
			}
			if v, ok := instr.(ssa.Value); ok {
				d[v] = true
			}
		}
		use[b], def[b], in[b] = u, d, map[ssa.Value]bool{}
	}
	for changed := true; changed; {
		changed = false
		for i := len(f.Blocks) - 1; i >= 0; i-- {
			b := f.Blocks[i]
			add := func(v ssa.Value) {
				if !in[b][v] {
					in[b][v] = true
					changed = true
				}
			}
			for v := range use[b] {
				add(v)
			}
			for _, s := range b.Succs {
				for v := range in[s] {
					if !def[b][v] {
						add(v)
					}
				}
			}
		}
	}
	return in
}

// prune drops what is no longer read from the start of block b on.
func (x *exploration) prune(s *state, b *ssa.BasicBlock) {
	f := b.Parent()
	l := x.p.liveM[f]
	if l == nil {
		l = liveness(f)
		x.p.liveM[f] = l
	}
	for k := range s.env {
		switch k := k.(type) {
		case ssa.Value:
			if k.Parent() == f && !l[b][k] {
				delete(s.env, k)
			}
		case Loc:
			if a, ok := k.base.(*ssa.Alloc); ok && a.Parent() == f && !l[b][a] && !x.keeps(s, k, a) {
				delete(s.env, k)
			}
		}
	}
	// Symbols that no variable holds any more.
	for k := range s.env {
		if sk, ok := k.(symbolKey); ok {
			held := false
			for _, v := range s.env {
				held = held || v.kind == symbol && v.s == string(sk)
			}
			if !held {
				delete(s.env, k)
			}
		}
	}
}

// keeps reports whether what is known of the variable k matters where its
// function does not name it: a closure or pointer can reach it as well.
func (x *exploration) keeps(s *state, k Loc, a *ssa.Alloc) bool {
	if x.places[k] {
		return true
	}
	if !x.p.escapes(a) {
		return false
	}
	for _, r := range *a.Referrers() {
		if _, ok := r.(*ssa.MakeClosure); ok {
			return true
		}
	}
	switch s.env[k].kind {
	case event, status, fresh:
		return true
	}
	return false
}

// escapes reports whether a closure or a pointer can reach a too.
func (p *program) escapes(a *ssa.Alloc) bool {
	e, ok := p.escapesM[a]
	if !ok {
		e = escapes(a)
		p.escapesM[a] = e
	}
	return e
}

func escapes(addr ssa.Value) bool {
	for _, r := range *addr.Referrers() {
		switch r := r.(type) {
		case *ssa.UnOp, *ssa.DebugRef:
		case *ssa.FieldAddr:
			if escapes(r) {
				return true
			}
		case *ssa.Store:
			if r.Val == addr {
				return true
			}
		default:
			return true
		}
	}
	return false
}

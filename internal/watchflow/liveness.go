package watchflow

import (
	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/pointsto"
)

// prune drops what is no longer read from the start of block b on.
func (x *exploration) prune(s *state, b *ssa.BasicBlock) {
	f := b.Parent()
	live := x.p.pt.Live(b)
	for k := range s.env {
		switch k := k.(type) {
		case ssa.Value:
			if k.Parent() == f && !live[k] {
				delete(s.env, k)
			}
		case pointsto.Loc:
			if a, ok := k.Base.(*ssa.Alloc); ok && a.Parent() == f && !live[a] && !x.keeps(s, k, a) {
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
func (x *exploration) keeps(s *state, k pointsto.Loc, a *ssa.Alloc) bool {
	if x.places[k] {
		return true
	}
	if !x.p.pt.Escapes(a) {
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

package attempt

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/fact"
	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/ssaquery"
)

// This file is about functions that get no object, but what an object lies in:
//
//	func (s *Scope) Close() error { return s.client.Update(s.ctx, s.machine) }
//
// Their callers in other packages know only that what lies there is another version afterwards.

// throughFact says by which arguments fn may write, or read over, objects that lie in them, for other packages.
func throughFact(pr *Program, fn *ssa.Function) (through []fact.Param) {
	if pr.does[fn]&(commits|creates|fills|throughs) == 0 {
		return nil
	}
	for i, p := range fn.Params {
		if !kube.IsObject(p.Type()) && holdsObject(p.Type(), map[types.Type]bool{}) {
			through = append(through, fact.Param(i))
		}
	}
	return through
}

// holdsObject reports whether an object lies in what t is or points to, in a field of it, or in those of structs in its
// fields. Those in seen hold none.
func holdsObject(t types.Type, seen map[types.Type]bool) bool {
	s := ssaquery.Struct(t)
	if s == nil || seen[s] {
		return false
	}
	seen[s] = true
	for f := range s.Fields() {
		if kube.IsObject(f.Type()) || kube.IsObject(types.NewPointer(f.Type())) || holdsObject(f.Type(), seen) {
			return true
		}
	}
	return false
}

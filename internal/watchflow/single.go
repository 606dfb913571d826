package watchflow

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/ssaquery"
)

// watchesOne reports whether the options of s select one object by its name.
func watchesOne(c *code, s *Sink) bool {
	if s.value != nil && makesSingleObject(s.value) {
		return true
	}
	options := s.options
	if s.value != nil {
		options = []ssa.Value{s.value}
	}
	for _, o := range options {
		for _, l := range c.fieldLocs(o, "."+kube.FieldSelectorField) {
			for _, d := range c.Defs(l) {
				// On every way to the watch, not only on some.
				if d.At.Parent() == s.Instr.Parent() && !d.At.Block().Dominates(s.Instr.Block()) {
					continue
				}
				if makesSingleObject(d.Val) || d.Path == "" && selectsName(c, d.Val, 0) {
					return true
				}
			}
		}
	}
	// client.MatchingFields{"metadata.name": name}
	return slices.ContainsFunc(s.selectors, func(o ssa.Value) bool { return selectsName(c, o, 0) })
}

// maxSelectorDepth bounds the steps from a selector to the text that it is made
// of: a few calls and variables. No finding is lost: watches of single objects are silent.
const maxSelectorDepth = 5

// selectsName reports whether the selector v is made of "metadata.name".
func selectsName(c *code, v ssa.Value, depth int) bool {
	if depth > maxSelectorDepth {
		return false
	}
	any := func(vs ...ssa.Value) bool {
		return slices.ContainsFunc(vs, func(x ssa.Value) bool { return selectsName(c, x, depth+1) })
	}
	if kube.SelectsName(ssaquery.StringConst(v)) {
		return true
	}
	switch v := v.(type) {
	case *ssa.BinOp:
		return any(v.X, v.Y)
	case *ssa.MakeInterface:
		return any(v.X)
	case *ssa.ChangeType:
		return any(v.X)
	case *ssa.MakeMap: // fields.Set{"metadata.name": name}
		for _, r := range *v.Referrers() {
			if u, ok := r.(*ssa.MapUpdate); ok && any(u.Key) {
				return true
			}
		}
	case *ssa.Parameter:
		args := c.Args(v)
		for _, a := range args {
			if !any(a.Value) {
				return false
			}
		}
		return len(args) > 0
	case *ssa.UnOp, *ssa.Phi:
		return any(c.heldBy(v)...)
	case *ssa.Call:
		for _, a := range v.Call.Args {
			if any(a) || any(ssaquery.Gathered(a)...) {
				return true
			}
		}
		return v.Call.IsInvoke() && any(v.Call.Value)
	}
	return false
}

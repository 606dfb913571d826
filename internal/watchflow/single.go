package watchflow

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/flow"
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
				if makesSingleObject(d.Val) || d.Path == "" && selectsName(c, d.Val) {
					return true
				}
			}
		}
	}
	// client.MatchingFields{"metadata.name": name}
	return slices.ContainsFunc(s.selectors, func(o ssa.Value) bool { return selectsName(c, o) })
}

// selectsName reports whether the selector v is made of "metadata.name".
func selectsName(c *code, v ssa.Value) bool {
	made := func(v ssa.Value) (of []ssa.Value) {
		switch v := v.(type) {
		case *ssa.BinOp:
			return []ssa.Value{v.X, v.Y}
		case *ssa.MakeInterface:
			return []ssa.Value{v.X}
		case *ssa.ChangeType:
			return []ssa.Value{v.X}
		case *ssa.MakeMap: // fields.Set{"metadata.name": name}
			for _, r := range *v.Referrers() {
				if u, ok := r.(*ssa.MapUpdate); ok {
					of = append(of, u.Key)
				}
			}
		case *ssa.Parameter:
			return c.passed(v)
		case *ssa.Call:
			for _, a := range v.Call.Args {
				of = append(append(of, a), ssaquery.Gathered(a)...)
			}
			if v.Call.IsInvoke() {
				of = append(of, v.Call.Value)
			}
		default:
			return c.heldBy(v)
		}
		return of
	}
	return flow.Any(v, made, func(v ssa.Value) bool { return kube.SelectsName(ssaquery.StringConst(v)) })
}

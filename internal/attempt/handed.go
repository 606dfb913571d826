package attempt

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/ssaquery"
)

// A use says how a function is used other than by calling it.
type use struct {
	// updates: an informer calls it with what was added or updated. other: it is a
	// value that anybody may call.
	updates, other bool
}

// usesOf are the uses of functions as values in funcs.
func usesOf(funcs []*ssa.Function) map[*ssa.Function]use {
	uses := map[*ssa.Function]use{}
	note := func(f *ssa.Function, u use) {
		f = ssaquery.Unwrapped(ssaquery.Origin(f))
		uses[f] = use{uses[f].updates || u.updates, uses[f].other || u.other}
	}
	for _, fn := range funcs {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				for _, op := range instr.Operands(nil) {
					if f, ok := (*op).(*ssa.Function); ok {
						note(f, useIn(instr, f))
					}
				}
			}
		}
	}
	return uses
}

// useIn says how instr uses the function value v.
func useIn(instr ssa.Instruction, v ssa.Value) use {
	switch instr := instr.(type) {
	case *ssa.MakeClosure:
		if instr.Fn == v {
			return useOf(instr)
		}
	case *ssa.ChangeType:
		return useOf(instr)
	case ssa.CallInstruction:
		c := instr.Common()
		for _, a := range c.Args {
			if a == v {
				return use{other: true}
			}
		}
		if c.Value == v {
			return use{}
		}
	case *ssa.Store:
		if f, ok := instr.Addr.(*ssa.FieldAddr); ok && kube.HandlesUpdates(ssaquery.Named(f.X.Type()), ssaquery.FieldName(f.X, f.Field)) {
			return use{updates: true}
		}
	}
	return use{other: true}
}

// useOf says how the function value v is used.
func useOf(v ssa.Value) use {
	var all use
	for _, r := range *v.Referrers() {
		u := useIn(r, v)
		all = use{all.updates || u.updates, all.other || u.other}
	}
	return all
}

// calledWithRead reports whether a library calls fn, which is used as u, with objects that
// were read: as the handler of what an informer has added or updated, or as a reconciler
// of objects.
func (u use) calledWithRead(fn *ssa.Function) bool {
	if u.other {
		return false
	}
	if u.updates {
		return true
	}
	m, ok := fn.Object().(*types.Func)
	return ok && (kube.IsUpdateHandler(m) || kube.ReconcilesObject(m))
}

// unversioned reports whether the resourceVersion of the object v is cleared, or its
// metadata replaced, by its function or by one that it is given to, up calls deep.
func unversioned(v ssa.Value, up int) bool {
	if v.Referrers() == nil {
		return false
	}
	for _, r := range *v.Referrers() {
		switch r := r.(type) {
		case *ssa.FieldAddr:
			switch ssaquery.FieldName(r.X, r.Field) {
			case kube.MetadataField:
				if isStored(r, false) || unversioned(r, up) {
					return true
				}
			case kube.ResourceVersionField:
				if isStored(r, true) {
					return true
				}
			}
		case *ssa.MakeInterface:
			if unversioned(r, up) {
				return true
			}
		case ssa.CallInstruction:
			if clears(r.Common(), v, up) {
				return true
			}
		}
	}
	return false
}

// isStored reports whether something is stored at addr, if empty is set the empty string.
func isStored(addr ssa.Value, empty bool) bool {
	return slices.ContainsFunc(*addr.Referrers(), func(r ssa.Instruction) bool {
		s, ok := r.(*ssa.Store)
		return ok && s.Addr == addr && (!empty || ssaquery.IsEmptyString(s.Val))
	})
}

// clears reports whether a call clears the resourceVersion of the object v.
func clears(c *ssa.CallCommon, v ssa.Value, up int) bool {
	if target(c).name == "Set"+kube.ResourceVersionField {
		return len(c.Args) > 0 && ssaquery.IsEmptyString(c.Args[len(c.Args)-1])
	}
	f := c.StaticCallee()
	if f == nil || up == 0 {
		return false
	}
	for i, a := range c.Args {
		if a == v && i < len(f.Params) && unversioned(f.Params[i], up-1) {
			return true
		}
	}
	return false
}

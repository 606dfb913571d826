package attempt

import (
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/kube"
)

// matters reports whether fn may read, write or version an object, or make
// something of an error: others need not be run.
func (pr *Program) matters(fn *ssa.Function) bool {
	if fn.Parent() != nil && fn.Pkg == pr.pkg {
		return true // literals are short, and set the variables around them
	}
	return pr.relevant[fn]
}

// findWhatMatters looks at each function once, and then at who calls whom.
func (pr *Program) findWhatMatters() {
	pr.relevant, pr.writers = map[*ssa.Function]bool{}, map[*ssa.Function]bool{}
	callers := map[*ssa.Function][]*ssa.Function{}
	for _, fn := range pr.funcs {
		pr.relevant[fn], pr.writers[fn] = pr.itself(fn, callers)
		if fn.Parent() != nil {
			callers[fn] = append(callers[fn], fn.Parent())
		}
	}
	spread := func(set map[*ssa.Function]bool) {
		var work []*ssa.Function
		for _, fn := range pr.funcs {
			if set[fn] {
				work = append(work, fn)
			}
		}
		for len(work) > 0 {
			fn := work[len(work)-1]
			work = work[:len(work)-1]
			for _, c := range callers[fn] {
				if !set[c] {
					set[c] = true
					work = append(work, c)
				}
			}
		}
	}
	spread(pr.relevant)
	spread(pr.writers)
}

// itself reports whether fn matters by what stands in it, and whether it writes.
func (pr *Program) itself(fn *ssa.Function, callers map[*ssa.Function][]*ssa.Function) (matters, writes bool) {
	matters = handsOn(fn.Signature)
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			switch instr := instr.(type) {
			case *ssa.Store:
				matters = matters || versions(instr)
			case ssa.CallInstruction:
				if own := pr.own(instr.Common()); own != nil {
					callers[own] = append(callers[own], fn)
				}
				m, w := pr.callMatters(instr.Common())
				matters, writes = matters || m, writes || w
			}
		}
	}
	return matters, writes
}

// handsOn reports whether a function may return the object or the error that it
// is given.
func handsOn(sig *types.Signature) bool {
	in, out := [2]bool{}, [2]bool{}
	note := func(t types.Type, k *[2]bool) {
		k[0] = k[0] || kube.IsObject(t)
		k[1] = k[1] || types.TypeString(t, nil) == "error"
	}
	for i := range sig.Params().Len() {
		note(sig.Params().At(i).Type(), &in)
	}
	for i := range sig.Results().Len() {
		note(sig.Results().At(i).Type(), &out)
	}
	return out[0] || in[1] && out[1]
}

// versions reports whether a store may give an object a version.
func versions(s *ssa.Store) bool {
	if t := s.Val.Type(); kube.VersionedType(t) && !isPointer(t) && !types.IsInterface(t) {
		return true
	}
	fa, ok := s.Addr.(*ssa.FieldAddr)
	return ok && kube.IsObjectMeta(fa.X.Type().Underlying().(*types.Pointer).Elem()) && valueName(fa) == "ResourceVersion"
}

// callMatters reports whether a call may read, write or version an object.
func (pr *Program) callMatters(c *ssa.CallCommon) (matters, writes bool) {
	fn, name, sig, recv := target(c)
	if fn != nil {
		if _, ok := kube.RetryRows[kube.Name(fn)]; ok {
			return true, false
		}
	}
	switch kube.CallOf(name, fn, sig, recv).Verb {
	case kube.Write, kube.WriteInto, kube.PatchInto:
		return true, pr.own(c) == nil
	case kube.ReadLive, kube.ReadInto, kube.ReadCache, kube.Create, kube.ListCache:
		return true, false
	}
	switch name {
	case "SetResourceVersion", "DeepCopyInto":
		return true, false
	}
	if pr.own(c) != nil {
		return false, false
	}
	if fn != nil {
		if row := pr.row(fn); row != "" {
			return true, strings.Contains(row, "commit")
		}
		if kube.Quiet(fn) || pr.known(fn) {
			return false, false
		}
	}
	for i, a := range c.Args {
		if i == 0 && sig.Recv() != nil && !c.IsInvoke() && kube.IsObject(a.Type()) {
			continue // the object's own method
		}
		if kube.IsObject(a.Type()) {
			return true, false
		}
	}
	return false, false
}

package attempt

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/ssaquery"
)

// matters reports whether fn may read, write or version an object, or make
// something of an error: others need not be run.
func (pr *Program) matters(fn *ssa.Function) bool {
	if fn.Parent() != nil && fn.Pkg == pr.pkg {
		return true // literals are short, and set the variables around them
	}
	return pr.does[fn]&relates != 0
}

// findWhatMatters looks at each function once, and then at who calls whom. It returns
// the callers of each function.
func (pr *Program) findWhatMatters() map[*ssa.Function][]*ssa.Function {
	pr.taken = map[*ssa.Function]bool{}
	pr.does = make(map[*ssa.Function]does, len(pr.funcs))
	callers := map[*ssa.Function][]*ssa.Function{}
	for _, fn := range pr.funcs {
		pr.does[fn] = pr.itself(fn, callers)
		if fn.Parent() != nil {
			callers[fn] = append(callers[fn], fn.Parent())
		}
	}
	pr.tellCallers(slices.Clone(pr.funcs), callers)
	return callers
}

// tellCallers passes what the functions in work do on to those that call them.
func (pr *Program) tellCallers(work []*ssa.Function, callers map[*ssa.Function][]*ssa.Function) {
	for len(work) > 0 {
		fn := work[len(work)-1]
		work = work[:len(work)-1]
		for _, c := range callers[fn] {
			if all := pr.does[c] | pr.does[fn]; all != pr.does[c] {
				pr.does[c] = all
				work = append(work, c)
			}
		}
	}
}

// itself is what fn does by what stands in it.
func (pr *Program) itself(fn *ssa.Function, callers map[*ssa.Function][]*ssa.Function) does {
	var d does
	if handsOn(fn.Signature) || asks(fn.Signature) {
		d = relates
	}
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			for _, f := range asValues(instr) {
				pr.taken[f] = true
			}
			switch instr := instr.(type) {
			case *ssa.FieldAddr:
				if namesStatus(instr) {
					d |= parts
				}
			case *ssa.Store:
				if versions(instr) || keeps(instr) {
					d |= relates
				}
			case *ssa.MakeClosure:
				// A method value runs the method: save := r.Update.
				for call := range ssaquery.Each[ssa.CallInstruction](instr.Fn.(*ssa.Function)) {
					if instr.Fn.(*ssa.Function).Synthetic != "" {
						d |= pr.runs(fn, call.Common(), callers)
					}
				}
			case ssa.CallInstruction:
				d |= pr.runs(fn, instr.Common(), callers)
				if d&relates == 0 && pr.handsObjects(instr.Common()) {
					d |= relates
				}
			}
		}
	}
	return d
}

// runs is what a call in fn does, if it calls no function of the package. Of one it notes that fn calls it.
func (pr *Program) runs(fn *ssa.Function, c *ssa.CallCommon, callers map[*ssa.Function][]*ssa.Function) does {
	for _, own := range pr.mayRun(c) {
		callers[own] = append(callers[own], fn)
	}
	return pr.callDoes(c)
}

// namesStatus reports whether f is the status of an object.
func namesStatus(f *ssa.FieldAddr) bool {
	return ssaquery.FieldName(f.X, f.Field) == kube.StatusField && kube.IsObject(f.X.Type())
}

// handsOn reports whether a function may return an object or its metadata, or the error that it
// is given.
func handsOn(sig *types.Signature) bool {
	fails := false
	for i := range sig.Results().Len() {
		t := sig.Results().At(i).Type()
		if standsFor(t) && !ssaquery.IsError(t) {
			return true
		}
		fails = fails || ssaquery.IsError(t)
	}
	for i := range sig.Params().Len() {
		if fails && ssaquery.IsError(sig.Params().At(i).Type()) {
			return true
		}
	}
	return false
}

// versions reports whether a store may give an object a version.
func versions(s *ssa.Store) bool {
	if _, ok := s.Val.Type().Underlying().(*types.Struct); ok && kube.VersionedType(s.Val.Type()) {
		return true
	}
	fa, ok := s.Addr.(*ssa.FieldAddr)
	return ok && kube.IsObjectMeta(ssaquery.Deref(fa.X.Type())) && valueName(fa) == "ResourceVersion"
}

// keeps reports whether a store puts an object into a field of a struct that the function
// did not make: its caller finds it there.
func keeps(s *ssa.Store) bool {
	if _, ok := s.Addr.(*ssa.FieldAddr); !ok {
		return false
	}
	root := ssaquery.Root(s.Addr)
	if a, ok := root.(*ssa.Alloc); ok { // the variable that holds the receiver
		if vs := ssaquery.StoredIn(a); len(vs) == 1 {
			root = vs[0]
		}
	}
	_, given := root.(*ssa.Parameter)
	return given && kube.IsObject(s.Val.Type())
}

// callDoes is what a call does, by what is called and what it gets, if that is
// not a function of the package: the body of one is looked at.
func (pr *Program) callDoes(c *ssa.CallCommon) does {
	to := target(c)
	fn := to.fn
	if fn != nil {
		if _, ok := kube.Retries(fn); ok {
			return relates | repeats
		}
		if _, into, ok := kube.Content(fn); ok && into >= 0 {
			return relates | parts
		} else if ok {
			return relates
		}
	}
	var d does
	if pr.isConflictTest(to) {
		d = tells
	}
	if fn != nil {
		if kube.DiffOfBytes(fn) {
			d |= commits | parts | relates
		} else if pr.others.of(fn).Refill != nil {
			d |= commits | parts | relates
		} else if pr.sendsParts(fn) || setsThroughInterface(c) || to.recv != nil && pr.accessors.field(fn, to.recv) != "" {
			d |= parts
		}
	}
	own := pr.own(c)
	if _, _, ok := mutatedBy(c, to); ok && own == nil {
		d |= mutates | parts
	}
	if own == nil && mayCreate(c) {
		d |= creates
	}
	switch to.client().Verb {
	case kube.Write:
		if own == nil {
			d |= commits | leaves
		}
		return d | relates
	case kube.WriteInto, kube.PatchInto:
		if own == nil {
			d |= commits
		}
		return d | relates
	case kube.ReadInto:
		if own == nil {
			d |= fills
		}
		return d | relates
	case kube.ReadLive, kube.ReadCache, kube.Create, kube.ListCache:
		return d | relates
	}
	if to.name == "SetResourceVersion" || kube.CopiesInto(to.name) {
		return d | relates
	}
	if own != nil {
		return d
	}
	if fn != nil {
		told := pr.others.of(fn)
		if len(told.Through) > 0 {
			d |= throughs
		}
		if told.relates() {
			return d | relates | told.flags()
		}
	}
	return d
}

// mayCreate reports whether c itself creates an object, by CreateOrUpdate or the like, too.
func mayCreate(c *ssa.CallCommon) bool {
	to := target(c)
	_, _, ok := mutatedBy(c, to)
	return ok || to.fn != nil && to.client().Verb == kube.Create
}

// sendsParts reports whether a call of fn is about parts of objects.
func (pr *Program) sendsParts(fn *types.Func) bool {
	if fn.Pkg() == nil {
		return false
	}
	if kube.DiffPatch(fn) || kube.GivesStatusWriter(fn) || kube.GivesSubResource(fn) || kube.WritesSubResource(fn) {
		return true
	}
	told := pr.others.of(fn)
	return told.Difference != nil || slices.ContainsFunc(told.Sets, func(c Change) bool { return strings.Contains("."+c.Path, "."+kube.StatusField) }) ||
		slices.ContainsFunc(told.Sends, func(s Sending) bool { return s.To == kube.ToStatus || s.Copied })
}

// setsThroughInterface reports whether c calls a method of an object through an interface of the
// program, by which its status may be set.
func setsThroughInterface(c *ssa.CallCommon) bool {
	return c.IsInvoke() && kube.IsObject(c.Value.Type()) && !kube.Quiet(c.Method) && edits(c.Method.Name())
}

// handsObjects reports whether a call hands an object to something that may read
// or version it, as nothing is known of it.
func (pr *Program) handsObjects(c *ssa.CallCommon) bool {
	if pr.own(c) != nil {
		return false
	}
	to := target(c)
	for i, a := range c.Args {
		if i == 0 && to.sig.Recv() != nil && !c.IsInvoke() {
			continue // the object's own method
		}
		if kube.IsObject(a.Type()) {
			return to.fn == nil || !kube.Quiet(to.fn) && !pr.known(to.fn)
		}
	}
	return false
}

// flags are what a function of another package does that is told to do d.
func (d *Does) flags() (flags does) {
	if len(d.Commits) > 0 {
		flags = commits | leaves
	} else if len(d.CommitsInto) > 0 || slices.ContainsFunc(d.Sends, func(s Sending) bool { return s.Again }) {
		flags = commits
	}
	if d.Retries != nil {
		flags |= repeats
	}
	return flags
}

// isConflictTest reports whether c is a predicate that tells a conflict from
// other errors.
func (pr *Program) isConflictTest(c called) bool {
	if c.fn == nil || !predicate(c.sig) {
		return false
	}
	answer, known := pr.saysConflict(c.fn)
	return answer && known
}

// saysConflict says what a predicate answers for a conflict, by what is known of the
// library or is told. known is false where it may answer either.
func (pr *Program) saysConflict(fn *types.Func) (answer, known bool) {
	if answer, known := kube.SaysConflict(fn); known {
		return answer, known
	}
	told := pr.others.of(fn).Conflict
	return told == "true", told == "true" || told == "false"
}

// asValues are the functions that instr uses as values, and those that method values run.
func asValues(instr ssa.Instruction) (fns []*ssa.Function) {
	call, isCall := instr.(ssa.CallInstruction)
	for _, op := range instr.Operands(nil) {
		f, ok := (*op).(*ssa.Function)
		if !ok || f.Parent() != nil || isCall && op == &call.Common().Value {
			continue
		}
		fns = append(fns, f)
		for inner := range ssaquery.Each[ssa.CallInstruction](f) {
			if own := inner.Common().StaticCallee(); f.Synthetic != "" && own != nil {
				fns = append(fns, own)
			}
		}
	}
	return fns
}

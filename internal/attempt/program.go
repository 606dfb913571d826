package attempt

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/bound"
	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/machine"
	"github.com/k8slint/k8slint/internal/ssaquery"
)

// A Program is the package that is analysed, with what is known of others.
type Program struct {
	pkg *ssa.Package
	log *bound.Log
	// funcs are its functions, without those of tests.
	funcs []*ssa.Function
	// others are the functions of other packages.
	others *others
	// live says which registers can still be read: states that differ in others go
	// on alike.
	live *ssaquery.Liveness
	// relevance says what of the functions can make a difference.
	relevance *machine.Relevance
	// replayed are the functions that a retry was seen to call again.
	replayed map[*ssa.Function]bool
	// does is what each function of the package does.
	does map[*ssa.Function]does
	// callers are those of each function in the package, taken the functions that are used as values.
	callers map[*ssa.Function][]*ssa.Function
	taken   map[*ssa.Function]bool
	// retries are the functions of the package that retry what they are given.
	retries map[*ssa.Function]ownRetry
	// tooLong are the calls that took more than maxCall.
	tooLong map[costly]bool
	// circles are the functions of the package that all call each other.
	circles func() circles
	// wasted are the instructions that maxWasted bounds.
	wasted int
	// tries are the functions of which triesAgain was asked.
	tries map[*ssa.Function]bool
	// copiers are the functions of which sendsCopy was asked.
	copiers map[*ssa.Function]bool
	// interfaces say what stands behind a call of the package through an interface.
	interfaces *interfaces
	accessors  *accessors
	// setters say what functions change that are not run.
	setters *setters
	// lists are what its loops call.
	lists lists
	// differences are the fields that hold patches of nothing but differences.
	differences map[fieldOf]bool
	orders      machine.Orders
	absent      map[ssa.CallInstruction]bool // what actsIfAbsent says
	changed     map[*ssa.Parameter]bool      // what changed says
	// names are the names of functions, as kube.Name says them.
	names map[*types.Func]string
}

// An ownRetry is a retry of the package. Direct: it hands its argument on to a library's retry, which is found in its
// body, or calls it with an object, with which its body is run.
type ownRetry struct {
	Retry
	direct bool
}

// setters know what functions change of their arguments, and where they send them.
type setters struct {
	prog *Program
	of   map[*ssa.Function][]Change
	sent map[*ssa.Parameter]Sending // what sendsOf found out
	// differences are what differenceOf found out.
	differences map[*ssa.Function]*Difference
}

// costly names what took too long: a function, or one call of a function that is
// given others, since it costs what they do.
type costly struct {
	fn   *ssa.Function
	call ssa.CallInstruction
	one  bool // only one object was in question
}

// does says what a function does, by itself or through functions of the package
// that it calls or holds.
type does uint16

const (
	// relates: it may read, write or version an object, or make something of
	// an error.
	relates does = 1 << iota
	// commits: it writes an object.
	commits
	// leaves: it writes one by a client that leaves it with its old version.
	leaves
	// tells: it tells a conflict from other errors.
	tells
	// repeats: it retries.
	repeats
	// parts: it names the status of an object, or makes a patch, or calls CreateOrUpdate: a
	// write in it may lose a change.
	parts
	// creates: it creates an object, by CreateOrUpdate or the like, too.
	creates
	// mutates: it calls CreateOrUpdate or the like.
	mutates
	// fills: it reads an object into one that it is given or has.
	fills
	// throughs: another package's function does any of that with what lies in an argument.
	throughs
)

// own is the function of the package that a call calls, nil for others. Not all that
// pointsto says it may run: which of that it is, the replay knows by the values.
func (pr *Program) own(c *ssa.CallCommon) *ssa.Function {
	if c.IsInvoke() {
		fn := pr.onlyOne(pr.interfaces.mayRun(c))
		if fn != nil && pr.does[fn]&commits == 0 && target(c).client().Verb != kube.NoVerb {
			return nil // a fake of a client
		}
		return fn
	}
	f := c.StaticCallee()
	if f == nil {
		return nil
	}
	if f.Origin() != nil {
		f = f.Origin()
	}
	if f.Pkg != pr.pkg || len(f.Blocks) == 0 {
		return nil
	}
	return f
}

// onlyOne is the only function of fns, or the only one that writes objects, since others are fakes;
// nil if there are none or several.
func (pr *Program) onlyOne(fns []*ssa.Function) *ssa.Function {
	if len(fns) > 1 {
		fns = slices.DeleteFunc(slices.Clone(fns), func(fn *ssa.Function) bool { return pr.does[fn]&commits == 0 })
	}
	if len(fns) == 1 {
		return fns[0]
	}
	return nil
}

// mayRun are the functions of the package that a call may run, of which own is the only one or
// the only one that counts.
func (pr *Program) mayRun(c *ssa.CallCommon) []*ssa.Function {
	if c.IsInvoke() {
		return pr.interfaces.mayRun(c)
	}
	if own := pr.own(c); own != nil {
		return []*ssa.Function{own}
	}
	return nil
}

func (pr *Program) name(fn *types.Func) string {
	n, ok := pr.names[fn]
	if !ok {
		n = kube.Name(fn)
		pr.names[fn] = n
	}
	return n
}

// known reports whether fn's package was analysed and its methods are bodies, so
// that a function of which nothing is told leaves versions alone.
func (pr *Program) known(fn *types.Func) bool {
	if !pr.others.have(fn.Pkg()) {
		return false
	}
	recv := fn.Signature().Recv()
	return recv == nil || !types.IsInterface(recv.Type())
}

// covers reports whether it is known what of fn makes a difference.
func (pr *Program) covers(fn *ssa.Function) bool {
	return pr.relevance != nil && pr.relevance.Covers(fn)
}

// distinguishes reports whether it may make a difference what v holds.
func (pr *Program) distinguishes(v ssa.Value) bool {
	if pr.relevance == nil || pr.relevance.Value(v) || !pr.relevance.Covers(v.Parent()) {
		return true
	}
	switch v.(type) {
	case *ssa.Parameter, *ssa.FreeVar:
		if standsFor(v.Type()) {
			return true // a literal may be called by whoever is given it
		}
	}
	_, merged := v.(*ssa.Phi)
	return !merged && isReference(v.Type()) && !standsFor(v.Type())
}

// depends reports whether it may make a difference what lies at path in the variable v: "" is
// all of it, ".status.ready" a field.
func (pr *Program) depends(v *ssa.Alloc, path string) bool {
	t := ssaquery.Deref(v.Type())
	if path == "" {
		_, isStruct := t.Underlying().(*types.Struct)
		return isStruct || pr.relevance.Variable(v)
	}
	for {
		field, rest, more := strings.Cut(path[1:], ".")
		st, ok := t.Underlying().(*types.Struct)
		if path[0] != '.' || !ok || strings.ContainsAny(field, "[*") {
			return true
		}
		i := slices.IndexFunc(slices.Collect(st.Fields()), func(f *types.Var) bool { return f.Name() == field })
		if i < 0 || !more {
			return i < 0 || pr.relevance.Field(t, i)
		}
		t, path = st.Field(i).Type(), "."+rest
	}
}

// decides reports whether it may make a difference which way control takes at test.
func (pr *Program) decides(test *ssa.If) bool {
	return !pr.covers(test.Parent()) || pr.relevance.Branch(test)
}

// isReference reports whether a t may lead to an object: errors and structs of plain values do not.
func isReference(t types.Type) bool {
	if ssaquery.IsError(t) {
		return false
	}
	switch t.Underlying().(type) {
	case *types.Pointer, *types.Interface, *types.Signature:
		return true
	case *types.Struct:
		return leadsOn(t, map[types.Type]bool{})
	}
	return false
}

// leadsOn reports whether memory of type t may lead to an object. Those in seen do not.
func leadsOn(t types.Type, seen map[types.Type]bool) bool {
	if ssaquery.IsError(t) || seen[t] {
		return false
	}
	seen[t] = true
	switch u := t.Underlying().(type) {
	case *types.Interface, *types.Signature:
		return true
	case interface{ Elem() types.Type }: // a pointer, slice, array, map or channel
		return leadsOn(u.Elem(), seen)
	case *types.Struct:
		for f := range u.Fields() {
			if leadsOn(f.Type(), seen) {
				return true
			}
		}
		return kube.VersionedType(t)
	}
	return false
}

package attempt

import (
	"go/types"

	"golang.org/x/tools/go/analysis"

	"github.com/k8slint/k8slint/internal/fact"
	"github.com/k8slint/k8slint/internal/kube"
)

// Does is the row of a function: what other packages are told of what it does with the versions of objects. Of a method of an
// interface it is what the only method behind it does. Parameters are counted from the receiver on.
type Does struct {
	// Touches are the parameters of which the version is not known afterwards, Reads those that are read from the API server.
	Touches, Reads []fact.Param
	// Commits are the parameters that are written by a typed client: their versions are old afterwards. CommitsInto are
	// those that are written and take the answer.
	Commits, CommitsInto []fact.Param
	// Error is the error where such a write meets a conflict: the "same" error, or a "new" one, of which nobody can tell
	// that it was a conflict.
	Error string
	// Returns are the results of which it is known where they come from.
	Returns []Return
	// Retries says that it calls a parameter again.
	Retries *Retry
	// Conflict is what it makes of a conflict that it is given. A predicate is "true" or "false"; others return the "same"
	// error or a "new" one.
	Conflict string
	// NilStays: what makes errors of others makes none of nil.
	NilStays bool
	// Sets is what it changes of its parameters.
	Sets []Change
	// Sends says where it sends its parameters, if that is all that becomes of them.
	Sends []Sending
	// Through are the parameters by which it may write, or read over, objects that lie in them.
	Through []fact.Param
	// Difference says that it sends what differs between two parameters.
	Difference *Difference
	// Refill says that it reads a parameter again, and sends its status with what another one has set.
	Refill *Refill
	// OnlyAlive are the parameters, objects, of which a predicate is true only if they are not being deleted, OnlyDeleted
	// those of which it is true only if they are.
	OnlyAlive, OnlyDeleted []fact.Param
	// Makes is the field that it sets of the object that it makes and returns.
	Makes string
	// Field is the field of its receiver whose address a method returns.
	Field string
}

// Package is what is told of a package. It is a type of its own since many packages tell nothing else, and the bytes
// of a fact begin with a description of its type.
type Package struct {
	// Analysed: functions of which nothing is told leave versions alone.
	Analysed bool
}

// A Return says where a result comes from.
type Return struct {
	// Index is its number.
	Index int
	// Param is the parameter that it is, Copied a copy of it. Perhaps: it may be either.
	Param           fact.Param
	Copied, Perhaps bool
	// Source is the name of its source. Changed: its content is not what was read. InCache: it is the cache's own memory.
	Source           string
	Changed, InCache bool
}

// A Retry says that a function calls its parameter again after a conflict, or after any error.
type Retry struct {
	Param fact.Param
	Any   bool
	// If is the predicate that says after which errors, For what says how long it goes on, With the object that it calls
	// the function with each time.
	If, For, With fact.Param
	// Short: it is over in 50 ms, whatever it is given.
	Short bool
}

// A Change is what a function changes of a parameter, an object or a part of one: what lies at a path, surely or perhaps.
type Change struct {
	Param fact.Param
	Path  string
	Sure  bool
}

// A Sending says to which endpoint a function sends a parameter, and whether it always does. Again: it reads the
// parameter again before, and sends it unless it returns an error. Copied: it copies it before, and sends the difference.
type Sending struct {
	Param  fact.Param
	To     kube.Endpoint
	Sure   bool
	Again  bool
	Copied bool
}

// A Difference says from which parameter to which one a patch leads.
type Difference struct{ Base, Object fact.Param }

// A Refill says which parameter is read again, and by which one it is changed before its status is sent.
type Refill struct{ Object, By fact.Param }

// relates reports whether an execution has shown something of it.
func (d *Does) relates() bool {
	return len(d.Touches)+len(d.Reads)+len(d.Commits)+len(d.CommitsInto)+len(d.Returns) > 0 || d.Retries != nil || d.Conflict != ""
}

// result says where the i-th result comes from, if that is known.
func (d *Does) result(i int) (Return, bool) {
	for _, r := range d.Returns {
		if r.Index == i {
			return r, true
		}
	}
	return Return{}, false
}

// others say what functions of other packages do, as those have told.
type others struct {
	pass     *analysis.Pass
	does     map[*types.Func]*Does
	analysed map[*types.Package]bool
}

// of is what fn does, nothing for those of this package.
func (o *others) of(fn *types.Func) *Does {
	if fn == nil || fn.Pkg() == nil || fn.Pkg() == o.pass.Pkg {
		return &Does{}
	}
	does := o.does[fn]
	if does == nil {
		told, _ := fact.Of[Does](o.pass, fn.Origin())
		does = &told
		o.does[fn] = does
	}
	return does
}

// have reports whether p, another package, was analysed.
func (o *others) have(p *types.Package) bool {
	have, known := o.analysed[p]
	if !known && p != nil && p != o.pass.Pkg {
		_, have = fact.OfPackage[Package](o.pass, p)
		o.analysed[p] = have
	}
	return have
}

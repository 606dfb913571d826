package attempt

import (
	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/fact"
)

// A trial runs a function with a function argument that is known: it returns err, and a
// predicate that answers says.
type trial struct {
	top  *ssa.Function
	err  value
	says bool
	// again: the argument is called once more after that. acts: something else is done that
	// may read an object.
	again, acts bool
	// backoff is the parameter that says how long a library's retry goes on. short: it is over in 50 ms.
	backoff       fact.Param
	short, direct bool
	// with is the parameter, an object, that the argument is called with.
	with fact.Param
}

// The values of kind trying.
var (
	triedFunc = value{kind: trying, text: "function"}
	triedTest = value{kind: trying, text: "predicate"}
)

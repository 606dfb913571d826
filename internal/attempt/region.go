package attempt

import (
	"golang.org/x/tools/go/ssa"
)

// A Region is a function that is called again, or a function with a loop.
type Region struct {
	// Call is the retry, nil for loops by hand.
	Call ssa.CallInstruction
	// Fn is the function that is called again, or has the loop.
	Fn *ssa.Function
	// Poll: it is called again while it returns (false, nil).
	Poll bool
	// AnyError: it is called again after any error.
	AnyError bool
	// Short: it is over in 50 ms.
	Short bool
}

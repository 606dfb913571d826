package ownership

import (
	"golang.org/x/tools/go/ssa"
)

// An environment is all that is known while a function is executed: of its
// package, of the packages below, and so far of the other functions.
type environment struct {
	*unit
	deps     *dependencies
	dispatch *dispatch
	stores   *localStores
	clients  *clients
	known    *knowledge

	results map[*ssa.Function]*result
	tables  tables
}

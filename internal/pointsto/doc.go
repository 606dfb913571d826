// Package pointsto determines, within one package, what a pointer refers to, which
// stores a load sees, and which functions a call reaches.
//
// It does not depend on Kubernetes. Its clients describe types and functions of
// other packages in a [Config].
//
// # Domain
//
// Memory is a set of locations ([Loc]): a base, which is a variable, an
// allocation, a field of a type or an unknown value, and a path of field names,
// "[]" for all elements of a container and "*" for the target of a pointer. In
//
//	type Watcher struct{ opts Options; items []*Item }
//
//	w.opts.Raw.Version = rv   // stores to Watcher.opts.Raw.Version
//	w.items[i] = x            // stores to Watcher.items[]
//
// fields of the package's types are one location for all values of the type,
// because one method sets what another reads; fields of other types belong to the
// variable that holds the value (Config.Shared decides).
//
// For a value of pointer, map, slice or channel type, the result is the set of
// locations that it can refer to ([Package.Pointees]); for a value of function type
// the set of the package's functions ([Package.FuncsOf]); for an interface the set
// of its concrete types, which decides what a call runs ([Package.Dispatch]); for a load the set of the stores that it
// can see ([Package.ReachingDefs]).
//
// # Order
//
// All of these are sets, ordered by inclusion; the join of two paths is their union.
// The empty set of locations is "nowhere" (a nil pointer, a value of a cycle that
// nothing enters). There is no element for "anywhere": a value that is not
// followed is a separate location, with itself as the base, so that loads through it
// still see the stores through it.
//
// # How it is computed
//
// Results are computed on demand, backwards from the queried value: through
// conversions and phis, to the arguments of all calls for a parameter, to
// the returns of all callees for a result, to the stores at all locations of the
// address for a load. Tables of stores and calls are built first ([New]). This is
// done twice, because they depend on each other: functions are in fields, and fields
// are read through pointers that functions return.
//
// ReachingDefs is flow-sensitive only in the function of the load: it goes back
// through the blocks to the stores that hide all earlier ones. If it reaches the
// start of the function or a call that can store there, it includes every store of
// the package.
//
// # Termination
//
// A value is not entered while it is being followed: a cycle contributes the results
// of its other paths. The result of a value in a cycle is kept only if the cycle
// does not leave through a value further out. So answers do not depend on the order
// of queries. Locations are finite: paths are bounded, and an element of an element
// is one element.
//
// # Bounds
//
// Each declaration gives the reason, and -debug prints which are reached:
//
//	maxPointees       16    places that a pointer refers to; the rest is left out
//	maxDepth          200   values from a pointer to its location
//	maxRefollows      20000 values of cycles that are followed again
//	maxFunctionSteps  64    values from a function value to its functions
//	maxImplementers   4     implementations that an interface call is followed to
//	maxFields         5     fields in a path
//	maxPath           64    bytes of a path to dereference further
//	maxDispatched     8     calls of interface methods between an interface value and what was put into it
//
// # Unsound on purpose
//
// Results leave out what a program could do but real code does not:
//
//   - What other packages store through pointers that they get:
//     json.Unmarshal(data, &x) does not store to x, atomic.StoreInt64(&n, 1) does not store to n.
//   - unsafe, reflection, and arithmetic on addresses.
//   - Interfaces of other packages: error.Error() calls none of the package's
//     methods.
//   - The order of goroutines and of deferred calls: in
//     "defer set(&x); return x" the load of x does not see the store of set.
//   - What is beyond a bound.
//
// # Incomplete on purpose
//
// Results contain too much, or nothing, if precision would cost more than it is
// worth:
//
//   - Two values of one type share their fields: after "a.rv = r1; b.rv = r2" a
//     load of a.rv sees r2.
//   - All elements of a container are one location.
//   - The analysis is context-insensitive: a parameter is what any call passes.
//   - The type of an interface value is not known if a function of another package
//     returned it, or if it is in an exported field (Dispatch says so).
package pointsto

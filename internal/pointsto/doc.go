// Package pointsto answers, inside one package: what a pointer refers to, which
// stores a load sees, and what a call reaches.
//
// It knows nothing of Kubernetes. What an analysis knows of types and functions
// of other packages, it says in a [Config].
//
// # Domain
//
// Memory is a set of locations ([Loc]): a base, which is a variable, an
// allocation, a field of a type or a value that nothing is known of, and a path of
// field names, "[]" for all elements of a container and "*" for what is pointed
// to. In
//
//	type Watcher struct{ opts Options; items []*Item }
//
//	w.opts.Raw.Version = rv   // stores to Watcher.opts.Raw.Version
//	w.items[i] = x            // stores to Watcher.items[]
//
// fields of the package's own types are one location for all values of the type,
// since what one method sets another reads; fields of other types belong to the
// variable that holds the value (Config.Shared decides).
//
// What is known of a value of pointer, map, slice or channel type is the set of
// locations that it can refer to ([Package.Pointees]), of a value of function type
// the set of the package's functions ([Package.FuncsOf]), of an interface the set
// of its concrete types ([Package.Types]), of a load the set of the stores that it
// can see ([Package.ReachingDefs]).
//
// # Order
//
// All of these are sets, ordered by inclusion; joining two ways is their union. The
// empty set of locations is "nowhere" (a nil pointer, a value of a cycle that
// nothing enters). There is no element for "anywhere": a value that is not
// followed is a location of its own, with itself as the base, so that what is
// stored through it is still seen by loads through it.
//
// # How it is computed
//
// On demand, backwards from the value asked for: through conversions and phis
// ([Through]), to the arguments of all calls for a parameter, to the returns of all
// callees for a result, to the stores at all locations of the address for a load.
// Stores and calls are tabulated first ([New]); as each needs the other, that is
// done twice: functions in fields, fields read through pointers that a function
// returned.
//
// ReachingDefs is flow-sensitive in the function of the load and nowhere else: it
// goes back through the blocks to the stores that hide all before them, and takes
// every store of the package where it comes to the start of the function or past a
// call that can store there.
//
// # Termination
//
// A value that is being followed is not entered again: a cycle contributes what
// its other ways do. The result of a value in a cycle is kept only if the cycle
// does not leave through a value further out, so that answers do not depend on
// who asked first. Locations are finite: paths are bounded, and an element of an
// element is one element.
//
// # Bounds
//
// Each has its reason where it is declared:
//
//	maxPointees       16    places that a pointer refers to; the rest is left out
//	maxDepth          200   values from a pointer to its location (told as a cap)
//	maxRefollows      20000 values of cycles that are followed again
//	maxFunctionSteps  64    values from a function value to its functions
//	maxImplementers   4     implementations that an interface call is followed to
//	maxFields         5     fields in a path
//	maxPath           64    bytes of a path to dereference further
//	maxTypeSteps      8     steps from an interface value to what was put into it
//
// # Unsound on purpose
//
// Answers leave out what a program could do and people's code does not:
//
//   - What other packages store, through pointers that they were given:
//     json.Unmarshal(data, &x) does not store to x (Config.Fills lets a client say
//     so), atomic.StoreInt64(&n, 1) does not store to n.
//   - unsafe, reflection, and arithmetic on addresses.
//   - Interfaces of other packages: error.Error() calls none of the package's
//     methods.
//   - The order of goroutines and of deferred calls: in
//     "defer set(&x); return x" the load of x does not see the store of set.
//   - What is beyond a bound.
//
// # Incomplete on purpose
//
// Answers have too much in them, or say nothing, where more would cost more than
// it tells:
//
//   - Two values of one type share their fields: after "a.rv = r1; b.rv = r2" a
//     load of a.rv sees r2.
//   - All elements of a container are one location.
//   - Calls are not told apart: a parameter is what any call passes.
//   - Of an interface value that a function of another package returned, or that
//     lies in an exported field, no type is known (Types says so).
package pointsto

// Package heap is the abstract memory of one function: what each place that the
// function can tell apart refers to, at a point of the program.
//
// # Domain
//
// An [Object] is memory that is told apart from other memory by where it comes
// from: what parameter 0 refers to, what an instruction makes, the object of the
// cache that a call returns. Its identity is a [Key]. A [Ref] is a place, an
// object and an access path in it (package accesspath); as a Copy it is not the
// address of the place but the struct that lies there, by value. [Values] is a
// set of those, what a value can be. The empty set is a value that nothing is
// known of, or that is fresh: both are harmless to write to.
//
// Objects differ in how much is known of what they hold:
//
//   - Memory that was there before the function was called ([Object.Outer]) holds
//     what it held then, which has a name: place "$0/Labels" holds "$0/Labels/*".
//   - Local memory holds nothing, until something is stored.
//   - Of the cache all that lies in an object is the cache's, and no more is said:
//     each place in it is [Interior]. (A tombstone is the exception, whose field
//     Obj is an object.) What is stored to the cache is a finding, not knowledge.
//
// A [State] is what memory holds as far as it differs from this: cells, by object
// and path. A [Cell] holds a reference, or (Agg) a struct: the structs outside of
// local memory that it is a copy of, for those of its fields that have no cell.
//
//	cp := *pod                        // new1=copy =$0
//	cp.Labels = maps.Clone(cp.Labels) // new1=copy =$0; new1/Labels=new2
//
// The fields of cp refer to what those of pod do, except for Labels.
//
// # Order
//
// A state is below another if each place holds a subset of what it does there
// ([State.At]); what cells there are does not matter. [Merge] is the least upper
// bound: after either s or t, a place holds what it holds after s and what it
// holds after t. So it is commutative, idempotent and associative, and the sets
// only grow. This is so for states that are well-typed, and as long as no set
// overflows:
//
//   - An object has a type, which says of each of its paths whether a reference
//     lies there or a struct (or array). Cells are Agg where a struct lies, in
//     every state.
//   - Below a place of a reference there are no cells except through "/*", and
//     "/*" is only found below such a place. Local memory has no paths through
//     "/*": what a reference refers to is another object there.
//   - A cell that is Agg holds copies of structs of its type, none of them in local
//     memory.
//
// Go programs are well-typed, and [State.Store] keeps to the last rule. What is
// not: memory that unsafe turns into another type, and an object that is met under
// several type assertions, whose paths "/:(T)/Name" and "/Name" are two places.
// Nothing breaks then, but the result can depend on the order of merging.
//
// # Termination
//
// Paths are bounded (package accesspath), objects are as many as the instructions
// of the function and the contexts of the calls that these lead to, and sets are
// bounded by maxRefs. So chains in the order are finite. They can still be long:
// the function's execution visits a block a bounded number of times.
//
// # Caps
//
//   - maxRefs (12): a set keeps its first references: memory of others before local
//     memory, and that before what is the cache's under some manager only; older
//     objects before newer ones, parameters first. A variable that may be more than
//     a dozen things is met in generated code, and in tables of functions.
//   - maxCells (40): the cells that a copy of a struct takes over, by path. A Pod
//     that a function has filled field by field has fewer.
//   - maxCellSteps (8): the steps of those. Beyond them are only structs that are
//     copied into their own containers, which grow forever.
//   - maxObjectCells (80): an object with so many gets no further ones by stores
//     that do not replace.
//   - maxTrail (64): copies of copies that a look-up goes through.
//
// # What is left out on purpose
//
// The analysis reports on proof, so that what memory is forgotten of is not
// reported. Incomplete, in this sense, are the caps, and:
//
//   - A store through a vague path ("/…", "/**") is no knowledge:
//     for n := list; n != nil; n = n.next { n.obj = obj }.
//   - A strong store to a reference forgets the cells behind "/*", what was stored
//     where it referred to: p.Spec.Labels = m; p.Spec = other; a second way to the
//     former p.Spec does not lead to m.
//
// Unsound, in that a write may be reported that cannot happen:
//
//   - Elements are one place: after objs[0] = cached; objs[1] = local, either is both.
//   - An object is as many as its instruction makes: in a loop, what the last round
//     stored into its new object is met again in that of this round, unless the
//     execution empties it ([State.Empty]).
//   - Two parameters are two objects, even where a caller gives the same one twice:
//     after $0/Labels=new1, the labels of the other parameter are what they were. A
//     caller that gives one object for both does not take over what a function says
//     so of the other, see package ownership.
package heap

// Package ssaquery answers questions about SSA that go/ssa does not. What is the declared
// function of an instance or wrapper? Which name of a function or field holds across packages?
// How did the author write a value? Are two reads of one place? What is stored in a captured
// variable? In which order are blocks best looked at?
//
// It holds no state but what a [Liveness] found out, and knows nothing of caches, watches or Kubernetes but the
// way in which package kube names types. Everything in it is a function of SSA
// values or of syntax; each answer is exact or errs on the side that its comment
// names.
//
//	names.go     functions, methods, types and fields
//	values.go    what a value is, where it lies, what came with it
//	blocks.go    order, positions, enclosing functions
//	live.go      which registers and variables can still be read
//	reach.go     which blocks and instructions come after which
//	numbers.go   numbers for things, the same in every run
//	wrapped.go   what is in a conversion
//	methods.go   what wrappers, interfaces and variadic calls stand for
//	loops.go     loops that give every element of a slice a new value
//	describe.go  a value as its author would name it
//	source.go    from an instruction back to the expression it was made from
package ssaquery

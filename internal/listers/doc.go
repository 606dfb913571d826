// Package listers knows which listers of a program copy what they hand out.
//
// Package kube takes what an interface of the form of a generated lister returns for
// an object of the informer's cache. A program can put a lister of its own behind
// such an interface, one that converts or copies, and often it is main that does:
//
//	controller.New(copying.NewPodInformer(factory))   // package main
//	c.pods = informer.Lister()                        // package controller
//	pod, err := c.pods.Pods(ns).Get(name)             // package controller
//
// The package that reads does not know what main hands in. So each package tells (as
// a [Fact]) which listers go where, which of its own copy, and where it reads, and
// whoever sees the whole program, as the command does, decides which reads are of
// copies ([Copied]).
//
// # Domain
//
// A [Node] is a place that holds listers, or what hands out listers: a field of a
// struct type, a variable, a parameter or result of a function, what a method of
// another node returns. An [Edge] says that what is in one node gets into another.
// The sources are the program's own types; a type that is not the program's, a call
// through a function value, a parameter of a method are unknown.
//
// A read is of a copy if the types that reach its node are all known, there is one,
// and all of them return what is not known to be the cache's.
//
// # Why it ends
//
// A node that is being resolved is not entered again, and contributes what its other
// sources do. maxSteps (64) bounds how deep a question goes, maxTypes (8) how many
// types a node may hold: a program has one lister of its own for a kind, or two.
//
// # Unsound on purpose
//
// Fields are one place for all values of a struct type. Packages that are not
// analysed put nothing into fields: a run on a part of a module decides by that part.
// Tests do not count, they put fakes there.
package listers

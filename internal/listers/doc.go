// Package listers determines which listers of a program copy what they return.
//
// Package kube assumes that an interface with the form of a generated lister returns
// objects of the informer's cache. But a program can put its own lister behind
// such an interface, one that converts or copies, and often main does so:
//
//	controller.New(copying.NewPodInformer(factory))   // package main
//	c.pods = informer.Lister()                        // package controller
//	pod, err := c.pods.Pods(ns).Get(name)             // package controller
//
// The package that reads does not know what main passes. So each package exports (as
// a [Does]) which listers go where, which of its listers copy, and where it reads. A
// driver that sees the whole program, as the command does, then decides which reads
// are of copies ([Copied]).
//
// # Domain
//
// A [Node] is a place that holds listers, or something that returns listers: a field
// of a struct type, a variable, a parameter or result of a function, the result of a
// method of another node. An [Edge] says that the values of one node flow into
// another. The sources are the types of the program; other types, calls through
// function values, and parameters of methods are unknown.
//
// A read is of a copy if all types that reach its node are known, there is at least
// one, and none of them returns something known to belong to the cache.
//
// # Why it terminates
//
// A node is not entered while it is being resolved, and contributes its other
// sources. maxSteps (64) bounds the depth of a query, maxTypes (8) the number of
// types that a node may hold: a program defines one or two listers for a kind.
//
// # What is unsound on purpose
//
// Fields are one place for all values of a struct type. Packages that are not
// analysed store nothing in fields: a run on part of a module decides by that part.
// Tests do not count, because they store fakes there.
package listers

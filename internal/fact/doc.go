// Package fact holds what a package tells its importers: the facts of all analyzers are of one type, [Fact],
// and have one text form.
//
//	type handling struct {
//		Param fact.Param
//		Tests, Adds bool
//	}
//	fact.Tell(pass, fn, handling{Param: 1, Adds: true}) // fn: $1; adds
//	h, ok := fact.Of[handling](pass, fn)                // in an importer
//
// An analyzer declares what it tells as a struct, and names Fact[handling] among its FactTypes. go/analysis ties
// each type of facts to one analyzer, so that a run computes only what it needs; hence the type parameter.
//
// What a function does to memory has a language of its own, which is richer: see package effect.
//
// # The text form
//
// [Format] writes what -facts prints, and [Parse] reads it. The two are inverse.
//
//	struct = [ field { "; " field } ]                the fields that are not zero, in their order; a Param that is not NoParam
//	field  = name                                    a bool that is true
//	       | name value { " " value }                another field; the elements of a slice
//	       | "$" N                                   the field Param, also if it is 0
//	value  = word | "$" N | "(" struct ")"           a string, number or text; a Param; a struct
//	name   = the field's name, with a small first letter
//	word   = what has no space or any of ";()" and does not begin with '"' or "$"; or a string of Go in double quotes
//
// # What it holds
//
// Structs of bools, strings, whole numbers, [Param], structs, pointers to structs, and slices of all but bools and
// slices. Anything else is a mistake of the programmer and panics.
package fact

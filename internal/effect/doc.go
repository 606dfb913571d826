// Package effect says what a function does to memory, in terms of its
// parameters: where its results come from, what it writes, what it leaves in
// memory of its caller, and what it calls of the functions that it is given.
// That is a [Summary]: all that a caller knows of a function, within a package
// and, as a fact, across packages.
//
// # The text form
//
// Summaries have a text form, one language for the rows of package kube, for
// facts, for tests and for what is printed. [Parse] reads it, [Summary.String]
// writes it, and the two are inverse:
//
//	write $0/Labels/*/[] SetLabels
//
// writes an element of the map that field Labels of what parameter 0 points to
// refers to; a message says "SetLabels".
//
//	ret0=cache[]
//
// returns a container whose elements are objects of the informer cache, and
//
//	ret0=$1/Labels/* if $2==true; call $3(cache,_)
//
// returns the map in field Labels of parameter 1 where parameter 2 is true, and
// calls parameter 3, a function, with an object of the cache and something of
// which nothing is known.
//
// Parameters are numbered from 0, the receiver first. A path says the way from
// there, see package accesspath: "/Labels" is a field, "/*" what a reference refers
// to, "/[]" an element. A type that is asserted on the way stands in parentheses,
// "/:(k8s.io/api/core/v1.Pod)", and so does one that is ruled out,
// "/!(k8s.io/api/core/v1.Pod)". A step with other characters than letters, digits
// and _[]*?$.… is quoted as a Go string.
//
// # Grammar
//
//	summary = "none" | clause { ";" clause } .
//	clause  = "ret" N "=" values                        what result N may be
//	        | "call" [ "weak" ] ( place | string ) "(" [ values { "," values } ] ")"
//	                                                    a call of what lies at a place, or is known by a key;
//	                                                    weak: one that the function can return without
//	        | "write" place [ guard ] [ word ] ways     a write, and what a message calls it
//	        | "store" [ how ] place values              what is left in memory of the caller
//	        | "fresh" place                             the struct at a place is replaced by a new one
//	        | "field" string path "=" values            a field of any struct of a type is given a value
//	        | "new" N path "=" [ how ] values           what a fresh object holds
//	        | "cache" N "=" word ways [ managed ] [ "of" "$" N ] .
//	                                                    where an object of the cache comes from; the parameter that is read
//	values  = "_" | value { "|" value } .               "_" is a value of which nothing is known
//	value   = place [ guard ] .
//	place   = [ "=" ] base path .                       with "=", the struct that lies there, by value
//	base    = "$" N                                     parameter N
//	        | "captured" N                              captured variable N
//	        | "cache" [ N ]                             an object of the cache: the one that a clause describes,
//	                                                    or one that is not described
//	        | "new" N                                   the fresh object N
//	        | "call" N "." N                            what the call clause N returns as result N
//	        | "func" string [ "new" N ]                 a function, by key; its captured variables in a fresh object
//	        | "cache" [ N ] ( "[]" | "*" )              a fresh container, or pointer, of such an object
//	        | "new[](" place ")"                        a fresh container of the elements of another
//	        | "iter(" place ")" .                       an iterator over what a container holds
//	path    = { "/" step } .
//	guard   = "if" "$" N path ( "==" | "!=" ) constant .  as go/constant writes constants exactly
//	how     = { "weak" | "strong" | "copy" | "ref" | "elems" } .
//	ways    = [ "at" word ] [ "type" word ] { "via" [ "field" ] word [ "at" word ] } .
//	managed = "managed" [ "type" word ] [ "client" word ] [ "given" ] .
//	word    = string | characters but spaces and ";" .
//	string  = a string of Go in double quotes .
//
// "at" is a position, as package/file.go:line; "type" the dynamic type of an
// object of the cache; "via" a call, or field, on the way, the outermost first.
// A type is only said of the cache, never of a write.
//
// Of "how", which is left out where it is what one would think: a store is weak
// (what was there may still be there) if its place stands for many, and strong
// otherwise; a store or cell is a copy of structs if a value is, and a reference
// otherwise; "elems" tells that the values are what the elements of a container
// refer to.
//
// Objects are numbered in a text, or they are not: "cache" and "cache0", or
// "iter($0)" and "new0", do not stand in one text, for which is which could not
// be told. String leaves numbers out where that says the same.
//
// # What the text leaves out
//
// What is local to the package that is analysed: the positions and instructions
// of writes ([Site]) and origins, and the functions behind keys. Results after
// the last of which something is known are left out too.
package effect

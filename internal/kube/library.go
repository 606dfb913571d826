package kube

import (
	"go/types"
	"slices"
	"strings"
)

// A Package is what is known of one package of a library.
//
// Functions and methods are named within it: "Fetch", "(Store).Get",
// "(*Group).Go"; type parameters and arguments are left out.
type Package struct {
	// Path is the import path.
	Path string
	// Functions says what functions and methods do, in the language of package
	// effect.
	Functions map[string]string
	// Callbacks says what functions are called with that the library keeps: in
	// a field of a struct ("Funcs.CreateFunc"), as a method of an interface
	// ("ResourceEventHandler.OnAdd", the receiver being the first argument) or
	// as a value of a named function type ("IndexFunc"). There is a word for
	// each argument: cache, an object of the cache; {Field}, a struct that holds
	// one in the field of that name; _, something else.
	Callbacks map[string]string
	// Events are the fields, by the name of a struct type, that hold objects of
	// the cache wherever a function has a parameter of that type.
	Events map[string][]string
	// Boxes says what methods do with values that their receiver keeps.
	Boxes map[string]Box
	// Variables are variables that hold a function, with that function's full
	// name ("path/of/package.Name").
	Variables map[string]string
	// Retries are the functions that call an argument again.
	Retries map[string]Retry
	// Releases are the releases that something named above is part of, where it
	// is not part of all that are supported: ">=0.31", "<0.25",
	// ">=0.19 <0.22". They are those of the package's module, or for the
	// standard library, of Go. The test of the rows reads this; the analysis
	// needs no releases, as what a release lacks is not called.
	Releases map[string]string
}

// A Box is what a method does with the values that its receiver keeps: a queue,
// a concurrent map, an atomic value.
type Box struct {
	Put   int  // this parameter is kept, the receiver being 0; 0 for none
	Take  bool // result 0 is a value that is kept
	Each  bool // parameter 1 is called with each value, as its last argument
	First bool // with Each: as its first argument
	One   bool // it keeps one value, the last
}

// A Retry is a function that calls one of its arguments again. The arguments are
// counted without a receiver.
type Retry struct {
	// Fn is the argument that is called again, Predicate the one that says for
	// which errors, Backoff the one that says how long.
	Fn, Predicate, Backoff int
	// Poll: it is called again while it returns (false, nil).
	Poll bool
	// Unless is the function that makes an option by which it is called again after some
	// errors only, "" if there is none. The options are the last argument.
	Unless string
}

// These stand for arguments of a Retry that are not there.
const (
	// OnConflict as Predicate: it is called again after a conflict.
	OnConflict = -1
	// OnAnyError as Predicate: it is called again after any error.
	OnAnyError = -2
	// NoBackoff: how long is said in another way.
	NoBackoff = -1
)

// lastName is name without a receiver.
func lastName(name string) string { return name[strings.LastIndexByte(name, '.')+1:] }

// full is the name of what is called name within p.
func (p Package) full(name string) string {
	if rest, ok := strings.CutPrefix(name, "(*"); ok {
		return "(*" + p.Path + "." + rest
	}
	if rest, ok := strings.CutPrefix(name, "("); ok {
		return "(" + p.Path + "." + rest
	}
	return p.Path + "." + name
}

// hasName reports whether f has one of the names, as Name says them.
func hasName(f *types.Func, names ...string) bool {
	return slices.ContainsFunc(names, func(name string) bool { return strings.HasSuffix(name, f.Name()) }) && slices.Contains(names, Name(f))
}

// Name is how the tables (and models of users) name a function: as
// types.Func.FullName does, without vendor folders and type parameters.
func Name(f *types.Func) string {
	f = f.Origin()
	recv := f.Signature().Recv()
	if recv == nil {
		return Unvendored(f.FullName())
	}
	t, star := types.Unalias(recv.Type()), ""
	if p, ok := t.(*types.Pointer); ok {
		t, star = types.Unalias(p.Elem()), "*"
	}
	n, ok := t.(*types.Named)
	if !ok || n.TypeParams().Len() == 0 || n.Obj().Pkg() == nil {
		return Unvendored(f.FullName())
	}
	return "(" + star + Unvendored(n.Obj().Pkg().Path()) + "." + n.Obj().Name() + ")." + f.Name()
}

package kube

import (
	"go/types"
	"maps"
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
	// ownership/effect.
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

// libraries are all packages that something is known of by name. What is known
// by shape is in shapes.
var libraries = []Package{
	stdJSON, stdMaps, stdSlices, stdSort, stdSync, stdAtomic, expMaps, expSlices, errgroup,
	mergo, oldMergo, copier, mapstructure, oldMapstructure, sigsYAML,
	apiMetaPackage, metaV1Package, unstructuredPackage, runtimePackage, watchPackage, utilJSON, utilYAML,
	toolsCache, toolsWatch, listers, utilRetry, utilWorkqueue, utilWait, backoffV1, backoffV3, backoffV4, retryGoV1, retryGoV3, retryGoV4,
	controllerRuntime, clientPackage, cacheAPI, controllerutil, predicates, handlers, events,
	knativeController, knativeKmeta,
	istioKclient, istioKrt,
}

// index is libraries by full name.
type index struct {
	functions map[string]string
	callbacks map[string]string
	events    map[string][]string
	boxes     map[string]Box
	variables map[string]string
	retries   map[string]Retry
	// functionNames, callbackNames, boxNames and retryNames are the names in these tables without
	// packages and receivers: most functions have none of them, and the full name of a
	// function takes long to make.
	functionNames, callbackNames, boxNames, retryNames map[string]bool
}

var known = newIndex(libraries)

func newIndex(packages []Package) index {
	x := index{
		functions:     map[string]string{},
		callbacks:     map[string]string{},
		events:        map[string][]string{},
		boxes:         map[string]Box{},
		variables:     map[string]string{},
		retries:       map[string]Retry{},
		functionNames: map[string]bool{},
		callbackNames: map[string]bool{},
		boxNames:      map[string]bool{},
		retryNames:    map[string]bool{},
	}
	for _, p := range packages {
		for name, effect := range p.Functions {
			x.functions[p.full(name)], x.functionNames[lastName(name)] = effect, true
		}
		for name, args := range p.Callbacks {
			x.callbacks[p.full(name)], x.callbackNames[lastName(name)] = args, true
		}
		for name, fields := range p.Events {
			x.events[p.full(name)] = fields
		}
		for name, box := range p.Boxes {
			x.boxes[p.full(name)], x.boxNames[lastName(name)] = box, true
		}
		for name, function := range p.Variables {
			x.variables[p.full(name)] = function
		}
		for name, r := range p.Retries {
			x.retries[p.full(name)], x.retryNames[lastName(name)] = r, true
		}
	}
	return x
}

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

// Rows are the effects of all functions by their full names, and those of the
// shapes that have tables, for tests.
func Rows() map[string]string {
	rows := maps.Clone(known.functions)
	for name, effect := range conditionMethods {
		rows["(github.com/rancher/norman/condition.Cond)."+name] = effect
	}
	rows["DeepCopyInto"] = DeepCopyInto
	return rows
}

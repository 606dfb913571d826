package kube

import "maps"

// libraries are all packages that something is known of by name. What is known
// by shape is in shapes.
var libraries = []Package{
	stdJSON, stdMaps, stdSlices, stdSort, stdSync, stdAtomic, expMaps, expSlices, errgroup,
	mergo, oldMergo, copier, mapstructure, oldMapstructure, sigsYAML,
	apiMetaPackage, metaV1Package, unstructuredPackage, runtimePackage, watchPackage, utilJSON, utilYAML,
	toolsCache, toolsWatch, listers, utilRetry, utilWorkqueue, utilWait, backoffV1, backoffV3, backoffV4, retryGoV1, retryGoV3, retryGoV4,
	controllerRuntime, controllerLog, clientPackage, cacheAPI, controllerutil, predicates, handlers, events,
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
	// functionNames, boxNames and retryNames are the names in these tables without
	// packages and receivers: most functions have none of them, and the full name of a
	// function takes long to make.
	functionNames, boxNames, retryNames map[string]bool
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
		boxNames:      map[string]bool{},
		retryNames:    map[string]bool{},
	}
	for _, p := range packages {
		for name, effect := range p.Functions {
			x.functions[p.full(name)], x.functionNames[lastName(name)] = effect, true
		}
		for name, args := range p.Callbacks {
			x.callbacks[p.full(name)] = args
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

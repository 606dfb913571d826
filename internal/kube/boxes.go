package kube

import (
	"go/types"
	"strings"
)

// A Box is what a method does with the values that its receiver keeps: a queue,
// a concurrent map, an atomic value.
type Box struct {
	Put  int  // this parameter is kept, the receiver being 0; 0 for none
	Take bool // result 0 is a value that is kept
	Each bool // parameter 1 is called with each value, as its last argument
	One  bool // it keeps one value, the last
}

var boxes = map[string]Box{
	"(*sync.Map).Store":            {Put: 2},
	"(*sync.Map).LoadOrStore":      {Put: 2, Take: true},
	"(*sync.Map).Swap":             {Put: 2, Take: true},
	"(*sync.Map).Load":             {Take: true},
	"(*sync.Map).LoadAndDelete":    {Take: true},
	"(*sync.Map).Range":            {Each: true},
	"(*sync/atomic.Pointer).Store": {Put: 1, One: true},
	"(*sync/atomic.Pointer).Load":  {Take: true},
	"(*sync/atomic.Pointer).Swap":  {Put: 1, Take: true, One: true},
	"(*sync/atomic.Value).Store":   {Put: 1, One: true},
	"(*sync/atomic.Value).Load":    {Take: true},
	"(*sync/atomic.Value).Swap":    {Put: 1, Take: true, One: true},
}

// BoxMethod is what the method m does with what its receiver keeps; ok is false
// for methods of other types.
func BoxMethod(m *types.Func) (box Box, ok bool) {
	if m.Pkg() == nil {
		return Box{}, false
	}
	switch path := Unvendored(m.Pkg().Path()); path {
	case "sync", "sync/atomic":
		box, ok = boxes[Name(m)]
	case "k8s.io/client-go/util/workqueue":
		recv := m.Signature().Recv()
		if recv == nil || strings.HasPrefix(m.Name(), "AddWith") {
			return Box{}, false
		}
		switch {
		case strings.HasPrefix(m.Name(), "Add") && m.Signature().Params().Len() >= 1:
			return Box{Put: 1}, true
		case m.Name() == "Get" && m.Signature().Results().Len() == 2:
			return Box{Take: true}, true
		}
	}
	return box, ok
}

// variables are functions that the Kubernetes libraries keep in variables, by
// the function that is in there.
var variables = map[string]string{
	"sigs.k8s.io/controller-runtime.SetControllerReference": ctrlPkg + "/controller/controllerutil.SetControllerReference",
	"sigs.k8s.io/controller-runtime.CreateOrUpdate":         ctrlPkg + "/controller/controllerutil.CreateOrUpdate",
}

// Variable is the row for a call of the function in a package's variable.
func Variable(pkg, name string) (string, bool) {
	f, ok := variables[Unvendored(pkg)+"."+name]
	if !ok {
		return "", false
	}
	return rows[f], true
}

// Collects reports whether f makes a slice of what an iterator, its first
// parameter, runs over.
func Collects(f *types.Func) bool {
	if f.Pkg() == nil || f.Pkg().Path() != "slices" {
		return false
	}
	switch f.Name() {
	case "Collect", "Sorted", "SortedFunc", "SortedStableFunc":
		return true
	}
	return false
}

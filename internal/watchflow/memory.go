package watchflow

import (
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/pointsto"
)

// byType reports whether field f of n is one place for all values of the type:
// in a type of the user's, which is one watcher's or loop's state, but not in
// the types of Kubernetes, nor in the metadata of an object, of which there
// are as many as objects.
func byType(user *types.Package) func(n *types.Named, f *types.Var) bool {
	return func(n *types.Named, f *types.Var) bool {
		if kube.IsMetadata(f) {
			return false
		}
		pkg := n.Obj().Pkg()
		if pkg == nil || pkg == user {
			return pkg != nil
		}
		return !kube.IsKubernetes(pkg.Path()) && kube.OptionsField(n) == ""
	}
}

// decoded returns, for a call that decodes or converts, the pointer that it
// fills and what it reads: json.Unmarshal(data, &x), FromUnstructured(m, &x).
func decoded(c *ssa.CallCommon) (into ssa.Value, from []ssa.Value) {
	n := name(c)
	if !kube.Decodes(n) {
		return nil, nil
	}
	args := plainArgs(c)
	if kube.FillsFromReceiver(n) && len(args) == 1 {
		return args[0], []ssa.Value{receiver(c)}
	}
	if len(args) == 1 && kube.FillsReceiver(n) {
		return receiver(c), args
	}
	for i, a := range args {
		if i == 0 && len(args) > 1 {
			continue
		}
		if pointerLike(a) {
			for j, b := range args {
				if j != i {
					from = append(from, b)
				}
			}
			return a, from
		}
	}
	return nil, nil
}

func pointerLike(v ssa.Value) bool {
	if mi, ok := v.(*ssa.MakeInterface); ok {
		v = mi.X
	}
	_, ok := v.Type().Underlying().(*types.Pointer)
	return ok
}

// version reports whether the field of that index is a resourceVersion.
func version(t types.Type, i int) bool {
	return strings.EqualFold(pointsto.StructField(t, i).Name(), kube.ResourceVersionField)
}

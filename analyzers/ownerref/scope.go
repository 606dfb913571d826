package ownerref

import (
	"fmt"
	"go/ast"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/k8slint/k8slint/internal/fact"
	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/report"
	"github.com/k8slint/k8slint/internal/ssaquery"
	"github.com/k8slint/k8slint/internal/subresource"
	"github.com/k8slint/k8slint/internal/wording"
)

// exportScopes tells of which types of the package objects are in namespaces, as the markers of controller-gen or
// client-gen at them say. Both take a kind to be in a namespace unless a marker says otherwise.
func exportScopes(pass *analysis.Pass) {
	for _, f := range pass.Files {
		for spec, comments := range subresource.Types(f) {
			obj, ok := pass.TypesInfo.Defs[spec.Name].(*types.TypeName)
			if ok && saysNamespaced(comments) && kube.IsObject(types.NewPointer(obj.Type())) && !saysItself(obj) {
				fact.Tell(pass, obj, does{InNamespace: true})
			}
		}
	}
}

// saysItself reports whether a method of the type tells an aggregated API server its scope.
func saysItself(obj *types.TypeName) bool {
	method, _, _ := types.LookupFieldOrMethod(types.NewPointer(obj.Type()), true, obj.Pkg(), "NamespaceScoped")
	return method != nil
}

// saysNamespaced reports whether the comments have markers of a kind, and none that says that it is in no namespace.
func saysNamespaced(comments []*ast.Comment) bool {
	kind := false
	for _, c := range comments {
		switch text := subresource.Text(c); {
		case !strings.HasPrefix(text, "+"):
		case strings.Contains(text, "nonNamespaced"), strings.Contains(text, "scope=") && !strings.Contains(text, "scope=Namespaced"), strings.Contains(text, `scope="`):
			return false
		case strings.HasPrefix(text, "+kubebuilder:object:root=true"), strings.HasPrefix(text, "+kubebuilder:resource"):
			kind = true
		}
	}
	return kind
}

// impossible reports where a reference to an owner in a namespace is set on an object in none.
func (r *reader) impossible(rep *report.Reporter) {
	for _, call := range r.sets.calls {
		owner := r.pass.TypesInfo.TypeOf(call.Args[0])
		kind, builtIn := kube.KindOf(r.pass.TypesInfo.TypeOf(call.Args[1]))
		if !builtIn || !kube.ClusterScoped(kind) || !r.namespaced(owner) {
			continue
		}
		rep.Report(report.Finding{Pos: call.Pos(), End: call.End(), Category: clusterScoped, Message: wording.Fit(wording.Max, func(l wording.Level) string {
			return fmt.Sprintf("no %[1]s has a namespace, so the %[2]s, which has one, cannot own it: this returns an error, or the %[1]s is never collected; delete it in a finalizer",
				kind.Kind, l.Name(typeName(owner)))
		})})
	}
}

// namespaced reports whether it is known that objects of type t are in namespaces.
func (r *reader) namespaced(t types.Type) bool {
	if k, ok := kube.KindOf(t); ok {
		return kube.Namespaced(k)
	}
	n := ssaquery.Named(t)
	if n == nil {
		return false
	}
	f, _ := fact.Of[does](r.pass, n.Obj())
	return f.InNamespace
}

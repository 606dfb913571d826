package kube

import (
	"go/types"
	"slices"
	"strings"
)

// What controller-runtime and apimachinery do with owner references.

// An OwnerReference is what a function adds to an object.
type OwnerReference int

const (
	// NoOwner: none.
	NoOwner OwnerReference = iota
	// Owned: a reference that is not the controller's.
	Owned
	// Controlled: the one that names the controller.
	Controlled
)

var setsOwner = map[string]OwnerReference{
	ctrlPkg + "/controller/controllerutil.SetOwnerReference":      Owned,
	ctrlPkg + "/controller/controllerutil.SetControllerReference": Controlled,
}

// SetsOwner is the reference to its first argument that the callee f adds to its second. The variable
// ctrl.SetControllerReference is a callee, too; one that a program declares is not.
func SetsOwner(f types.Object) OwnerReference {
	if f == nil || f.Name() != "SetControllerReference" && f.Name() != "SetOwnerReference" {
		return NoOwner // the full name takes long to make
	}
	switch f := f.(type) {
	case *types.Func:
		return setsOwner[Name(f)]
	case *types.Var:
		if pathOf(f) == strings.TrimSuffix(ctrlPkg, "/pkg") && f.Parent() == f.Pkg().Scope() {
			return Controlled
		}
	}
	return NoOwner
}

// MakesOwnerReference reports whether t is metav1.OwnerReference or the apply configuration of one.
func MakesOwnerReference(t types.Type) bool {
	return slices.Contains([]string{metaPkg + ".OwnerReference", "k8s.io/client-go/applyconfigurations/meta/v1.OwnerReferenceApplyConfiguration"}, TypeName(t))
}

// MakesControllerRef reports whether f is metav1.NewControllerRef, which makes the controller's reference to its first argument.
func MakesControllerRef(f *types.Func) bool {
	return f.Name() == "NewControllerRef" && Name(f) == metaPkg+".NewControllerRef"
}

// ImportsMeta reports whether pkg imports apimachinery's metadata itself: others make no owner references.
func ImportsMeta(pkg *types.Package) bool {
	return slices.ContainsFunc(pkg.Imports(), func(p *types.Package) bool { return Unvendored(p.Path()) == metaPkg })
}

package kube

import (
	"go/types"
	"slices"
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

// SetsOwner is the reference to its first argument that f adds to its second. A call of the variable
// ctrl.SetControllerReference, or of a function that a program passes around, has no f.
func SetsOwner(f *types.Func) OwnerReference {
	if f.Name() != "SetControllerReference" && f.Name() != "SetOwnerReference" {
		return NoOwner // the full name takes long to make
	}
	return setsOwner[Name(f)]
}

// MakesOwnerReference reports whether t is metav1.OwnerReference or the apply configuration of one.
func MakesOwnerReference(t types.Type) bool {
	switch TypeName(t) {
	case metaPkg + ".OwnerReference", "k8s.io/client-go/applyconfigurations/meta/v1.OwnerReferenceApplyConfiguration":
		return true
	}
	return false
}

// ImportsMeta reports whether pkg imports apimachinery's metadata itself: others make no owner references.
func ImportsMeta(pkg *types.Package) bool {
	return slices.ContainsFunc(pkg.Imports(), func(p *types.Package) bool { return Unvendored(p.Path()) == metaPkg })
}

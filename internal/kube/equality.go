package kube

import (
	"go/types"
	"slices"
)

// This file says which functions compare two values deeply.

// An Equality is what a function that compares two values deeply makes of them.
type Equality struct {
	// Options tells that further arguments can change what is equal.
	Options bool
	// Numeric tells that quantities of the same amount are equal, however they are
	// written. Others compare the fields of a Quantity: the amount, its scale and format,
	// and the text that it was read from.
	Numeric bool
}

const (
	forkedReflect = machinery + "/third_party/forked/golang/reflect"

	// EqualityPackage has Semantic, the Equalities that know of quantities and times.
	EqualityPackage = machinery + "/pkg/api/equality"
)

// equalities are those of reflect, of apimachinery (Semantic is of type Equalities) and
// of go-cmp. All of them compare the dynamic types first: values of two types
// are never equal. cmp calls the Equal method that Quantity has, which compares amounts.
var equalities = map[string]Equality{
	"reflect.DeepEqual":                                                     {},
	"(" + forkedReflect + ".Equalities).DeepEqual":                          {Numeric: true},
	"(" + forkedReflect + ".Equalities).DeepEqualWithNilDifferentFromEmpty": {Numeric: true},
	"(" + forkedReflect + ".Equalities).DeepDerivative":                     {Numeric: true},
	"github.com/google/go-cmp/cmp.Equal":                                    {Options: true, Numeric: true},
}

// EqualityOf is what f compares; ok is false if it is no deep comparison.
func EqualityOf(f *types.Func) (e Equality, ok bool) {
	if !NamesEquality(f.Name()) {
		return e, false // the full name takes long to make
	}
	e, ok = equalities[Name(f)]
	return e, ok
}

// NamesEquality reports whether a deep comparison can have that name.
func NamesEquality(name string) bool {
	return slices.Contains([]string{"DeepEqual", "DeepEqualWithNilDifferentFromEmpty", "DeepDerivative", "Equal"}, name)
}

// EqualMetadata reports whether f says that two labels, annotations, or lists of metadata are equal.
func EqualMetadata(f *types.Func) bool {
	if _, ok := EqualityOf(f); ok {
		return true
	}
	return slices.Contains([]string{"maps.Equal", "slices.Equal", machinery + "/pkg/labels.Equals"}, Name(f))
}

// EqualTime reports whether f is the method of metav1.Time that says whether two are equal.
func EqualTime(f *types.Func) bool { return Name(f) == "(*"+metaPkg+".Time).Equal" }

// Quantity names the type whose values can be written in several ways.
const Quantity = machinery + "/pkg/api/resource.Quantity"

// IsBuiltIn reports whether t is a type of the API of Kubernetes itself, or a pointer to
// one. The server decodes such objects and encodes them again, so that the quantities of
// those that it stores have one spelling.
func IsBuiltIn(t types.Type) bool { return under(TypeName(t), []string{"k8s.io/api"}) }

// ParsesQuantity reports whether f makes a quantity of a text, the amount of which keeps the unit of the text.
func ParsesQuantity(f *types.Func) bool {
	return (f.Name() == "MustParse" || f.Name() == "ParseQuantity") && pathOf(f) == machinery+"/pkg/api/resource"
}

package kube

import "go/types"

// A ReflectOp is what a function of package reflect does with the reflect.Value
// that it is given, its receiver or first argument. Such a value either refers
// to memory, as ValueOf(x) refers to what x does, or stands for a place.
type ReflectOp int

const (
	// ReflectOther: nothing that is followed.
	ReflectOther ReflectOp = iota
	// ReflectOf makes a value that refers to what an interface value does.
	ReflectOf
	// ReflectIndirect goes from a reference to what it refers to, if it is one.
	ReflectIndirect
	// ReflectElem goes from a reference, or from what lies in a place, to what
	// it refers to.
	ReflectElem
	// ReflectField is the place of a field.
	ReflectField
	// ReflectIndex is the place of an element.
	ReflectIndex
	// ReflectAddr refers to the place.
	ReflectAddr
	// ReflectInterface goes back to an interface value.
	ReflectInterface
	// ReflectSet writes the place.
	ReflectSet
	// ReflectSetElement writes an element of a map.
	ReflectSetElement
)

var reflectOps = map[string]ReflectOp{
	"reflect.ValueOf":  ReflectOf,
	"reflect.Indirect": ReflectIndirect,

	"(reflect.Value).Elem":         ReflectElem,
	"(reflect.Value).Field":        ReflectField,
	"(reflect.Value).FieldByIndex": ReflectField,
	"(reflect.Value).FieldByName":  ReflectField,
	"(reflect.Value).Index":        ReflectIndex,
	"(reflect.Value).Addr":         ReflectAddr,
	"(reflect.Value).Interface":    ReflectInterface,

	"(reflect.Value).Set":        ReflectSet,
	"(reflect.Value).SetZero":    ReflectSet,
	"(reflect.Value).SetBool":    ReflectSet,
	"(reflect.Value).SetInt":     ReflectSet,
	"(reflect.Value).SetUint":    ReflectSet,
	"(reflect.Value).SetFloat":   ReflectSet,
	"(reflect.Value).SetComplex": ReflectSet,
	"(reflect.Value).SetString":  ReflectSet,
	"(reflect.Value).SetBytes":   ReflectSet,
	"(reflect.Value).SetLen":     ReflectSet,
	"(reflect.Value).SetCap":     ReflectSet,
	"(reflect.Value).SetPointer": ReflectSet,

	"(reflect.Value).SetMapIndex": ReflectSetElement,
}

// Reflects is what f does, if it is a function of package reflect.
func Reflects(f *types.Func) ReflectOp {
	if f == nil || f.Pkg() == nil || f.Pkg().Path() != "reflect" {
		return ReflectOther
	}
	return reflectOps[Name(f)]
}

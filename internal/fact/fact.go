package fact

import (
	"fmt"
	"go/types"
	"iter"
	"reflect"

	"golang.org/x/tools/go/analysis"
)

// A Fact says what a function, a type, a variable or a package does.
type Fact[T any] struct{ Does T }

// AFact marks a fact.
func (*Fact[T]) AFact() {}

// String is the text form of the fact: that of this package, if T has none of its own.
func (f *Fact[T]) String() string {
	if s, ok := any(f.Does).(fmt.Stringer); ok {
		return s.String()
	}
	return Format(f.Does)
}

// Name is the name of T.
func (*Fact[T]) Name() string { return reflect.TypeFor[T]().String() }

// Optional reports whether findings do not depend on that the fact of each package is there: T says so by a method
// Optional.
func (*Fact[T]) Optional() bool {
	_, ok := any(*new(T)).(interface{ Optional() })
	return ok
}

// Types are the FactTypes of an analyzer that tells Ts.
func Types[T any]() []analysis.Fact { return []analysis.Fact{new(Fact[T])} }

// Tell exports that obj, which pass's package declares, does it.
func Tell[T any](pass *analysis.Pass, obj types.Object, does T) {
	pass.ExportObjectFact(obj, &Fact[T]{does})
}

// Of is what obj does, and whether that is known.
func Of[T any](pass *analysis.Pass, obj types.Object) (T, bool) {
	var f Fact[T]
	ok := pass.ImportObjectFact(obj, &f)
	return f.Does, ok
}

// TellPackage exports that pass's package does it.
func TellPackage[T any](pass *analysis.Pass, does T) { pass.ExportPackageFact(&Fact[T]{does}) }

// OfPackage is what the package p does, and whether that is known.
func OfPackage[T any](pass *analysis.Pass, p *types.Package) (T, bool) {
	var f Fact[T]
	ok := pass.ImportPackageFact(p, &f)
	return f.Does, ok
}

// Below iterates over what the packages below pass's own do, those of which that is known.
func Below[T any](pass *analysis.Pass) iter.Seq2[*types.Package, T] {
	return func(yield func(*types.Package, T) bool) {
		for _, pf := range pass.AllPackageFacts() {
			if f, ok := pf.Fact.(*Fact[T]); ok && pf.Package != pass.Pkg && !yield(pf.Package, f.Does) {
				return
			}
		}
	}
}

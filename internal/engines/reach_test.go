package engines_test

import (
	"go/types"
	"strings"
	"testing"
)

// How much a type may reach, whatever it embeds. What it uses beyond is a field with a
// name.
const (
	maxReached = 40 // methods that are reachable through a type
	maxLevels  = 2  // structs that are embedded in each other
)

// reachesMore are the types that reach more. The figures may only go down.
var reachesMore = map[string]struct{ methods, levels int }{
	"internal/programs generator": {60, 4}, // tests only
	"internal/programs writer":    {40, 3}, // the same
}

// TestReach: through no type more methods can be reached than one reader holds in mind,
// those that it embeds counted. Embedding one struct in another only to share a receiver
// makes all of them one.
func TestReach(t *testing.T) {
	n := 0
	for _, p := range loaded(t) {
		for _, name := range p.Types.Scope().Names() {
			of, ok := p.Types.Scope().Lookup(name).(*types.TypeName)
			if !ok || of.IsAlias() || types.IsInterface(of.Type()) {
				continue
			}
			n++
			id := strings.TrimPrefix(p.PkgPath, module) + " " + name
			methods, levels := methodsReached(of), levelsOf(of.Type())
			most := reachesMore[id]
			switch {
			case methods > max(maxReached, most.methods), levels > max(maxLevels, most.levels):
				t.Errorf("%s reaches %d methods through %d levels, at most %d through %d are allowed",
					id, methods, levels, max(maxReached, most.methods), max(maxLevels, most.levels))
			case most.methods > max(maxReached, methods) || most.levels > max(maxLevels, levels):
				t.Errorf("%s reaches %d methods through %d levels: say so in reachesMore, which allows %d through %d",
					id, methods, levels, most.methods, most.levels)
			}
			if most != (struct{ methods, levels int }{}) {
				delete(reachesMore, id)
			}
		}
	}
	for id := range reachesMore {
		t.Errorf("there is no type %s any more", id)
	}
	if n < 500 {
		t.Errorf("only %d types", n)
	}
}

// methodsReached counts the methods of the module that code of the type's package can call
// on a pointer to it.
func methodsReached(of *types.TypeName) int {
	n := 0
	for m := range types.NewMethodSet(types.NewPointer(of.Type())).Methods() {
		fn := m.Obj().(*types.Func)
		if fn.Pkg() == of.Pkg() || fn.Exported() && fn.Pkg() != nil && strings.HasPrefix(fn.Pkg().Path(), module) {
			n++
		}
	}
	return n
}

// levelsOf counts how many structs of the module lie embedded within each other in t.
func levelsOf(t types.Type) int {
	if p, ok := t.(*types.Pointer); ok {
		t = p.Elem()
	}
	st, ok := t.Underlying().(*types.Struct)
	if !ok {
		return 0
	}
	n := 0
	for f := range st.Fields() {
		if f.Embedded() && ofModule(f.Type()) {
			n = max(n, 1+levelsOf(f.Type()))
		}
	}
	return n
}

// ofModule reports whether t, or what it points to, is a type of the module.
func ofModule(t types.Type) bool {
	if p, ok := t.(*types.Pointer); ok {
		t = p.Elem()
	}
	n, ok := t.(*types.Named)
	return ok && n.Obj().Pkg() != nil && strings.HasPrefix(n.Obj().Pkg().Path(), module)
}

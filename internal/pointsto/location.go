package pointsto

import (
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// A Loc is an abstract place in memory: a base, and a path within it.
//
// The base is one of
//   - a variable, or what an expression allocates: an *ssa.Alloc or *ssa.Global;
//   - a value that refers to memory of which nothing else is known: a parameter
//     that no call in the package passes, the result of an unknown function;
//   - a variable of the source that is kept in registers: a *types.Var, see
//     [Registers];
//   - a [Field], where a field is one place for all values of its type.
//
// The path names fields (".Raw.Version"), elements of containers ("[]") and
// what is pointed to ("*"). Locs are compared with ==.
type Loc struct {
	Base any // ssa.Value, *types.Var or Field
	Path string
}

// A Field is the base of a location: a field of a named type, whichever value
// of the type it is read from.
type Field struct {
	Type *types.TypeName
	Name string
}

// Variable returns the location of the variable, or allocated memory, v.
func Variable(v ssa.Value) Loc { return Loc{v, ""} }

// Bounds on the length of a path, so that a list whose elements point to each
// other has finitely many locations: a path names at most maxFields fields, and
// no pointer is followed from one of maxPath bytes or more. Locations beyond
// are left out, or are their container.
const (
	maxFields = 5
	maxPath   = 64
)

// tooLong tells of a location beyond them.
const tooLong = "a pointer leads too deep into a struct; what lies there is not followed"

// Root returns the location that l lies in with all of its path.
func (l Loc) Root() Loc { return Loc{l.Base, ""} }

// Field returns the location of the field of that name within l, false where
// the path would be too long.
func (l Loc) Field(name string) (Loc, bool) {
	if strings.Count(l.Path, ".") >= maxFields {
		return Loc{}, false
	}
	return l.At("." + name), true
}

// At returns the location of path within l.
func (l Loc) At(path string) Loc { return Loc{l.Base, l.Path + path} }

// Elem returns the location of the elements of the container at l: an element
// of an element is one more element, so that loops over slices of slices end.
func (l Loc) Elem() Loc { return Loc{l.Base, strings.TrimSuffix(l.Path, "[]") + "[]"} }

// Deref returns the location of what the pointer at l points to, false where
// the path would be too long.
func (l Loc) Deref() (Loc, bool) {
	if len(l.Path) >= maxPath {
		return Loc{}, false
	}
	return l.At("*"), true
}

// Within reports whether l lies in outer, or is it, and by which path.
func (l Loc) Within(outer Loc) (path string, ok bool) {
	if l.Base != outer.Base {
		return "", false
	}
	rest, ok := strings.CutPrefix(l.Path, outer.Path)
	if !ok || rest != "" && !strings.ContainsAny(rest[:1], ".[*") {
		return "", false
	}
	return rest, true
}

// String names l as the source does, with its path: "Watcher.rv", "opts.Raw",
// "items[]*". Memory that has no name is named by its type, "ListOptions", and
// by its SSA register where the type has no name either.
func (l Loc) String() string {
	if n := l.baseName(); n != "" {
		return n + l.Path
	}
	v, ok := l.Base.(ssa.Value)
	if !ok {
		return l.Path
	}
	return v.Name() + l.Path
}

// Describe names l for a message: without pointers and elements, and without
// what has no name in the source.
func (l Loc) Describe() string {
	path := strings.NewReplacer("*", "", "[]", "").Replace(l.Path)
	if n := l.baseName(); n != "" {
		return n + path
	}
	return strings.TrimPrefix(path, ".")
}

// baseName is the name of l's base in the source, or of its type where it is
// what an expression allocates, or "".
func (l Loc) baseName() string {
	switch b := l.Base.(type) {
	case Field:
		return b.Type.Name() + "." + b.Name
	case *ssa.Alloc:
		if !Unnamed(b) {
			return b.Comment
		}
		if n, ok := types.Unalias(b.Type().(*types.Pointer).Elem()).(*types.Named); ok {
			return n.Obj().Name()
		}
	case *ssa.Global:
		return b.Name()
	case *ssa.Parameter:
		return b.Name()
	case *ssa.FreeVar:
		return b.Name()
	case *types.Var:
		return b.Name()
	}
	return ""
}

// Unnamed reports whether a is not a variable of the source, but what a
// composite literal or new allocates.
func Unnamed(a *ssa.Alloc) bool { return a.Comment == "complit" || a.Comment == "new" }

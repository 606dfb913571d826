package load

import (
	"go/types"
	"maps"
	"slices"
	"strings"
)

// Unknown says, in words that outlast a process, what importers cannot know of
// packages: functions whose bodies nobody looked at, names that are not declared
// as the source has them, and places into which code that was left out may have put
// something.
type Unknown map[string]bool

const (
	unknownName  = "name "    // of a function, method, type, variable or constant
	unknownPlace = "place "   // a field or variable, see placeKey
	unknownAll   = "package " // all functions of a package
	unknownUser  = "user "    // a package of which, or below which, something was left out
)

// Sorted returns u as a list, the same each time.
func (u Unknown) Sorted() []string { return slices.Sorted(maps.Keys(u)) }

// Add adds what a list says.
func (u Unknown) Add(list []string) {
	for _, s := range list {
		u[s] = true
	}
}

// AddPackage says that nothing is known of the package of that path but what it
// declares.
func (u Unknown) AddPackage(path string) { u[unknownAll+path] = true }

// AddUser says that something was left out of the package of that path, or of
// one that it imports.
func (u Unknown) AddUser(path string) { u[unknownUser+path] = true }

// has reports whether o is not as it was declared or, for a function, whether its body is
// unknown.
func (u Unknown) has(o types.Object) bool {
	if len(u) == 0 || o.Pkg() == nil {
		return false
	}
	_, isFunc := o.(*types.Func)
	return u[key(o)] || isFunc && u[unknownAll+o.Pkg().Path()]
}

// key names an object that is declared at the top of a package, or a method.
func key(o types.Object) string {
	if f, ok := o.(*types.Func); ok {
		return unknownName + f.Origin().FullName()
	}
	return unknownName + o.Pkg().Path() + "." + o.Name()
}

// placeKey names a field by its package and its name only: which of the
// package's types it belongs to is hard to tell and seldom matters.
func placeKey(v *types.Var) string {
	if v.Pkg() == nil {
		return ""
	}
	return placeName(v.Pkg().Path(), v.Name())
}

func placeName(path, name string) string { return unknownPlace + path + "." + name }

// suffixes returns what follows prefix in the words of u that begin with it.
func (u Unknown) suffixes(prefix string) map[string]bool {
	out := make(map[string]bool)
	for word := range u {
		if rest, ok := strings.CutPrefix(word, prefix); ok {
			out[rest] = true
		}
	}
	return out
}

// methods returns the names of the methods among the functions of u, each with
// the paths of the packages of their types.
func (u Unknown) methods() map[string]map[string]bool {
	out := make(map[string]map[string]bool)
	for name := range u.suffixes(unknownName + "(") {
		recv, method, ok := strings.Cut(name, ").")
		if !ok {
			continue
		}
		path := strings.TrimPrefix(recv, "*")
		if i := strings.LastIndex(path, "."); i >= 0 {
			path = path[:i]
		}
		addMethod(out, method, path)
	}
	return out
}

func addMethod(methods map[string]map[string]bool, name, path string) {
	if methods[name] == nil {
		methods[name] = make(map[string]bool)
	}
	methods[name][path] = true
}

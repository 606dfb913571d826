package load

import (
	"go/types"
	"maps"
	"slices"
	"strings"
)

// Unknown says, in words that outlast a process, what was left out of
// packages: functions whose bodies nobody looked at, types that are not as
// they are declared, and fields and variables into which something was put that
// nobody knows.
type Unknown map[string]bool

const (
	unknownFunc  = "func "
	unknownType  = "type "
	unknownPlace = "place "
	unknownAll   = "package "
	unknownUser  = "user "
)

// Sorted returns u as a list, the same each time.
func (u Unknown) Sorted() []string { return slices.Sorted(maps.Keys(u)) }

// Add adds what a list says.
func (u Unknown) Add(list []string) {
	for _, s := range list {
		u[s] = true
	}
}

// Types returns the part of u that is about types, as a list.
func (u Unknown) Types() []string {
	return slices.DeleteFunc(u.Sorted(), func(key string) bool { return !strings.HasPrefix(key, unknownType) })
}

// AddPackage says that nothing is known of the package of that path but what it
// declares.
func (u Unknown) AddPackage(path string) { u[unknownAll+path] = true }

// AddUser says that something was left out of the package of that path, or of
// one that it imports.
func (u Unknown) AddUser(path string) { u[unknownUser+path] = true }

// hasFunc reports whether the body of f is unknown.
func (u Unknown) hasFunc(f *types.Func) bool {
	return u[funcKey(f)] || f.Pkg() != nil && u[unknownAll+f.Pkg().Path()]
}

func funcKey(f *types.Func) string { return unknownFunc + f.Origin().FullName() }

func typeKey(o *types.TypeName) string {
	if o.Pkg() == nil {
		return unknownType + o.Name()
	}
	return unknownType + o.Pkg().Path() + "." + o.Name()
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

// users returns the paths of the packages that AddUser named.
func (u Unknown) users() map[string]bool {
	out := make(map[string]bool)
	for key := range u {
		if path, ok := strings.CutPrefix(key, unknownUser); ok {
			out[path] = true
		}
	}
	return out
}

// methods returns the names of the methods among the functions of u, each with
// the paths of the packages of their types.
func (u Unknown) methods() map[string]map[string]bool {
	out := make(map[string]map[string]bool)
	for key := range u {
		name, ok := strings.CutPrefix(key, unknownFunc+"(")
		if !ok {
			continue
		}
		recv, method, ok := strings.Cut(name, ").")
		if !ok {
			continue
		}
		path := strings.TrimPrefix(recv, "*")
		if i := strings.LastIndex(path, "."); i >= 0 {
			path = path[:i]
		}
		if out[method] == nil {
			out[method] = make(map[string]bool)
		}
		out[method][path] = true
	}
	return out
}

// Package filled makes values for tests of encodings: of any type, with each field
// set, so that a field that is new cannot be forgotten.
package filled

import (
	"fmt"
	"iter"
	"reflect"
	"slices"
	"strings"
	"unsafe"
)

// depth is how often a type may contain itself in a value.
const depth = 2

// Values yields values of T: for each field, at any depth, one in which nothing else is
// set, and at last one in which all are. The name of a field is its path, such as
// "Findings[].Pos.Line"; that of a pointer or element that is there and zero ends in
// "*" or "[]"; that of the last value is "".
//
// The fields at the paths in skip, and what is in them, stay zero; a path that begins
// with "*" stands for all that end so.
func Values[T any](skip ...string) iter.Seq2[string, T] {
	return func(yield func(string, T) bool) {
		for path, v := range Of(reflect.TypeFor[T](), skip...) {
			if !yield(path, v.Interface().(T)) {
				return
			}
		}
	}
}

// Of yields addressable values of t, as Values does.
func Of(t reflect.Type, skip ...string) iter.Seq2[string, reflect.Value] {
	value := func(only int) (reflect.Value, []string) {
		w := walk{skip: skip, only: only, in: make(map[reflect.Type]int)}
		v := reflect.New(t).Elem()
		w.fill(v, "")
		return v, w.leaves
	}
	return func(yield func(string, reflect.Value) bool) {
		whole, leaves := value(-1)
		for i, path := range leaves {
			if v, _ := value(i); !yield(path, v) {
				return
			}
		}
		yield("", whole)
	}
}

// A walk fills one value.
type walk struct {
	skip   []string
	only   int // the number of the leaf that is set; -1 for all
	leaves []string
	in     map[reflect.Type]int
}

// leaf reports whether the leaf at path is to be set.
func (w *walk) leaf(path string) bool {
	w.leaves = append(w.leaves, path)
	return w.only < 0 || w.only == len(w.leaves)-1
}

// fill sets v, and reports whether it did, or something in it.
func (w *walk) fill(v reflect.Value, path string) (set bool) {
	t := v.Type()
	if w.in[t] == depth || slices.ContainsFunc(w.skip, func(skip string) bool {
		end, ok := strings.CutPrefix(skip, "*")
		return path == skip || ok && strings.HasSuffix(path, end)
	}) {
		return false
	}
	w.in[t]++
	defer func() { w.in[t]-- }()
	switch t.Kind() {
	case reflect.Struct:
		for i := range t.NumField() {
			name := t.Field(i).Name
			if path != "" {
				name = path + "." + name
			}
			f := v.Field(i)
			f = reflect.NewAt(f.Type(), unsafe.Pointer(f.UnsafeAddr())).Elem() // it may be unexported
			set = w.fill(f, name) || set
		}
	case reflect.Pointer:
		p := reflect.New(t.Elem())
		set = w.leaf(path + "*")
		if set = w.fill(p.Elem(), path) || set; set {
			v.Set(p)
		}
	case reflect.Slice:
		if t.Elem().Kind() == reflect.Uint8 {
			if set = w.leaf(path); set {
				v.SetBytes([]byte(path))
			}
			return set
		}
		l := reflect.MakeSlice(t, 1, 1)
		if t.Elem().Kind() != reflect.Pointer { // a list of nil is no list
			set = w.leaf(path + "[]")
		}
		if set = w.fill(l.Index(0), path+"[]") || set; set {
			v.Set(l)
		}
	case reflect.Map:
		key, elem := reflect.New(t.Key()).Elem(), reflect.New(t.Elem()).Elem()
		set = w.fill(key, path+"{key}")
		if set = w.fill(elem, path+"{}") || set; set {
			v.Set(reflect.MakeMap(t))
			v.SetMapIndex(key, elem)
		}
	case reflect.Array:
		for i := range t.Len() {
			set = w.fill(v.Index(i), fmt.Sprintf("%s[%d]", path, i)) || set
		}
	default:
		if set = w.leaf(path); set {
			scalar(v, path, len(w.leaves))
		}
	}
	return set
}

// scalar sets v to a value of its own.
func scalar(v reflect.Value, path string, n int) {
	switch {
	case v.Kind() == reflect.Bool:
		v.SetBool(true)
	case v.CanInt():
		v.SetInt(int64(1 + n%100))
	case v.CanUint():
		v.SetUint(uint64(1 + n%100))
	case v.CanFloat():
		v.SetFloat(float64(1 + n))
	case v.Kind() == reflect.String:
		v.SetString("text of " + path)
	default:
		panic(fmt.Sprintf("%s is a %v, which cannot be filled: what it says is lost in an encoding, unless it is skipped", path, v.Type()))
	}
}

// Difference is the path of a field in which a and b differ, "" if none does. An empty
// list is no list.
func Difference(a, b any) string { return difference(reflect.ValueOf(a), reflect.ValueOf(b), "value") }

func difference(a, b reflect.Value, path string) string {
	if a.IsValid() != b.IsValid() || a.IsValid() && a.Type() != b.Type() {
		return path
	}
	if !a.IsValid() {
		return ""
	}
	each := func(n int, at func(i int) (a, b reflect.Value, name string)) string {
		for i := range n {
			if x, y, name := at(i); difference(x, y, path+name) != "" {
				return difference(x, y, path+name)
			}
		}
		return ""
	}
	switch a.Kind() {
	case reflect.Struct:
		return each(a.NumField(), func(i int) (reflect.Value, reflect.Value, string) {
			return a.Field(i), b.Field(i), "." + a.Type().Field(i).Name
		})
	case reflect.Pointer, reflect.Interface:
		if a.IsNil() != b.IsNil() {
			return path
		}
		return difference(a.Elem(), b.Elem(), path)
	case reflect.Slice, reflect.Array:
		if a.Len() != b.Len() {
			return path
		}
		return each(a.Len(), func(i int) (reflect.Value, reflect.Value, string) { return a.Index(i), b.Index(i), "[]" })
	case reflect.Map:
		if a.Len() != b.Len() {
			return path
		}
		keys := a.MapKeys()
		return each(len(keys), func(i int) (reflect.Value, reflect.Value, string) {
			return a.MapIndex(keys[i]), b.MapIndex(keys[i]), "{}"
		})
	}
	if !a.Equal(b) {
		return path
	}
	return ""
}

package heap

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/k8slint/k8slint/internal/effect/accesspath"
)

// String names o for tests and debugging: "$0" is parameter 0, "captured1" a
// captured variable; other objects have the number of their creation, "new3",
// "cache4", "result5", "func6".
func (o *Object) String() string {
	switch o.Kind {
	case Param:
		return "$" + strconv.Itoa(o.Index)
	case Captured:
		return "captured" + strconv.Itoa(o.Index)
	}
	return kindNames[o.Kind] + strconv.Itoa(o.ID)
}

var kindNames = map[Kind]string{Local: "new", Returned: "result", Cached: "cache", Func: "func"}

// String is r as package effect writes places: "$0/Labels/*", and with "=" the
// struct that lies there, by value.
func (r Ref) String() string {
	text := r.Obj.String() + accesspath.Text(r.Path)
	if r.Copy {
		text = "=" + text
	}
	return text
}

// String are the references of v, with a bar between them; "_" if there are none.
func (v Values) String() string {
	if len(v) == 0 {
		return "_"
	}
	texts := make([]string, len(v))
	for i, r := range v {
		texts[i] = r.String()
	}
	return strings.Join(texts, "|")
}

// String are the cells of s, those of older objects first, in the language of
// package effect: "$0/Labels=new1; new1/[]=cache2". A struct is "copy", and the
// structs that it is a copy of: "$0/Spec=copy =$1/Spec".
func (s *State) String() string {
	var cells []string
	for _, o := range slices.SortedFunc(maps.Keys(s.Objs), func(a, b *Object) int { return cmp.Compare(a.ID, b.ID) }) {
		for _, p := range slices.Sorted(maps.Keys(s.Objs[o])) {
			c := s.Objs[o][p]
			text := Ref{Obj: o, Path: p}.String() + "="
			if c.Agg {
				text += "copy "
			}
			cells = append(cells, text+c.Values.String())
		}
	}
	return strings.Join(cells, "; ")
}

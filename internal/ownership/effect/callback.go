package effect

import (
	"strings"
)

// ParseCallback reads what a framework calls a function with.
func ParseCallback(key, spec string) KeyCall {
	kc := KeyCall{Key: key}
	for _, arg := range strings.Split(spec, ",") {
		switch arg {
		case "cache":
			kc.Origins = append(kc.Origins, Origin{What: "an object of the informer"})
			kc.Args = append(kc.Args, []Ref{{Base: Cache, Idx: len(kc.Origins) - 1}})
		case "deleted":
			// cache.DeletedObject: a struct that holds the object.
			kc.Origins = append(kc.Origins, Origin{What: "an object of the informer"})
			n := len(kc.Heap)
			kc.Heap = append(kc.Heap, Cell{Obj: n, Path: "/OptionalObj", Vals: []Ref{{Base: Cache, Idx: len(kc.Origins) - 1}}})
			kc.Args = append(kc.Args, []Ref{{Base: Fresh, Idx: n, Copy: true}})
		default:
			kc.Args = append(kc.Args, nil)
		}
	}
	return kc
}

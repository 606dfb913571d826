package effect

import (
	"strings"
)

// ParseCallback reads what a framework calls a function with: for each argument
// "cache", an object of the cache; "{Field}", a struct that holds one in the field
// of that name; or "_", something else.
func ParseCallback(key, spec string) KeyCall {
	kc := KeyCall{Key: key}
	object := func() []Ref {
		kc.Origins = append(kc.Origins, Origin{What: FromInformer})
		return []Ref{{Base: Cache, Idx: len(kc.Origins) - 1}}
	}
	for _, arg := range strings.Split(spec, ",") {
		field, isStruct := strings.CutPrefix(arg, "{")
		switch {
		case arg == "cache":
			kc.Args = append(kc.Args, object())
		case isStruct:
			n := len(kc.Heap)
			kc.Heap = append(kc.Heap, Cell{Obj: n, Path: "/" + strings.TrimSuffix(field, "}"), Vals: object()})
			kc.Args = append(kc.Args, []Ref{{Base: Fresh, Idx: n, Copy: true}})
		default:
			kc.Args = append(kc.Args, nil)
		}
	}
	return kc
}

package ownership

import (
	"strings"

	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/ownership/accesspath"
	"github.com/k8slint/k8slint/internal/ownership/effect"
)

// transformed are the types of the objects whose kinds are set before they get into the
// cache, by the transforms of this package and of those below; "" for any object.
func (e *engine) transformed() map[string]bool {
	out := map[string]bool{}
	add := func(s *effect.Summary) {
		for _, w := range s.AllWrites() {
			if w.At.Base == effect.Param && writesKind(w) {
				out[typeOnPath(w.At.Path)] = true
			}
		}
	}
	for _, fn := range e.funcs {
		for _, h := range e.results[fn].handlers {
			if h.key == kube.TransformFunc {
				_, s := e.handlerFact(h.key, h.fn, false)
				add(s)
			}
		}
	}
	for _, hs := range e.deps.handlers {
		for i := range hs.All {
			if hs.All[i].Key == kube.TransformFunc {
				add(e.deps.imported(hs.All[i].Func))
			}
		}
	}
	return out
}

// writesKind reports whether w is a write of an object's kind.
func writesKind(w effect.Write) bool {
	last := accesspath.Last(w.At.Path)
	if last == "/"+kube.TypeMetaField {
		return true
	}
	if parent, ok := accesspath.Parent(w.At.Path); ok && last == "/"+kube.KindField {
		return accesspath.Last(parent) == "/"+kube.TypeMetaField
	}
	return strings.Contains(w.What, kube.SetGroupVersionKind+"(")
}

// typeOnPath is the last type that is asserted on the path, "" if none is.
func typeOnPath(path string) string {
	typ := ""
	for s := range accesspath.Steps(path) {
		if t, ok := accesspath.IsType(s); ok {
			typ = t
		}
	}
	return typ
}

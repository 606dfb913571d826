package ownership

import (
	"go/types"
	"strings"

	"github.com/k8slint/k8slint/internal/effect"
	"github.com/k8slint/k8slint/internal/effect/accesspath"
	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/ssaquery"
)

// transformed are the types of the objects whose kinds are set before they get into the
// cache, by the transforms of this package and of those below; "" for any object. A
// function of this package that could be a transform is taken for one: what registers it
// may be out of sight.
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
		if couldTransform(fn.Signature) {
			add(e.results[fn].sum)
		}
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

// couldTransform reports whether a function with the signature can be a
// cache.TransformFunc, func(any) (any, error).
func couldTransform(sig *types.Signature) bool {
	in, out := sig.Params(), sig.Results()
	return in.Len() == 1 && out.Len() == 2 && ssaquery.IsAny(in.At(0).Type()) && ssaquery.IsAny(out.At(0).Type()) && ssaquery.IsError(out.At(1).Type())
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

package reconcile

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/apicalls"
	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/report"
	"github.com/k8slint/k8slint/internal/ssaquery"
	"github.com/k8slint/k8slint/internal/wording"
)

// A written is a call that changes something on the server, or tries to again.
type written struct {
	verb string              // "" if there is none
	at   ssa.CallInstruction // where to report it
	// helper is the function of the package that at calls, and below the API call there whose error it returns, or only
	// tells about: dropped.
	helper  string
	below   ssa.CallInstruction
	dropped bool
	beside  []said // what it returns with the error
}

// name is how a message calls w.
func (w written) name(l wording.Level) string {
	if w.below != nil {
		return "the " + l.Name(w.verb) + " in " + l.Name(w.helper)
	}
	return "this " + l.Name(w.verb)
}

// trace leads to the API call.
func (w written) trace() []report.Step {
	if w.below == nil {
		return nil
	}
	does := " returns the error"
	if w.dropped {
		does = " does not return the error"
	}
	return []report.Step{{Pos: ssaquery.Position(w.below), Text: "if this fails, " + w.helper + does}}
}

// A reporter reports what the analyzer finds in a package.
type reporter struct {
	*report.Reporter
	*helpers
	clients apicalls.Helpers
}

// helpers knows which functions of a package return the error of a write, or drop it.
type helpers struct {
	pass    *analysis.Pass
	pkg     *ssa.Package
	methods map[string][]*ssa.Function // of types of the package, by name
	known   map[*ssa.Function]written
}

func newHelpers(pass *analysis.Pass, pkg *ssa.Package, fns []*ssa.Function) *helpers {
	h := &helpers{pass: pass, pkg: pkg, methods: map[string][]*ssa.Function{}, known: map[*ssa.Function]written{}}
	for _, fn := range fns {
		if fn.Signature.Recv() != nil && len(fn.TypeArgs()) == 0 {
			h.methods[fn.Name()] = append(h.methods[fn.Name()], fn)
		}
	}
	for _, circle := range ssaquery.Components(fns, h.below) {
		for again := true; again; {
			again = false
			for _, fn := range circle {
				if w := h.failing(fn); w.verb != "" && h.known[fn].verb == "" {
					h.known[fn], again = w, len(circle) > 1
				}
			}
		}
	}
	return h
}

// below are the functions of the package that fn calls or holds.
func (h *helpers) below(fn *ssa.Function) []*ssa.Function {
	out := slices.Clone(fn.AnonFuncs)
	for call := range ssaquery.Each[*ssa.Call](fn) {
		for _, f := range h.callees(&call.Call) {
			if f = ssaquery.Origin(f); f.Pkg == h.pkg {
				out = append(out, f)
			}
		}
	}
	return out
}

// writes is the API call that call is, or tries again, or whose error the function that it calls returns or drops; none
// if it changes nothing on the server.
func (h *helpers) writes(call ssa.CallInstruction) written {
	c := call.Common()
	fn, _ := apicalls.Target(c)
	if fn == nil {
		return written{}
	}
	if verb, obj := apicalls.Of(c); apicalls.Sends(verb) || verb == kube.Create {
		if obj != nil && isEvent(obj.Type()) {
			return written{} // it only tells what happened
		}
		return written{verb: strings.ToLower(fn.Name()), at: call}
	}
	if _, ok := kube.Deletes(fn); ok {
		return written{verb: "delete", at: call}
	}
	if _, _, ok := kube.Mutates(fn); ok {
		return written{verb: fn.Name(), at: call}
	}
	again, ok := kube.Retries(fn)
	if !ok || again.Fn >= len(c.Args) {
		for _, f := range h.callees(c) {
			if w := h.known[ssaquery.Origin(f)]; w.verb != "" {
				below := w.at
				if w.below != nil {
					below = w.below
				}
				return written{w.verb, call, fn.Name(), below, w.dropped, w.beside}
			}
		}
		return written{}
	}
	mc, ok := c.Args[again.Fn].(*ssa.MakeClosure)
	if !ok {
		return written{}
	}
	for call := range ssaquery.Each[*ssa.Call](mc.Fn.(*ssa.Function)) {
		if w := h.writes(call); w.verb != "" && !w.dropped {
			return w
		}
	}
	return written{}
}

// isEvent reports whether t is a pointer to an Event of Kubernetes.
func isEvent(t types.Type) bool {
	kind, ok := kube.KindOf(t)
	return ok && kind.Kind == "Event"
}

// callees are the functions of the package that c calls, by an interface of the package too.
func (h *helpers) callees(c *ssa.CallCommon) []*ssa.Function {
	if f := c.StaticCallee(); f != nil {
		return []*ssa.Function{f}
	}
	if !c.IsInvoke() || c.Method.Pkg() != h.pkg.Pkg {
		return nil
	}
	iface := c.Value.Type().Underlying().(*types.Interface)
	return slices.DeleteFunc(slices.Clone(h.methods[c.Method.Name()]), func(f *ssa.Function) bool {
		return !types.Implements(f.Signature.Recv().Type(), iface)
	})
}

// failing is a write in fn, a function of the package, whose error it returns, or only tells about if it returns nothing;
// none if there is none.
func (h *helpers) failing(fn *ssa.Function) written {
	res := fn.Signature.Results()
	if res.Len() > 0 && !ssaquery.IsError(res.At(res.Len()-1).Type()) {
		return written{}
	}
	for call := range ssaquery.Each[*ssa.Call](fn) {
		w := h.writes(call)
		if w.verb == "" {
			continue
		}
		if beside, ok := h.tells(fn, call, w.beside); ok {
			w.dropped, w.beside = res.Len() == 0, beside
			return w
		}
	}
	return written{}
}

// tells reports whether fn, if call fails in it, returns that error, and what beside it; or ends if it returns nothing,
// and only tells about it before.
func (h *helpers) tells(fn *ssa.Function, call *ssa.Call, inner []said) (beside []said, ok bool) {
	if fn.Signature.Results().Len() == 0 {
		return nil, unheard(h.pass, call, fn, inner) != nil
	}
	err := apicalls.Err(call)
	if err == nil || stored(err) {
		return nil, false
	}
	f := failure{pass: h.pass, err: err, beside: inner, helper: true}
	ok = f.behind(call) != nil
	return f.returned, ok
}

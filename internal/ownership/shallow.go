package ownership

import (
	"go/constant"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/effect"
	"github.com/k8slint/k8slint/internal/effect/accesspath"
	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/ownership/heap"
	"github.com/k8slint/k8slint/internal/ssaquery"
)

// controller-runtime's client copies what it reads from the cache, unless it is
// told not to: by the option UnsafeDisableDeepCopy of Get and List
// (controller-runtime 0.15, sigs.k8s.io/controller-runtime/pkg/client), or by
// an option of the repository's own of that name, where the client is wrapped.
// What Get and List fill is then a copy of the struct alone: its maps, slices
// and pointers are the cache's.

// clientRead executes a call of Get or List of controller-runtime's client that
// does not copy, or that does not copy under some manager; ok is false for
// other calls.
func clientRead(a *caller, site callSite, m *types.Func, args []heap.Values) (ok bool) {
	read, ok := kube.Read(m)
	at := read.Into
	if !ok || site.common == nil || len(args) <= at {
		return false
	}
	var managed *effect.Managed
	if !a.memory.e.config.NoDeepCopy && !turnsCopyOff(site.common) {
		if managed = a.memory.e.clients.managedRead(site.common, read); managed == nil {
			return false
		}
	}
	// What was there is written.
	if s, ok := a.memory.e.known.tableMethod(m, m.Signature().Recv().Type()); ok {
		a.apply(site, s, args, nil, m.Name())
	}
	obj := a.memory.objs.Of(heap.Key{Kind: heap.Cached, Role: heap.ClientRead, Site: site.inst, Context: site.context})
	if obj.Origin == nil {
		pos := site.pos
		what := m.Name()
		if c := a.memory.e.source.Call(pos); c != nil {
			if s := ssaquery.Text(c.Fun); s != "" {
				what = s
			}
		}
		switch {
		case turnsCopyOff(site.common):
			what = effect.Uncopied.Of(what)
		case managed == nil:
			what = effect.Assumed.Of(what)
		}
		obj.Origin = &effect.Origin{What: what, Posn: a.memory.e.posn(pos), Managed: managed}
		obj.Origin.SetPos(pos)
		obj.Site = site.inst
		rank(obj)
	}
	shallow := heap.Values{{Obj: obj, Path: heap.Interior, Copy: true}}
	for _, r := range args[at] {
		if r.Obj.Kind == heap.Cached {
			continue
		}
		if !read.List {
			a.memory.st.Store(heap.Ref{Obj: r.Obj, Path: r.Path, Copy: false}, shallow, true, len(args[at]) == 1)
			continue
		}
		items := a.memory.objs.Of(heap.Key{Kind: heap.Local, Role: heap.ClientList, Site: site.inst, Context: site.context})
		a.memory.st.Store(heap.Ref{Obj: items, Path: accesspath.Elem, Copy: false}, shallow, true, false)
		a.memory.st.Store(heap.Ref{Obj: r.Obj, Path: accesspath.Join(r.Path, "/"+kube.ItemsField), Copy: false}, heap.Values{{Obj: items, Path: "", Copy: false}}, false, len(args[at]) == 1)
	}
	return true
}

// turnsCopyOff reports whether an option of the call turns deep copies off.
func turnsCopyOff(c *ssa.CallCommon) bool {
	return len(c.Args) > 0 && slices.ContainsFunc(ssaquery.Gathered(c.Args[len(c.Args)-1]), isNoCopyOption)
}

func isNoCopyOption(v ssa.Value) bool {
	v = ssaquery.InInterface(v) // UnsafeDisableDeepCopyOption(b) is known by the type that it is converted to
	switch x := v.(type) {
	case *ssa.Const:
		return kube.IsNoCopyType(x.Type()) && (x.Value == nil || x.Value.Kind() != constant.Bool || constant.BoolVal(x.Value))
	case *ssa.UnOp:
		if g, ok := x.X.(*ssa.Global); ok && x.Op == token.MUL {
			return kube.IsNoCopyVariable(g.Name())
		}
		return kube.IsNoCopyType(x.Type())
	case *ssa.Alloc:
		return setsNoCopy(x)
	}
	return kube.IsNoCopyType(v.Type())
}

// setsNoCopy reports whether the options struct at x (client.ListOptions) has
// UnsafeDisableDeepCopy set.
func setsNoCopy(x *ssa.Alloc) bool {
	if x.Referrers() == nil {
		return false
	}
	for _, r := range *x.Referrers() {
		fa, ok := r.(*ssa.FieldAddr)
		if !ok || ssaquery.FieldName(fa.X, fa.Field) != kube.NoCopyField || fa.Referrers() == nil {
			continue
		}
		for _, u := range *fa.Referrers() {
			if st, ok := u.(*ssa.Store); ok && st.Addr == fa && !ssaquery.IsNil(st.Val) {
				return true
			}
		}
	}
	return false
}

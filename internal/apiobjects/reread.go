package apiobjects

import (
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/ssaquery"
)

// A reread is a status that a function reads from the object base, or copies: all of it is what lies there then,
// but for fields other than the one at path, the names of which are joined by dots.
type reread struct {
	base  ssa.Value
	path  string
	write ssa.Instruction // what is read before is not meant; nil for a function that is called behind it
}

// isReread reports whether st gives an object the status that it has read from there behind the write that a is, in which
// nothing sets what the write has lost.
func (a *Arrival) isReread(st *ssa.Store) bool {
	to, ok := st.Addr.(*ssa.FieldAddr)
	path, deeper := strings.CutPrefix(a.Change.Path, kube.StatusField+".")
	if !ok || !deeper || ssaquery.FieldName(to.X, to.Field) != kube.StatusField || a.Site.Parent() != st.Parent() {
		return false
	}
	return reread{base: to.X, path: path, write: a.Site}.is(st.Val)
}

// is reports whether v is the status.
func (r reread) is(v ssa.Value) bool {
	switch x := v.(type) {
	case *ssa.UnOp:
		switch from := x.X.(type) {
		case *ssa.FieldAddr:
			return r.isPlace(from) && r.isBehind(x)
		case *ssa.Alloc:
			stored := ssaquery.StoredIn(from)
			return len(stored) == 1 && r.leavesIt(from, r.path) && r.is(stored[0])
		case *ssa.Call:
			return r.isCopy(from) && r.leavesIt(from, r.path)
		}
	case *ssa.Call:
		return r.isResult(x)
	}
	return false
}

// isPlace reports whether the status lies at addr.
func (r reread) isPlace(addr ssa.Value) bool {
	f, ok := addr.(*ssa.FieldAddr)
	return ok && ssaquery.FieldName(f.X, f.Field) == kube.StatusField && ssaquery.SamePlace(f.X, r.base)
}

// isBehind reports whether the write is over when i reads.
func (r reread) isBehind(i ssa.Instruction) bool {
	return r.write == nil || r.write.Parent() == i.Parent() && !ssaquery.RunsAfter(i, r.write)
}

// isCopy reports whether call copies the status.
func (r reread) isCopy(call *ssa.Call) bool {
	f := ssaquery.Called(&call.Call)
	return f != nil && kube.IsDeepCopy(f) && len(call.Call.Args) == 1 && r.isPlace(call.Call.Args[0]) && r.isBehind(call)
}

// isResult reports whether the function that call calls returns the status of the object, which it is given.
func (r reread) isResult(call *ssa.Call) bool {
	fn := call.Call.StaticCallee()
	if fn == nil || fn.Pkg != call.Parent().Pkg || r.write == nil || !r.isBehind(call) {
		return false
	}
	i := slices.IndexFunc(call.Call.Args, func(a ssa.Value) bool { return ssaquery.SamePlace(a, r.base) })
	ends := ssaquery.Returns(fn)
	if i < 0 || i >= len(fn.Params) || len(ends) == 0 {
		return false
	}
	inside := reread{base: fn.Params[i], path: r.path}
	return !slices.ContainsFunc(ends, func(ret *ssa.Return) bool { return len(ret.Results) != 1 || !inside.is(ret.Results[0]) })
}

// leavesIt reports whether nobody sets what lies at path of the status at addr, which is a copy of its own: the function
// only reads it, and sets other fields.
func (r reread) leavesIt(addr ssa.Value, path string) bool {
	return !slices.ContainsFunc(*addr.Referrers(), func(i ssa.Instruction) bool {
		switch i := i.(type) {
		case *ssa.UnOp, *ssa.DebugRef:
			return false
		case *ssa.Store:
			_, whole := addr.(*ssa.Alloc)
			return i.Addr != addr || !whole
		case *ssa.FieldAddr:
			first, rest, _ := strings.Cut(path, ".")
			return ssaquery.FieldName(i.X, i.Field) == first && (rest == "" && !onlyLoaded(i) || rest != "" && !r.leavesIt(i, rest))
		}
		return true
	})
}

func onlyLoaded(addr *ssa.FieldAddr) bool {
	return !slices.ContainsFunc(*addr.Referrers(), func(i ssa.Instruction) bool {
		_, loads := i.(*ssa.UnOp)
		return !loads
	})
}

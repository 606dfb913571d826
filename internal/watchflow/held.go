package watchflow

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/pointsto"
	"github.com/k8slint/k8slint/internal/ssaquery"
)

// This file tells where a WatchFunc starts the watch from options that a field of the
// program holds, a selector that is set once, and not from those that it is given:
// whoever set the field, it does not know where the watch is to resume.

// A heldFinder finds the watches that start from options in fields.
type heldFinder struct {
	code       *code
	watchFuncs map[*ssa.Function]bool
}

func newHeldFinder(c *code) *heldFinder {
	f := &heldFinder{c, map[*ssa.Function]bool{}}
	for _, instr := range c.Instrs() {
		st, ok := instr.(*ssa.Store)
		if !ok {
			continue
		}
		if fa, ok := st.Addr.(*ssa.FieldAddr); ok && kube.IsWatchFunc(fieldName(fa)) {
			for _, fn := range c.FuncsOf(st.Val) {
				f.watchFuncs[fn] = true
			}
		}
	}
	return f
}

// drops reports whether s starts a watch in a WatchFunc that does not use the options
// that it is given, from options in fields whose version nobody sets, as far as the
// package shows.
func (f *heldFinder) drops(s *Sink) bool {
	if s.value == nil || s.path != "."+kube.ResourceVersionField || s.streaming || s.listed != nil || s.advances {
		return false
	}
	fn := watchFunc(s.Instr.Parent())
	if !f.watchFuncs[fn] || usesOptions(fn) {
		return false
	}
	fields := f.fieldsOf(s.value, 0)
	return len(fields) > 0 && !slices.ContainsFunc(fields, func(l pointsto.Loc) bool { return f.lends(l) || f.setsVersion(l, 0) })
}

// usesOptions reports whether f does anything with the options that it is given.
func usesOptions(f *ssa.Function) bool {
	for _, p := range f.Params {
		if kube.OptionsField(p.Type()) != "" && len(*p.Referrers()) > 0 {
			return true
		}
	}
	return false
}

// fieldsOf returns the fields of the package's types that the options v are read from,
// maybe through variables; nil if v can be something else.
func (f *heldFinder) fieldsOf(v ssa.Value, depth int) []pointsto.Loc {
	u, ok := v.(*ssa.UnOp)
	if !ok || u.Op != token.MUL || f.code.tooFar(v, depth) {
		return nil
	}
	var out []pointsto.Loc
	for _, l := range f.code.Locs(u.X) {
		if field, ok := l.Base.(pointsto.Field); ok && field.Type.Pkg() == f.code.pkg {
			out = append(out, l)
			continue
		}
		if !f.code.unshared(l, u) {
			return nil
		}
		rv := l.At("." + kube.ResourceVersionField)
		defs, zero := f.code.ReachingDefs(u, rv)
		if zero {
			return nil
		}
		for _, d := range defs {
			from := f.fieldsOf(d.Val, depth+1)
			if d.Path == "" || from == nil {
				return nil
			}
			out = append(out, from...)
		}
	}
	return out
}

// lends reports whether the address of what lies at l is put to any other use than to
// read or write there.
func (f *heldFinder) lends(l pointsto.Loc) bool {
	for _, instr := range f.code.Instrs() {
		fa, ok := instr.(*ssa.FieldAddr)
		if !ok || !slices.Contains(f.code.Locs(fa), l) {
			continue
		}
		for _, r := range *fa.Referrers() {
			switch r := r.(type) {
			case *ssa.UnOp, *ssa.FieldAddr:
			case *ssa.Store:
				if r.Addr != ssa.Value(fa) {
					return true
				}
			default:
				return true
			}
		}
	}
	return false
}

// setsVersion reports whether the package puts options with a version at l, or "0",
// which starts from the cache.
func (f *heldFinder) setsVersion(l pointsto.Loc, depth int) bool {
	return slices.ContainsFunc(f.code.Defs(l.At("."+kube.ResourceVersionField)), func(d pointsto.Def) bool {
		if d.Path != "" {
			return f.haveVersion(d.Val, depth+1)
		}
		c, ok := d.Val.(*ssa.Const)
		return !ok || ssaquery.StringConst(c) != ""
	})
}

// haveVersion reports whether the package puts a version into the options v.
func (f *heldFinder) haveVersion(v ssa.Value, depth int) bool {
	if f.code.tooFar(v, depth) {
		return true
	}
	switch v := v.(type) {
	case *ssa.UnOp:
		return slices.ContainsFunc(f.code.Locs(v.X), func(l pointsto.Loc) bool { return f.setsVersion(l, depth) })
	case *ssa.Parameter:
		return slices.ContainsFunc(f.code.Args(v), func(a pointsto.Arg) bool { return f.haveVersion(a.Value, depth+1) })
	case *ssa.Call:
		for _, fn := range f.code.Callees(v) {
			for _, r := range ssaquery.Returns(fn) {
				if slices.ContainsFunc(r.Results, func(x ssa.Value) bool { return f.haveVersion(x, depth+1) }) {
					return true
				}
			}
		}
	}
	return false
}

package cachemutate

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis"

	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/posn"
	"github.com/k8slint/k8slint/internal/ssabuild"
)

// managerOptions finds the options of pass's package outside of tests, in the
// order of the source, and the types of objects that are never cached:
//
//	cache.Options.DefaultUnsafeDisableDeepCopy        since 0.16
//	cache.Options.UnsafeDisableDeepCopy               0.15
//	cache.Config.UnsafeDisableDeepCopy                of a namespace, since 0.16
//	cache.ByObject.UnsafeDisableDeepCopy              since 0.15
//	cache.Options.UnsafeDisableDeepCopyByObject       before 0.15
//	client.CacheOptions.DisableFor                    since 0.15
//	manager.Options.ClientDisableCacheFor             before 0.16
func managerOptions(pass *analysis.Pass) (opts []Option, uncached []string) {
	if !kube.ReachesManagerCache(pass.Pkg) {
		return nil, nil
	}
	for _, file := range ssabuild.FilesOutsideTests(pass) {
		r := &optionReader{pass: pass, file: file}
		ast.PreorderStack(file, nil, func(n ast.Node, stack []ast.Node) bool {
			r.read(n, stack)
			return true
		})
		opts = append(opts, r.opts...)
		uncached = append(uncached, r.uncached...)
	}
	slices.Sort(uncached)
	return opts, slices.Compact(uncached)
}

// read reads what options n sets.
func (r *optionReader) read(n ast.Node, stack []ast.Node) {
	switch n := n.(type) {
	case *ast.KeyValueExpr:
		key, ok := n.Key.(*ast.Ident)
		if !ok {
			return
		}
		field, ok := r.pass.TypesInfo.Uses[key].(*types.Var)
		if !ok || !field.IsField() || len(stack) == 0 {
			return
		}
		if lit, ok := stack[len(stack)-1].(*ast.CompositeLit); ok {
			r.field(&setting{field: field, owner: r.pass.TypesInfo.TypeOf(lit), name: key, value: n.Value, end: n.End(), stack: stack})
		}
	case *ast.AssignStmt:
		if len(n.Lhs) != len(n.Rhs) {
			return
		}
		for i, l := range n.Lhs {
			sel, ok := ast.Unparen(l).(*ast.SelectorExpr)
			if !ok {
				continue
			}
			if field, ok := r.pass.TypesInfo.Uses[sel.Sel].(*types.Var); ok && field.IsField() {
				r.field(&setting{field: field, owner: r.pass.TypesInfo.TypeOf(sel.X), name: sel.Sel, value: n.Rhs[i], end: n.End(), stack: stack, in: sel.X})
			}
		}
	case *ast.CompositeLit:
		// UnsafeDisableDeepCopyByObject: a map of its own type.
		if !kube.IsNoCopyMap(r.pass.TypesInfo.TypeOf(n)) {
			return
		}
		for _, elt := range n.Elts {
			if kv, ok := elt.(*ast.KeyValueExpr); ok {
				if typ, ok := r.object(kv.Key); ok {
					r.add(kube.NoCopyByObject, typ, kv.Value, kv.Pos(), kv.End())
				}
			}
		}
	}
}

// field reads the option that s is, if it is one.
func (r *optionReader) field(s *setting) {
	option := kube.OptionField(s.field, s.owner)
	switch option {
	case kube.NoCacheOption:
		return
	case kube.UncachedKinds:
		if lit, ok := ast.Unparen(s.value).(*ast.CompositeLit); ok {
			for _, elt := range lit.Elts {
				if typ, ok := r.object(elt); ok && typ != "" {
					r.uncached = append(r.uncached, typ)
				}
			}
		}
		return
	}
	if r.secondCache(s) {
		return
	}
	if option == kube.NoCopyOfAll {
		r.add(s.field.Name(), "", s.value, s.name.Pos(), s.end)
		return
	}
	types := r.objectsOf(s.stack)
	if id, ok := s.in.(*ast.Ident); ok {
		types = r.usesOf(id)
	}
	if len(types) == 0 && option == kube.NoCopyOfNamespace {
		types = []string{""} // of a namespace, for all objects
	}
	for _, typ := range types {
		r.add(s.field.Name(), typ, s.value, s.name.Pos(), s.end)
	}
}

// add adds the option field for objects of type typ, unless value says nothing.
func (r *optionReader) add(field, typ string, value ast.Expr, pos, end token.Pos) {
	on, said := r.truth(value)
	if !said {
		return
	}
	r.opts = append(r.opts, Option{Field: field, Type: typ, Off: !on, Posn: posn.Of(r.pass, pos), pos: pos, end: end})
}

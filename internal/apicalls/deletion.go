package apicalls

import (
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/ssaquery"
)

// DeletionTest is the object of which cond compares the deletion timestamp with nil, nil for other conditions, and
// whether it is true of an object that is being deleted.
func DeletionTest(cond ssa.Value) (of ssa.Value, deleting bool) {
	switch x := cond.(type) {
	case *ssa.BinOp:
		if (x.Op == token.EQL || x.Op == token.NEQ) && ssaquery.IsNil(x.Y) {
			return DeletionOf(x.X), x.Op == token.NEQ
		}
	case *ssa.Call:
		if fn, recv := Target(&x.Call); fn != nil && recv != nil && kube.SaysZero(fn.Name()) {
			return DeletionOf(recv), false
		}
	}
	return nil, false
}

// DeletionOf is the object whose deletion timestamp v is, nil if it is none.
func DeletionOf(v ssa.Value) ssa.Value {
	switch x := v.(type) {
	case *ssa.UnOp:
		if f, ok := x.X.(*ssa.FieldAddr); ok && kube.IsDeletionTimestamp(ssaquery.FieldName(f.X, f.Field)) {
			return f.X
		}
	case *ssa.Call:
		if fn, recv := Target(&x.Call); fn != nil && recv != nil && kube.IsDeletionTimestamp(fn.Name()) {
			return recv
		}
	}
	return nil
}

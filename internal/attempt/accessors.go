package attempt

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/ssaquery"
)

// accessors say which methods lead into an object: func (b *Backup) GetStatus() *BackupStatus { return &b.Status }.
type accessors struct {
	pkg    *types.Package
	own    *ssaquery.Types // its types
	others *others
	behind map[interfaceMethod]string
}

// field is that whose address the method fn returns of its receiver, which is of the type recv; "" if that is not known.
func (a *accessors) field(fn *types.Func, recv types.Type) string {
	if !types.IsInterface(recv) {
		return a.others.of(fn).Field
	}
	key := interfaceMethod{fn, recv}
	field, ok := a.behind[key]
	if !ok {
		if returnsAddress(fn) && kube.IsObject(recv) {
			field = a.ofAll(fn, recv)
		}
		a.behind[key] = field
	}
	return field
}

// returnsAddress reports whether fn is given nothing and may return the address of a field. GetDeletionTimestamp may do
// so, and GetName does not.
func returnsAddress(fn *types.Func) bool {
	_, ok := types.Unalias(kube.ResultOf(fn)).(*types.Pointer)
	return ok && fn.Signature().Params().Len() == 0
}

// ofAll is the field of all methods that stand behind the method fn of the interface t, in the package and those
// that it imports.
func (a *accessors) ofAll(fn *types.Func, t types.Type) string {
	var fields []string
	for _, f := range a.own.Implementers(t, fn) {
		fields = append(fields, addressed(f))
	}
	for _, p := range a.pkg.Imports() {
		for _, name := range p.Scope().Names() {
			tn, ok := p.Scope().Lookup(name).(*types.TypeName)
			if !ok || types.IsInterface(tn.Type()) || !types.Implements(types.NewPointer(tn.Type()), t.Underlying().(*types.Interface)) {
				continue
			}
			m, index, _ := types.LookupFieldOrMethod(tn.Type(), true, fn.Pkg(), fn.Name())
			if !a.others.have(p) || len(index) > 1 {
				return ""
			}
			fields = append(fields, a.others.of(m.(*types.Func)).Field)
		}
	}
	if fields = slices.Compact(fields); len(fields) != 1 {
		return ""
	}
	return fields[0]
}

// addressed is the field of its receiver, an object, whose address fn returns, if it does nothing else; "" for others.
func addressed(fn *ssa.Function) string {
	if fn.Signature.Recv() == nil || len(fn.Params) != 1 || len(fn.Blocks) != 1 || !kube.IsObject(fn.Params[0].Type()) {
		return ""
	}
	ret, ok := fn.Blocks[0].Instrs[len(fn.Blocks[0].Instrs)-1].(*ssa.Return)
	if !ok || len(ret.Results) != 1 {
		return ""
	}
	at, ok := ret.Results[0].(*ssa.FieldAddr)
	if !ok || at.X != fn.Params[0] {
		return ""
	}
	return ssaquery.FieldName(at.X, at.Field)
}

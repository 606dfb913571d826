package watchflow

import (
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/ssaquery"
)

// versionOf reports whether v reads the resourceVersion of some object, and of
// which one.
func versionOf(v ssa.Value) (object ssa.Value, ok bool) {
	switch v := v.(type) {
	case *ssa.Call:
		args := explicitArgs(&v.Call)
		if ofReceiver, ok := kube.GetsVersion(calleeName(&v.Call), len(args), false); ok {
			if ofReceiver {
				return receiver(&v.Call), true
			}
			return args[0], true
		}
	case *ssa.Extract: // version, err := accessor.ResourceVersion(obj)
		if call, ok := v.Tuple.(*ssa.Call); ok && v.Index == 0 {
			args := explicitArgs(&call.Call)
			if _, ok := kube.GetsVersion(calleeName(&call.Call), len(args), true); ok {
				return args[0], true
			}
		}
	case *ssa.UnOp:
		if fa, ok := loadedFrom(v).(*ssa.FieldAddr); ok && isVersionField(fa.X.Type(), fa.Field) {
			return fa.X, true
		}
	case *ssa.Field:
		if isVersionField(v.X.Type(), v.Field) {
			return v.X, true
		}
	}
	return nil, false
}

// isVersionField reports whether field i of t is a resourceVersion.
func isVersionField(t types.Type, i int) bool {
	return strings.EqualFold(ssaquery.StructField(t, i).Name(), kube.ResourceVersionField)
}

// noVersion reports whether a watch that starts from s starts from no version: from the
// newest state, or from any.
func noVersion(s string) bool { return s == "" || s == "0" }

// setsOptionsVersion returns the address that st stores to, if that is the
// resourceVersion of options of a list or watch.
func setsOptionsVersion(st *ssa.Store) *ssa.FieldAddr {
	fa, ok := st.Addr.(*ssa.FieldAddr)
	if !ok || !isVersionField(fa.X.Type(), fa.Field) || kube.OptionsField(fa.X.Type()) == "" {
		return nil
	}
	return fa
}

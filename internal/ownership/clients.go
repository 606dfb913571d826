package ownership

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/effect"
	"github.com/k8slint/k8slint/internal/flow"
	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/ownership/heap"
	"github.com/k8slint/k8slint/internal/ssaquery"
)

// rank makes o go first where a set of values overflows, if it is the cache's
// under some manager only.
func rank(o *heap.Object) {
	if o.Origin.Managed != nil {
		o.ForgetFirst()
	}
}

// Clients tell which clients of controller-runtime read a cache.
type clients struct{ *unit }

// managedRead describes a call of Get or List of a manager's client. It is nil for other
// clients, and if the client does not cache what is read.
func (cs *clients) managedRead(c *ssa.CallCommon, read kube.ClientRead) *effect.Managed {
	if !kube.ReadsCache(c.Value.Type()) {
		return nil
	}
	proof := cs.client(c.Value)
	if proof == clientOther {
		return nil
	}
	at := read.Into - 1 // without the receiver
	if at >= len(c.Args) {
		return nil
	}
	m := &effect.Managed{Client: clientKey(c.Value), Given: proof == clientGiven}
	mi, ok := c.Args[at].(*ssa.MakeInterface)
	if !ok {
		return m
	}
	m.Type = readType(mi.X.Type(), read.List)
	if m.Type == kube.Unstructured {
		return nil // read from the API server, by default
	}
	return m
}

// readType names the type of the objects that are read into a value of type t.
func readType(t types.Type, list bool) string {
	if !list {
		return ssaquery.ConcreteType(t)
	}
	if kube.TypeName(t) == kube.UnstructuredList {
		return kube.Unstructured
	}
	s := ssaquery.Struct(t)
	if s == nil {
		return ""
	}
	for f := range s.Fields() {
		if f.Name() != kube.ItemsField {
			continue
		}
		if l, ok := f.Type().Underlying().(*types.Slice); ok {
			return ssaquery.ConcreteType(l.Elem())
		}
	}
	return ""
}

// clientKey names the field or variable that the client v is read from.
func clientKey(v ssa.Value) string {
	switch v := v.(type) {
	case *ssa.ChangeInterface:
		return clientKey(v.X)
	case *ssa.UnOp:
		if v.Op != token.MUL {
			return ""
		}
		switch x := v.X.(type) {
		case *ssa.FieldAddr:
			return fieldKey(x.X, x.Field)
		case *ssa.Global:
			return x.Pkg.Pkg.Path() + "." + x.Name()
		}
	case *ssa.Field:
		return fieldKey(v.X, v.Field)
	}
	return ""
}

// A clientProof says what is known of a client.
type clientProof uint8

const (
	clientGiven   clientProof = iota // a parameter: the caller knows
	clientManaged                    // a manager's, or of a field, which the whole program decides
	clientOther                      // made by the program, or from where nobody knows
)

// client says whose client v is.
func (cs *clients) client(v ssa.Value) clientProof {
	proof := clientManaged
	for from := range flow.Origins(v, cs.from) {
		switch cs.origin(from) {
		case clientOther:
			return clientOther
		case clientGiven:
			proof = clientGiven
		}
	}
	return proof
}

// origin says whose client v is, which comes from no other one.
func (cs *clients) origin(v ssa.Value) clientProof {
	switch v := v.(type) {
	case *ssa.Call:
		if v.Call.IsInvoke() && kube.HandsOutManagerClient(v.Call.Method) {
			return clientManaged
		}
	case *ssa.UnOp:
		switch v.X.(type) {
		case *ssa.FieldAddr, *ssa.Global:
			return clientManaged
		}
	case *ssa.Field, *ssa.Alloc:
		return clientManaged
	case *ssa.Parameter:
		return clientGiven
	}
	return clientOther
}

// from are the clients that v is made of, or one of.
func (cs *clients) from(v ssa.Value) []ssa.Value {
	switch v := v.(type) {
	case *ssa.ChangeInterface:
		return []ssa.Value{v.X}
	case *ssa.Extract:
		return []ssa.Value{v.Tuple}
	case *ssa.Phi:
		return v.Edges
	case *ssa.Call:
		return readBy(v)
	case *ssa.UnOp:
		switch v.X.(type) {
		case *ssa.Alloc, *ssa.FreeVar:
			return []ssa.Value{v.X}
		}
	case *ssa.Alloc:
		return ssaquery.StoredIn(v)
	case *ssa.FreeVar:
		return ssaquery.BoundTo(v)
	case *ssa.Parameter:
		var out []ssa.Value
		args := cs.points().Args(v)
		for _, a := range args {
			out = append(out, a.Value)
		}
		if len(args) == cs.uses[v.Parent()] {
			return out
		}
	}
	return nil
}

// readBy is the cache that the client which call makes reads: the Reader in the Cache of its
// options. A cache that comes from a field may be any.
func readBy(call *ssa.Call) []ssa.Value {
	if !kube.MakesClient(ssaquery.Called(&call.Call)) {
		return nil
	}
	var reader ssa.Value
	for _, arg := range call.Call.Args {
		if o, ok := onlyIn(arg, kube.CacheField).(*ssa.Alloc); ok {
			reader = onlySet(o, kube.ReaderField)
		}
	}
	switch reader := ssaquery.Unwrap(reader).(type) {
	case *ssa.Call, *ssa.Parameter, *ssa.Phi:
		return []ssa.Value{reader}
	}
	return nil
}

// onlyIn is the only value of a field of the struct v, nil if it is not known.
func onlyIn(v ssa.Value, field string) ssa.Value {
	u, ok := v.(*ssa.UnOp)
	if !ok {
		return nil
	}
	a, ok := u.X.(*ssa.Alloc)
	if !ok {
		return nil
	}
	return onlySet(a, field)
}

// onlySet is the only value that a field of the struct at a is set to, nil if that is not
// known.
func onlySet(a *ssa.Alloc, field string) ssa.Value {
	var out ssa.Value
	for _, r := range *a.Referrers() {
		fa, ok := r.(*ssa.FieldAddr)
		if !ok || ssaquery.FieldName(fa.X, fa.Field) != field {
			if st, ok := r.(*ssa.Store); ok && st.Addr == ssa.Value(a) {
				return nil // as a whole
			}
			continue
		}
		for _, r := range *fa.Referrers() {
			st, ok := r.(*ssa.Store)
			if !ok || st.Addr != ssa.Value(fa) || out != nil {
				return nil
			}
			out = st.Val
		}
	}
	return out
}

// liveClients are the fields and variables that hold clients which the program
// made for itself, sorted.
func (cs *clients) liveClients() []string {
	if !kube.ImportsClient(cs.pass.Pkg) {
		return nil
	}
	var out []string
	for _, fn := range cs.funcs {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				st, ok := instr.(*ssa.Store)
				if !ok || !kube.IsClient(st.Val.Type()) || cs.client(st.Val) != clientOther {
					continue
				}
				key := ""
				switch x := st.Addr.(type) {
				case *ssa.FieldAddr:
					key = fieldKey(x.X, x.Field)
				case *ssa.Global:
					key = x.Pkg.Pkg.Path() + "." + x.Name()
				}
				if key != "" {
					out = append(out, key)
				}
			}
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

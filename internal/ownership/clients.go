package ownership

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/effect"
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
	proof := cs.client(c.Value, 0)
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

// Bounds on the steps from a call of a client to where it is made, and to the last place
// where several meet.
const (
	maxClientSteps = 6
	maxClientPhis  = 2
)

func (cs *clients) tooFar(v ssa.Value, depth, most int) bool {
	return cs.log.Past(depth, most, v.Parent(), "gave up tracing a client to where it is made: too many steps")
}

// client says whose client v is.
func (cs *clients) client(v ssa.Value, depth int) clientProof {
	if cs.tooFar(v, depth, maxClientSteps) {
		return clientOther
	}
	all := func(vs ...ssa.Value) clientProof {
		worst := clientManaged
		for _, v := range vs {
			switch cs.client(v, depth+1) {
			case clientOther:
				return clientOther
			case clientGiven:
				worst = clientGiven
			}
		}
		return worst
	}
	switch v := v.(type) {
	case *ssa.ChangeInterface:
		return all(v.X)
	case *ssa.Extract:
		return all(v.Tuple)
	case *ssa.Phi:
		if cs.tooFar(v, depth, maxClientPhis) {
			return clientOther
		}
		return all(v.Edges...)
	case *ssa.Call:
		if v.Call.IsInvoke() {
			if kube.HandsOutManagerClient(v.Call.Method) {
				return clientManaged
			}
			return clientOther
		}
		f := v.Call.StaticCallee()
		if f == nil {
			return clientOther
		}
		if kube.MakesClient(ssaquery.Called(&v.Call)) {
			return cs.made(v, depth)
		}
		// What controller-runtime wraps around a client is as cached as that.
		if kube.WrapsClient(ssaquery.Called(&v.Call)) {
			for _, arg := range v.Call.Args {
				if kube.IsClient(arg.Type()) {
					return all(arg)
				}
			}
		}
		return clientOther
	case *ssa.UnOp:
		if v.Op != token.MUL {
			return clientOther
		}
		switch x := v.X.(type) {
		case *ssa.FieldAddr, *ssa.Global:
			return clientManaged
		case *ssa.Alloc:
			return all(ssaquery.StoredIn(x)...)
		case *ssa.FreeVar:
			return all(ssaquery.BoundTo(x)...)
		}
	case *ssa.Field:
		return clientManaged
	case *ssa.FreeVar:
		return all(ssaquery.BoundTo(v)...)
	case *ssa.Alloc:
		return all(ssaquery.StoredIn(v)...)
	case *ssa.Parameter:
		return cs.givenClient(v, depth)
	}
	return clientOther
}

// made says what the client reads that call makes: a manager's cache, if that is the Reader
// in the Cache of its options. A cache that comes from a field may be any.
func (cs *clients) made(call *ssa.Call, depth int) clientProof {
	var reader ssa.Value
	for _, arg := range call.Call.Args {
		if o, ok := onlyIn(arg, kube.CacheField).(*ssa.Alloc); ok {
			reader = onlySet(o, kube.ReaderField)
		}
	}
	for {
		c, ok := reader.(*ssa.ChangeInterface)
		if !ok {
			break
		}
		reader = c.X
	}
	switch r := reader.(type) {
	case *ssa.Call, *ssa.Parameter, *ssa.Phi:
		return cs.client(reader, depth+1)
	case *ssa.UnOp:
		if _, variable := r.X.(*ssa.Alloc); variable {
			return cs.client(reader, depth+1)
		}
	}
	return clientOther
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

// givenClient says whose client the parameter p is, by the calls of the package.
func (cs *clients) givenClient(p *ssa.Parameter, depth int) clientProof {
	args := cs.points().Args(p)
	if len(args) == 0 || len(args) != cs.uses[p.Parent()] {
		return clientGiven
	}
	proof := clientManaged
	for _, a := range args {
		switch cs.client(a.Value, depth+2) {
		case clientOther:
			return clientOther
		case clientGiven:
			proof = clientGiven
		}
	}
	return proof
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
				if !ok || !kube.IsClient(st.Val.Type()) || cs.client(st.Val, 0) != clientOther {
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

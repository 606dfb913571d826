package ownership

import (
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/kube"
)

// A Managed read is one through the client of a controller-runtime manager. It
// copies what it reads, unless the cache options of the manager turn deep
// copies off, which the program that makes the manager knows, and the package
// that reads does not. Such reads are followed like any other, apart from
// them: what they lead to is told in Result.Conditional.
type Managed struct {
	// Type is the type of the objects read, as package path and name, "" if
	// it is not known.
	Type string
	// Client is the field (or variable) that holds the client, "" if it is
	// neither.
	Client string
}

const clientPkg = "sigs.k8s.io/controller-runtime/pkg/client"

// managed reports whether r is memory of the cache under some manager only.
func (r ref) managed() bool { return r.obj.kind == kindCache && r.obj.origin.Managed != nil }

// last makes o go first where a set of values overflows, if it is the cache's
// under some manager only.
func (a *execution) last(o *object) {
	if o.origin.Managed != nil && o.id < lastID {
		o.id += lastID
	}
}

// lastID is more than the number of objects of a function.
const lastID = 1 << 22

// managedRead describes a call of Get or List of a manager's client; nil if
// the client is none, or if it is not cached for what is read.
func (e *engine) managedRead(c *ssa.CallCommon, list bool) *Managed {
	switch n := named(c.Value.Type()); {
	case n == nil:
		return nil
	case typeKey(n) != clientPkg+".Client" && typeKey(n) != "sigs.k8s.io/controller-runtime/pkg/cache.Cache":
		// What is only a client.Reader may well be the manager's API reader.
		return nil
	}
	if e.liveClient(c.Value, 0) {
		return nil
	}
	at := 2 // ctx, key, obj
	if list {
		at = 1 // ctx, list
	}
	if at >= len(c.Args) {
		return nil
	}
	m := &Managed{Client: clientKey(c.Value)}
	mi, ok := c.Args[at].(*ssa.MakeInterface)
	if !ok {
		return m
	}
	m.Type = readType(mi.X.Type(), list)
	if m.Type == unstructuredType {
		return nil // read from the API server, by default
	}
	return m
}

// readType names the type of the objects that are read into a value of type t.
func readType(t types.Type, list bool) string {
	if !list {
		return dynType(t)
	}
	if n := named(t); n != nil && typeKey(n) == unstructuredType+"List" {
		return unstructuredType
	}
	s := structOf(t)
	if s == nil {
		return ""
	}
	for f := range s.Fields() {
		if f.Name() != "Items" {
			continue
		}
		if l, ok := f.Type().Underlying().(*types.Slice); ok {
			return dynType(l.Elem())
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

// liveClient reports whether the client v may be one that the program made for
// itself (client.New), which asks the API server.
func (e *engine) liveClient(v ssa.Value, depth int) bool {
	if depth > 6 {
		return false
	}
	some := func(vs ...ssa.Value) bool {
		return slices.ContainsFunc(vs, func(v ssa.Value) bool { return e.liveClient(v, depth+1) })
	}
	switch v := v.(type) {
	case *ssa.ChangeInterface:
		return some(v.X)
	case *ssa.Extract:
		return some(v.Tuple)
	case *ssa.Phi:
		return some(v.Edges...)
	case *ssa.Call:
		f := v.Call.StaticCallee()
		if f == nil {
			return v.Call.IsInvoke() && v.Call.Method.Name() == "GetAPIReader"
		}
		o := funcObj(originOf(f))
		return o != nil && o.Pkg() != nil && kube.Unvendored(o.Pkg().Path()) == clientPkg && strings.HasPrefix(o.Name(), "New") && len(v.Call.Args) > 0 && !isClient(v.Call.Args[0].Type())
	case *ssa.UnOp:
		if v.Op != token.MUL {
			return false
		}
		switch x := v.X.(type) {
		case *ssa.Alloc:
			return some(storedIn(x)...)
		case *ssa.FreeVar:
			return some(boundTo(x)...)
		}
	case *ssa.FreeVar:
		return some(boundTo(v)...)
	case *ssa.Alloc:
		return some(storedIn(v)...)
	}
	return false
}

// isClient reports whether t is a client: what wraps one is as cached as that.
func isClient(t types.Type) bool {
	n := named(t)
	return n != nil && typeKey(n) == clientPkg+".Client"
}

// storedIn lists the values that are stored in the variable x.
func storedIn(x *ssa.Alloc) []ssa.Value {
	var out []ssa.Value
	if x.Referrers() == nil {
		return nil
	}
	for _, r := range *x.Referrers() {
		if st, ok := r.(*ssa.Store); ok && st.Addr == x {
			out = append(out, st.Val)
		}
	}
	return out
}

// boundTo lists what the captured variable v is, where its function is made.
func boundTo(v *ssa.FreeVar) []ssa.Value {
	fn := v.Parent()
	at := slices.Index(fn.FreeVars, v)
	if fn.Parent() == nil || at < 0 {
		return nil
	}
	var out []ssa.Value
	for _, b := range fn.Parent().Blocks {
		for _, instr := range b.Instrs {
			if mc, ok := instr.(*ssa.MakeClosure); ok && mc.Fn == fn && at < len(mc.Bindings) {
				out = append(out, mc.Bindings[at])
			}
		}
	}
	return out
}

// liveClients are the fields and variables that hold clients which the program
// made for itself, sorted.
func (e *engine) liveClients() []string {
	if !slices.ContainsFunc(e.pass.Pkg.Imports(), func(p *types.Package) bool { return kube.Unvendored(p.Path()) == clientPkg }) {
		return nil
	}
	var out []string
	for _, fn := range e.funcs {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				st, ok := instr.(*ssa.Store)
				if !ok || !isClient(st.Val.Type()) || !e.liveClient(st.Val, 0) {
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

// onlyManaged reports whether all that s says of its results is that they are
// the cache's under some manager.
func (s *Summary) onlyManaged() bool {
	cells := map[int][]Ref{}
	for _, c := range s.Heap {
		cells[c.Obj] = append(cells[c.Obj], c.Vals...)
	}
	seen := map[int]bool{}
	var managed func(r Ref) bool
	managed = func(r Ref) bool {
		switch r.Base {
		case baseCache:
			return s.Origins[r.Idx].Managed != nil
		case baseFresh:
			if !seen[r.Idx] {
				seen[r.Idx] = true
				for _, v := range cells[r.Idx] {
					if !managed(v) {
						return false
					}
				}
			}
			return true
		}
		return false
	}
	for _, refs := range s.Results {
		for _, r := range refs {
			if !managed(r) {
				return false
			}
		}
	}
	return true
}

// managed is o as the caller knows it, where o is a read through a manager's
// client: a helper may be given the client, and what to read. It is nil if the
// client turns out to be none of a manager.
func (in *application) managed(o *Origin) *Origin {
	if o.Managed == nil || in.site.common == nil || o.Managed.Type != "" && o.Managed.Client != "" {
		return o
	}
	m := *o.Managed
	if mi, ok := in.into.(*ssa.MakeInterface); ok && m.Type == "" {
		m.Type = readType(mi.X.Type(), true)
		if m.Type == "" {
			m.Type = readType(mi.X.Type(), false)
		}
		if m.Type == unstructuredType {
			return nil
		}
	}
	if m.Client == "" {
		for _, arg := range in.site.common.Args {
			if !isClient(arg.Type()) {
				continue
			}
			if in.a.e.liveClient(arg, 0) {
				return nil
			}
			m.Client = clientKey(arg)
			break
		}
	}
	if m == *o.Managed {
		return o
	}
	c := *o
	c.Managed = &m
	return &c
}

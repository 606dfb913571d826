package ssaquery

import (
	"go/constant"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// Operands are the receiver and the other arguments of a method call.
func Operands(c *ssa.CallCommon) (recv ssa.Value, params []ssa.Value) {
	if c.IsInvoke() {
		return c.Value, c.Args
	}
	if len(c.Args) == 0 || c.Signature().Recv() == nil {
		return nil, nil
	}
	return c.Args[0], c.Args[1:]
}

func ResultType(t types.Type, i int) types.Type {
	if tup, ok := t.(*types.Tuple); ok {
		return tup.At(i).Type()
	}
	return t
}

// IsRegister reports whether v belongs to one function, which computes it or is
// given it: constants, functions and package variables do not.
func IsRegister(v ssa.Value) bool {
	switch v.(type) {
	case *ssa.Const, *ssa.Function, *ssa.Global, *ssa.Builtin:
		return false
	}
	return true
}

// Extracted is where result i of tuple, a call or another instruction with several
// results, is used; nil if it is not.
func Extracted(tuple ssa.Value, i int) *ssa.Extract {
	for _, r := range *tuple.Referrers() {
		if e, ok := r.(*ssa.Extract); ok && e.Index == i && len(*e.Referrers()) > 0 {
			return e
		}
	}
	return nil
}

// ResultAt is the result i of call; nil if there are several, and that one is not used.
func ResultAt(call *ssa.Call, i int) ssa.Value {
	if call.Call.Signature().Results().Len() == 1 {
		return call
	}
	if e := Extracted(call, i); e != nil {
		return e
	}
	return nil
}

// ResultOf is the call that v is a result of, nil if it is of none.
func ResultOf(v ssa.Value) *ssa.Call {
	if e, ok := v.(*ssa.Extract); ok {
		v = e.Tuple
	}
	call, _ := v.(*ssa.Call)
	return call
}

func IsNil(v ssa.Value) bool {
	c, ok := v.(*ssa.Const)
	return ok && c.IsNil()
}

// StringConst is the string constant v, "" for other values.
func StringConst(v ssa.Value) string {
	c, ok := v.(*ssa.Const)
	if !ok || c.Value == nil || c.Value.Kind() != constant.String {
		return ""
	}
	return constant.StringVal(c.Value)
}

func IsEmptyString(v ssa.Value) bool {
	c, ok := v.(*ssa.Const)
	return ok && c.Value != nil && c.Value.Kind() == constant.String && constant.StringVal(c.Value) == ""
}

func IsBool(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsBoolean != 0
}

// Chosen is the case of a select of which x asks whether it was the one; nil if x asks for something else.
func Chosen(x *ssa.BinOp) *ssa.SelectState {
	e, ok := x.X.(*ssa.Extract)
	c, isConst := x.Y.(*ssa.Const)
	if !ok || !isConst || e.Index != 0 {
		return nil
	}
	sel, ok := e.Tuple.(*ssa.Select)
	if !ok || c.Int64() < 0 || int(c.Int64()) >= len(sel.States) {
		return nil
	}
	return sel.States[c.Int64()]
}

// IsErrorOf reports whether err is the error that came with v.
func IsErrorOf(err, v ssa.Value) bool {
	e, ok := err.(*ssa.Extract)
	return ok && OfSameCall(e, v) && IsError(e.Type())
}

func OfSameCall(e *ssa.Extract, v ssa.Value) bool {
	x, ok := v.(*ssa.Extract)
	return ok && x.Tuple == e.Tuple && x != e
}

func SameConst(a, b *ssa.Const) bool {
	if a.Value == nil || b.Value == nil {
		return a.Value == nil && b.Value == nil
	}
	return constant.Compare(a.Value, token.EQL, b.Value)
}

func NeverNil(v ssa.Value) bool {
	switch v.(type) {
	case *ssa.Alloc, *ssa.MakeInterface, *ssa.MakeMap, *ssa.MakeSlice, *ssa.MakeClosure, *ssa.FieldAddr:
		return true
	}
	return false
}

// WrittenThrough are the operands of inst that it may write through.
func WrittenThrough(inst ssa.Instruction) []ssa.Value {
	switch x := inst.(type) {
	case *ssa.Store:
		return []ssa.Value{x.Addr}
	case *ssa.MapUpdate:
		return []ssa.Value{x.Map}
	case ssa.CallInstruction:
		c := x.Common()
		if _, ok := c.Value.(*ssa.Builtin); ok {
			return c.Args[:1]
		}
		out := []ssa.Value{}
		if c.IsInvoke() {
			out = append(out, c.Value)
		}
		return append(out, c.Args...)
	}
	return nil
}

// StoredIn lists the values that are stored in the variable x.
func StoredIn(x *ssa.Alloc) []ssa.Value {
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

// BoundTo lists what the captured variable v is, where its function is made.
func BoundTo(v *ssa.FreeVar) []ssa.Value {
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

// IsGiven reports whether v is a parameter, or read from a variable that holds nothing else,
// such as one that a function literal captured.
func IsGiven(v ssa.Value) bool {
	if u, ok := v.(*ssa.UnOp); ok && u.Op == token.MUL {
		x := u.X
		if fv, ok := x.(*ssa.FreeVar); ok {
			bound := BoundTo(fv)
			if len(bound) != 1 {
				return false
			}
			x = bound[0]
		}
		a, ok := x.(*ssa.Alloc)
		if !ok || !OnlyStoredByOwner(a) {
			return false
		}
		vs := StoredIn(a)
		if len(vs) != 1 {
			return false
		}
		v = vs[0]
	}
	_, ok := v.(*ssa.Parameter)
	return ok
}

// OnlyStoredByOwner reports whether nothing but stores of its function changes the
// variable x: the function literals that capture it only read it.
func OnlyStoredByOwner(x *ssa.Alloc) bool { return onlyStored(x, false) }

// StoredByOwnerUntilReturn is OnlyStoredByOwner until the function returns: calls that are
// deferred may store in x, too.
func StoredByOwnerUntilReturn(x *ssa.Alloc) bool { return onlyStored(x, true) }

func onlyStored(x *ssa.Alloc, butDeferred bool) bool {
	for _, ref := range *x.Referrers() {
		switch ref := ref.(type) {
		case *ssa.UnOp:
		case *ssa.FieldAddr:
			if !onlyLoaded(ref) {
				return false
			}
		case *ssa.Store:
			if ref.Addr != x {
				return false
			}
		case *ssa.Defer:
			if !butDeferred {
				return false
			}
		case *ssa.MakeClosure:
			if butDeferred && onlyDeferred(ref) {
				continue
			}
			for i, b := range ref.Bindings {
				if b == x && !onlyRead(ref.Fn.(*ssa.Function).FreeVars[i], 0) {
					return false
				}
			}
		default:
			return false
		}
	}
	return true
}

// onlyDeferred reports whether all that is done with the function literal c is to defer a
// call of it.
func onlyDeferred(c *ssa.MakeClosure) bool {
	return !slices.ContainsFunc(*c.Referrers(), func(ref ssa.Instruction) bool { d, ok := ref.(*ssa.Defer); return !ok || d.Call.Value != ssa.Value(c) })
}

// onlyLoaded reports whether the field at the address f is read and no more.
func onlyLoaded(f *ssa.FieldAddr) bool {
	for _, ref := range *f.Referrers() {
		switch ref := ref.(type) {
		case *ssa.UnOp:
		case *ssa.FieldAddr:
			if !onlyLoaded(ref) {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// maxCaptures bounds the function literals within each other that capture a variable. No finding is
// lost: beyond, the variable may change.
const maxCaptures = 3

func onlyRead(x *ssa.FreeVar, depth int) bool {
	for _, ref := range *x.Referrers() {
		switch ref := ref.(type) {
		case *ssa.UnOp:
		case *ssa.MakeClosure:
			for i, b := range ref.Bindings {
				if b == x && (depth > maxCaptures || !onlyRead(ref.Fn.(*ssa.Function).FreeVars[i], depth+1)) {
					return false
				}
			}
		default:
			return false
		}
	}
	return true
}

// Around is what the address v lies in, or is loaded from, by one step; nil if it is in
// nothing else.
func Around(v ssa.Value) ssa.Value {
	switch x := v.(type) {
	case *ssa.UnOp:
		return x.X
	case *ssa.FieldAddr:
		return x.X
	case *ssa.IndexAddr:
		return x.X
	}
	return nil
}

// Root is the value that the address v, or what is loaded from it, lies in.
func Root(v ssa.Value) ssa.Value {
	for x := Around(v); x != nil; x = Around(v) {
		v = x
	}
	return v
}

// SamePlace reports whether x and y are one value, or the same element or
// field of one, read twice: pods[i] and pods[i].
func SamePlace(x, y ssa.Value) bool {
	for {
		if x == y {
			return true
		}
		switch a := x.(type) {
		case *ssa.UnOp:
			b, ok := y.(*ssa.UnOp)
			if !ok || a.Op != token.MUL || b.Op != token.MUL {
				return false
			}
			x, y = a.X, b.X
		case *ssa.IndexAddr:
			b, ok := y.(*ssa.IndexAddr)
			if !ok || !SameIndex(a.Index, b.Index) {
				return false
			}
			x, y = a.X, b.X
		case *ssa.FieldAddr:
			b, ok := y.(*ssa.FieldAddr)
			if !ok || a.Field != b.Field {
				return false
			}
			x, y = a.X, b.X
		default:
			return false
		}
	}
}

// DifferentKeys reports whether the keys x and y are known to differ.
func DifferentKeys(x, y ssa.Value) bool {
	a, ok := x.(*ssa.Const)
	b, ok2 := y.(*ssa.Const)
	return ok && ok2 && !SameConst(a, b)
}

func SameIndex(x, y ssa.Value) bool {
	a, ok := x.(*ssa.Const)
	b, ok2 := y.(*ssa.Const)
	return x == y || ok && ok2 && SameConst(a, b)
}

func IsString(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsString != 0
}

// IsAny reports whether t is an interface that every value is of.
func IsAny(t types.Type) bool {
	i, ok := t.Underlying().(*types.Interface)
	return ok && i.Empty()
}

// IsContext reports whether t is context.Context.
func IsContext(t types.Type) bool { return types.TypeString(t, nil) == "context.Context" }

// IsError reports whether t is the type error.
func IsError(t types.Type) bool { return types.Identical(t, errorType) }

var errorType = types.Universe.Lookup("error").Type()

// IsLen reports whether call is one of len.
func IsLen(call *ssa.Call) bool {
	b, ok := call.Call.Value.(*ssa.Builtin)
	return ok && b.Name() == "len"
}

// IsBasic reports whether t's underlying type is a basic one of that kind.
func IsBasic(t types.Type, kind types.BasicInfo) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&kind != 0
}

// IsOrder reports whether op is one of < > <= >=.
func IsOrder(op token.Token) bool {
	return op == token.LSS || op == token.GTR || op == token.LEQ || op == token.GEQ
}

// IsAddress reports whether v is the address of a variable or of a part of one.
func IsAddress(v ssa.Value) bool {
	switch v.(type) {
	case *ssa.Alloc, *ssa.FreeVar, *ssa.Global, *ssa.FieldAddr, *ssa.IndexAddr:
		return true
	}
	return false
}

package ownership

import (
	"go/constant"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/ssaquery"
)

// A struct that carries an object often says what is to be done with it,
//
//	enqueue(newCommand("add", nil, pod))
//
// and who gets it looks at that:
//
//	switch c.kind {
//	case "update":
//		c.new.Labels["a"] = "b"
//	}
//
// The effect has the write under the condition (effect.Guard). A call decides it if the
// field is a constant there: the struct is made for this call, and nobody else had it
// before.

// comparedField is the field that cond compares with the constant val, nil if it does
// something else; equal tells what cond is if they are equal.
func comparedField(cond ssa.Value) (field *ssa.FieldAddr, val constant.Value, equal bool) {
	read := func(v ssa.Value) *ssa.FieldAddr {
		load, ok := v.(*ssa.UnOp)
		if !ok || load.Op != token.MUL {
			return nil
		}
		fa, _ := load.X.(*ssa.FieldAddr)
		return fa
	}
	x, ok := cond.(*ssa.BinOp)
	if !ok {
		return read(cond), constant.MakeBool(true), true
	}
	if x.Op != token.EQL && x.Op != token.NEQ {
		return nil, nil, false
	}
	for _, pair := range [][2]ssa.Value{{x.X, x.Y}, {x.Y, x.X}} {
		if k, ok := pair[1].(*ssa.Const); ok && k.Value != nil {
			return read(pair[0]), k.Value, x.Op == token.EQL
		}
	}
	return nil, nil, false
}

// madeWith is the constant in the field of the struct that v points to, which is made
// for user, and used by nobody else; "" if that is not known.
func (d *dependencies) madeWith(v ssa.Value, user ssa.Instruction, field string) string {
	t := ssaquery.Struct(v.Type())
	call, isCall := v.(*ssa.Call)
	if _, isNew := v.(*ssa.Alloc); t == nil || !isNew && !isCall {
		return ""
	}
	val, ok := setField(v, field, func(r ssa.Instruction) bool { return r == user })
	switch {
	case !ok:
		return ""
	case val == nil && isCall:
		return d.madeByCall(call, field)
	case val == nil:
		val = zeroField(t, field)
	}
	return exactString(val)
}

// exactString is the constant v, "" for other values.
func exactString(v ssa.Value) string {
	if k, ok := v.(*ssa.Const); ok && k.Value != nil {
		return k.Value.ExactString()
	}
	return ""
}

// madeByCall is the constant that the struct which call returns has in the field, ""
// if that is not known.
func (d *dependencies) madeByCall(call *ssa.Call, field string) string {
	fn := call.Call.StaticCallee()
	if fn == nil {
		return ""
	}
	o := ssaquery.Declared(fn)
	if o == nil || o.Pkg() == nil {
		return ""
	}
	var made []MadeField
	if d.analyses(fn) {
		made = madeFields(fn)
	} else if hs := d.handlers[kube.Unvendored(o.Pkg().Path())]; hs != nil {
		made = hs.Made
	}
	key := ssaquery.FuncKey(o)
	i := slices.IndexFunc(made, func(m MadeField) bool { return m.Func == key && m.Field == field })
	if i < 0 || made[i].Param > len(call.Call.Args) {
		return ""
	}
	return exactString(call.Call.Args[made[i].Param-1])
}

// setField is what is stored in the field of the struct that v points to, nil if
// nothing is; ok tells that it is stored once, and that v is used by nobody besides but
// those that uses holds for, all of them behind the store.
func setField(v ssa.Value, field string, uses func(ssa.Instruction) bool) (val ssa.Value, ok bool) {
	var store *ssa.Store
	var users []ssa.Instruction
	for _, r := range *v.Referrers() {
		switch r := r.(type) {
		case *ssa.FieldAddr:
			if ssaquery.FieldName(r.X, r.Field) != field {
				continue
			}
			for _, u := range *r.Referrers() {
				switch u := u.(type) {
				case *ssa.Store:
					if u.Addr != r || store != nil {
						return nil, false
					}
					store = u
				case *ssa.UnOp:
				default:
					return nil, false
				}
			}
		default:
			if !uses(r) {
				return nil, false
			}
			users = append(users, r)
		}
	}
	if store == nil {
		return nil, true
	}
	order := ssaquery.NewOrder()
	return store.Val, !slices.ContainsFunc(users, func(r ssa.Instruction) bool { return !order.Dominates(store, r) })
}

// zeroField is what the field of a new struct of the type t holds, nil if that is
// nothing to compare with constants.
func zeroField(t *types.Struct, field string) ssa.Value {
	for f := range t.Fields() {
		if b, ok := f.Type().Underlying().(*types.Basic); ok && f.Name() == field {
			switch info := b.Info(); {
			case info&types.IsString != 0:
				return ssa.NewConst(constant.MakeString(""), f.Type())
			case info&types.IsBoolean != 0:
				return ssa.NewConst(constant.MakeBool(false), f.Type())
			case info&types.IsInteger != 0:
				return ssa.NewConst(constant.MakeInt64(0), f.Type())
			}
		}
	}
	return nil
}

// madeFields are the fields with parameters of the struct that fn makes
// and returns, if it does, and the struct can carry an object.
func madeFields(fn *ssa.Function) []MadeField {
	o := ssaquery.Declared(fn)
	if o == nil || fn.Parent() != nil || fn.Signature.Results().Len() != 1 || fn.TypeParams().Len() > 0 {
		return nil
	}
	n := ssaquery.Named(fn.Signature.Results().At(0).Type())
	if n == nil || !programsOwn(n) {
		return nil
	}
	t, ok := n.Underlying().(*types.Struct)
	if !ok || !carriesObject(t) {
		return nil
	}
	made, returns := returnedNew(fn)
	if made == nil {
		return nil
	}
	var out []MadeField
	for f := range t.Fields() {
		if zeroField(t, f.Name()) == nil {
			continue
		}
		val, ok := setField(made, f.Name(), func(r ssa.Instruction) bool { return slices.Contains(returns, r) })
		if p, isParam := val.(*ssa.Parameter); ok && isParam {
			out = append(out, MadeField{Func: ssaquery.FuncKey(o), Field: f.Name(), Param: slices.Index(fn.Params, p) + 1})
		}
	}
	return out
}

// carriesObject reports whether a field of t can hold an object of the cache.
func carriesObject(t *types.Struct) bool {
	for f := range t.Fields() {
		if kube.CanBeCached(f.Type()) || types.IsInterface(f.Type()) {
			return true
		}
	}
	return false
}

// returnedNew is the struct that fn makes and returns everywhere, and where; nil if it
// returns something else. Where it returns nil, there is no field.
func returnedNew(fn *ssa.Function) (made *ssa.Alloc, returns []ssa.Instruction) {
	for _, ret := range ssaquery.Returns(fn) {
		if ssaquery.IsNil(ret.Results[0]) {
			continue
		}
		x, ok := ret.Results[0].(*ssa.Alloc)
		if !ok || made != nil && x != made {
			return nil, nil
		}
		made = x
		returns = append(returns, ret)
	}
	return made, returns
}

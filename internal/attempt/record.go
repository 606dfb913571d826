package attempt

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/kube"
)

// What a function returns may say what it has done, by a field:
//
//	res, err := r.label(ctx, node) // Result{Requeue: true} if it has written
//	if res.Requeue || err != nil {
//
// A record is a struct of which some fields are known. records gives each its number.
type records struct{ fields numbered[knownField] }

// A knownField is a field of a record that is known, and the record of those before.
type knownField struct {
	before value
	name   string
	value  value
}

// of is a struct of type t of which holds says what its fields hold, if any of that is known.
func (rs *records) of(t types.Type, holds func(field *types.Var) (value, bool)) value {
	st, ok := t.Underlying().(*types.Struct)
	if !ok || kube.VersionedType(t) {
		return value{}
	}
	r := value{}
	for f := range st.Fields() {
		if v, ok := holds(f); ok && v.kind == literal {
			r = value{kind: record, obj: int(rs.fields.number(knownField{r, f.Name(), v}))}
		}
	}
	return r
}

// zero is the zero value of the struct type t.
func (rs *records) zero(t types.Type) value {
	return rs.of(t, func(f *types.Var) (value, bool) { return zeroOf(f.Type()) })
}

// at is what the fields of the variable of that name hold, of type t.
func (rs *records) at(h *heap, key string, t types.Type) value {
	return rs.of(t, func(f *types.Var) (value, bool) { return h.cells.get(key + "." + f.Name()) })
}

// known are the fields of v that are known, the last one first.
func (rs *records) known(v value) (out []knownField) {
	for v.kind == record {
		f := rs.fields.all[v.obj]
		out, v = append(out, f), f.before
	}
	return out
}

// field is what the field of that name of v holds, if that is known.
func (rs *records) field(v value, name string) (value, bool) {
	for _, f := range rs.known(v) {
		if f.name == name {
			return f.value, true
		}
	}
	return value{}, false
}

// equal reports whether two structs of type t are equal, where that is known.
func (rs *records) equal(x, y value, t types.Type) (eq, known bool) {
	st, ok := t.Underlying().(*types.Struct)
	if !ok {
		return false, false
	}
	for _, f := range rs.known(x) {
		if v, ok := rs.field(y, f.name); ok && v != f.value {
			return false, true
		}
	}
	return true, len(rs.known(x)) == st.NumFields() && len(rs.known(y)) == st.NumFields()
}

// zeroOf is the zero value of type t.
func zeroOf(t types.Type) (value, bool) {
	switch u := t.Underlying().(type) {
	case *types.Basic:
		switch {
		case u.Info()&types.IsBoolean != 0:
			return falseValue, true
		case u.Info()&types.IsInteger != 0:
			return value{kind: literal, text: "0"}, true
		case u.Info()&types.IsString != 0:
			return emptyText, true
		}
	case *types.Pointer, *types.Interface, *types.Slice, *types.Map, *types.Signature, *types.Chan:
		return nilValue, true
	}
	return value{}, false
}

// isZeroStruct reports whether c is the zero value of a struct.
func isZeroStruct(c *ssa.Const) bool {
	_, ok := c.Type().Underlying().(*types.Struct)
	return ok && c.Value == nil
}

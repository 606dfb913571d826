package pathcond

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/ssaquery"
)

// A Subject is the object that a query is about.
type Subject interface {
	// Holds reports whether v may be memory of the object, or local memory that
	// leads to it.
	Holds(v ssa.Value) bool
	// Foreign reports whether v may be memory that the function did not make.
	Foreign(v ssa.Value) bool
	// Source is the instruction that brought the object into the function, nil
	// if none did.
	Source() ssa.Instruction
	// Analysed reports whether the body of fn may be looked into.
	Analysed(fn *ssa.Function) bool
}

// A Query asks whether values can be one object, under conditions.
type Query struct {
	About Subject
	seen  map[ssa.Value]bool
	n     int
}

func New(about Subject) *Query { return &Query{About: about, seen: map[ssa.Value]bool{}} }

// maxQuery bounds the values that one question looks at.
const maxQuery = 400

// May reports whether v can be the cached object under conds; same are the
// values that it then is known by, too.
func (q *Query) May(v ssa.Value, conds []Condition, same []ssa.Value) bool {
	if q.n++; q.n > maxQuery {
		return true
	}
	if q.excluded(v, conds) {
		return false
	}
	for _, s := range same {
		if q.excluded(s, conds) {
			return false
		}
	}
	switch v := v.(type) {
	case *ssa.Phi:
		if q.seen[v] {
			return false
		}
		q.seen[v] = true
		defer delete(q.seen, v)
		for i, e := range v.Edges {
			if !q.About.Holds(e) {
				continue
			}
			pred := v.Block().Preds[i]
			if Contradicts(v.Block(), i, conds) {
				continue
			}
			in := append(At(pred), OnEdge(pred, v.Block())...)
			in = append(in, conds...)
			if q.May(e, in, append(same, v)) {
				return true
			}
		}
		return false
	case *ssa.FieldAddr:
		return q.May(v.X, conds, nil)
	case *ssa.IndexAddr:
		return q.next(v.X, conds)
	case *ssa.Field:
		return q.next(v.X, conds)
	case *ssa.UnOp:
		if v.Op == token.MUL {
			if x, ok := v.X.(*ssa.Alloc); ok && q.About.Holds(x) && ssaquery.OnlyStoredByOwner(x) {
				r := reaching{q, x, map[*ssa.BasicBlock]bool{}}
				return r.may(v.Block(), slices.Index(v.Block().Instrs, ssa.Instruction(v)), conds)
			}
			if put := lastPut(v, v.X, nil); put != nil {
				return q.mayPut(put, conds)
			}
			return q.next(v.X, conds)
		}
	case *ssa.Lookup:
		if put := lastPut(v, v.X, v.Index); put != nil {
			return q.mayPut(put, conds)
		}
		return q.mayElem(v, conds)
	case *ssa.ChangeInterface:
		return q.May(v.X, conds, same)
	case *ssa.ChangeType:
		return q.May(v.X, conds, same)
	case *ssa.MakeInterface:
		return q.May(v.X, conds, same)
	case *ssa.Slice:
		return q.next(v.X, conds)
	case *ssa.TypeAssert:
		if !v.CommaOk {
			return q.May(v.X, conds, same)
		}
	case *ssa.Call:
		return q.passed(v, conds)
	case *ssa.Extract:
		if ta, ok := v.Tuple.(*ssa.TypeAssert); ok {
			return q.May(ta.X, conds, same)
		}
		if c, ok := v.Tuple.(*ssa.Call); ok {
			return q.passed(c, conds)
		}
	}
	return true
}

// passed reports whether a result of the call c can be the cached object, or a
// part of it, because an argument is.
func (q *Query) passed(c *ssa.Call, conds []Condition) bool {
	if q.About.Source() == ssa.Instruction(c) {
		return true // it comes from this call
	}
	args := c.Call.Args
	if c.Call.IsInvoke() {
		args = append([]ssa.Value{c.Call.Value}, args...)
	}
	some := false
	for _, arg := range args {
		if !q.About.Holds(arg) {
			continue
		}
		some = true
		if q.May(arg, conds, nil) {
			return true
		}
	}
	return !some
}

// next asks of what v was read from, where the sets know that it matters.
func (q *Query) next(x ssa.Value, conds []Condition) bool {
	if !q.About.Holds(x) {
		return true // a local variable or container: the sets decide
	}
	return q.May(x, conds, nil)
}

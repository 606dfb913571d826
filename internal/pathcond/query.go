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
	// LeadsTo reports whether v may lead to memory of the object, by any number of steps.
	LeadsTo(v ssa.Value) bool
	// Foreign reports whether v may be memory that the function did not make.
	Foreign(v ssa.Value) bool
	// Source is the instruction that brought the object into the function, nil
	// if none did.
	Source() ssa.Instruction
	// RulesOut reports whether it is known of the object that it is not of the type
	// that ta asserts.
	RulesOut(ta *ssa.TypeAssert) bool
	// Analysed reports whether the body of fn may be looked into.
	Analysed(fn *ssa.Function) bool
}

// Paths answers queries about one function, and holds what they share: the
// conditions at its blocks, its dead edges, and how much work they may be altogether.
type Paths struct {
	at   map[*ssa.BasicBlock][]Condition
	dead map[ssaquery.Edge]bool
	held map[*ssa.UnOp]ssa.Value // see Paths.value
	left int
}

// NewPaths returns the paths of fn.
func NewPaths(fn *ssa.Function) *Paths {
	return &Paths{at: map[*ssa.BasicBlock][]Condition{}, dead: deadEdges(fn), held: map[*ssa.UnOp]ssa.Value{}, left: maxChecks}
}

// maxQuery bounds the values that one question looks at. No finding is lost: what is not
// excluded is possible.
const maxQuery = 400

// maxChecks bounds the conditions that all questions about a function hold
// against a value, and the instructions that they look at: a tenth of a second. No
// function of karmada (400,000 lines) takes one in a hundred of them.
const maxChecks = 2_000_000

// Spent reports whether questions were answered with yes because those before
// them took all the work that a function gets.
func (p *Paths) Spent() bool { return p.left < 0 }

// At are the conditions that hold whenever b is executed, each once and normal.
func (p *Paths) At(b *ssa.BasicBlock) []Condition {
	conds, ok := p.at[b]
	if !ok {
		for _, c := range At(b) {
			if c = p.normal(c); !slices.Contains(conds, c) {
				conds = append(conds, c)
			}
		}
		p.at[b] = conds
	}
	return conds
}

// May reports whether v can be the object when b is executed.
func (p *Paths) May(about Subject, v ssa.Value, b *ssa.BasicBlock) bool {
	// Most queries end at once: they share the conditions at b, and get a copy of
	// their own with the first that they add.
	q := query{about: about, paths: p, conds: slices.Clip(p.At(b))}
	return q.may(v, nil, 0) && !p.onNoWay(about, v, b)
}

// A query asks whether values can be one object. It holds the conditions under
// which control takes the path that is being looked at, as a stack.
type query struct {
	about Subject
	paths *Paths
	seen  map[ssa.Value]bool // made by the first visit
	n     int                // values looked at
	// ways: the edges into merges above the blocks on the path are told apart.
	ways bool

	conds []Condition // each once
	// asserted are the type assertions whose operands are being looked at.
	asserted []*ssa.TypeAssert
}

// spent reports whether the query has taken all the work that it gets.
func (q *query) spent() bool { return q.n > maxQuery || q.paths.left < 0 }

// assume adds conditions, those that are not there yet.
func (q *query) assume(conds ...Condition) {
	q.paths.left -= len(q.conds)
	for _, c := range conds {
		if c = q.paths.normal(c); !slices.Contains(q.conds, c) {
			q.conds = append(q.conds, c)
		}
	}
}

// forget takes away the conditions behind the first n.
func (q *query) forget(n int) { q.conds = q.conds[:n] }

// ruledOut reports whether the conditions from the given number on exclude that v
// is an object of the cache.
func (q *query) ruledOut(v ssa.Value, from int) bool {
	conds := q.conds[from:]
	q.paths.left -= len(conds)
	return q.excluded(v, conds)
}

// contradicted reports whether the conditions say that control did not come into
// b over its edge i.
func (q *query) contradicted(b *ssa.BasicBlock, i int) bool {
	q.paths.left -= len(q.conds)
	return q.paths.Dead(b, i) || contradicts(q.paths, b, i, q.conds)
}

// visit reports whether v is not being looked at already, and notes that it is now.
func (q *query) visit(v ssa.Value) bool {
	if q.seen[v] {
		return false
	}
	if q.seen == nil {
		q.seen = map[ssa.Value]bool{}
	}
	q.seen[v] = true
	return true
}

// may reports whether v can be the object. The values same are then that object too. The
// first conditions, as many as told says, were asked of them before, and exclude none.
func (q *query) may(v ssa.Value, same []ssa.Value, told int) bool {
	if q.n++; q.spent() {
		return true
	}
	if q.ruledOut(v, 0) {
		return false
	}
	for _, s := range same {
		if q.ruledOut(s, told) {
			return false
		}
	}
	told = len(q.conds)
	switch v := v.(type) {
	case *ssa.Phi:
		if !q.visit(v) {
			return false
		}
		defer delete(q.seen, v)
		for i, e := range v.Edges {
			if q.about.Holds(e) && !q.contradicted(v.Block(), i) && q.over(v, i, same, told) {
				return true
			}
		}
		return false
	case *ssa.FieldAddr:
		return q.may(v.X, nil, 0)
	case *ssa.IndexAddr:
		return q.next(v.X)
	case *ssa.Field:
		return q.next(v.X)
	case *ssa.UnOp:
		if v.Op == token.MUL {
			if x, ok := variable(v.X).(*ssa.Alloc); ok && q.about.Holds(x) && ssaquery.StoredByOwnerUntilReturn(x) {
				r := reaching{q, x, map[*ssa.BasicBlock]bool{}}
				return r.may(v.Block(), slices.Index(v.Block().Instrs, ssa.Instruction(v)))
			}
			if puts := q.lastPuts(v, v.X, nil); puts != nil {
				return q.mayPuts(puts)
			}
			return q.next(v.X)
		}
	case *ssa.Lookup:
		if puts := q.lastPuts(v, v.X, v.Index); puts != nil {
			return q.mayPuts(puts)
		}
		return q.mayElem(v)
	case *ssa.ChangeInterface, *ssa.ChangeType, *ssa.MakeInterface:
		return q.may(ssaquery.Wrapped(v), same, told)
	case *ssa.Slice:
		return q.next(v.X)
	case *ssa.TypeAssert:
		if !v.CommaOk {
			return q.mayOperand(v, same, told)
		}
	case *ssa.Call:
		return q.passed(v)
	case *ssa.Extract:
		if ta, ok := v.Tuple.(*ssa.TypeAssert); ok {
			return q.mayOperand(ta, same, told)
		}
		if c, ok := v.Tuple.(*ssa.Call); ok {
			return q.passed(c)
		}
	}
	return true
}

// variable is what addr is the address of, or of a field of.
func variable(addr ssa.Value) ssa.Value {
	for {
		f, ok := addr.(*ssa.FieldAddr)
		if !ok {
			return addr
		}
		addr = f.X
	}
}

// over reports whether what v is over its edge i can be the object, see may.
func (q *query) over(v *ssa.Phi, i int, same []ssa.Value, told int) bool {
	conds := q.conds
	defer func() { q.conds = conds }()
	b, same := v.Block(), append(same, v)
	pred := b.Preds[i]
	if b.Dominates(pred) {
		// The way back in a loop: the values in it, and v, were others then.
		q.conds, same, told = beforeLoop(b, conds), nil, 0
	}
	q.assume(q.paths.At(pred)...)
	q.assume(OnEdge(pred, b)...)
	if !b.Dominates(pred) && !q.assumeMerged(b, i, conds) {
		return false
	}
	ask := func() bool { return q.may(v.Edges[i], same, told) }
	return ask() && !(q.ways && q.barred(pred, above(b, pred), ask))
}

// assumeMerged assumes what conds say of the other values that are merged in b, of
// what they are on its edge i; false if that is known to be otherwise there.
func (q *query) assumeMerged(b *ssa.BasicBlock, i int, conds []Condition) bool {
	for _, c := range conds {
		e := q.paths.over(b, i, c.Value)
		if e == nil {
			continue
		}
		on := q.paths.normal(Condition{e, c.True})
		if slices.Contains(q.conds, Condition{on.Value, !on.True}) {
			return false
		}
		q.assume(on)
	}
	return true
}

// beforeLoop are those of conds that are about what came before the loop with the head b.
func beforeLoop(b *ssa.BasicBlock, conds []Condition) []Condition {
	var out []Condition
	for _, c := range conds {
		if in, ok := c.Value.(ssa.Instruction); !ok || !b.Dominates(in.Block()) {
			out = append(out, c)
		}
	}
	return out
}

// mayOperand asks of what ta asserts the type of.
func (q *query) mayOperand(ta *ssa.TypeAssert, same []ssa.Value, told int) bool {
	q.asserted = append(q.asserted, ta)
	defer func() { q.asserted = q.asserted[:len(q.asserted)-1] }()
	return q.may(ta.X, same, told)
}

// passed reports whether a result of the call c can be the cached object, or a
// part of it, because an argument is.
func (q *query) passed(c *ssa.Call) bool {
	if q.about.Source() == ssa.Instruction(c) {
		return true // it comes from this call
	}
	args := c.Call.Args
	if c.Call.IsInvoke() {
		args = append([]ssa.Value{c.Call.Value}, args...)
	}
	some := false
	for _, arg := range args {
		if !q.about.Holds(arg) {
			continue
		}
		some = true
		if q.may(arg, nil, 0) {
			return true
		}
	}
	return !some
}

// next asks of what v was read from, where the sets know that it matters.
func (q *query) next(x ssa.Value) bool {
	if !q.about.Holds(x) {
		return true // a local variable or container: the sets decide
	}
	return q.may(x, nil, 0)
}

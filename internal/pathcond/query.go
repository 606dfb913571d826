package pathcond

import (
	"slices"

	"golang.org/x/tools/go/ssa"
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
	// Analysed reports whether the body of fn may be looked into.
	Analysed(fn *ssa.Function) bool
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

// maxQuery bounds the values that one question looks at. No finding is lost: what is not
// excluded is possible.
const maxQuery = 400

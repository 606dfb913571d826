package watchflow

import (
	"fmt"
	"go/token"
	"go/types"
	"sort"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/pointsto"

	"github.com/k8slint/k8slint/internal/kube"
)

// An exploration runs the package's code under a hypothesis: "the event that
// is received here is a Status of code 500", "the watch is past nothing yet and
// all events are ADDED". It follows every branch that the hypothesis leaves
// open, into the package's functions and back out to their callers, and tells
// what is reached. It keeps only what the hypothesis decides: constants, nil,
// and what derives from the event.
type exploration struct {
	p    *program
	sink func(s *state, at ssa.Instruction, k *Sink) bool // false: stop here
	// event is the type of every event that is received, and code the HTTP
	// code of its Status if the type is ERROR.
	event string
	code  int
	// receive is called at each receive of an event; false stops.
	receive func(s *state, at ssa.Instruction) bool
	// visit is called at each store and call; false stops.
	visit func(s *state, at ssa.Instruction) bool
	// list is called at each call that lists; false stops.
	list func(s *state, at ssa.Instruction) bool
	// asserted is called at each assertion of the type of an ERROR event's
	// object that does not hold.
	asserted func(s *state, a *ssa.TypeAssert)
	// resuming: a watch that starts from a fresh version is an end.
	resuming bool
	// up: at the end of the function where it began, go on in its callers.
	up bool
	// bound: only what becomes of the event matters. Callers that it does not
	// get to are left out.
	bound bool
	// position is what the places of positions hold at first.
	position aval
	places   map[pointsto.Loc]bool
	sinks    map[ssa.Instruction]*Sink
	relevant map[*ssa.Function]bool

	steps  int
	seen   map[string]bool
	ids    map[any]int
	capped bool
}

// Bounds of one exploration. Reaching one ends it without a finding.
const (
	maxSteps  = 40000
	maxStates = 6000
	maxDepth  = 12
)

// state is one point of an exploration.
type state struct {
	env    map[any]aval // registers and memory (ssa.Value, pointsto.Loc)
	frames []frame
	// stopped: a cancel function was called or a channel closed, so that
	// helpers that call again until then do not.
	stopped bool
	// reset: the position was emptied, or set to a list's version.
	reset bool
	// named is the last test that named the error, first the first that was
	// decided by it without naming it.
	named, first decision
	// site: the advance in question was passed; watching: a watch was started.
	site, watching bool
	levels         int // how often it went up to callers
	// counted: a test of a counter was passed, so that this will end.
	counted bool
}

// frame is one call that is being explored.
type frame struct {
	fn    *ssa.Function
	call  ssa.CallInstruction // nil for the outermost
	block *ssa.BasicBlock
	index int
}

// A decision is a test that came out as it did because of the hypothesis.
type decision struct {
	test    *ssa.If
	outcome bool
}

func (s *state) clone() *state {
	c := *s
	c.env = make(map[any]aval, len(s.env))
	for k, v := range s.env {
		c.env[k] = v
	}
	c.frames = append([]frame(nil), s.frames...)
	return &c
}

func (s *state) top() *frame { return &s.frames[len(s.frames)-1] }

func (x *exploration) id(k any) int {
	if x.ids == nil {
		x.ids = map[any]int{}
	}
	n, ok := x.ids[k]
	if !ok {
		n = len(x.ids) + 1
		x.ids[k] = n
	}
	return n
}

// key identifies a state: the same one is not explored twice.
func (x *exploration) key(s *state) string {
	var b strings.Builder
	for _, f := range s.frames {
		fmt.Fprintf(&b, "%d.%d;", x.id(f.block), f.index)
	}
	fmt.Fprintf(&b, "%v%v%v%v%v%v", s.stopped, s.reset, s.site, s.watching, s.levels, s.counted)
	fmt.Fprintf(&b, " %d%v %d;", x.id(s.named.test), s.named.outcome, x.id(s.first.test))
	keys := make([]string, 0, len(s.env))
	for k, v := range s.env {
		if v.known() {
			keys = append(keys, strconv.Itoa(x.id(k))+"="+v.String())
		}
	}
	sort.Strings(keys)
	for _, k := range keys {
		b.WriteString(k)
		b.WriteByte(' ')
	}
	return b.String()
}

// run explores from instruction index of block b of f.
func (x *exploration) run(f *ssa.Function, b *ssa.BasicBlock, index int, env map[any]aval) {
	x.seen = map[string]bool{}
	if env == nil {
		env = map[any]aval{}
	}
	s := &state{env: env, frames: []frame{{fn: f, block: b, index: index}}}
	work := []*state{s}
	for len(work) > 0 {
		s := work[len(work)-1]
		work = work[:len(work)-1]
		key := x.key(s)
		if x.seen[key] {
			continue
		}
		x.seen[key] = true
		if len(x.seen) > maxStates || x.steps > maxSteps {
			x.capped = true
			x.p.capped(f, "the exploration from here ended early: too many states")
			return
		}
		next := x.block(s)
		for i := len(next) - 1; i >= 0; i-- {
			work = append(work, next[i])
		}
	}
}

// block executes the rest of the current block and returns the states that
// follow.
func (x *exploration) block(s *state) []*state {
	for {
		f := s.top()
		if f.index >= len(f.block.Instrs) {
			return nil
		}
		instr := f.block.Instrs[f.index]
		f.index++
		x.steps++
		if k := x.sinks[instr]; k != nil {
			if x.resuming && x.startsFresh(s, k) {
				return nil
			}
			if !x.sink(s, instr, k) {
				return nil
			}
		}
		switch instr := instr.(type) {
		case *ssa.If:
			return x.branch(s, instr)
		case *ssa.Jump:
			x.enter(s, instr.Block(), instr.Block().Succs[0])
			return []*state{s}
		case *ssa.Panic:
			return nil
		case *ssa.Return:
			return x.ret(s, instr)
		case *ssa.Alloc:
			x.forget(s, instr)
			s.env[pointsto.Variable(instr)] = zeroOf(instr.Type().(*types.Pointer).Elem())
		case *ssa.Store:
			if x.visit != nil && !x.visit(s, instr) {
				return nil
			}
			x.store(s, instr)
		case *ssa.Go:
			// The goroutine runs beside: follow both.
			if fns := x.p.pt.Callees(instr); len(fns) > 0 && len(s.frames) < maxDepth {
				var out []*state
				for _, g := range fns {
					if x.relevant[g] {
						c := s.clone()
						x.call(c, instr, g)
						c.frames = c.frames[len(c.frames)-1:]
						out = append(out, c)
					}
				}
				return append(out, s)
			}
		case *ssa.Defer:
		case *ssa.RunDefers:
			x.deferred(s, f.fn)
		case *ssa.Call:
			if x.visit != nil && !x.visit(s, instr) {
				return nil
			}
			if states, over := x.doCall(s, instr); over {
				return states
			}
		case *ssa.Select:
			return x.sel(s, instr)
		case *ssa.UnOp:
			if instr.Op == token.ARROW && kube.EventChan(instr.X.Type()) {
				if x.receive != nil && !x.receive(s, instr) {
					return nil
				}
				v := aval{kind: event}
				if instr.CommaOk {
					v = aval{kind: tuple, elem: []aval{v, {kind: isTrue}}}
				}
				x.set(s, instr, v)
				continue
			}
			x.set(s, instr, x.unop(s, instr))
		case ssa.Value:
			x.set(s, instr, x.expr(s, instr))
		}
	}
}

// startsFresh reports whether the watch starts from a version that was read
// from the API server on the way.
func (x *exploration) startsFresh(s *state, k *Sink) bool {
	if k.value == nil {
		return false
	}
	if k.path == "" {
		return x.evalDeep(s, k.value).kind == fresh
	}
	for _, l := range x.p.valueLocs(k.value, k.path) {
		if s.env[l].kind == fresh {
			return true
		}
	}
	return false
}

func (x *exploration) set(s *state, v ssa.Value, a aval) {
	if a.known() {
		s.env[v] = a
	} else {
		delete(s.env, v)
	}
}

// forget drops what is known of a variable that comes into being.
func (x *exploration) forget(s *state, a *ssa.Alloc) {
	for k := range s.env {
		if l, ok := k.(pointsto.Loc); ok && l.Base == any(a) {
			delete(s.env, k)
		}
	}
}

// enter goes on at the start of block to, coming from block from.
func (x *exploration) enter(s *state, from, to *ssa.BasicBlock) {
	f := s.top()
	pred := -1
	for i, p := range to.Preds {
		if p == from {
			pred = i
		}
	}
	var phis []aval
	for _, instr := range to.Instrs {
		phi, ok := instr.(*ssa.Phi)
		if !ok {
			break
		}
		phis = append(phis, x.eval(s, phi.Edges[pred]))
	}
	f.block, f.index = to, len(phis)
	x.prune(s, to)
	for i, v := range phis {
		x.set(s, to.Instrs[i].(*ssa.Phi), v)
	}
}

func (x *exploration) branch(s *state, instr *ssa.If) []*state {
	c := x.resolve(s, x.eval(s, instr.Cond))
	succs := instr.Block().Succs
	switch c.kind {
	case isTrue, isFalse:
		yes := c.kind == isTrue
		switch {
		case c.hyp == namedBy:
			s.named = decision{instr, yes}
		case c.hyp == decidedBy && s.first.test == nil:
			s.first = decision{instr, yes}
		}
		to := succs[1]
		if yes {
			to = succs[0]
		}
		x.enter(s, instr.Block(), to)
		return []*state{s}
	}
	s.counted = s.counted || counts(instr.Cond)
	other := s.clone()
	x.assume(s, instr.Cond, true)
	x.assume(other, instr.Cond, false)
	x.enter(s, instr.Block(), succs[0])
	x.enter(other, instr.Block(), succs[1])
	return []*state{s, other}
}

// counts reports whether cond compares a local variable that the function
// counts up or down: how often something was tried.
func counts(cond ssa.Value) bool {
	b, ok := cond.(*ssa.BinOp)
	if !ok {
		return false
	}
	for _, v := range []ssa.Value{b.X, b.Y} {
		u, ok := v.(*ssa.UnOp)
		if !ok || u.Op != token.MUL || !kind(u.Type(), types.IsInteger) {
			continue
		}
		a, ok := u.X.(*ssa.Alloc)
		if !ok {
			continue
		}
		for _, r := range *a.Referrers() {
			st, ok := r.(*ssa.Store)
			if !ok || st.Addr != ssa.Value(a) {
				continue
			}
			step, ok := st.Val.(*ssa.BinOp)
			if !ok || step.Op != token.ADD && step.Op != token.SUB {
				continue
			}
			from, ok := step.X.(*ssa.UnOp)
			if _, by := step.Y.(*ssa.Const); ok && by && from.X == ssa.Value(a) {
				return true
			}
		}
	}
	return false
}

// symbolKey is what the environment knows a symbol by.
type symbolKey string

// resolve replaces a symbol that an earlier branch decided.
func (x *exploration) resolve(s *state, a aval) aval {
	if a.kind == symbol {
		switch s.env[symbolKey(a.s)].kind {
		case isTrue:
			return boolean(!a.not)
		case isFalse:
			return boolean(a.not)
		}
	}
	return a
}

// assume records that cond came out one way, so that the next test of the same
// variable agrees.
func (x *exploration) assume(s *state, cond ssa.Value, yes bool) {
	if a := x.eval(s, cond); a.kind == symbol {
		s.env[symbolKey(a.s)] = boolean(yes != a.not)
		return
	}
	switch c := cond.(type) {
	case *ssa.UnOp:
		if c.Op == token.NOT {
			x.assume(s, c.X, !yes)
			return
		}
		if c.Op == token.MUL {
			if l, ok := x.cell(c.X); ok {
				s.env[l] = boolean(yes)
			}
		}
	case *ssa.BinOp:
		if c.Op != token.EQL && c.Op != token.NEQ {
			return
		}
		if k, ok := c.Y.(*ssa.Const); ok && k.IsNil() {
			if u, ok := c.X.(*ssa.UnOp); ok && u.Op == token.MUL {
				if l, ok := x.cell(u.X); ok {
					if (c.Op == token.EQL) == yes {
						s.env[l] = aval{kind: isNil}
					} else {
						s.env[l] = aval{kind: notNil}
					}
				}
			}
		}
	}
}

// evalDeep evaluates operands whose register was dropped.
func (x *exploration) evalDeep(s *state, v ssa.Value) aval {
	if a := x.eval(s, v); a.known() {
		return a
	}
	switch v := v.(type) {
	case *ssa.UnOp:
		return x.unop(s, v)
	case *ssa.MakeInterface, *ssa.ChangeInterface, *ssa.ChangeType, *ssa.Convert, *ssa.Field:
		return x.expr(s, v)
	}
	return aval{}
}

// eval returns what is known of v.
func (x *exploration) eval(s *state, v ssa.Value) aval {
	switch c := v.(type) {
	case *ssa.Const:
		return ofConst(c)
	case *ssa.Function, *ssa.MakeClosure:
		return aval{kind: notNil}
	case *ssa.Alloc:
		// A pointer to what holds the event is as good as the event.
		if a := s.env[pointsto.Variable(c)]; a.kind == event || a.kind == status || a.kind == newObject {
			return a
		}
		return aval{kind: notNil}
	}
	return s.env[v]
}

// cell returns the one place that addr is, if it is one.
func (x *exploration) cell(addr ssa.Value) (pointsto.Loc, bool) {
	ls := x.p.pt.Locs(addr)
	if len(ls) != 1 {
		return pointsto.Loc{}, false
	}
	return ls[0], true
}

func (x *exploration) store(s *state, st *ssa.Store) {
	v := x.eval(s, st.Val)
	ls := x.p.pt.Locs(st.Addr)
	for _, l := range ls {
		if x.places[l] {
			x.storePosition(s, st, v)
		}
		if len(ls) == 1 && v.known() && !strings.Contains(l.Path, "[]") {
			s.env[l] = v
		} else {
			delete(s.env, l)
		}
	}
	if u, ok := st.Val.(*ssa.UnOp); ok && u.Op == token.MUL && len(ls) == 1 {
		if _, ok := u.Type().Underlying().(*types.Struct); ok {
			x.copyFields(s, u.X, ls[0])
		}
	}
}

// copyFields copies what is known of the fields of the struct at from.
func (x *exploration) copyFields(s *state, from ssa.Value, to pointsto.Loc) {
	src, ok := x.cell(from)
	if !ok {
		return
	}
	known := map[pointsto.Loc]aval{}
	for k, v := range s.env {
		if l, ok := k.(pointsto.Loc); ok && l.Base == src.Base {
			if rest, ok := l.Within(src); ok && rest != "" {
				known[to.At(rest)] = v
			}
		}
	}
	for l, v := range known {
		s.env[l] = v
	}
}

// storePosition notes whether a store to a position empties or refreshes it.
func (x *exploration) storePosition(s *state, st *ssa.Store, v aval) {
	if v.kind == fresh || v.kind == text && (v.s == "" || v.s == "0") {
		s.reset = true
		return
	}
	if _, ok := st.Val.(*ssa.Const); ok {
		return
	}
	if obj, ok := extraction(st.Val); ok {
		if x.p.objectOrigin(obj) != fromEvent {
			s.reset = true
		}
		return
	}
	if x.p.listVersion(st.Val, 0) {
		s.reset = true
	}
}

// listVersion reports whether v is a version that a list returned.
func (p *program) listVersion(v ssa.Value, depth int) bool {
	if depth > 5 {
		return false
	}
	if obj, ok := extraction(v); ok {
		switch p.objectOrigin(obj) {
		case fromEvent:
			return false
		case fromList:
			return true
		}
	}
	switch v := v.(type) {
	case *ssa.Extract:
		return p.listVersion(v.Tuple, depth+1)
	case *ssa.UnOp:
		if v.Op == token.MUL {
			for _, x := range p.localValues(v) {
				if p.listVersion(x, depth+1) {
					return true
				}
			}
		}
	case *ssa.Call:
		for _, f := range p.pt.Callees(v) {
			for _, r := range pointsto.Returns(f) {
				for _, res := range r.Results {
					if p.listVersion(res, depth+1) {
						return true
					}
				}
			}
		}
		n := strings.ToLower(name(&v.Call))
		return strings.Contains(n, "list") || strings.Contains(n, "relist")
	}
	return false
}

// isFresh reports whether v reads the version of what a list returned.
func (x *exploration) isFresh(v ssa.Value) bool {
	f, ok := x.p.freshM[v]
	if !ok {
		if obj, is := extraction(v); is {
			f = x.p.objectOrigin(obj) == fromList
		}
		x.p.freshM[v] = f
	}
	return f
}

func (x *exploration) unop(s *state, v *ssa.UnOp) aval {
	if v.Op == token.MUL && x.isFresh(v) {
		return aval{kind: fresh}
	}
	switch v.Op {
	case token.NOT:
		a := x.eval(s, v.X)
		switch a.kind {
		case isTrue:
			a.kind = isFalse
			return a
		case isFalse:
			a.kind = isTrue
			return a
		case symbol:
			a.not = !a.not
			return x.resolve(s, a)
		}
	case token.MUL:
		if g, ok := v.X.(*ssa.Global); ok {
			if types.Implements(v.Type(), errorType) {
				return aval{kind: theGlobal, from: g}
			}
			return aval{}
		}
		if fa, ok := v.X.(*ssa.FieldAddr); ok {
			if a := x.field(s, x.evalDeep(s, fa.X), fa.X.Type(), fa.Field); a.known() {
				return a
			}
		}
		ls := x.p.pt.Locs(v.X)
		if len(ls) == 1 {
			if a, ok := s.env[ls[0]]; ok {
				return x.resolve(s, a)
			}
			if kind(v.Type(), types.IsBoolean) {
				// Unknown, but the same wherever it is copied to.
				a := aval{kind: symbol, s: fmt.Sprint(x.id(v))}
				delete(s.env, symbolKey(a.s))
				s.env[ls[0]] = a
				return a
			}
		}
		// A pointer to what was decoded from the event.
		if len(ls) == 1 && ls[0].Path != "" {
			for k := strings.LastIndexAny(ls[0].Path, ".*["); k >= 0; k = strings.LastIndexAny(ls[0].Path[:k], ".*[") {
				if a := s.env[pointsto.Loc{Base: ls[0].Base, Path: ls[0].Path[:k]}]; a.kind == event || a.kind == status {
					if fa, ok := v.X.(*ssa.FieldAddr); ok {
						return x.field(s, a, fa.X.Type(), fa.Field)
					}
				}
			}
		}
		for _, l := range ls {
			if x.places[l] {
				if s.reset {
					return aval{kind: text}
				}
				return x.position
			}
		}
		// A pointer variable's pointee.
		if a := x.eval(s, v.X); a.kind == event || a.kind == status {
			return a
		}
	}
	return aval{}
}

var errorType = types.Universe.Lookup("error").Type().Underlying().(*types.Interface)

// field reads a field of the event or its Status.
func (x *exploration) field(s *state, a aval, t types.Type, i int) aval {
	f := pointsto.StructField(t, i)
	switch a.kind {
	case newObject:
		if version(t, i) {
			return aval{kind: fresh}
		}
		if f.Embedded() {
			return a
		}
	case event:
		switch {
		case kind(f.Type(), types.IsString) && kube.IsEvent(t):
			return aval{kind: text, s: x.event, hyp: namedBy}
		case x.event == "ERROR":
			return aval{kind: status}
		}
	case status:
		switch kube.PartOfStatus(f.Name()) {
		case kube.StatusCode:
			return aval{kind: number, s: strconv.Itoa(x.code), hyp: namedBy}
		case kube.StatusReasonText:
			return aval{kind: text, s: kube.StatusReason(x.code), hyp: namedBy}
		case kube.StatusInside:
			return a
		case kube.StatusOutcome:
			if kind(f.Type(), types.IsString) {
				return aval{kind: text, s: "Failure"}
			}
			return a
		}
	}
	return aval{}
}

func (x *exploration) expr(s *state, v ssa.Value) aval {
	switch v := v.(type) {
	case *ssa.BinOp:
		a, b := x.eval(s, v.X), x.eval(s, v.Y)
		switch v.Op {
		case token.EQL, token.NEQ:
			if eq, known := equal(a, b); known {
				r := boolean(eq == (v.Op == token.EQL))
				r.hyp = hypOf(a, b)
				return r
			}
		case token.GEQ, token.GTR, token.LSS, token.LEQ:
			if a.kind == number && b.kind == number {
				i, _ := strconv.Atoi(a.s)
				j, _ := strconv.Atoi(b.s)
				r := boolean(map[token.Token]bool{token.GEQ: i >= j, token.GTR: i > j, token.LSS: i < j, token.LEQ: i <= j}[v.Op])
				r.hyp = hypOf(a, b)
				return r
			}
		}
	case *ssa.MakeInterface:
		return x.eval(s, v.X)
	case *ssa.ChangeInterface:
		return x.eval(s, v.X)
	case *ssa.ChangeType:
		return x.eval(s, v.X)
	case *ssa.Convert:
		return x.eval(s, v.X)
	case *ssa.Field:
		if x.isFresh(v) {
			return aval{kind: fresh}
		}
		return x.field(s, x.evalDeep(s, v.X), v.X.Type(), v.Field)
	case *ssa.Extract:
		if x.isFresh(v) {
			return aval{kind: fresh}
		}
		if t := x.eval(s, v.Tuple); t.kind == tuple && v.Index < len(t.elem) {
			return t.elem[v.Index]
		}
	case *ssa.TypeAssert:
		return x.assert(s, v)
	case *ssa.FieldAddr:
		a := x.evalDeep(s, v.X)
		if a.kind == event || a.kind == status || a.kind == newObject {
			f := pointsto.StructField(v.X.Type(), v.Field)
			if _, ok := f.Type().Underlying().(*types.Struct); ok {
				return x.field(s, a, v.X.Type(), v.Field)
			}
		}
	}
	return aval{}
}

// assert is what a type assertion of the event's object yields.
func (x *exploration) assert(s *state, v *ssa.TypeAssert) aval {
	a := x.evalDeep(s, v.X)
	if a.kind != status && a.kind != event {
		return aval{}
	}
	if a.kind == event {
		return aval{}
	}
	ok := boolean(kube.CanBeStatus(v.AssertedType))
	ok.hyp = decidedBy
	if ok.kind == isFalse && x.asserted != nil {
		x.asserted(s, v)
	}
	if !v.CommaOk {
		if ok.kind == isFalse {
			return aval{} // panics
		}
		return a
	}
	if ok.kind == isFalse {
		return aval{kind: tuple, elem: []aval{{kind: isNil, hyp: decidedBy}, ok}}
	}
	return aval{kind: tuple, elem: []aval{a, ok}}
}

// sel follows each case of a select.
func (x *exploration) sel(s *state, instr *ssa.Select) []*state {
	var out []*state
	recv := 0
	for i, st := range instr.States {
		if st.Send == nil && stopChannel(st.Chan) {
			recv++
			continue // being stopped is no way back to a watch
		}
		c := s.clone()
		elems := make([]aval, 2+countRecv(instr))
		elems[0] = aval{kind: number, s: strconv.Itoa(i)}
		if st.Send == nil {
			if kube.EventChan(st.Chan.Type()) {
				if x.receive != nil && !x.receive(c, instr) {
					recv++
					continue
				}
				elems[1] = aval{kind: isTrue}
				elems[2+recv] = aval{kind: event}
			}
			recv++
		}
		x.set(c, instr, aval{kind: tuple, elem: elems})
		out = append(out, c)
	}
	if !instr.Blocking {
		elems := []aval{{kind: number, s: "-1"}}
		x.set(s, instr, aval{kind: tuple, elem: elems})
		out = append(out, s)
	}
	return out
}

func countRecv(s *ssa.Select) int {
	n := 0
	for _, st := range s.States {
		if st.Send == nil {
			n++
		}
	}
	return n
}

// stopChannel reports whether receiving from v means that the loop is to end:
// ctx.Done(), stopCh.
func stopChannel(v ssa.Value) bool {
	c, ok := v.Type().Underlying().(*types.Chan)
	if !ok {
		return false
	}
	if st, ok := c.Elem().Underlying().(*types.Struct); !ok || st.NumFields() > 0 {
		return false
	}
	n := ""
	switch v := v.(type) {
	case *ssa.Call:
		n = name(&v.Call)
	case *ssa.Parameter:
		n = v.Name()
	case *ssa.ChangeType:
		return stopChannel(v.X)
	case *ssa.UnOp:
		switch a := v.X.(type) {
		case *ssa.Alloc:
			n = a.Comment
		case *ssa.FreeVar:
			n = a.Name()
		case *ssa.Global:
			n = a.Name()
		case *ssa.FieldAddr:
			n = pointsto.StructField(a.X.Type(), a.Field).Name()
		}
	}
	n = strings.ToLower(n)
	for _, s := range []string{"stop", "done", "quit", "exit", "clos", "cancel", "shutdown", "term"} {
		if strings.Contains(n, s) {
			return true
		}
	}
	return false
}

// hypOf is the certainty of a comparison of a and b.
func hypOf(a, b aval) certainty {
	h := max(a.hyp, b.hyp)
	for _, v := range []aval{a, b} {
		switch v.kind {
		case event, status, plainErr:
			h = max(h, decidedBy)
		}
	}
	return h
}

package watchflow

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/pointsto"

	"github.com/k8slint/k8slint/internal/kube"
)

// This file is how an exploration goes into calls and comes back from them.

// doCall executes a call. over is true where the block does not simply go on.
func (x *exploration) doCall(s *state, call *ssa.Call) (next []*state, over bool) {
	c := &call.Call
	n := name(c)
	delete(s.env, call)
	if obj, ok := extraction(call); ok && (x.isFresh(call) || x.evalDeep(s, obj).kind == newObject) {
		s.env[call] = aval{kind: fresh}
		return nil, false
	}
	if k := x.sinks[call]; k != nil && !k.byHand {
		if res := c.Signature().Results(); res.Len() == 2 && types.Implements(res.At(1).Type(), errorType) {
			// A watch or an error, never both.
			failed := s.clone()
			failed.env[call] = aval{kind: tuple, elem: []aval{{kind: isNil}, {kind: notNil}}}
			s.env[call] = aval{kind: tuple, elem: []aval{{kind: notNil}, {kind: isNil}}}
			return []*state{s, failed}, true
		}
	}
	if x.list != nil && kube.IsListCall(n, c.Signature()) && x.sinks[call] == nil {
		if !x.list(s, call) {
			return nil, true
		}
	}
	if fns := x.p.pt.Callees(call); len(fns) > 0 {
		for _, g := range fns {
			if len(s.frames) < maxDepth && x.into(s, call, g) && !recursing(s, g) {
				cs := s.clone()
				x.call(cs, call, g)
				next = append(next, cs)
			}
		}
		if len(next) > 0 {
			return next, true
		}
		return nil, false
	}
	if x.stops(call) {
		s.stopped = true
		return nil, false
	}
	x.library(s, call)
	x.reread(s, call)
	// A function handed to a function of another package is called there.
	for _, a := range c.Args {
		if _, ok := a.Type().Underlying().(*types.Signature); !ok {
			continue
		}
		for _, g := range x.p.pt.FuncsOf(a) {
			if len(s.frames) < maxDepth && x.relevant[g] && !recursing(s, g) {
				cs := s.clone()
				x.call(cs, call, g)
				next = append(next, cs)
			}
		}
	}
	if len(next) > 0 {
		return append(next, s), true
	}
	if name := n; name == "Exit" || name == "Fatal" || name == "Fatalf" || name == "Goexit" {
		return nil, true
	}
	return nil, false
}

func recursing(s *state, g *ssa.Function) bool {
	n := 0
	for _, f := range s.frames {
		if f.fn == g {
			n++
		}
	}
	return n > 1
}

// into reports whether a function is worth following: it does something with
// watches, or it is given what the hypothesis speaks of.
func (x *exploration) into(s *state, call *ssa.Call, g *ssa.Function) bool {
	if x.relevant[g] {
		return true
	}
	for _, a := range call.Call.Args {
		switch x.evalDeep(s, a).kind {
		case event, status, plainErr:
			return true
		}
	}
	// Small getters say what a position holds.
	return len(g.Blocks) <= 6 && g.Signature.Results().Len() > 0 && x.reads(g)
}

// reads reports whether g reads a position.
func (x *exploration) reads(g *ssa.Function) bool {
	for _, b := range g.Blocks {
		for _, instr := range b.Instrs {
			if fa, ok := instr.(*ssa.FieldAddr); ok {
				for _, l := range x.p.pt.Locs(fa) {
					if x.places[l] {
						return true
					}
				}
			}
		}
	}
	return false
}

// call enters g from call.
func (x *exploration) call(s *state, call ssa.CallInstruction, g *ssa.Function) {
	c := call.Common()
	vals := make([]aval, len(g.Params))
	for i := range g.Params {
		if a := pointsto.Actual(c, g, i); a != nil && !handedBy(c, g, a) {
			vals[i] = x.evalDeep(s, a)
		}
	}
	// What is known of the callee's registers is from an earlier call.
	for k := range s.env {
		if v, ok := k.(ssa.Value); ok && v.Parent() == g {
			delete(s.env, k)
		}
	}
	for i, p := range g.Params {
		x.set(s, p, vals[i])
	}
	s.frames = append(s.frames, frame{fn: g, call: call, block: g.Blocks[0]})
}

// handedBy reports whether the parameters of g are not c's arguments, because
// c only hands g on.
func handedBy(c *ssa.CallCommon, g *ssa.Function, _ ssa.Value) bool {
	if c.IsInvoke() {
		return false
	}
	for _, a := range c.Args {
		if mc, ok := pointsto.Unwrap(a).(*ssa.MakeClosure); ok && mc.Fn == ssa.Value(g) {
			return true
		}
		if pointsto.Unwrap(a) == ssa.Value(g) {
			return true
		}
	}
	return false
}

// ret leaves the innermost function.
func (x *exploration) ret(s *state, r *ssa.Return) []*state {
	vals := make([]aval, len(r.Results))
	for i, v := range r.Results {
		vals[i] = x.evalDeep(s, v)
	}
	f := *s.top()
	x.leave(s, f.fn)
	s.counted = false // the counter is gone
	if f.call == nil {
		return x.ascend(s, f.fn, vals)
	}
	if _, ok := f.call.(*ssa.Go); ok {
		return nil
	}
	s.frames = s.frames[:len(s.frames)-1]
	if handedBy(f.call.Common(), f.fn, nil) || x.isHanded(f.call, f.fn) {
		return x.again(s, f.call, f.fn, vals)
	}
	x.bind(s, f.call, vals)
	return []*state{s}
}

// leave drops what only the function that returns knows.
func (x *exploration) leave(s *state, f *ssa.Function) {
	for k := range s.env {
		switch k := k.(type) {
		case ssa.Value:
			if k.Parent() == f {
				delete(s.env, k)
			}
		case pointsto.Loc:
			if a, ok := k.Base.(*ssa.Alloc); ok && a.Parent() == f && !x.keeps(s, k, a) {
				delete(s.env, k)
			}
		}
	}
}

func (x *exploration) isHanded(call ssa.CallInstruction, f *ssa.Function) bool {
	return slices.ContainsFunc(x.p.pt.Handed(f), func(h pointsto.Handing) bool { return h.Call == call })
}

// bind gives the call its results.
func (x *exploration) bind(s *state, call ssa.CallInstruction, vals []aval) {
	v := call.Value()
	if v == nil {
		return
	}
	if len(vals) == 1 {
		x.set(s, v, vals[0])
	} else if len(vals) > 1 {
		x.set(s, v, aval{kind: tuple, elem: vals})
	}
}

// ascend goes on in the callers of the function where the exploration began.
func (x *exploration) ascend(s *state, f *ssa.Function, vals []aval) []*state {
	if !x.up || s.levels > 8 || x.bound && !carries(s, f, vals) {
		return nil
	}
	var out []*state
	for _, call := range x.p.pt.Callers(f) {
		switch call := call.(type) {
		case *ssa.Call:
			c := s.clone()
			c.levels++
			c.frames = []frame{after(call)}
			x.bind(c, call, vals)
			out = append(out, c)
		}
	}
	for _, h := range x.p.pt.Handed(f) {
		if _, ok := h.Call.(*ssa.Defer); ok {
			continue
		}
		c := s.clone()
		c.levels++
		c.frames = []frame{after(h.Call)}
		out = append(out, x.again(c, h.Call, f, vals)...)
	}
	return out
}

// carries reports whether anything that came with the event leaves f: in
// memory, or in a result, which may be its version.
func carries(s *state, f *ssa.Function, vals []aval) bool {
	res := f.Signature.Results()
	for i, v := range vals {
		if ofEvent(v) || kind(res.At(i).Type(), types.IsString) {
			return true
		}
	}
	for k, v := range s.env {
		if _, memory := k.(pointsto.Loc); memory && ofEvent(v) {
			return true
		}
	}
	return false
}

func ofEvent(v aval) bool { return v.kind == event || v.kind == status }

// after is the frame that goes on behind call.
func after(call ssa.CallInstruction) frame {
	b := call.Block()
	return frame{fn: call.Parent(), block: b, index: slices.Index(b.Instrs, ssa.Instruction(call)) + 1}
}

// again goes on when f has returned vals to a function of another package that
// it was handed to: maybe it is called again.
func (x *exploration) again(s *state, call ssa.CallInstruction, f *ssa.Function, vals []aval) []*state {
	repeat := false
	switch kube.Repeats(name(call.Common()), f.Signature) {
	case kube.Always:
		repeat = !s.stopped
	case kube.UntilDone:
		repeat = !s.stopped && len(vals) > 0 && vals[0].kind != isTrue
		if len(vals) > 1 {
			switch vals[1].kind {
			case status, plainErr, theGlobal, notNil:
				repeat = false
			}
		}
	case kube.OnError:
		if n := len(vals); n > 0 && !s.stopped {
			switch vals[n-1].kind {
			case status, plainErr, notNil:
				repeat = true
			}
		}
	}
	if repeat && x.up {
		c := s.clone()
		for k := range c.env {
			if v, ok := k.(ssa.Value); ok && v.Parent() == f {
				delete(c.env, k)
			}
		}
		if len(c.frames) == 0 || c.top().call != call {
			c.frames = append(c.frames, frame{fn: f, call: call, block: f.Blocks[0]})
		}
		return []*state{c}
	}
	if _, ok := call.(*ssa.Go); ok {
		return nil
	}
	return []*state{s}
}

// stops reports whether the call makes helpers that call again stop: a
// context's cancel function, or the closing of a channel.
func (x *exploration) stops(call *ssa.Call) bool {
	c := &call.Call
	if b, ok := c.Value.(*ssa.Builtin); ok {
		return b.Name() == "close"
	}
	if c.IsInvoke() {
		return false
	}
	if n, ok := types.Unalias(c.Value.Type()).(*types.Named); ok {
		return strings.HasPrefix(n.Obj().Name(), "Cancel")
	}
	if u, ok := c.Value.(*ssa.UnOp); ok {
		if a, ok := u.X.(*ssa.Alloc); ok {
			return strings.Contains(strings.ToLower(a.Comment), "cancel")
		}
		if fv, ok := u.X.(*ssa.FreeVar); ok {
			return strings.Contains(strings.ToLower(fv.Name()), "cancel")
		}
	}
	return false
}

// reread notes that a call has read an object from the API server: a watch from
// its version is no watch from the old position.
func (x *exploration) reread(s *state, call *ssa.Call) {
	c := &call.Call
	if !kube.ReadsServer(name(c)) {
		return
	}
	res := c.Signature().Results()
	if res.Len() == 2 && kube.HasVersion(res.At(0).Type()) {
		x.set(s, call, aval{kind: tuple, elem: []aval{{kind: newObject}, {}}})
		return
	}
	for _, a := range c.Args {
		if u := pointsto.Unwrap(a); u != a && kube.HasVersion(u.Type()) {
			for _, l := range x.p.pt.Pointees(u) {
				s.env[l] = aval{kind: newObject}
			}
		}
	}
}

// library is what functions of other packages make of what the hypothesis
// speaks of.
func (x *exploration) library(s *state, call *ssa.Call) {
	c := &call.Call
	n := name(c)
	does := kube.OnErrors(n)
	args := plainArgs(c)
	at := func(v ssa.Value) aval { return x.evalDeep(s, pointsto.Unwrap(v)) }
	var of aval // the event or status among the arguments
	for _, a := range c.Args {
		vs := append([]ssa.Value{a}, variadic(a)...)
		for _, v := range vs {
			if k := at(v); k.kind == status || k.kind == event || k.kind == plainErr {
				of = k
			}
		}
	}
	if c.IsInvoke() {
		if k := at(c.Value); k.kind == status || k.kind == event {
			of = k
		}
	}
	if !of.known() && does != kube.ErrorNew && does != kube.ErrorFormats && !kube.DecodesNext(n) {
		return
	}
	res := c.Signature().Results()
	switch {
	case does == kube.ErrorIs && len(args) == 2:
		if eq, known := equal(at(args[0]), at(args[1])); known {
			r := boolean(eq)
			r.hyp = decidedBy
			x.set(s, call, r)
		}
		return
	case does == kube.ErrorAs && len(args) == 2:
		if of.kind != status {
			if of.kind == plainErr {
				x.set(s, call, aval{kind: isFalse})
			}
			return
		}
		ptr, ok := pointsto.Unwrap(args[1]).Type().Underlying().(*types.Pointer)
		yes := ok && kube.CanBeStatus(ptr.Elem())
		x.set(s, call, boolean(yes))
		if yes {
			for _, l := range x.p.pt.Pointees(pointsto.Unwrap(args[1])) {
				s.env[l] = of
			}
		}
		return
	case does == kube.ErrorCompares:
		return
	}
	if answer, known := kube.ErrorTest(n, x.code); known && kind(boolOr(res), types.IsBoolean) {
		switch of.kind {
		case status:
			x.set(s, call, aval{kind: boolean(answer).kind, hyp: namedBy})
		case plainErr:
			x.set(s, call, aval{kind: isFalse, hyp: decidedBy})
		}
		return
	}
	if does == kube.ErrorReason {
		if of.kind == status {
			x.set(s, call, aval{kind: text, s: kube.StatusReason(x.code), hyp: namedBy})
		} else {
			x.set(s, call, aval{kind: text, s: "Unknown"})
		}
		return
	}
	if kube.DecodesNext(n) && len(args) == 1 {
		// The next event of a stream, decoded by hand.
		if t := pointsto.Unwrap(args[0]).Type(); kube.IsEvent(t) {
			for _, l := range x.p.pt.Pointees(pointsto.Unwrap(args[0])) {
				s.env[l] = aval{kind: event}
			}
			x.set(s, call, aval{kind: isNil})
		}
		return
	}
	if into, _ := decoded(c); into != nil && of.known() {
		for _, l := range x.p.pt.Pointees(into) {
			s.env[l] = of
		}
		if res.Len() == 1 {
			x.set(s, call, aval{kind: isNil})
		}
		return
	}
	if does == kube.ErrorAccessor && res.Len() == 2 && of.kind == status {
		// A Status has no object metadata.
		x.set(s, call, aval{kind: tuple, elem: []aval{{kind: isNil}, {kind: plainErr}}})
		return
	}
	// Errors made from it: FromObject, fmt.Errorf("%w"), pkg/errors.Wrap.
	if res.Len() > 0 && types.Implements(res.At(res.Len()-1).Type(), errorType) {
		made := aval{}
		switch does {
		case kube.ErrorFormats, kube.ErrorNew:
			made = aval{kind: plainErr}
			if does == kube.ErrorFormats && of.kind == status && len(args) > 0 && strings.Contains(constString(args[0]), "%w") {
				made = of
			}
		case kube.ErrorWraps:
			made = of
			if made.kind == event {
				made = aval{kind: status}
			}
		}
		if res.Len() == 1 {
			x.set(s, call, made)
		}
		return
	}
	if does == kube.ErrorStatus {
		x.set(s, call, of)
	}
}

func boolOr(res *types.Tuple) types.Type {
	if res.Len() == 1 {
		return res.At(0).Type()
	}
	return types.Typ[types.Invalid]
}

// deferred applies what the deferred closures of f do to positions.
func (x *exploration) deferred(s *state, f *ssa.Function) {
	for _, b := range f.Blocks {
		for _, instr := range b.Instrs {
			d, ok := instr.(*ssa.Defer)
			if !ok {
				continue
			}
			for _, g := range x.p.pt.Callees(d) {
				for _, gb := range g.Blocks {
					for _, gi := range gb.Instrs {
						if st, ok := gi.(*ssa.Store); ok {
							for _, l := range x.p.pt.Locs(st.Addr) {
								if x.places[l] {
									x.storePosition(s, st, x.eval(s, st.Val))
								}
							}
						}
					}
				}
			}
		}
	}
}

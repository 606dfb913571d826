package watchflow

import (
	"maps"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/pointsto"
)

// state is one point of an exploration.
type state struct {
	// env is what is known, by register (ssa.Value), place in memory
	// (pointsto.Loc) and symbol (symbolKey). What is not there can be anything.
	env    map[any]abstract
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
	// moved: the advance took effect.
	site, watching, moved bool
	levels                int // how often it went up to callers
	// counted: a test of a counter was passed, so that this will end.
	counted bool
}

// symbolKey is what the environment knows a symbol by.
type symbolKey string

// frame is one call that is being explored.
type frame struct {
	fn    *ssa.Function
	call  ssa.CallInstruction // nil for the outermost
	block *ssa.BasicBlock
	index int // of the next instruction in block
	// edge is the one over which control came into a block that asks what is merged there.
	edge int
}

// frameBehind is the frame that goes on behind instr.
func frameBehind(instr ssa.Instruction) frame {
	b := instr.Block()
	return frame{fn: instr.Parent(), block: b, index: slices.Index(b.Instrs, instr) + 1}
}

// A decision is a test that came out as it did because of the hypothesis.
type decision struct {
	test    *ssa.If
	outcome bool
}

func (s *state) clone() *state {
	c := *s
	c.env = maps.Clone(s.env)
	c.frames = slices.Clone(s.frames)
	return &c
}

func (s *state) top() *frame { return &s.frames[len(s.frames)-1] }

// set makes a what is known of v.
func (s *state) set(v ssa.Value, a abstract) {
	if a.known() {
		s.env[v] = a
	} else {
		delete(s.env, v)
	}
}

// setAll makes a what is known of the memory at ls.
func (s *state) setAll(ls []pointsto.Loc, a abstract) {
	for _, l := range ls {
		s.env[l] = a
	}
}

// forgetVariable drops what is known of a variable that comes into being.
func (s *state) forgetVariable(a *ssa.Alloc) {
	for k := range s.env {
		if l, ok := k.(pointsto.Loc); ok && l.Base == any(a) {
			delete(s.env, k)
		}
	}
}

// forgetRegisters drops what is known of the registers of f.
func (s *state) forgetRegisters(f *ssa.Function) {
	for k := range s.env {
		if v, ok := k.(ssa.Value); ok && v.Parent() == f {
			delete(s.env, k)
		}
	}
}

// forgetSymbols drops symbols that no variable holds any more.
func (s *state) forgetSymbols() {
	held := map[symbolKey]bool{}
	for _, v := range s.env {
		if v.kind == symbol {
			held[symbolKey(v.text)] = true
		}
	}
	for k := range s.env {
		if sk, ok := k.(symbolKey); ok && !held[sk] {
			delete(s.env, k)
		}
	}
}

// recurses reports whether g is being explored twice already.
func (s *state) recurses(g *ssa.Function) bool {
	n := 0
	for _, f := range s.frames {
		if f.fn == g {
			n++
		}
	}
	return n > 1
}

// decide notes that test came out one way as c says.
func (s *state) decide(test *ssa.If, c abstract) {
	d := decision{test, c.kind == isTrue}
	switch {
	case c.hyp == namedBy:
		s.named = d
	case c.hyp == decidedBy && s.first.test == nil:
		s.first = d
	}
}

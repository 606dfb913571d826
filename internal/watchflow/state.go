package watchflow

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/machine"
	"github.com/k8slint/k8slint/internal/pointsto"
	"github.com/k8slint/k8slint/internal/ssaquery"
)

// state is one point of an exploration.
type state struct {
	machine.Place
	frame *machine.Frame
	// env is what is known, by register (ssa.Value), place in memory
	// (pointsto.Loc) and symbol (symbolKey). What is not there can be anything.
	env map[any]abstract
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

// An exit is a way out of a function, with what it returns.
type exit struct {
	s    *state
	vals []abstract
}

// symbolKey is what the environment knows a symbol by.
type symbolKey string

// behind puts s behind instr, in a function that nobody has called in the exploration.
func behind(s *state, instr ssa.Instruction) *state {
	b := instr.Block()
	s.frame = &machine.Frame{Fn: instr.Parent()}
	s.Place = machine.Place{Block: b, At: slices.Index(b.Instrs, instr) + 1}
	return s
}

// key identifies s: the same state is not followed twice.
func (s *state) key(ids ssaquery.Numbers) string {
	var b []byte
	for f := range s.frame.Frames() {
		b = append(strconv.AppendInt(b, int64(ids.Of(f.Fn)), 10), '.')
		b = append(strconv.AppendInt(b, int64(ids.Of(f.Call)), 10), ' ')
	}
	edge := 0
	if s.At == 0 && ssaquery.AskedMerge(s.Block) != nil {
		edge = s.Edge()
	}
	b = fmt.Append(b, ids.Of(s.Block), s.At, edge, s.stopped, s.reset, s.site, s.watching, s.moved, s.levels, s.counted,
		ids.Of(s.named.test), s.named.outcome, ids.Of(s.first.test), ";")
	keys := make([]string, 0, len(s.env))
	for k, v := range s.env {
		if v.known() {
			keys = append(keys, strconv.Itoa(ids.Of(k))+"="+v.String())
		}
	}
	slices.Sort(keys)
	return string(append(b, strings.Join(keys, " ")...))
}

// A decision is a test that came out as it did because of the hypothesis.
type decision struct {
	test    *ssa.If
	outcome bool
}

func (s *state) clone() *state {
	c := *s
	c.env = maps.Clone(s.env)
	return &c
}

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
	maps.DeleteFunc(s.env, func(k any, _ abstract) bool {
		l, ok := k.(pointsto.Loc)
		return ok && l.Base == any(a)
	})
}

// forgetRegisters drops what is known of the registers of f.
func (s *state) forgetRegisters(f *ssa.Function) {
	maps.DeleteFunc(s.env, func(k any, _ abstract) bool {
		v, ok := k.(ssa.Value)
		return ok && v.Parent() == f
	})
}

// forgetSymbols drops symbols that no variable holds any more.
func (s *state) forgetSymbols() {
	held := map[symbolKey]bool{}
	for _, v := range s.env {
		if v.kind == symbol {
			held[symbolKey(v.text)] = true
		}
	}
	maps.DeleteFunc(s.env, func(k any, _ abstract) bool {
		sk, ok := k.(symbolKey)
		return ok && !held[sk]
	})
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

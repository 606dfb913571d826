package attempt

import (
	"go/token"
	"maps"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/ssaquery"
)

// branch goes on behind a condition, both ways where it is not decided. Where it makes no
// difference which way control takes, nothing is learnt from it.
func (m *stepper) branch(p *path, i *ssa.If, matters bool) []*path {
	m.look(p, i.Cond)
	c := m.memory.eval(p, i.Cond)
	if c.kind == literal {
		if c.text == "true" {
			return []*path{p.to(i.Block().Succs[0])}
		}
		return []*path{p.to(i.Block().Succs[1])}
	}
	yes, no := p.fork(), p
	if !matters {
		return []*path{yes.to(i.Block().Succs[0]), no.to(i.Block().Succs[1])}
	}
	var out []*path
	if m.learn(yes, i.Cond, true) {
		out = append(out, yes.to(i.Block().Succs[0]))
	}
	if m.learn(no, i.Cond, false) {
		out = append(out, no.to(i.Block().Succs[1]))
	}
	return out
}

// look notes that a condition looks at the conflict.
func (m *stepper) look(p *path, cond ssa.Value) {
	if b, ok := cond.(*ssa.BinOp); ok {
		if m.memory.eval(p, b.X).kind == conflict || m.memory.eval(p, b.Y).kind == conflict {
			p.h.seen = true
		}
	}
}

// learn tells p what cond is. It reports false where that contradicts what is
// known.
func (m *stepper) learn(p *path, cond ssa.Value, is bool) bool {
	if v := m.memory.eval(p, cond); v.kind == deletion && v.text != timestamp {
		return p.h.told(v, is)
	}
	switch c := cond.(type) {
	case *ssa.UnOp:
		if c.Op == token.NOT {
			return m.learn(p, c.X, !is)
		}
	case *ssa.BinOp:
		if c.Op != token.EQL && c.Op != token.NEQ {
			break
		}
		x, y := c.X, c.Y
		if m.memory.eval(p, x) == nilValue {
			x, y = y, x
		}
		if m.memory.eval(p, y) != nilValue {
			m.learnVersion(p, c, is)
			break
		}
		v := nilValue
		if is != (c.Op == token.EQL) {
			v = value{kind: nonNil}
		}
		return m.refine(p, x, v, "=nil", is == (c.Op == token.EQL))
	}
	return m.refine(p, cond, boolValue(is), "", is)
}

// learnVersion notes that a resourceVersion is not empty, where the comparison c, which
// is or is not true, says so: of the version or of its length.
func (m *stepper) learnVersion(p *path, c *ssa.BinOp, is bool) {
	if is == (c.Op == token.EQL) {
		return
	}
	v, none := m.memory.eval(p, c.X), emptyText
	if l, ok := c.X.(*ssa.Call); ok && ssaquery.IsLen(l) {
		v, none = m.memory.eval(p, l.Call.Args[0]), value{kind: literal, text: "0"}
	}
	if v.kind != data || v.text != versionPath || m.memory.eval(p, c.Y) != none {
		return
	}
	for id, o := range p.h.objs.all() {
		if o.token == v.ver.token {
			o.Versioned = true
			p.h.objs.set(id, o)
		}
	}
}

// refine sets what reg is wherever the same thing lies, and assumes it of named
// things inside the retry.
func (m *stepper) refine(p *path, reg ssa.Value, v value, test string, is bool) bool {
	old := m.memory.eval(p, reg)
	if p.h.assumes(old) {
		said, ok := p.h.assume[old.text+test]
		if ok && said != is {
			return false
		}
		if !ok {
			p.h.assume = maps.Clone(p.h.assume)
			if p.h.assume == nil {
				p.h.assume = map[string]bool{}
			}
			p.h.assume[old.text+test] = is
		}
	}
	if v.kind != nonNil || old.kind == name || old.kind == unknown {
		if _, isConst := reg.(*ssa.Const); !isConst {
			p.env.set(reg, v)
		}
	}
	return true
}

// phis sets the registers that depend on where p came from.
func (m *stepper) phis(p *path) {
	var regs []*ssa.Phi
	var vals []value
	for phi, from := range p.Merged() {
		v := m.memory.eval(p, from)
		if isRangeIndex(phi) && !m.countsSteps(p, phi) {
			v = value{}
		}
		if p.h.onlySaysWhere(v, phi.Type()) {
			v = m.memory.unnamed(p, phi)
		}
		regs, vals = append(regs, phi), append(vals, v)
	}
	for i, r := range regs {
		p.set(r, vals[i])
	}
}

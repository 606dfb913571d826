package programs

// A generator makes one program: the statements that hold others, the functions
// that they call, and what the objects come from. The simple statements it has
// from its writer and definer.
type generator struct{ writer }

// Generate makes a program of the given name. In about half of the programs
// nothing writes to the cache, in the others one statement does.
func Generate(name string, c Chooser) *Program {
	for range 20 {
		if p := generate(name, c); p != nil {
			return p
		}
	}
	return &Program{Name: name, Runs: 1, body: &block{}}
}

// generate makes a program; nil if it makes too many decisions.
func generate(name string, c Chooser) *Program {
	p := &Program{Name: name}
	g := new(generator)
	g.draft = draft{c: c, p: p, types: map[string]bool{}, ret: "return"}
	sc := &scope{}
	b := &block{}
	for range 1 + c.IntN(2) {
		b.stmts = append(b.stmts, g.source(sc)...)
	}
	b.stmts = append(b.stmts, g.block(sc, 3+c.IntN(6), 0).stmts...)
	if w := g.write(sc); w != nil {
		b.stmts = append(b.stmts, w)
	}
	p.body = b

	// Where several writes are wrong, finding one would hide that others are
	// missed.
	keep := c.IntN(2)
	for {
		bad := p.judge()
		if p.Runs > maxRuns {
			return nil
		}
		if len(bad) <= keep {
			break
		}
		var off []*stmt
		for _, s := range p.stmts() {
			if bad[s] {
				off = append(off, s)
			}
		}
		i := c.IntN(len(off))
		off[i].off = true
	}
	return p
}

// block makes n statements, or as many as succeed.
func (g *generator) block(sc *scope, n, depth int) *block {
	b := &block{}
	for range n {
		b.stmts = append(b.stmts, g.stmt(sc, depth)...)
	}
	return b
}

// element declares an element of the container v. Which one is decided when
// the program runs: the analysis does not tell elements apart.
func (g *generator) element(sc *scope, v *variable) *stmt {
	if v.t == tSvcs {
		return g.def(sc, tSvc, "element", v.name+"[e.Index()]", func(f *frame) value { return f.mem(v).kids[f.m.pick("0", "1")] })
	}
	return g.def(sc, tSvc, "map element", v.name+"[e.Key()]", func(f *frame) value { return f.mem(v).kids[f.m.pick("a", "b")] })
}

func (g *generator) stmt(sc *scope, depth int) []*stmt {
	var s []*stmt
	for range 4 {
		switch k := g.c.IntN(20); {
		case k < 1:
			s = g.source(sc)
		case k < 3:
			if vs := sc.containers(); len(vs) > 0 && g.flag(1) {
				s = []*stmt{g.element(sc, g.recent(vs))}
			}
		case k < 5:
			s = g.copy(sc)
		case k < 10:
			s = g.define(sc)
		case k < 13:
			if w := g.write(sc); w != nil {
				s = []*stmt{w}
			}
		case k < 15:
			s = g.assign(sc)
		case k < 18:
			if depth < 2 {
				s = g.control(sc, depth)
			}
		default:
			if g.calls < 2 {
				s = g.callStmt(sc, depth)
			}
		}
		if len(s) > 0 {
			return s
		}
	}
	return nil
}

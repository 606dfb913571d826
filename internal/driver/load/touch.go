package load

import (
	"go/ast"
	"go/token"
	"go/types"
)

// What is left out can hide that something is no bug: that an object is
// replaced by its copy before it is written, that a field holds copies as
// well, that a loop lists again. So code that depends on it is left out too:
//
//   - it mentions a broken type, or a name that was taken away;
//   - it hands a function that was left out something whose content that could
//     have replaced, or learns a condition from it;
//   - it reads a field or a variable into which code that was left out may have
//     put something, if others put something there as well.
//
// A function that only calls one that was left out stays: what the callee does
// is unknown, and nothing is reported of it.

// A code is the body of a function on its way through touch.
type code struct {
	decl     *ast.FuncDecl
	key      string
	broken   bool
	reads    map[*types.Var]bool
	puts     map[string]bool
	mentions map[string]bool
	packages map[string]bool // of what it names, and of the types of that
	calls    []*ast.CallExpr
	node     ast.Node
}

// touch leaves out what depends on what was left out. It reports whether
// there was any.
func (s *salvage) touch() bool {
	s.spread()
	if s.touchValues() {
		return true
	}
	codes := s.codes()
	found := false
	for again := true; again; {
		again = false
		t := s.toucher(codes)
		for _, c := range codes {
			if c.decl.Body != nil && t.touched(c) {
				s.left[c.decl] = &leftBody{c.puts, c.mentions}
				c.decl.Body = nil
				again, found = true, true
			}
		}
	}
	return found
}

// touchValues drops the values of variables that mention what is broken.
func (s *salvage) touchValues() (found bool) {
	for _, f := range s.d.files {
		for _, decl := range f.Decls {
			gen, ok := decl.(*ast.GenDecl)
			if !ok || gen.Tok != token.VAR {
				continue
			}
			for _, spec := range gen.Specs {
				spec := spec.(*ast.ValueSpec)
				for _, v := range spec.Values {
					if s.codeOf(v).broken {
						s.repairVar(spec, v.Pos())
						found = true
						break
					}
				}
			}
		}
	}
	return found
}

// codes looks through every body that is still there.
func (s *salvage) codes() []*code {
	var out []*code
	for _, f := range s.d.files {
		for _, decl := range f.Decls {
			decl, ok := decl.(*ast.FuncDecl)
			if !ok || decl.Body == nil {
				continue
			}
			c := s.codeOf(decl.Body)
			c.decl = decl
			if fn, ok := s.info.Defs[decl.Name].(*types.Func); ok {
				c.key = funcKey(fn)
				c.broken = c.broken || s.isMentioned(fn.Type())
				if r := fn.Signature().Recv(); r != nil {
					c.broken = c.broken || s.isMentioned(r.Type())
				}
			}
			out = append(out, c)
		}
	}
	return out
}

func (s *salvage) codeOf(n ast.Node) *code {
	c := &code{node: n, reads: make(map[*types.Var]bool), puts: make(map[string]bool), mentions: make(map[string]bool), packages: make(map[string]bool)}
	p := putter{info: s.info, home: s.d.pkg.Path, put: func(key string) { c.puts[key] = true }}
	ast.Inspect(n, func(n ast.Node) bool {
		p.node(n)
		switch n := n.(type) {
		case *ast.CallExpr:
			c.calls = append(c.calls, n)
		case *ast.Ident:
			s.ident(c, n)
		case *ast.SelectorExpr:
			if v, ok := s.info.Uses[n.Sel].(*types.Var); ok && !(v.IsField() && p.ofObject(n)) {
				c.reads[v] = true
			}
		}
		if e, ok := n.(ast.Expr); ok && !c.broken {
			tv, ok := s.info.Types[e]
			c.broken = ok && !tv.IsBuiltin() && s.isMentioned(tv.Type)
			notePackage(c, tv.Type)
		}
		return true
	})
	return c
}

// ident notes what an identifier in c stands for.
func (s *salvage) ident(c *code, id *ast.Ident) {
	obj := s.info.Uses[id]
	if obj == nil {
		return
	}
	if p := obj.Pkg(); p != nil {
		c.packages[p.Path()] = true
	}
	switch o := obj.(type) {
	case *types.Func:
		c.mentions[funcKey(o)] = true
		c.broken = c.broken || s.isMentioned(o.Type())
	case *types.TypeName:
		c.broken = c.broken || s.isMentioned(o.Type())
	case *types.Var:
		c.broken = c.broken || s.isMentioned(o.Type())
		if isGlobal(o) {
			c.reads[o] = true
		}
	case *types.PkgName:
		// Of what cannot be had nothing is known.
		c.broken = c.broken || s.env.Missing.has(o.Imported())
	}
	if s.lostNames[id.Name] && (obj.Parent() == types.Universe || obj.Pkg() != nil && obj.Parent() == obj.Pkg().Scope() && obj.Pkg() == s.pkg) {
		c.broken = true // it may have stood for something else
	}
}

// notePackage notes the package of t, or of what it points to.
func notePackage(c *code, t types.Type) {
	if p, ok := t.(*types.Pointer); ok {
		t = p.Elem()
	}
	if n, ok := t.(*types.Named); ok && n.Obj().Pkg() != nil {
		c.packages[n.Obj().Pkg().Path()] = true
	}
}

// putsUnknown are the fields and variables into which code that was left out may put
// something, by itself or by what it calls.
func (s *salvage) putsUnknown() map[string]bool {
	out := make(map[string]bool)
	for key := range s.env.Unknown {
		if len(key) > len(unknownPlace) && key[:len(unknownPlace)] == unknownPlace {
			out[key] = true
		}
	}
	for _, b := range s.leftBodies() {
		for key := range b.puts {
			out[key] = true
		}
	}
	return out
}

func (s *salvage) leftBodies() []*leftBody {
	out := append([]*leftBody(nil), s.values...)
	for _, b := range s.left {
		out = append(out, b)
	}
	return out
}

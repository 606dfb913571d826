package load

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/k8slint/k8slint/internal/driver/source"
	"github.com/k8slint/k8slint/internal/ssaquery"
)

// A code is a declaration on its way through salvage: a function, or a specification of
// variables, constants, a type or an import.
type code struct {
	node ast.Node    // *ast.FuncDecl or an ast.Spec
	fn   *types.Func // if it is a function
	key  string      // of fn

	unknown bool // it names something that is not known
	ofC     bool // only C knows it
	left    bool // it is left out, if that is possible

	mentions map[string]bool     // functions, by key
	reads    map[*types.Var]bool // fields and variables that it names
	puts     map[string]bool     // those into which it may put something, by placeKey
	behind   map[string]bool     // the names of methods of the package's own interfaces
	packages map[string]bool     // of what it names, and of the types of that
	calls    []*ast.CallExpr
	values   []*types.Func // functions that it uses otherwise than by calling them
}

func (c *code) has(pos token.Pos) bool { return c.node.Pos() <= pos && pos <= c.node.End() }

// codes are the declarations of files, in their order.
func codes(files []*ast.File) []*code {
	var out []*code
	for _, f := range files {
		for _, decl := range f.Decls {
			if gen, ok := decl.(*ast.GenDecl); ok {
				for _, spec := range gen.Specs {
					out = append(out, newCode(spec))
				}
			} else {
				out = append(out, newCode(decl))
			}
		}
	}
	return out
}

// look looks through the declaration of c.
func (s *salvage) look(c *code) {
	switch node := c.node.(type) {
	case *ast.FuncDecl:
		if fn, ok := s.info.Defs[node.Name].(*types.Func); ok {
			c.fn, c.key = fn, key(fn)
		}
	case *ast.ValueSpec:
		for _, id := range node.Names {
			c.putsInto(s.info.Defs[id])
		}
	}
	called := make(map[*ast.Ident]bool)
	ast.Inspect(c.node, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			c.calls = append(c.calls, n)
			switch fun := ast.Unparen(n.Fun).(type) {
			case *ast.Ident:
				called[fun] = true
			case *ast.SelectorExpr:
				called[fun.Sel] = true
			}
		case *ast.SelectorExpr:
			if s.isLost(n) {
				c.mark(false)
			}
			// A field of an object is no place of its own.
			if v, ok := s.info.Uses[n.Sel].(*types.Var); ok && !(v.IsField() && isObject(s.info.TypeOf(n.X))) {
				c.reads[v] = true
			}
		case *ast.Ident:
			s.ident(c, n)
			if fn, ok := s.info.Uses[n].(*types.Func); ok && !called[n] {
				c.values = append(c.values, fn)
			}
		}
		s.put(c, n)
		return true
	})
}

// isLost reports whether sel names what a package does not have that is not whole.
func (s *salvage) isLost(sel *ast.SelectorExpr) bool {
	x, ok := sel.X.(*ast.Ident)
	if !ok || s.info.Uses[sel.Sel] != nil {
		return false
	}
	p, ok := s.info.Uses[x].(*types.PkgName)
	return ok && s.users[p.Imported().Path()]
}

// unparsed is what can be known of text that does not parse: any word in it may be
// a field that it puts something into, or a function that it calls.
func (s *salvage) unparsed() *code {
	c := newCode(nil)
	c.left = true
	for name := range source.Words(s.d.lost.Text) {
		c.puts[placeName(s.d.pkg.Path, name)] = true
		c.mentions[name] = true
	}
	return c
}

func newCode(node ast.Node) *code {
	return &code{node: node, mentions: make(map[string]bool), reads: make(map[*types.Var]bool), puts: make(map[string]bool),
		behind: make(map[string]bool), packages: make(map[string]bool)}
}

// put notes the fields and variables into which a node of c may put something: all that are
// named where it says what is written, or whose address it takes.
func (s *salvage) put(c *code, n ast.Node) {
	var to []ast.Expr
	switch n := n.(type) {
	case *ast.AssignStmt:
		if n.Tok != token.DEFINE {
			to = n.Lhs
		}
	case *ast.IncDecStmt:
		to = []ast.Expr{n.X}
	case *ast.RangeStmt:
		if n.Tok == token.ASSIGN {
			to = []ast.Expr{n.Key, n.Value}
		}
	case *ast.SendStmt:
		to = []ast.Expr{n.Chan}
	case *ast.UnaryExpr:
		if n.Op == token.AND {
			to = []ast.Expr{n.X}
		}
	case *ast.KeyValueExpr:
		to = []ast.Expr{n.Key}
	case *ast.CompositeLit:
		if len(n.Elts) > 0 {
			if _, keyed := n.Elts[0].(*ast.KeyValueExpr); !keyed {
				s.putFields(c, s.info.TypeOf(n))
			}
		}
	}
	for _, e := range to {
		if e != nil {
			s.putInto(c, e)
		}
	}
}

func (s *salvage) putInto(c *code, e ast.Expr) {
	ast.Inspect(e, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CompositeLit:
			return false
		case *ast.StarExpr:
			s.putFields(c, s.info.TypeOf(n))
		case *ast.SelectorExpr:
			if isObject(s.info.TypeOf(n.X)) {
				return false
			}
		case *ast.Ident:
			if o := s.info.Uses[n]; o != nil {
				c.putsInto(o)
			} else if s.info.Defs[n] == nil {
				c.puts[placeName(s.d.pkg.Path, n.Name)] = true // it can be a field of the package
			}
		}
		return true
	})
}

// putFields notes all the fields of a struct that is no object.
func (s *salvage) putFields(c *code, t types.Type) {
	if t == nil || isObject(t) {
		return
	}
	if st, ok := t.Underlying().(*types.Struct); ok {
		for f := range st.Fields() {
			c.putsInto(f)
			if s.broken.typ(f.Type()) {
				c.mark(false)
			}
		}
	}
}

// mark notes that c names something unknown.
func (c *code) mark(ofC bool) {
	c.ofC = ofC && (c.ofC || !c.unknown)
	c.unknown = true
}

// putsInto notes that c may put something into o, if that is a field or variable.
func (c *code) putsInto(o types.Object) {
	if v, ok := o.(*types.Var); ok && (v.IsField() || isGlobal(v)) {
		c.puts[placeKey(v)] = true
	}
}

// ident notes what an identifier in c stands for.
func (s *salvage) ident(c *code, id *ast.Ident) {
	o := s.info.Uses[id]
	if o == nil {
		if s.info.Defs[id] == nil && id.Name != "_" {
			// It can be anything of the package.
			c.mentions[id.Name] = true
			if s.maybeFailed(id.Name) {
				c.mark(false)
			}
		}
		return
	}
	if p := o.Pkg(); p != nil {
		c.packages[p.Path()] = true
	}
	if n := ssaquery.Named(o.Type()); n != nil && n.Obj().Pkg() != nil {
		c.packages[n.Obj().Pkg().Path()] = true
	}
	// What it declares itself can be unknown because of its own errors.
	if !c.has(o.Pos()) && s.broken.object(o) {
		c.mark(o.Pkg() != nil && importsCgo(o.Pkg()))
	}
	switch o := o.(type) {
	case *types.Func:
		c.mentions[key(o)] = true
		if recv := o.Signature().Recv(); recv != nil && types.IsInterface(recv.Type()) && o.Pkg() == s.pkg {
			c.behind[o.Name()] = true
		}
	case *types.Var:
		if isGlobal(o) {
			c.reads[o] = true
		}
	}
}

func isGlobal(v *types.Var) bool {
	return v.Pkg() != nil && v.Parent() == v.Pkg().Scope()
}

package load

import (
	"go/ast"
	"go/types"
)

// A code is the body of a function on its way through touch.
type code struct {
	decl     *ast.FuncDecl
	key      string
	broken   bool
	reads    map[*types.Var]bool
	puts     map[string]bool
	mentions map[string]bool
	behind   map[string]bool // the names of methods of the package's own interfaces
	packages map[string]bool // of what it names, and of the types of that
	calls    []*ast.CallExpr
	node     ast.Node
}

// codes looks through every body that is still there.
func (r *remnant) codes() []*code {
	var out []*code
	for _, f := range r.d.files {
		for _, decl := range f.Decls {
			decl, ok := decl.(*ast.FuncDecl)
			if !ok || decl.Body == nil {
				continue
			}
			c := r.codeOf(decl.Body)
			c.decl = decl
			if fn, ok := r.info.Defs[decl.Name].(*types.Func); ok {
				c.key = funcKey(fn)
				c.broken = c.broken || r.isMentioned(fn.Type())
				if recv := fn.Signature().Recv(); recv != nil {
					c.broken = c.broken || r.isMentioned(recv.Type())
				}
			}
			out = append(out, c)
		}
	}
	return out
}

func (r *remnant) codeOf(n ast.Node) *code {
	c := &code{node: n, reads: make(map[*types.Var]bool), puts: make(map[string]bool), mentions: make(map[string]bool), behind: make(map[string]bool), packages: make(map[string]bool)}
	p := putter{info: r.info, home: r.d.pkg.Path, put: func(key string) { c.puts[key] = true }}
	ast.Inspect(n, func(n ast.Node) bool {
		p.node(n)
		switch n := n.(type) {
		case *ast.CallExpr:
			c.calls = append(c.calls, n)
		case *ast.Ident:
			r.ident(c, n)
		case *ast.SelectorExpr:
			if v, ok := r.info.Uses[n.Sel].(*types.Var); ok && !(v.IsField() && p.ofObject(n)) {
				c.reads[v] = true
			}
		}
		if e, ok := n.(ast.Expr); ok && !c.broken {
			tv, ok := r.info.Types[e]
			c.broken = ok && !tv.IsBuiltin() && r.isMentioned(tv.Type)
			notePackage(c, tv.Type)
		}
		return true
	})
	return c
}

// ident notes what an identifier in c stands for.
func (r *remnant) ident(c *code, id *ast.Ident) {
	obj := r.info.Uses[id]
	if obj == nil {
		return
	}
	if p := obj.Pkg(); p != nil {
		c.packages[p.Path()] = true
	}
	switch o := obj.(type) {
	case *types.Func:
		c.mentions[funcKey(o)] = true
		if recv := o.Signature().Recv(); recv != nil && types.IsInterface(recv.Type()) && o.Pkg() == r.pkg {
			c.behind[o.Name()] = true
		}
		c.broken = c.broken || r.isMentioned(o.Type())
	case *types.TypeName:
		c.broken = c.broken || r.isMentioned(o.Type())
	case *types.Var:
		c.broken = c.broken || r.isMentioned(o.Type())
		if isGlobal(o) {
			c.reads[o] = true
		}
	case *types.PkgName:
		// Of what cannot be had nothing is known.
		c.broken = c.broken || r.env.Missing.has(o.Imported())
	}
	if r.lostNames[id.Name] && (obj.Parent() == types.Universe || obj.Pkg() != nil && obj.Parent() == obj.Pkg().Scope() && obj.Pkg() == r.pkg) {
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

package load

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/ssaquery"
)

// A leftBody is what is known of code that was left out: the places that it may put
// something into, and the functions that it mentions.
type leftBody struct {
	puts     map[string]bool // by placeKey
	mentions map[string]bool // by funcKey
}

// bodyOf looks through code that is about to be left out. What has no type,
// because of the errors, is taken for a field of the package's own.
func bodyOf(r *remnant, n ast.Node) *leftBody {
	b := &leftBody{puts: make(map[string]bool), mentions: make(map[string]bool)}
	info := r.info
	if info == nil {
		info = new(types.Info)
	}
	p := putter{info: info, home: r.d.pkg.Path, put: func(key string) { b.puts[key] = true }}
	ast.Inspect(n, func(n ast.Node) bool {
		p.node(n)
		if id, ok := n.(*ast.Ident); ok {
			if f, ok := info.Uses[id].(*types.Func); ok {
				b.mentions[funcKey(f)] = true
			} else if info.Uses[id] == nil && info.Defs[id] == nil {
				b.mentions[id.Name] = true
			}
		}
		return true
	})
	return b
}

// unparsed is what can be known of text that does not parse: any word in it may be
// a field that it puts something into, or a function that it calls.
func unparsed(text []byte, home string) *leftBody {
	b := &leftBody{puts: make(map[string]bool), mentions: make(map[string]bool)}
	for name := range words(text) {
		b.puts[placeName(home, name)] = true
		b.mentions[name] = true
	}
	return b
}

// A putter finds the fields and variables that code may put something into.
type putter struct {
	info *types.Info
	home string // the path of the package
	put  func(key string)
}

func (p putter) node(n ast.Node) {
	switch n := n.(type) {
	case *ast.AssignStmt:
		if n.Tok != token.DEFINE {
			for _, e := range n.Lhs {
				p.place(e)
			}
		}
	case *ast.IncDecStmt:
		p.place(n.X)
	case *ast.RangeStmt:
		if n.Tok == token.ASSIGN {
			p.place(n.Key)
			p.place(n.Value)
		}
	case *ast.SendStmt:
		p.place(n.Chan)
	case *ast.UnaryExpr:
		if n.Op == token.AND {
			p.place(n.X)
		}
	case *ast.CompositeLit:
		p.literal(n)
	}
}

// place notes the field or variable that e stands for, or that it is an element
// of.
func (p putter) place(e ast.Expr) {
	for {
		switch x := e.(type) {
		case *ast.ParenExpr:
			e = x.X
			continue
		case *ast.IndexExpr:
			e = x.X
			continue
		case *ast.SliceExpr:
			e = x.X
			continue
		case *ast.StarExpr:
			p.fields(p.info.TypeOf(x))
			e = x.X
			continue
		case *ast.Ident:
			if v, ok := p.info.Uses[x].(*types.Var); ok && isGlobal(v) {
				p.put(placeKey(v))
			}
		case *ast.SelectorExpr:
			p.selector(x)
		}
		return
	}
}

// fields notes all the fields of a struct that is no object.
func (p putter) fields(t types.Type) {
	if t == nil || isObject(t) {
		return
	}
	if st, ok := t.Underlying().(*types.Struct); ok {
		for f := range st.Fields() {
			p.put(placeKey(f))
		}
	}
}

func (p putter) selector(x *ast.SelectorExpr) {
	if v, ok := p.info.Uses[x.Sel].(*types.Var); ok {
		if !v.IsField() || !p.ofObject(x) {
			p.put(placeKey(v))
		}
		return
	}
	p.put(placeName(p.home, x.Sel.Name))
}

// ofObject reports whether the field that x selects is that of an API object,
// which is no place of its own.
func (p putter) ofObject(x *ast.SelectorExpr) bool {
	return isObject(p.info.TypeOf(x.X))
}

func (p putter) literal(lit *ast.CompositeLit) {
	t := p.info.TypeOf(lit)
	var st *types.Struct
	if t != nil {
		if isObject(t) {
			return
		}
		st, _ = t.Underlying().(*types.Struct)
	}
	for i, e := range lit.Elts {
		if kv, ok := e.(*ast.KeyValueExpr); ok {
			if id, ok := kv.Key.(*ast.Ident); ok {
				if v, ok := p.info.Uses[id].(*types.Var); ok && v.IsField() {
					p.put(placeKey(v))
				} else if st == nil {
					p.put(placeName(p.home, id.Name))
				}
			}
		} else if st != nil && i < st.NumFields() {
			p.put(placeKey(st.Field(i)))
		}
	}
}

func isGlobal(v *types.Var) bool {
	return v.Pkg() != nil && v.Parent() == v.Pkg().Scope()
}

// isObject reports whether t is, or points to, an API object or a part of one:
// those have generated copies.
func isObject(t types.Type) bool {
	n := ssaquery.Named(t)
	return n != nil && kube.IsAPIType(n)
}

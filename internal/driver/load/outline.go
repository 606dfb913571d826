package load

import (
	"go/ast"
	"go/token"

	"github.com/k8slint/k8slint/internal/kube"
)

// An outline is what importers can see of a package. Taken away are
//
//   - unexported functions and variables that no remaining declaration mentions:
//     mentions in bodies do not count,
//   - the initial values of variables whose type the syntax tells,
//   - the names of parameters, results and receivers, but for those that analyzers
//     read (kube.ReadsParameterName).
//
// What is left has the same types, is type-checked faster, and takes less memory: go/types
// keeps a scope with a table for each function whose parameters have names.
//
// Types, constants and methods stay: whether a type implements an interface depends
// on methods that nobody names.
type outline struct {
	hidden  map[string][]hiddenDecl // by name, until something names them
	kept    map[ast.Node]bool       // of those that were hidden
	pending []hiddenDecl
	named   []map[string]bool // by file: the names in what is kept
}

// A hiddenDecl is a function, or a specification of variables, that importers
// cannot name.
type hiddenDecl struct {
	node ast.Node
	file int
}

// reduce reduces files to their outline, and returns for each file all identifiers
// in what is left of it.
func reduce(files []*ast.File) []map[string]bool {
	o := &outline{hidden: make(map[string][]hiddenDecl), kept: make(map[ast.Node]bool), named: make([]map[string]bool, len(files))}
	for i, f := range files {
		o.named[i] = make(map[string]bool)
		for _, decl := range f.Decls {
			o.hide(i, decl)
		}
	}
	for i, f := range files {
		for _, decl := range f.Decls {
			o.see(i, decl)
		}
	}
	for len(o.pending) > 0 {
		h := o.pending[len(o.pending)-1]
		o.pending = o.pending[:len(o.pending)-1]
		if !o.kept[h.node] {
			o.kept[h.node] = true
			o.note(h.file, h.node)
		}
	}
	for _, f := range files {
		o.drop(f)
	}
	return o.named
}

// hide notes what of decl importers cannot name, and takes away values.
func (o *outline) hide(file int, decl ast.Decl) {
	switch decl := decl.(type) {
	case *ast.FuncDecl:
		if isHiddenFunc(decl) {
			o.hidden[decl.Name.Name] = append(o.hidden[decl.Name.Name], hiddenDecl{decl, file})
		}
	case *ast.GenDecl:
		if decl.Tok != token.VAR {
			return
		}
		for _, spec := range decl.Specs {
			spec, ok := spec.(*ast.ValueSpec)
			if !ok {
				continue
			}
			unvalue(spec)
			if isHiddenVar(spec) {
				for _, id := range spec.Names {
					o.hidden[id.Name] = append(o.hidden[id.Name], hiddenDecl{spec, file})
				}
			}
		}
	}
}

// see notes what the visible parts of decl name.
func (o *outline) see(file int, decl ast.Decl) {
	switch decl := decl.(type) {
	case *ast.FuncDecl:
		if !isHiddenFunc(decl) {
			o.note(file, decl)
		}
	case *ast.GenDecl:
		for _, spec := range decl.Specs {
			switch spec := spec.(type) {
			case *ast.ImportSpec:
			case *ast.ValueSpec:
				if decl.Tok != token.VAR || !isHiddenVar(spec) {
					o.note(file, spec)
				}
			default:
				o.note(file, spec)
			}
		}
	}
}

// note reduces n, a declaration that is kept, and notes the names in it.
func (o *outline) note(file int, n ast.Node) {
	named := o.named[file]
	ast.Inspect(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncDecl:
			unname(n.Recv)
		case *ast.FuncType:
			unname(n.Params)
			unname(n.Results)
		case *ast.Ident:
			if named[n.Name] || n.Name == "_" {
				return true
			}
			named[n.Name] = true
			if h := o.hidden[n.Name]; h != nil {
				o.pending = append(o.pending, h...)
				delete(o.hidden, n.Name)
			}
		}
		return true
	})
}

// drop takes out of f what is hidden and was not named.
func (o *outline) drop(f *ast.File) {
	decls := f.Decls[:0]
	for _, decl := range f.Decls {
		switch decl := decl.(type) {
		case *ast.FuncDecl:
			if isHiddenFunc(decl) && !o.kept[decl] {
				continue
			}
		case *ast.GenDecl:
			if decl.Tok == token.VAR && !o.dropVars(decl) {
				continue
			}
		}
		decls = append(decls, decl)
	}
	clear(f.Decls[len(decls):])
	f.Decls = decls
}

// dropVars does so in a declaration of variables, and reports whether something is
// left of it.
func (o *outline) dropVars(decl *ast.GenDecl) bool {
	specs := decl.Specs[:0]
	for _, spec := range decl.Specs {
		if v, ok := spec.(*ast.ValueSpec); !ok || !isHiddenVar(v) || o.kept[v] {
			specs = append(specs, spec)
		}
	}
	clear(decl.Specs[len(specs):])
	decl.Specs = specs
	return len(specs) > 0
}

func isHiddenFunc(decl *ast.FuncDecl) bool { return decl.Recv == nil && !decl.Name.IsExported() }

func isHiddenVar(spec *ast.ValueSpec) bool {
	for _, id := range spec.Names {
		if id.IsExported() {
			return false
		}
	}
	return true
}

// unname takes away the names of parameters.
func unname(list *ast.FieldList) {
	if list == nil {
		return
	}
	for _, f := range list.List {
		for _, id := range f.Names {
			if !kube.ReadsParameterName(id.Name) {
				id.Name = "_"
			}
		}
	}
}

// unvalue takes away the value of a variable if the type is known without.
func unvalue(spec *ast.ValueSpec) {
	if spec.Type == nil && len(spec.Names) == 1 && len(spec.Values) == 1 {
		spec.Type = writtenType(spec.Values[0])
	}
	if spec.Type != nil {
		spec.Values = nil
	}
}

// writtenType is the type of the value e as its syntax has it, or nil.
func writtenType(e ast.Expr) ast.Expr {
	switch e := e.(type) {
	case *ast.FuncLit:
		return e.Type
	case *ast.CompositeLit:
		if a, ok := e.Type.(*ast.ArrayType); ok {
			if _, counted := a.Len.(*ast.Ellipsis); counted {
				return nil
			}
		}
		return e.Type
	case *ast.UnaryExpr:
		if lit, ok := e.X.(*ast.CompositeLit); ok && e.Op == token.AND {
			if t := writtenType(lit); t != nil {
				return &ast.StarExpr{Star: e.OpPos, X: t}
			}
		}
	}
	return nil
}

package load

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
)

// repairFunc takes away what is wrong with a function at pos: its body, the type of
// a parameter, or all of it.
func (p *patcher) repairFunc(f *ast.File, decl *ast.FuncDecl, pos token.Pos) {
	if decl.Body != nil && decl.Body.Pos() <= pos && pos <= decl.Body.End() {
		p.leave(decl)
		return
	}
	if field := fieldAt(decl.Type, pos); field != nil && p.replace(field) {
		if decl.Body != nil {
			p.leave(decl)
		}
		return
	}
	p.remove(f, decl)
}

// leave leaves out the body of a function.
func (p *patcher) leave(decl *ast.FuncDecl) {
	if decl.Body != nil {
		p.left[decl] = bodyOf(&p.remnant, decl.Body)
		decl.Body = nil
	}
}

// remove takes a declaration out of its file.
func (p *patcher) remove(f *ast.File, decl ast.Decl) {
	p.done = append(p.done, span{decl.Pos(), decl.End()})
	if i := slices.Index(f.Decls, decl); i >= 0 {
		f.Decls = slices.Delete(f.Decls, i, i+1)
		p.forget(decl)
	}
}

// forget notes what a declaration declared that is taken away.
func (p *patcher) forget(decl ast.Decl) {
	switch decl := decl.(type) {
	case *ast.FuncDecl:
		if decl.Body != nil {
			p.left[decl] = bodyOf(&p.remnant, decl.Body)
		} else if p.left[decl] == nil {
			p.left[decl] = new(leftBody)
		}
		if decl.Recv == nil {
			p.lostNames[decl.Name.Name] = true
		} else if name := receiverName(decl); name != "" {
			p.broken[name] = true // who calls its methods cannot be sure which
		}
	case *ast.GenDecl:
		for _, spec := range decl.Specs {
			p.forgetSpec(spec)
		}
	}
}

func (p *patcher) forgetSpec(spec ast.Spec) {
	lose := func(id *ast.Ident) {
		p.lostNames[id.Name] = true
		p.gone = append(p.gone, id.Name)
	}
	switch spec := spec.(type) {
	case *ast.TypeSpec:
		lose(spec.Name)
	case *ast.ValueSpec:
		for _, id := range spec.Names {
			lose(id)
		}
	}
}

// receiverName returns the name of the type that decl is a method of.
func receiverName(decl *ast.FuncDecl) string {
	if decl.Recv == nil || len(decl.Recv.List) == 0 {
		return ""
	}
	t := decl.Recv.List[0].Type
	for {
		switch x := t.(type) {
		case *ast.StarExpr:
			t = x.X
		case *ast.ParenExpr:
			t = x.X
		case *ast.IndexExpr:
			t = x.X
		case *ast.IndexListExpr:
			t = x.X
		case *ast.Ident:
			return x.Name
		default:
			return ""
		}
	}
}

// fieldAt returns the innermost field, parameter or method in n whose type
// stands at pos.
func fieldAt(n ast.Node, pos token.Pos) (found *ast.Field) {
	ast.Inspect(n, func(n ast.Node) bool {
		if field, ok := n.(*ast.Field); ok && field.Type != nil && field.Type.Pos() <= pos && pos <= field.Type.End() {
			found = field
		}
		return true
	})
	return found
}

// replace makes another type stand for that of a field. It reports false if
// one stands there already, and does not help.
func (p *patcher) replace(field *ast.Field) bool {
	t := &field.Type
	if e, ok := (*t).(*ast.Ellipsis); ok {
		t = &e.Elt
	}
	if isStandIn(*t) {
		return false
	}
	p.done = append(p.done, span{(*t).Pos(), (*t).End()})
	*t = p.standIn(types.ExprString(*t), (*t).Pos())
	return true
}

// repairGen takes away what is wrong at pos with a declaration of types,
// variables, constants or imports.
func (p *patcher) repairGen(f *ast.File, decl *ast.GenDecl, pos token.Pos) {
	if decl.Tok == token.CONST {
		p.constants(decl)
		return
	}
	for i, spec := range decl.Specs {
		if pos < spec.Pos() || pos > spec.End() {
			continue
		}
		keep := false
		switch spec := spec.(type) {
		case *ast.TypeSpec:
			keep = p.repairType(spec, pos)
		case *ast.ValueSpec:
			keep = p.repairVar(spec, pos)
		case *ast.ImportSpec:
			if spec.Name != nil {
				p.lostNames[spec.Name.Name] = true
			} else {
				p.lostNames[importName(spec)] = true
			}
			f.Imports = slices.DeleteFunc(f.Imports, func(x *ast.ImportSpec) bool { return x == spec })
		}
		if !keep {
			p.done = append(p.done, span{spec.Pos(), spec.End()})
			decl.Specs = slices.Delete(decl.Specs, i, i+1)
			p.forgetSpec(spec)
		}
		break
	}
	if len(decl.Specs) == 0 {
		p.remove(f, decl)
	}
}

// repairType makes a type of which only the name is known of what is declared at
// spec; or, if no more than the type of a field is wrong, of that.
func (p *patcher) repairType(spec *ast.TypeSpec, pos token.Pos) (keep bool) {
	if pos <= spec.Name.End() && pos >= spec.Name.Pos() && isEmptyStruct(spec.Type) {
		return false
	}
	if field := fieldAt(spec.Type, pos); field != nil {
		if len(field.Names) > 0 && p.replace(field) {
			return true
		}
		if removeField(spec.Type, field) {
			p.done = append(p.done, span{field.Pos(), field.End()})
			p.broken[spec.Name.Name] = true
			return true
		}
	}
	if isEmptyStruct(spec.Type) && p.broken[spec.Name.Name] {
		return false
	}
	p.broken[spec.Name.Name] = true
	p.done = append(p.done, span{spec.Pos(), spec.End()})
	if spec.TypeParams != nil {
		if field := fieldAt(spec.TypeParams, pos); field != nil && !isStandIn(field.Type) {
			field.Type = &ast.InterfaceType{Interface: field.Type.Pos(), Methods: &ast.FieldList{Opening: field.Type.Pos(), Closing: field.Type.Pos()}}
		}
	}
	spec.Assign = token.NoPos
	at := spec.Type.Pos()
	spec.Type = &ast.StructType{Struct: at, Fields: &ast.FieldList{Opening: at, Closing: at}}
	return true
}

func isEmptyStruct(t ast.Expr) bool {
	st, ok := t.(*ast.StructType)
	return ok && len(st.Fields.List) == 0
}

// removeField removes an embedded field from the struct or interface type in t
// that has it.
func removeField(t ast.Expr, field *ast.Field) (removed bool) {
	ast.Inspect(t, func(n ast.Node) bool {
		if list, ok := n.(*ast.FieldList); ok {
			if i := slices.Index(list.List, field); i >= 0 {
				list.List = slices.Delete(list.List, i, i+1)
				removed = true
			}
		}
		return !removed
	})
	return removed
}

// repairVar drops the value of variables whose type is declared, and otherwise
// declares them with a type that stands for theirs.
func (p *patcher) repairVar(spec *ast.ValueSpec, pos token.Pos) (keep bool) {
	inType := spec.Type != nil && spec.Type.Pos() <= pos && pos <= spec.Type.End()
	switch {
	case spec.Type != nil && len(spec.Values) > 0 && !inType:
		p.drop(spec)
		return true
	case spec.Type == nil && len(spec.Values) > 0:
		p.drop(spec)
		spec.Type = p.standIn("value of "+spec.Names[0].Name, spec.Names[0].Pos())
		p.note(spec)
		return true
	case inType && !isStandIn(spec.Type):
		p.drop(spec)
		spec.Type = p.standIn(types.ExprString(spec.Type), spec.Type.Pos())
		p.note(spec)
		return true
	}
	return false
}

// drop takes the values of variables away; whatever they are, they were put
// there.
func (p *patcher) drop(spec *ast.ValueSpec) {
	p.done = append(p.done, span{spec.Pos(), spec.End()})
	for _, v := range spec.Values {
		b := bodyOf(&p.remnant, v)
		for _, id := range spec.Names {
			b.puts[placeName(p.d.pkg.Path, id.Name)] = true
		}
		p.values = append(p.values, b)
	}
	spec.Values = nil
}

func (p *patcher) note(spec *ast.ValueSpec) {
	for _, id := range spec.Names {
		if id.Name != "_" {
			p.gone = append(p.gone, id.Name)
		}
	}
}

// constants makes variables of the constants of a declaration: one depends on
// the place of another.
func (p *patcher) constants(decl *ast.GenDecl) {
	decl.Tok = token.VAR
	p.done = append(p.done, span{decl.Pos(), decl.End()})
	for _, spec := range decl.Specs {
		if v, ok := spec.(*ast.ValueSpec); ok {
			v.Values = nil
			v.Type = p.standIn("value of "+v.Names[0].Name, v.Names[0].Pos())
			p.note(v)
		}
	}
}

func importName(spec *ast.ImportSpec) string {
	path := spec.Path.Value
	if len(path) < 2 {
		return path
	}
	return lastElem(path[1 : len(path)-1])
}

package load

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
)

// repairFunc takes away what is wrong with a function at pos: its body, the type of
// a parameter, or all of it.
func (s *salvage) repairFunc(f *ast.File, decl *ast.FuncDecl, pos token.Pos) {
	if decl.Body != nil && decl.Body.Pos() <= pos && pos <= decl.Body.End() {
		s.leave(decl)
		return
	}
	if field := fieldAt(decl.Type, pos); field != nil && s.replace(field) {
		if decl.Body != nil {
			s.leave(decl)
		}
		return
	}
	s.remove(f, decl)
}

// leave leaves out the body of a function.
func (s *salvage) leave(decl *ast.FuncDecl) {
	if decl.Body != nil {
		s.left[decl] = bodyOf(s, decl.Body)
		decl.Body = nil
	}
}

// remove takes a declaration out of its file.
func (s *salvage) remove(f *ast.File, decl ast.Decl) {
	s.done = append(s.done, span{decl.Pos(), decl.End()})
	if i := slices.Index(f.Decls, decl); i >= 0 {
		f.Decls = slices.Delete(f.Decls, i, i+1)
		s.forget(decl)
	}
}

// forget notes what a declaration declared that is taken away.
func (s *salvage) forget(decl ast.Decl) {
	switch decl := decl.(type) {
	case *ast.FuncDecl:
		if decl.Body != nil {
			s.left[decl] = bodyOf(s, decl.Body)
		} else if s.left[decl] == nil {
			s.left[decl] = new(leftBody)
		}
		if decl.Recv == nil {
			s.lostNames[decl.Name.Name] = true
		} else if name := receiverName(decl); name != "" {
			s.broken[name] = true // who calls its methods cannot be sure which
		}
	case *ast.GenDecl:
		for _, spec := range decl.Specs {
			s.forgetSpec(spec)
		}
	}
}

func (s *salvage) forgetSpec(spec ast.Spec) {
	lose := func(id *ast.Ident) {
		s.lostNames[id.Name] = true
		s.gone = append(s.gone, id.Name)
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
func (s *salvage) replace(field *ast.Field) bool {
	t := &field.Type
	if e, ok := (*t).(*ast.Ellipsis); ok {
		t = &e.Elt
	}
	if isStandIn(*t) {
		return false
	}
	s.done = append(s.done, span{(*t).Pos(), (*t).End()})
	*t = s.standIn(types.ExprString(*t), (*t).Pos())
	return true
}

// repairGen takes away what is wrong at pos with a declaration of types,
// variables, constants or imports.
func (s *salvage) repairGen(f *ast.File, decl *ast.GenDecl, pos token.Pos) {
	if decl.Tok == token.CONST {
		s.constants(decl)
		return
	}
	for i, spec := range decl.Specs {
		if pos < spec.Pos() || pos > spec.End() {
			continue
		}
		keep := false
		switch spec := spec.(type) {
		case *ast.TypeSpec:
			keep = s.repairType(spec, pos)
		case *ast.ValueSpec:
			keep = s.repairVar(spec, pos)
		case *ast.ImportSpec:
			if spec.Name != nil {
				s.lostNames[spec.Name.Name] = true
			} else {
				s.lostNames[importName(spec)] = true
			}
			f.Imports = slices.DeleteFunc(f.Imports, func(x *ast.ImportSpec) bool { return x == spec })
		}
		if !keep {
			s.done = append(s.done, span{spec.Pos(), spec.End()})
			decl.Specs = slices.Delete(decl.Specs, i, i+1)
			s.forgetSpec(spec)
		}
		break
	}
	if len(decl.Specs) == 0 {
		s.remove(f, decl)
	}
}

// repairType makes a type of which only the name is known of what is declared at
// spec; or, if no more than the type of a field is wrong, of that.
func (s *salvage) repairType(spec *ast.TypeSpec, pos token.Pos) (keep bool) {
	if pos <= spec.Name.End() && pos >= spec.Name.Pos() && isEmptyStruct(spec.Type) {
		return false
	}
	if field := fieldAt(spec.Type, pos); field != nil {
		if len(field.Names) > 0 && s.replace(field) {
			return true
		}
		if removeField(spec.Type, field) {
			s.done = append(s.done, span{field.Pos(), field.End()})
			s.broken[spec.Name.Name] = true
			return true
		}
	}
	if isEmptyStruct(spec.Type) && s.broken[spec.Name.Name] {
		return false
	}
	s.broken[spec.Name.Name] = true
	s.done = append(s.done, span{spec.Pos(), spec.End()})
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
func (s *salvage) repairVar(spec *ast.ValueSpec, pos token.Pos) (keep bool) {
	inType := spec.Type != nil && spec.Type.Pos() <= pos && pos <= spec.Type.End()
	switch {
	case spec.Type != nil && len(spec.Values) > 0 && !inType:
		s.drop(spec)
		return true
	case spec.Type == nil && len(spec.Values) > 0:
		s.drop(spec)
		spec.Type = s.standIn("value of "+spec.Names[0].Name, spec.Names[0].Pos())
		s.note(spec)
		return true
	case inType && !isStandIn(spec.Type):
		s.drop(spec)
		spec.Type = s.standIn(types.ExprString(spec.Type), spec.Type.Pos())
		s.note(spec)
		return true
	}
	return false
}

// drop takes the values of variables away; whatever they are, they were put
// there.
func (s *salvage) drop(spec *ast.ValueSpec) {
	s.done = append(s.done, span{spec.Pos(), spec.End()})
	for _, v := range spec.Values {
		b := bodyOf(s, v)
		for _, id := range spec.Names {
			b.puts[placeName(s.d.pkg.Path, id.Name)] = true
		}
		s.values = append(s.values, b)
	}
	spec.Values = nil
}

func (s *salvage) note(spec *ast.ValueSpec) {
	for _, id := range spec.Names {
		if id.Name != "_" {
			s.gone = append(s.gone, id.Name)
		}
	}
}

// constants makes variables of the constants of a declaration: one depends on
// the place of another.
func (s *salvage) constants(decl *ast.GenDecl) {
	decl.Tok = token.VAR
	s.done = append(s.done, span{decl.Pos(), decl.End()})
	for _, spec := range decl.Specs {
		if v, ok := spec.(*ast.ValueSpec); ok {
			v.Values = nil
			v.Type = s.standIn("value of "+v.Names[0].Name, v.Names[0].Pos())
			s.note(v)
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

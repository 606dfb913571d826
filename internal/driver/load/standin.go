package load

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strconv"
	"strings"
)

// standPrefix begins the name of a type that stands for an unknown one.
const standPrefix = "k8slintUnknown"

// standIns declares the types that stand for unknown ones, in a file that no
// analyzer sees.
func (p *patcher) standIns() *ast.File {
	if len(p.order) == 0 {
		return nil
	}
	var b strings.Builder
	b.WriteString("package " + p.d.files[0].Name.Name + "\n")
	for _, name := range p.order {
		b.WriteString("type " + name + " struct{}\n")
	}
	f, err := parser.ParseFile(p.d.fset, filepath.Join(p.d.pkg.Dir, "k8slint_unknown.go"), b.String(), parser.SkipObjectResolution)
	if err != nil {
		return nil // the uses of the names are errors then
	}
	return f
}

// standIn returns the expression of a type that stands for what text says, at
// pos.
func (p *patcher) standIn(text string, pos token.Pos) ast.Expr {
	name := p.stand[text]
	if name == "" {
		name = standPrefix + strconv.Itoa(len(p.order)+1)
		p.stand[text] = name
		p.order = append(p.order, name)
	}
	return &ast.Ident{NamePos: pos, Name: name}
}

func isStandIn(t ast.Expr) bool {
	id, ok := t.(*ast.Ident)
	return ok && strings.HasPrefix(id.Name, standPrefix)
}

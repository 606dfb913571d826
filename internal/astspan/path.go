package astspan

import (
	"go/ast"
	"go/token"

	"golang.org/x/tools/go/ast/astutil"
)

// Path returns the file of files that pos is in, and the nodes around it, innermost first. Both are
// nil if it is in none.
func Path(files []*ast.File, pos token.Pos) (*ast.File, []ast.Node) {
	for _, f := range files {
		if f.FileStart <= pos && pos < f.FileEnd {
			path, _ := astutil.PathEnclosingInterval(f, pos, pos)
			return f, path
		}
	}
	return nil, nil
}

package cachemutate

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"
)

// An optionReader reads the options in one file.
type optionReader struct {
	pass     *analysis.Pass
	file     *ast.File
	opts     []Option
	uncached []string
}

// A setting is a field of a struct that is given a value, in a composite literal
// or by assignment.
type setting struct {
	field *types.Var
	owner types.Type // the struct
	name  *ast.Ident
	value ast.Expr
	end   token.Pos  // of the assignment
	stack []ast.Node // what is around it, innermost last
	in    ast.Expr   // in.field = value; nil in a composite literal
}

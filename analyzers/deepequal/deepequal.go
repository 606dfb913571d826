package deepequal

import (
	_ "embed"
	"fmt"
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/types/typeutil"

	"github.com/k8slint/k8slint/internal/astspan"
	"github.com/k8slint/k8slint/internal/engines"
	"github.com/k8slint/k8slint/internal/fact"
	"github.com/k8slint/k8slint/internal/importedit"
	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/report"
	"github.com/k8slint/k8slint/internal/wording"
)

//go:embed doc.go
var docFile string

// Analyzer finds deep comparisons that cannot say what they are asked. See the package
// documentation.
var Analyzer = New(engines.Default)

// New returns the analyzer on the engines e.
func New(e *engines.Set) *analysis.Analyzer {
	a := e.OnFiles("deepequal", docFile, run)
	a.FactTypes = fact.Types[role]()
	return a
}

func run(pass *analysis.Pass, files []*ast.File, rep *report.Reporter) {
	roles := map[*types.Func]*role{}
	for _, file := range files {
		for _, decl := range file.Decls {
			s, generic := scope{pass, decl, roles}, isGeneric(pass, decl)
			s.export()
			for n := range ast.Preorder(decl) {
				switch n := n.(type) {
				case *ast.CallExpr:
					c, ok := comparisonOf(pass, n)
					if !ok || generic {
						continue
					}
					if o, ok := c.withNil(); ok {
						rep.Report(c.nilFinding(o))
					} else if c.neverEqual() {
						rep.Report(c.finding(pass))
					} else if calledName(n) != "DeepDerivative" {
						if f, ok := s.filled(n, c.x.Expr, c.y.Expr); ok {
							rep.Report(f)
						} else if f, ok := whole(s, n, c.x.Expr, c.y.Expr); ok {
							rep.Report(f)
						}
					}
				case *ast.IfStmt, *ast.ReturnStmt:
					for _, f := range s.spellings(file, n.(ast.Stmt)) {
						rep.Report(f)
					}
				}
			}
		}
	}
}

// A comparison is a call that compares two values deeply.
type comparison struct {
	call *ast.CallExpr
	name string // the function, as the source calls it
	kube.Equality
	x, y operand
}

// An operand is one of the two values.
type operand struct {
	ast.Expr
	types.TypeAndValue
}

func comparisonOf(pass *analysis.Pass, call *ast.CallExpr) (comparison, bool) {
	if len(call.Args) < 2 || !kube.NamesEquality(calledName(call)) {
		return comparison{}, false
	}
	f, ok := typeutil.Callee(pass.TypesInfo, call).(*types.Func)
	if !ok {
		return comparison{}, false
	}
	eq, ok := kube.EqualityOf(f)
	if !ok || eq.Options && len(call.Args) > 2 {
		return comparison{}, false
	}
	of := func(e ast.Expr) operand {
		e = ast.Unparen(e)
		return operand{e, pass.TypesInfo.Types[e]}
	}
	return comparison{call: call, name: types.ExprString(call.Fun), Equality: eq, x: of(call.Args[0]), y: of(call.Args[1])}, true
}

func calledName(call *ast.CallExpr) string {
	if id := astspan.Called(call); id != nil {
		return id.Name
	}
	return ""
}

// neverEqual reports whether the two values are of different types whatever the program
// does.
func (c comparison) neverEqual() bool {
	return c.x.certain() && c.y.certain() && !types.Identical(c.x.dynamic(), c.y.dynamic())
}

// withNil is the operand that is compared with nil. A value of a type never equals nil, which has none,
// also if it is a nil pointer, map or slice. Of the first argument DeepDerivative compares only what is set.
func (c comparison) withNil() (operand, bool) {
	switch {
	case c.y.IsNil() && c.x.certain():
		return c.x, true
	case c.x.IsNil() && c.y.certain() && calledName(c.call) != "DeepDerivative":
		return c.y, true
	}
	return operand{}, false
}

// certain reports whether the static type of o is that of its value at run time. It is
// not of interfaces; nor is the untyped nil a value.
func (o operand) certain() bool {
	return o.Type != nil && o.IsValue() && !o.IsNil() && !types.IsInterface(o.Type)
}

// dynamic is the type of the value that is passed: an untyped constant gets one.
func (o operand) dynamic() types.Type { return types.Default(o.Type) }

// isGeneric reports whether decl has type parameters: then two types that are not identical can become so.
func isGeneric(pass *analysis.Pass, decl ast.Decl) bool {
	d, ok := decl.(*ast.FuncDecl)
	if !ok {
		return false
	}
	sig := pass.TypesInfo.Defs[d.Name].(*types.Func).Signature()
	return sig.TypeParams().Len()+sig.RecvTypeParams().Len() > 0
}

func (c comparison) finding(pass *analysis.Pass) report.Finding {
	x, y := importedit.TypeString(pass, c.call.Pos(), c.x.dynamic()), importedit.TypeString(pass, c.call.Pos(), c.y.dynamic())
	if x == y { // two packages of one name
		x, y = types.TypeString(c.x.dynamic(), nil), types.TypeString(c.y.dynamic(), nil)
	}
	fix, advice := c.fix()
	f := report.Finding{Pos: c.call.Pos(), End: c.call.End(), Category: "pointer-and-value",
		Message: wording.Fit(wording.Max, func(l wording.Level) string {
			return fmt.Sprintf("%s is always false here, since its arguments are of the types %s and %s; %s", l.Name(c.name), l.Name(x), l.Name(y), advice(l))
		})}
	if fix != nil {
		f.Fixes = []analysis.SuggestedFix{*fix}
	}
	return f
}

// nilFinding is the finding for a comparison of o with nil.
func (c comparison) nilFinding(o operand) report.Finding {
	return report.Finding{Pos: c.call.Pos(), End: c.call.End(), Category: "pointer-and-value",
		Message: wording.Fit(wording.Max, func(l wording.Level) string {
			x := l.Name(types.ExprString(o.Expr))
			what := "compare with its zero value"
			if canBeNil(o.dynamic()) {
				what = "write " + x + " == nil"
			}
			return fmt.Sprintf("%s is always false here: nil has no type, and %s has one; %s", l.Name(c.name), x, what)
		})}
}

// canBeNil reports whether nil can be assigned to a variable of type t.
func canBeNil(t types.Type) bool { return types.AssignableTo(types.Typ[types.UntypedNil], t) }

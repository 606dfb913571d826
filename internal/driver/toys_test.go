package driver_test

import (
	"fmt"
	"go/ast"
	"go/types"
	"os"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/k8slint/k8slint/internal/bound"
	"github.com/k8slint/k8slint/internal/claim"
	"github.com/k8slint/k8slint/internal/config"
	"github.com/k8slint/k8slint/internal/posn"
	"github.com/k8slint/k8slint/internal/report"
	"github.com/k8slint/k8slint/internal/ssabuild"
	"github.com/k8slint/k8slint/internal/subresource"
	"github.com/k8slint/k8slint/internal/suppress"
)

// noTests in the environment makes the toys leave tests alone, as the real
// analyzers do unless they are told otherwise.
const noTests = "K8SLINT_TEST_NO_TESTS"

// toys are analyzers that are small enough to predict.
func toys(c *config.Config) []*analysis.Analyzer {
	c.Tests = os.Getenv(noTests) == ""
	return []*analysis.Analyzer{crash, newKinds(c), quote, newScribble(c), newTaint(c), newVerbose(c)}
}

// taint reports calls of functions whose name begins with Bad, and of those
// that call them, through any number of packages.
func newTaint(c *config.Config) *analysis.Analyzer {
	ssa := ssabuild.New(c)
	a := &analysis.Analyzer{
		Name:      "taint",
		Doc:       "find calls that lead to bad functions\n\nMore about it.",
		URL:       report.URL("taint"),
		Requires:  []*analysis.Analyzer{suppress.Analyzer, ssa},
		FactTypes: []analysis.Fact{(*leadsTo)(nil)},
		Run: func(pass *analysis.Pass) (any, error) {
			if pass.ResultOf[ssa].(*ssabuild.SSA) == nil {
				return nil, nil // as the engines do
			}
			return runTaint(pass, c)
		},
	}
	a.Flags.String("only", "", "report only this function")
	return a
}

type leadsTo struct {
	Path []string // the calls, the bad function last
	At   string   // file:line of the first call
}

func (*leadsTo) AFact() {}

func (l *leadsTo) String() string { return strings.Join(l.Path, " -> ") + "\nat " + l.At }

func runTaint(pass *analysis.Pass, c *config.Config) (any, error) {
	if n := os.Getenv("K8SLINT_TEST_COUNT"); n != "" {
		f, err := os.OpenFile(n, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o666)
		if err != nil {
			return nil, err
		}
		fmt.Fprintln(f, pass.Pkg.Path())
		f.Close()
	}
	why := make(map[*types.Func]*leadsTo)
	lookup := func(fn *types.Func) *leadsTo {
		if strings.HasPrefix(fn.Name(), "Bad") {
			return &leadsTo{}
		}
		if l := why[fn]; l != nil {
			return l
		}
		l := new(leadsTo)
		if fn.Pkg() != pass.Pkg && pass.ImportObjectFact(fn, l) {
			return l
		}
		return nil
	}
	r := report.For(pass, c)
	files := pass.Files
	if !c.Tests {
		files = ssabuild.FilesOutsideTests(pass)
	}
	for changed := true; changed; {
		changed = false
		calls(pass, files, func(decl *ast.FuncDecl, fn, callee *types.Func, call *ast.CallExpr) {
			l := lookup(callee)
			if l == nil || why[fn] != nil {
				return
			}
			why[fn] = &leadsTo{append([]string{callee.Name()}, l.Path...), posn.Of(pass, call.Pos())}
			pass.ExportObjectFact(fn, why[fn])
			changed = true
		})
	}
	calls(pass, files, func(decl *ast.FuncDecl, fn, callee *types.Func, call *ast.CallExpr) {
		l := lookup(callee)
		if only := pass.Analyzer.Flags.Lookup("only").Value.String(); l == nil || only != "" && only != fn.Name() {
			return
		}
		f := report.Finding{
			Pos: call.Pos(), End: call.End(), Category: "call",
			Message: "call leads to a bad function: " + strings.Join(append([]string{callee.Name()}, l.Path...), " -> "),
			Trace:   []report.Step{{Pos: decl.Pos(), Text: "here is the caller"}},
			Fixes:   []analysis.SuggestedFix{{Message: "remove the call", TextEdits: []analysis.TextEdit{{Pos: call.Pos(), End: call.End()}}}},
		}
		if l.At != "" {
			f.Trace = append(f.Trace, report.Step{Text: l.At + ": and here it goes on"})
		}
		r.Report(f)
	})
	return nil, nil
}

// calls calls f with each static call in a function of files.
func calls(pass *analysis.Pass, files []*ast.File, f func(*ast.FuncDecl, *types.Func, *types.Func, *ast.CallExpr)) {
	for _, file := range files {
		for _, d := range file.Decls {
			decl, ok := d.(*ast.FuncDecl)
			if !ok || decl.Body == nil {
				continue
			}
			fn := pass.TypesInfo.Defs[decl.Name].(*types.Func)
			ast.Inspect(decl.Body, func(n ast.Node) bool {
				call, ok := n.(*ast.CallExpr)
				if !ok {
					return true
				}
				var id *ast.Ident
				switch fun := call.Fun.(type) {
				case *ast.Ident:
					id = fun
				case *ast.SelectorExpr:
					id = fun.Sel
				default:
					return true
				}
				if callee, ok := pass.TypesInfo.Uses[id].(*types.Func); ok {
					f(decl, fn, callee, call)
				}
				return true
			})
		}
	}
}

// crash has a bug: it fails on packages that are called crash.
var crash = &analysis.Analyzer{
	Name: "crash",
	Doc:  "fail on some packages",
	Run: func(pass *analysis.Pass) (any, error) {
		if pass.Pkg.Name() == "crash" {
			var p *ast.File
			_ = p.Decls
		}
		return nil, nil
	},
}

// quote reports string literals that mention an attack, with their text.
//
// It changes the file that K8SLINT_TEST_EDIT names, if that is of the package:
// somebody edits while the command runs. In package b, it writes a line to the
// pipe that K8SLINT_TEST_HANG names, and hangs.
var quote = &analysis.Analyzer{
	Name: "quote",
	Doc:  "report texts of attacks",
	Run: func(pass *analysis.Pass) (any, error) {
		if pipe := os.Getenv("K8SLINT_TEST_HANG"); pipe != "" && pass.Pkg.Name() == "b" {
			f, err := os.OpenFile(pipe, os.O_WRONLY, 0)
			if err != nil {
				return nil, err
			}
			fmt.Fprintln(f, "hanging")
			select {}
		}
		for _, f := range pass.Files {
			name := pass.Fset.File(f.FileStart).Name()
			if edit := os.Getenv("K8SLINT_TEST_EDIT"); edit != "" && strings.HasSuffix(name, edit) {
				data, err := os.ReadFile(name)
				if err == nil && !strings.HasPrefix(string(data), "//") {
					err = os.WriteFile(name, append([]byte("// The user types this.\n"), data...), 0o666)
				}
				if err != nil {
					return nil, err
				}
			}
			ast.Inspect(f, func(n ast.Node) bool {
				if lit, ok := n.(*ast.BasicLit); ok && strings.Contains(lit.Value, "attack") {
					pass.Report(analysis.Diagnostic{
						Pos: lit.Pos(), End: lit.End(), Message: lit.Value,
						Related:        []analysis.RelatedInformation{{Pos: lit.Pos(), Message: lit.Value}},
						SuggestedFixes: []analysis.SuggestedFix{{Message: lit.Value, TextEdits: []analysis.TextEdit{{Pos: lit.Pos(), End: lit.End(), NewText: []byte(`""`)}}}},
					})
				}
				return true
			})
		}
		return nil, nil
	},
}

var _ = claim.Declare("verbose",
	claim.Claim{Category: "noise", Severity: claim.Error},
	claim.Claim{Category: "rumour", Severity: claim.Warning},
	claim.Claim{Category: "hint", Severity: claim.Note},
	claim.Claim{Category: "secret", Severity: claim.Note, Flag: "-verbose.secrets"},
)

// verbose reports variables by their names, to have many findings, and does not follow
// functions called Endless to the end.
func newVerbose(c *config.Config) *analysis.Analyzer {
	secrets := false
	a := &analysis.Analyzer{
		Name:     "verbose",
		Doc:      "report variables that are called noise",
		Requires: []*analysis.Analyzer{bound.Analyzer, suppress.Analyzer},
		Run: func(pass *analysis.Pass) (any, error) {
			for _, name := range pass.Pkg.Scope().Names() {
				obj := pass.Pkg.Scope().Lookup(name)
				for _, kind := range claim.Of("verbose") {
					if strings.HasPrefix(name, kind.Category) && (kind.Flag == "" || secrets) {
						report.For(pass, c).Report(report.Finding{Pos: obj.Pos(), Category: kind.Category, Message: name + " is " + kind.Category})
					}
				}
			}
			if f := pass.Pkg.Scope().Lookup("Endless"); f != nil {
				bound.Of(pass).At(pass.Pkg.Path()+"."+f.Name(), f.Pos(), "too much")
			}
			return nil, nil
		},
	}
	a.Flags.BoolVar(&secrets, "secrets", false, "report secrets")
	return a
}

// newKinds reports variables of a kind that has a status subresource.
func newKinds(c *config.Config) *analysis.Analyzer {
	engine := subresource.New(c)
	return &analysis.Analyzer{
		Name:     "kinds",
		Doc:      "report kinds that have a status",
		Requires: []*analysis.Analyzer{engine, suppress.Analyzer},
		Run: func(pass *analysis.Pass) (any, error) {
			for _, name := range pass.Pkg.Scope().Names() {
				v, ok := pass.Pkg.Scope().Lookup(name).(*types.Var)
				if !ok {
					continue
				}
				if e := pass.ResultOf[engine].(*subresource.Kinds).Status(v.Type()); e.Verdict == subresource.Has {
					report.For(pass, c).Report(report.Finding{Pos: v.Pos(), Category: "kind", Message: name + " has a status: " + e.Where})
				}
			}
			return nil, nil
		},
	}
}

// newScribble reports functions that call Write or Erase: the calls are the writes
// of one cause, with a fix that is the same for all.
func newScribble(c *config.Config) *analysis.Analyzer {
	a := &analysis.Analyzer{
		Name:     "scribble",
		Doc:      "find functions that write",
		URL:      report.URL("scribble"),
		Requires: []*analysis.Analyzer{suppress.Analyzer},
		Run: func(pass *analysis.Pass) (any, error) {
			var decls []*ast.FuncDecl
			found := make(map[*ast.FuncDecl]*report.Finding)
			calls(pass, pass.Files, func(decl *ast.FuncDecl, fn, callee *types.Func, call *ast.CallExpr) {
				if name := callee.Name(); name != "Write" && name != "Erase" {
					return
				}
				f := found[decl]
				if f == nil {
					f = &report.Finding{Fixes: []analysis.SuggestedFix{{Message: "rename the function", TextEdits: []analysis.TextEdit{
						{Pos: decl.Name.Pos(), End: decl.Name.End(), NewText: []byte("Quiet")},
					}}}}
					found[decl] = f
					decls = append(decls, decl)
				}
				w := report.Write{Pos: call.Pos(), End: call.End(), Category: "write", Posn: posn.Of(pass, call.Pos()), What: callee.Name() + "()"}
				w.Trace = []report.Step{{Text: posn.Of(pass, decl.Pos()) + ": the object is got here"}}
				if callee.Name() == "Erase" {
					w.Category = "call"
					w.Trace = append(w.Trace, report.Step{Text: w.Posn + ": Erase is called with it"})
					w.Posn = "d/d.go:7"
				}
				w.Message = w.What + " scribbles; make a copy before the first write"
				f.Writes = append(f.Writes, w)
			})
			r := report.For(pass, c)
			for _, decl := range decls {
				r.Report(*found[decl])
			}
			return nil, nil
		},
	}
	a.Flags.BoolVar(&c.EveryWrite, "every-write", false, "report each line that writes")
	return a
}

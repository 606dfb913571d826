package engines_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/k8slint/k8slint/internal/testmodule"
)

// rooms are the packages with bounds that can lose a finding. Others bound what they print or read, and say so.
var rooms = regexp.MustCompile(`^(analyzers/.*|internal/driver/(load|changes|lineage)|internal/(apicalls|apiobjects|attempt|controlpath|copychanged|copyfix|crd|flow|followed|listers|machine|ownership(/.*)?|pathcond|pointsto|ssabuild|ssaquery|subresource|watchflow|wiring))$`)

// notedElsewhere are the bounds that are noted by another function than the one that stops.
var notedElsewhere = map[string]string{
	"internal/attempt maxSteps":              "by the caller, if over is set",
	"internal/attempt maxStates":             "by the caller, if over is set",
	"internal/attempt maxWasted":             "by the caller, if over is set",
	"internal/attempt maxWays":               "by tooDeep, which is given the depth",
	"internal/attempt maxInCircle":           "by tooDeep, which is given the depth",
	"internal/attempt maxExits":              "by the caller, if over or many is set",
	"internal/crd maxSize":                   "an error names the file",
	"internal/driver/load maxRounds":         "an error names the package",
	"internal/ownership/heap maxTrail":       "by tellBounds, if the state is cut",
	"internal/ownership/heap maxCells":       "by tellBounds, if the state is cut",
	"internal/ownership/heap maxCellSteps":   "by tellBounds, if the state is cut",
	"internal/ownership/heap maxObjectCells": "by tellBounds, if the state is cut",
	"internal/ownership/heap maxRefs":        "by tellBounds, of values that are full",
	"internal/ownership maxInstrs":           "by the caller of tooLarge",
	"internal/ownership maxWrites":           "by the caller of trimWrites",
	"internal/pathcond maxChecks":            "by tellBounds of ownership, if the paths are spent",
	"internal/pointsto maxFields":            "by those who get no location",
	"internal/pointsto maxPath":              "by those who get no location",
	"internal/ssabuild maxBranches":          "by the caller, which leaves the function out",
	"internal/ssabuild maxMerges":            "by the caller, which leaves the function out",
	"internal/watchflow maxWork":             "by the exploration that may not go on",
}

// TestBounds: where the analysis stops at a bound, the log of package bound is told, or a comment says why no
// finding is lost. A bound is a constant that is called max, or a number that a depth is compared with, which
// must be a constant.
func TestBounds(t *testing.T) {
	type declared struct {
		pos   token.Position
		noted bool
	}
	bounds := map[string]*declared{} // by folder and name
	var uses []func()
	root := testmodule.Root()
	fset := token.NewFileSet()
	for _, dir := range []string{"internal", "analyzers"} {
		err := filepath.WalkDir(filepath.Join(root, dir), func(name string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
				return err
			}
			f, err := parser.ParseFile(fset, name, nil, parser.ParseComments|parser.SkipObjectResolution)
			if err != nil {
				return err
			}
			rel, err := filepath.Rel(root, filepath.Dir(name))
			if !rooms.MatchString(filepath.ToSlash(rel)) {
				return err
			}
			folder := filepath.ToSlash(rel) + " "
			for _, decl := range f.Decls {
				switch decl := decl.(type) {
				case *ast.GenDecl:
					if decl.Tok != token.CONST {
						continue
					}
					for _, spec := range decl.Specs {
						spec := spec.(*ast.ValueSpec)
						for _, id := range spec.Names {
							if isBound(id.Name) {
								reason := decl.Doc.Text() + spec.Doc.Text() + spec.Comment.Text()
								bounds[folder+id.Name] = &declared{fset.Position(id.Pos()), saysWhy(reason)}
							}
						}
					}
				case *ast.FuncDecl:
					uses = append(uses, func() {
						notes := false
						ast.Inspect(decl, func(n ast.Node) bool {
							notes = notes || isNote(n)
							return true
						})
						ast.Inspect(decl, func(n ast.Node) bool {
							switch n := n.(type) {
							case *ast.Ident:
								if b := bounds[folder+n.Name]; b != nil && notes {
									b.noted = true
								}
							case *ast.BinaryExpr:
								if x, ok := n.X.(*ast.Ident); ok && x.Name == "depth" && n.Op != token.ADD && isNumber(n.Y) {
									t.Errorf("%s: a depth is compared with a number; make it a constant, which the test reads", fset.Position(n.Pos()))
								}
							}
							return true
						})
					})
				}
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, use := range uses {
		use()
	}
	for name, b := range bounds {
		if why := notedElsewhere[name]; b.noted == (why != "") {
			t.Errorf("%s: %s: noted is %t, elsewhere: %q", b.pos, name, b.noted, why)
		}
	}
	if len(bounds) < 50 {
		t.Errorf("only %d bounds", len(bounds))
	}
}

func isBound(name string) bool {
	return len(name) > 3 && strings.HasPrefix(name, "max") && name[3] >= 'A' && name[3] <= 'Z'
}

func saysWhy(comment string) bool {
	return strings.Contains(strings.Join(strings.Fields(comment), " "), "No finding")
}

// isNote reports whether n is a call of a method of a bound.Log.
func isNote(n ast.Node) bool {
	call, ok := n.(*ast.CallExpr)
	if !ok {
		return false
	}
	method, ok := call.Fun.(*ast.SelectorExpr)
	if !ok || method.Sel.Name != "In" && method.Sel.Name != "At" && method.Sel.Name != "InPackage" && method.Sel.Name != "Past" {
		return false
	}
	switch log := method.X.(type) {
	case *ast.Ident:
		return log.Name == "log"
	case *ast.SelectorExpr:
		return strings.EqualFold(log.Sel.Name, "log")
	case *ast.CallExpr:
		of, ok := log.Fun.(*ast.SelectorExpr)
		return ok && of.Sel.Name == "Of"
	}
	return false
}

// isNumber reports whether e is a number other than 0 and 1.
func isNumber(e ast.Expr) bool {
	lit, ok := e.(*ast.BasicLit)
	return ok && lit.Kind == token.INT && lit.Value != "0" && lit.Value != "1"
}

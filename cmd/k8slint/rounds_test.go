package main

import (
	"bytes"
	"cmp"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/k8slint/k8slint/internal/testmodule"
)

// Every walk over values ends, also where a value is made of itself: in a loop that gives each variable of testdata/src
// what it has, negates it, or joins an error with it. The second way has a literal capture the variables, so that they
// stay in memory. A walk without an end overflows the stack, and the process ends.
func TestRounds(t *testing.T) {
	testmodule.Slow(t, "analyses testdata/src twice, with a loop behind each variable")
	for _, captured := range []bool{false, true} {
		dir := t.TempDir()
		if err := os.CopyFS(dir, os.DirFS(testmodule.Dir(t, "testdata/src"))); err != nil {
			t.Fatal(err)
		}
		err := filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
			if err != nil || filepath.Ext(name) != ".go" || strings.HasSuffix(name, "_test.go") {
				return err
			}
			src, err := os.ReadFile(name)
			if err != nil {
				return err
			}
			return os.WriteFile(name, withRounds(t, name, src, captured), 0o666)
		})
		if err != nil {
			t.Fatal(err)
		}
		found, errs := findings(t, dir, "./...")
		t.Logf("captured %t: %d findings, %d packages with errors", captured, len(found), len(errs))
		if len(found) < 500 || len(errs) > 20 {
			t.Errorf("captured %t: only %d findings, errors:\n%s", captured, len(found), strings.Join(errs, "\n"))
		}
	}
}

// withRounds puts a loop behind each statement that declares variables, and at the begin of each function.
func withRounds(t *testing.T, name string, src []byte, captured bool) []byte {
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, name, src, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	type insertion struct {
		at   int
		text string
	}
	var all []insertion
	loop := func(at token.Pos, before, after string, names []*ast.Ident) {
		var again, used []string
		for _, id := range names {
			switch id.Name {
			case "_":
				continue
			case "err":
				again = append(again, `err = zzerrors.Join(err, zzfmt.Errorf("again: %w", err))`)
			case "ok", "found", "exists":
				again = append(again, id.Name+" = !"+id.Name)
			default:
				again = append(again, id.Name+" = "+id.Name)
			}
			used = append(used, "_ = "+id.Name)
		}
		if len(again) == 0 {
			return
		}
		text := `for range 2 { if zzfmt.Sprint() != "" { ` + strings.Join(again, "; ") + " } }"
		if captured {
			text += "; defer func() { " + strings.Join(used, "; ") + " }()"
		}
		all = append(all, insertion{fset.Position(at).Offset, before + text + after})
	}
	ast.Inspect(f, func(n ast.Node) bool {
		var list []ast.Stmt
		switch n := n.(type) {
		case *ast.FuncDecl:
			if n.Body != nil {
				var params []*ast.Ident
				for _, p := range n.Type.Params.List {
					params = append(params, p.Names...)
				}
				loop(n.Body.Lbrace+1, "", ";", params)
			}
		case *ast.BlockStmt:
			list = n.List
		case *ast.CaseClause:
			list = n.Body
		}
		for _, s := range list {
			if s, ok := s.(*ast.AssignStmt); ok && s.Tok == token.DEFINE {
				var names []*ast.Ident
				for _, l := range s.Lhs {
					names = append(names, l.(*ast.Ident))
				}
				loop(s.End(), ";", "", names)
			}
		}
		return true
	})
	if len(all) == 0 {
		return src
	}
	all = append(all, insertion{fset.Position(f.Name.End()).Offset, `; import zzerrors "errors"; import zzfmt "fmt"`}, insertion{len(src), "\nvar _ = zzerrors.Join\n"})
	slices.SortStableFunc(all, func(a, b insertion) int { return cmp.Compare(a.at, b.at) })
	var out bytes.Buffer
	done := 0
	for _, i := range all {
		out.Write(src[done:i.at])
		out.WriteString(i.text)
		done = i.at
	}
	out.Write(src[done:])
	return out.Bytes()
}

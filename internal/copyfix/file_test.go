package copyfix

import (
	"go/ast"
	"go/token"
	"strings"
	"testing"

	"github.com/k8slint/k8slint/internal/astspan"
)

// TestAt: the syntax at a position.
func TestAt(t *testing.T) {
	s := load(t, "func f(pod *Pod) {\n\tpod.Node = find(\"a\").Node // write\n\tgo write(pod)\n}\n")
	syntax := astspan.File(s.pass.Files, s.w.first())
	at := func(text string, off int) token.Pos {
		return syntax.FileStart + token.Pos(strings.Index(s.text["p.go"], text)+off)
	}
	if d := syntax.Decls[0]; !astspan.Within(d, d.Pos()) || !astspan.Within(d, d.End()-1) || astspan.Within(d, d.Pos()-1) || astspan.Within(d, d.End()) {
		t.Error("a node is from its position to before its end")
	}

	f := &file{s.pass, astspan.Files{}, syntax}
	for _, test := range []struct {
		pos  token.Pos
		want bool
	}{
		{at("write(pod)", 0), true}, // where it starts, and
		{at("write(pod)", len("write")), true},
		{at("write(pod)", 1), false},
		{at("go write", 0), false},
		{at("pod.Node", 0), false},
		{syntax.Package, false},
	} {
		call := f.callAt(test.pos)
		if got := call != nil && call.Fun.(*ast.Ident).Name == "write"; got != test.want {
			t.Errorf("call %v at %s", call, s.pass.Fset.Position(test.pos))
		}
	}

	for _, pos := range []token.Pos{at("find", 0), at("go write", 0), syntax.Package} {
		if e := f.assignedAt(pos); e != nil {
			t.Errorf("%v is written at %s", e, s.pass.Fset.Position(pos))
		}
	}
	if targets := (&targets{f, nil}); targets.at(syntax.Package) != nil {
		t.Error("there is a target where nothing is written")
	}
}

// TestFileAt: the file that a position lies in.
func TestFileAt(t *testing.T) {
	s := load(t, "func f() {}\n-- q.go --\nfunc g(pod *Pod) {\n\twrite(pod) // write\n}\n")
	for _, f := range s.pass.Files {
		for _, pos := range []token.Pos{f.FileStart, f.Package, f.FileEnd - 1} {
			if astspan.File(s.pass.Files, pos) != f {
				t.Errorf("%d is not in %s", pos, s.pass.Fset.Position(f.Package).Filename)
			}
		}
	}
	if f := astspan.File(s.pass.Files, s.pass.Files[len(s.pass.Files)-1].FileEnd); f != nil {
		t.Error("the end of a file is in it")
	}
	if astspan.File(s.pass.Files, token.NoPos) != nil || Find(s.pass, astspan.Files{}, Writes{At: []token.Pos{token.NoPos}}) != nil {
		t.Error("no position is in a file")
	}
}

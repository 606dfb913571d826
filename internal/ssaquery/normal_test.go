package ssaquery_test

import (
	"strings"
	"testing"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/ssaquery"
	"github.com/k8slint/k8slint/internal/ssatest"
)

// TestNormalize: probes whose names end in "!" have what was stored last, and the others are still read.
func TestNormalize(t *testing.T) {
	src := ssatest.Build(t, `
func get() (int, error)
func done()
func read(func() int)

func deferred(c bool) (n int, err error) {
	defer done()
	n, err = get()
	probe("call!", err)
	if err != nil {
		probe("branch!", err)
		n = 1
	}
	probe("both ways", err)
	probe("merged", n)
	return n, err
}

func captured() {
	n, err := get()
	read(func() int { return n })
	probe("captured!", n)
	_ = err
}

func written() {
	n, _ := get()
	read(func() int { n++; return n })
	probe("written", n)
}

func loop(c []bool) {
	for range c {
		n, m := 0, 0
		read(func() int { return n + m })
		if c[0] {
			n, m = 2, 3
		}
		probe("both", n)
		if c[1] {
			m, _ = get()
			probe("last!", m)
		}
	}
}
`, nil)
	for _, f := range src.Funcs() {
		ssaquery.Normalize([]*ssa.Function{f})
		for _, p := range ssatest.Probes(f) {
			_, loads := p.Value.(*ssa.UnOp)
			if stored := p.Name[len(p.Name)-1] == '!'; stored == loads {
				t.Errorf("%s is %s", p, p.Value)
			}
			for _, ref := range *p.Value.Referrers() {
				used := false
				for _, op := range ref.Operands(nil) {
					used = used || *op == p.Value
				}
				if !used {
					t.Errorf("%s is no operand of its referrer %s", p, ref)
				}
			}
		}
	}
	ret := ssaquery.Returns(src.Func("deferred"))
	for _, r := range ret {
		if r.Block() != r.Parent().Recover && ssaquery.IsNil(r.Results[1]) {
			t.Errorf("%s", r)
		}
	}
}

// TestConstantRight: a comparison has the constant on the right.
func TestConstantRight(t *testing.T) {
	src := ssatest.Build(t, `
func f(x int, err error) {
	probe("==", nil == err)
	probe(">", 3 < x)
	probe("<=", 3 >= x)
	probe("!=", x != 3)
	probe("<", x < 3)
}
`, nil)
	f := src.Func("f")
	ssaquery.Normalize([]*ssa.Function{f})
	for _, p := range ssatest.Probes(f) {
		cmp := p.Value.(*ssa.BinOp)
		if _, ok := cmp.Y.(*ssa.Const); !ok || cmp.Op.String() != p.Name {
			t.Errorf("%s is %s", p, cmp)
		}
	}
}

// TestConditions: a branch asks for no negation, and its edges are those of what it asks.
func TestConditions(t *testing.T) {
	src := ssatest.Build(t, `
func f(ok bool) {
	absent := !ok
	if absent {
		probe("absent", ok)
	} else {
		probe("there", ok)
	}
	there := !absent
	if there {
		probe("there", ok)
	}
}

func read(func() bool)

func exchanged(x bool) {
	read(func() bool { x = !x; return x })
	was := x
	x = false
	if was {
		probe("was", was)
	}
}
`, nil)
	exchanged := src.Func("exchanged")
	ssaquery.Normalize([]*ssa.Function{exchanged})
	for branch := range ssaquery.Each[*ssa.If](exchanged) {
		if _, constant := branch.Cond.(*ssa.Const); constant {
			t.Errorf("if %s, which was stored later", branch.Cond)
		}
	}
	f := src.Func("f")
	ssaquery.Normalize([]*ssa.Function{f})
	branches := 0
	for branch := range ssaquery.Each[*ssa.If](f) {
		branches++
		if branch.Cond != ssa.Value(f.Params[0]) {
			t.Errorf("if %s", branch.Cond)
		}
		for _, p := range ssatest.Probes(f) {
			if at := p.Call.Block(); at == branch.Block().Succs[0] && p.Name != "there" || at == branch.Block().Succs[1] && p.Name != "absent" {
				t.Errorf("%s is on the other edge", p.Name)
			}
		}
	}
	if branches != 2 {
		t.Errorf("%d branches", branches)
	}
}

// TestNormalizeFunctions: a variable that only its declaration sets is the function that it holds.
func TestNormalizeFunctions(t *testing.T) {
	src := ssatest.Build(t, `
func get() int { return 1 }

var (
	only     = get
	literal  = func() int { return 2 }
	replaced = get
	taken    = get
	Exported = get
	nothing  func() int
)

func set()            { replaced = literal }
func where() *func() int { return &taken }

func calls() {
	probe("only!", only())
	probe("literal!", literal())
	probe("replaced", replaced())
	probe("taken", taken())
	probe("exported", Exported())
	probe("nothing", nothing())
}
`, nil)
	ssaquery.Normalize(append(src.Funcs(), src.SSA.Func("init")))
	for _, p := range ssatest.Probes(src.Func("calls")) {
		known := p.Value.(*ssa.Call).Call.StaticCallee() != nil
		if want := strings.HasSuffix(p.Name, "!"); known != want {
			t.Errorf("%s: the callee is known: %v", p.Name, known)
		}
	}
}

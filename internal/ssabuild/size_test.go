package ssabuild

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/bound"
)

// TestSize: functions and variables with more branches than SSA can be built of
// in time have no body and no value, and the others have theirs.
func TestSize(t *testing.T) {
	cases := func(n int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, "case %d: x++\n", i)
		}
		return "switch x {\n" + b.String() + "}\n"
	}
	kinds := func(use string) string {
		var b strings.Builder
		for i := range 2001 {
			fmt.Fprintf(&b, "case interface{ M%d() }: _ = %s\n", i, use)
		}
		return b.String()
	}
	terms := strings.Repeat("c||", maxBranches+1) + "c"
	pass := passOf(t, map[string]string{"a.go": `
var c bool
func f() int
var small = c || c
var large = ` + terms + `
func few(x int) { ` + cases(maxBranches/2) + ` }
func many(x int) { ` + cases(maxBranches+1) + ` }
func chain() bool { return ` + strings.Repeat("c&&c||", maxBranches/2+1) + `c }
func inside(x int) { func() { ` + cases(maxBranches+1) + ` }() }
func apart(x int) {
	func() { ` + cases(maxBranches/2+1) + ` }()
	func() { ` + cases(maxBranches/2+1) + ` }()
}
func jumps(x int) { for { ` + strings.Repeat("if x > 3 { continue }\n", maxBranches+1) + ` } }
func merges(x int) { switch x {` + strings.Repeat("case f(): y := x; _ = y\n", 2001) + `} }
func types(x any) { switch y := x.(type) {` + kinds("y") + `} }
func asks(x any) { switch x.(type) {` + kinds("x") + `} }
func elses(x int) { ` + strings.Repeat("if y := f(); y == x { _ = y } else ", 2001) + `{} }
func deep(x int) { ` + strings.Repeat("if c { ", maxBranches+2) + strings.Repeat("}", maxBranches+2) + ` }
func row(x int) { ` + strings.Repeat("if y := f(); y == x { _ = y }\n", 2001) + ` }
func long() { ` + strings.Repeat("println(c)\n", maxBranches) + ` }
`})
	file := pass.Files[0]
	log := bound.New(pass.Fset, "p")
	pkg := Build(pass, false, log).Pkg
	var without []string
	for name, m := range pkg.Members {
		if fn, ok := m.(*ssa.Function); ok && len(fn.Blocks) == 0 {
			without = append(without, name)
		}
	}
	slices.Sort(without)
	if want := []string{"chain", "deep", "elses", "f", "inside", "jumps", "many", "merges", "types"}; !slices.Equal(without, want) {
		t.Errorf("without a body: %v, want %v", without, want)
	}
	var said []string
	for _, r := range log.All() {
		said = append(said, r.Name)
	}
	slices.Sort(said)
	if want := []string{"p.chain", "p.deep", "p.elses", "p.inside", "p.jumps", "p.large", "p.many", "p.merges", "p.types"}; !slices.Equal(said, want) {
		t.Errorf("said %v, want %v", said, want)
	}
	if pass.Files[0] != file || len(pass.TypesInfo.InitOrder) != 2 {
		t.Error("the pass was changed")
	}
}

package attempt

import (
	"fmt"
	"go/types"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/ssaquery"
)

// This file is about functions that get no object, but what an object lies in:
//
//	func (s *Scope) Close() error { return s.client.Update(s.ctx, s.machine) }
//
// Their callers in other packages know only that what lies there is another version afterwards.

// throughFact says by which arguments fn may write, or read over, objects that lie in them, for other packages.
func throughFact(pr *Program, fn *ssa.Function) string {
	if pr.does[fn]&(commits|creates|fills|throughs) == 0 {
		return ""
	}
	out := ""
	for i, p := range fn.Params {
		if !kube.IsObject(p.Type()) && holdsObject(p.Type(), map[types.Type]bool{}) {
			out += fmt.Sprintf(" $%d", i)
		}
	}
	if out == "" {
		return ""
	}
	return "through" + out
}

// holdsObject reports whether an object lies in what t is or points to, in a field of it, or in those of structs in its
// fields. Those in seen hold none.
func holdsObject(t types.Type, seen map[types.Type]bool) bool {
	s := ssaquery.Struct(t)
	if s == nil || seen[s] {
		return false
	}
	seen[s] = true
	for f := range s.Fields() {
		if kube.IsObject(f.Type()) || kube.IsObject(types.NewPointer(f.Type())) || holdsObject(f.Type(), seen) {
			return true
		}
	}
	return false
}

// through lists the numbers of the arguments by which fn, of another package, may write or read over objects that lie
// in them.
func through(pr *Program, fn *types.Func) []int {
	if fn.Pkg() == nil {
		return nil
	}
	f := pr.fact(fn.Pkg())
	if f == nil {
		return nil
	}
	args, ok := strings.CutPrefix(f.of(pr.name(fn)).Through, "through ")
	if !ok {
		return nil
	}
	var out []int
	for arg := range strings.SplitSeq(args, " ") {
		if i, err := strconv.Atoi(strings.TrimPrefix(arg, "$")); err == nil {
			out = append(out, i)
		}
	}
	return out
}

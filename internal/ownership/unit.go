package ownership

import (
	"go/token"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/bound"
	"github.com/k8slint/k8slint/internal/config"
	"github.com/k8slint/k8slint/internal/effect"
	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/pointsto"
	"github.com/k8slint/k8slint/internal/posn"
	"github.com/k8slint/k8slint/internal/ssaquery"
)

// A unit is the package under analysis: what does not change while its
// functions are executed.
type unit struct {
	config *config.Config
	pass   *analysis.Pass
	prog   *ssa.Program
	pkg    *ssa.Package
	types  typeInfo
	dir    string // of the package in its module

	analysed map[*ssa.Function]bool
	funcs    []*ssa.Function       // those, in order of analysis: callees first
	uses     map[*ssa.Function]int // mentions in the package: calls, values
	source   ssaquery.Source

	log  *bound.Log
	work int // see mayWork

	points func() *pointsto.Package // see ssabuild.SSA
}

// mayWork counts a reference, and reports whether there may be one more: after
// the last, what calls do in the rest of the package is unknown.
func (u *unit) mayWork() bool {
	u.work++
	if u.work > maxWork {
		u.log.InPackage("gave up following calls: too many of them")
		return false
	}
	return true
}

// posn is pos as package/file.go:line: short, and the same on every machine.
func (u *unit) posn(pos token.Pos) string { return posn.In(u.dir, u.pass.Fset, pos) }

// analyses reports whether fn is analysed as part of this package.
func (u *unit) analyses(fn *ssa.Function) bool { return u.analysed[fn] }

// byConvention reports whether f is known by its name: the copies that are
// generated, and what is called so.
func byConvention(f *ssa.Function) bool {
	o := ssaquery.Declared(f)
	return o != nil && f.Parent() == nil && kube.IsGeneratedCopy(o)
}

// handWritten reports whether somebody wrote f, which has the name of a generated copy, by
// hand: its type is not one of an API. Callers go by the name of f, but only its body says
// what it puts into the fields of its result:
//
//	func (r *Release) DeepCopy() *Release { return &Release{pod: r.pod.DeepCopy()} }
func handWritten(f *ssa.Function) bool {
	recv := f.Signature.Recv()
	if recv == nil {
		return true
	}
	n := ssaquery.Named(recv.Type())
	return n != nil && !kube.IsAPIType(n)
}

// maxWork is how many references of callees' summaries are translated in a
// package: some seconds' work, and ten times what the largest package of
// controllers takes that was seen. Packages of many types that refer to each other
// (go/types) would take minutes.
const maxWork = 1_000_000

// foreign reports whether fn is a function of another package.
func (u *unit) foreign(fn *ssa.Function) bool {
	if fn.Parent() != nil || u.analyses(ssaquery.Origin(fn)) {
		return false
	}
	f := ssaquery.Declared(ssaquery.Origin(fn))
	return f != nil && f.Pkg() != u.pass.Pkg
}

// callText is how a call of a library function that writes reads: its source
// text, or the name that the table gives it.
func (u *unit) callText(pos token.Pos, what string) string {
	name, kind := effect.SplitWhat(what)
	if c := u.source.Call(pos); c != nil {
		if s := ssaquery.Text(c); s != "" {
			return kind.Of(s)
		}
		if s := ssaquery.Text(c.Fun); s != "" {
			return kind.Of(s + "(...)")
		}
	}
	return kind.Of(name + "(...)")
}

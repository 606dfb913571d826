package ownership

import (
	"cmp"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/effect"
	"github.com/k8slint/k8slint/internal/ssaquery"
)

// maxFurther bounds the writes that a finding lists behind its first. Nobody reads a
// hundred. But a baseline compares write by write: one that is not listed counts as new
// once another is fixed.
const maxFurther = 5000

// A grouping makes findings of the writes that the functions of a package were
// found to make.
type grouping struct {
	*environment
	order *ssaquery.Order
	// transformed are the types of the objects that have a kind in the cache; "" for
	// any.
	transformed map[string]bool
}

// causes makes findings of the writes of one object: a write that the program
// comes to only past another one belongs to it. One that it can come to without
// (in another branch, another function) is a separate finding.
func (gr *grouping) causes(fs []*Finding) []*Finding {
	slices.SortStableFunc(fs, func(a, b *Finding) int {
		// The write itself says more than a call that leads to one.
		return cmp.Or(cmp.Compare(a.topPos, b.topPos), effect.CompareBool(len(a.Via) > 0, len(b.Via) > 0),
			cmp.Compare(a.Fn.Pos(), b.Fn.Pos()), cmp.Compare(len(a.Via), len(b.Via)), comparePosns(a.Posn, b.Posn), cmp.Compare(a.What, b.What))
	})
	firsts := firstWrites{precedes: gr.precedes, in: map[*ssa.Function][]*Finding{}, under: map[*ssa.Function][]*Finding{}, number: map[*Finding]int{}}
	for _, f := range fs {
		if firsts.before(f) == nil {
			firsts.add(f)
		}
	}
	behind := map[*Finding][]*Finding{}
	for _, f := range fs {
		if first := firsts.before(f); first != nil {
			behind[first] = append(behind[first], f)
		}
	}
	all := writtenPlaces(fs)
	var out []*Finding
	for _, first := range firsts.all() {
		// In a statement, the call of the right side comes before the write of
		// the left one, which is what a reader looks at.
		line := slices.IndexFunc(behind[first], func(f *Finding) bool { return f.Fn == first.Fn && gr.posn(f.Pos) == gr.posn(first.Pos) })
		c := *behind[first][line]
		c.All, c.Args, c.Within, c.Object = all.All, all.Args, all.Within, all.Object
		c.Further = further(append([]*Finding{&c}, behind[first]...))
		if len(c.Further) > maxFurther {
			c.Further = c.Further[:maxFurther]
			gr.log.In(c.Fn, "too many writes to one object; only the first are listed")
		}
		out = append(out, &c)
	}
	return out
}

// firstWrites are the findings of one object that no other one precedes. Only those that stand in one
// function, or in what encloses it, are compared.
type firstWrites struct {
	precedes func(f, g *Finding) bool
	in       map[*ssa.Function][]*Finding // that stand in it
	under    map[*ssa.Function][]*Finding // that stand in it or in its literals, or to which a call there leads
	number   map[*Finding]int             // in their order
}

// before is the first of them that precedes f.
func (w *firstWrites) before(f *Finding) *Finding {
	var out *Finding
	for _, fn := range enclosing(f) {
		for _, first := range w.in[fn] {
			if (out == nil || w.number[first] < w.number[out]) && w.precedes(first, f) {
				out = first
			}
		}
	}
	return out
}

// add adds f, and takes away those that it precedes.
func (w *firstWrites) add(f *Finding) {
	var gone []*Finding
	for _, first := range w.under[f.Inst.Parent()] {
		if w.precedes(f, first) {
			gone = append(gone, first)
		}
	}
	for _, g := range gone {
		is := func(x *Finding) bool { return x == g }
		w.in[g.Inst.Parent()] = slices.DeleteFunc(w.in[g.Inst.Parent()], is)
		for _, fn := range enclosing(g) {
			w.under[fn] = slices.DeleteFunc(w.under[fn], is)
		}
	}
	w.number[f] = len(w.number)
	w.in[f.Inst.Parent()] = append(w.in[f.Inst.Parent()], f)
	for _, fn := range enclosing(f) {
		w.under[fn] = append(w.under[fn], f)
	}
}

// all are the first writes, in their order.
func (w *firstWrites) all() []*Finding {
	out := slices.Concat(slices.Collect(maps.Values(w.in))...)
	slices.SortFunc(out, func(a, b *Finding) int { return cmp.Compare(w.number[a], w.number[b]) })
	return out
}

// enclosing are the functions in which f stands, or a call that leads to it, and those that they are literals in.
func enclosing(f *Finding) []*ssa.Function {
	var out []*ssa.Function
	for _, inst := range append(f.calls[:len(f.calls):len(f.calls)], f.Inst) {
		for fn := inst.Parent(); fn != nil && !slices.Contains(out, fn); fn = fn.Parent() {
			out = append(out, fn)
		}
	}
	return out
}

// precedes reports whether the program comes to the place of g only past that of f,
// or they are one. It also does if f stores what the call returns that leads to g.
func (gr *grouping) precedes(f, g *Finding) bool {
	n := len(f.calls)
	if n > len(g.calls) || !slices.Equal(f.calls, g.calls[:n]) {
		return false // f moved into a function that g is not in
	}
	to := g.Inst
	if n < len(g.calls) {
		to = g.calls[n]
		call, _ := to.(*ssa.Call)
		if store, ok := f.Inst.(*ssa.Store); ok && call != nil && store.Val == call && gr.posn(f.Pos) == gr.posn(to.Pos()) {
			return true // one statement: pod.Spec.Tolerations = without(pod.Spec.Tolerations, i)
		}
	}
	if f.Inst == to || gr.order.Dominates(f.Inst, to) {
		return true
	}
	if site := f.Site; n == 0 && site != nil && site == g.Site && !gr.order.Dominates(site, to) && gr.order.Between(site, f.Inst, to) {
		return true // others come there with another object
	}
	b := behindNil(f.Inst)
	return b != nil && b.Parent() == to.Parent() && b.Dominates(to.Block())
}

// behindNil is the block behind an if in which inst only replaces what is nil, nil
// if it does not:
//
//	if pod.Labels == nil {
//		pod.Labels = map[string]string{}
//	}
//
// It makes ready for a write there, and is one with it for whoever reads both.
func behindNil(inst ssa.Instruction) *ssa.BasicBlock {
	store, ok := inst.(*ssa.Store)
	block := inst.Block()
	if !ok || len(block.Preds) != 1 || len(block.Succs) != 1 {
		return nil
	}
	before := block.Preds[0]
	branch, ok := before.Instrs[len(before.Instrs)-1].(*ssa.If)
	if !ok || !slices.Contains(before.Succs, block.Succs[0]) {
		return nil
	}
	load, ok := nilIf(branch.Cond, block == before.Succs[0]).(*ssa.UnOp)
	if !ok || load.Op != token.MUL {
		return nil
	}
	read, ok1 := load.X.(*ssa.FieldAddr)
	written, ok2 := store.Addr.(*ssa.FieldAddr)
	if !ok1 || !ok2 || read.Field != written.Field || !types.Identical(read.X.Type(), written.X.Type()) {
		return nil
	}
	return block.Succs[0]
}

// nilIf is the value that is nil if cond is as is says; nil if cond
// says nothing of that kind.
func nilIf(cond ssa.Value, is bool) ssa.Value {
	x, ok := cond.(*ssa.BinOp)
	switch {
	case !ok, is && x.Op != token.EQL, !is && x.Op != token.NEQ:
		return nil
	case ssaquery.IsNil(x.Y):
		return x.X
	}
	return nil
}

// writtenPlaces are a finding that only tells where the object of fs is written.
func writtenPlaces(fs []*Finding) *Finding {
	out := &Finding{Args: map[token.Pos]int{}}
	for _, f := range fs {
		out.All = append(out.All, f.topPos)
		out.Object = append(out.Object, f.Pos)
		if f.topArg != -1 {
			out.Args[f.topPos] = f.topArg
		}
	}
	out.All = slices.Compact(out.All)
	out.Within = movedTo(fs)
	if len(out.Within) > 0 {
		for _, f := range fs {
			if f.arg != -1 {
				out.Args[f.Pos] = f.arg
			}
		}
	}
	return out
}

// further are the findings behind the first, each write once.
func further(fs []*Finding) []*Finding {
	type write struct {
		pos        token.Pos
		what, posn string
	}
	seen := map[write]bool{}
	var out []*Finding
	for i, f := range fs {
		if w := (write{f.Pos, f.What, f.Posn}); !seen[w] {
			seen[w] = true
			if i > 0 {
				out = append(out, f)
			}
		}
	}
	return out
}

// comparePosns orders places in the form package/file.go:line.
func comparePosns(a, b string) int {
	file := func(posn string) (string, int) {
		name, line, _ := strings.Cut(posn, ":")
		n, _ := strconv.Atoi(line)
		return name, n
	}
	nameA, lineA := file(a)
	nameB, lineB := file(b)
	return cmp.Or(cmp.Compare(nameA, nameB), cmp.Compare(lineA, lineB))
}

// movedTo lists the places of the findings of one object, if they have all moved
// into one function.
func movedTo(fs []*Finding) []token.Pos {
	var out []token.Pos
	for _, f := range fs {
		if f.Fn != fs[0].Fn || f.Fn == f.top {
			return nil
		}
		out = append(out, f.Pos)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

package watchflow

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/ssaquery"
)

// This file tells whose fault it is that a watch starts from nothing: that of the
// function that starts it, or of those that call it with options without a version.

// blamed returns the calls of fn, in which s starts a watch from nothing, as watches
// that they start, if the options that they give to fn are what to change: fn forwards
// them, or it does not, and none of them has a version at any time. Otherwise it is
// nil, and fn is to blame.
func (f startFinder) blamed(s *Sink, fn *ssa.Function) []*Sink {
	if !s.forwards && len(f.code.Handed(fn)) > 0 {
		return nil
	}
	var out []*Sink
	if s.forwards {
		out = []*Sink{}
	}
	for _, c := range f.code.Callers(fn) {
		k := f.outerSink(c)
		if !s.forwards && (k == nil || !k.unset || k.advances || k.streaming) {
			return nil
		}
		if k != nil {
			out = append(out, k)
		}
	}
	return out
}

// outerSink returns the watch that call starts by calling a function that is given
// options, nil where it is given none.
func (f startFinder) outerSink(c ssa.CallInstruction) *Sink {
	call, ok := c.(*ssa.Call)
	if !ok {
		return nil
	}
	if s := f.loops.sinkAt[call]; s != nil {
		return s
	}
	s, known := f.outer[call]
	if known {
		return s
	}
	for _, a := range explicitArgs(&call.Call) {
		if s = optionsSink(call, a); s != nil {
			s.streaming = sinkFinder{f.code}.streams(s.value)
			positions(f.loops.order, []*Sink{s}, f.loops.sinkAt)
			break
		}
	}
	f.outer[call] = s
	return s
}

// watchFunc returns f, or the function that it is a literal of, if that is given
// options and returns a watch: then the watch is to start as they say. It is nil if
// there is none.
func watchFunc(f *ssa.Function) *ssa.Function {
	for ; f != nil; f = f.Parent() {
		watcher, options := false, false
		for r := range f.Signature.Results().Variables() {
			watcher = watcher || kube.IsWatcher(r.Type())
		}
		for p := range f.Signature.Params().Variables() {
			options = options || kube.OptionsField(p.Type()) != ""
		}
		if watcher && options {
			return f
		}
	}
	return nil
}

// onlyOffered reports whether fn is, or is a literal of, a method that nobody calls, as
// far as can be told: one that returns a watch, or something else, of a type that others
// cannot name. What is done with the watch, and how often it is started, is not known.
// A literal that is given options is for somebody who starts watches again and again.
func (f startFinder) onlyOffered(fn *ssa.Function) bool {
	if w := watchFunc(fn); w != nil && w.Parent() != nil {
		return false
	}
	fn = outermost(fn)
	recv := fn.Signature.Recv()
	if recv == nil || !returnsValue(fn.Signature) || len(f.code.Callers(fn)) > 0 || len(f.code.Handed(fn)) > 0 {
		return false
	}
	named := ssaquery.Named(recv.Type())
	if named == nil || named.Obj().Exported() {
		return false
	}
	for _, instr := range f.code.Instrs() {
		switch instr := instr.(type) {
		case *ssa.MakeClosure: // a method value
			if f.code.Source(instr.Fn.(*ssa.Function)) == fn {
				return false
			}
		case *ssa.MakeInterface:
			if t := ssaquery.Named(instr.X.Type()); t != nil && t.Origin() == named.Origin() && f.offersOthers(instr.Type(), fn.Name()) {
				return false
			}
		}
	}
	return true
}

// returnsValue reports whether a function of that signature returns more than an
// error.
func returnsValue(sig *types.Signature) bool {
	n := sig.Results().Len()
	return n > 1 || n == 1 && !isError(sig.Results().At(0).Type())
}

// offersOthers reports whether the interface t has the method called name, and another
// package declares it, and so may call the method.
func (f startFinder) offersOthers(t types.Type, name string) bool {
	n, ok := types.Unalias(t).(*types.Named)
	if ok && n.Obj().Pkg() == f.code.pkg {
		return false
	}
	m, _, _ := types.LookupFieldOrMethod(t, false, f.code.pkg, name)
	return m != nil
}

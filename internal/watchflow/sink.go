package watchflow

import (
	"go/constant"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/pointsto"

	"github.com/k8slint/k8slint/internal/kube"
)

// A Sink is a place where a watch is started from a resourceVersion: a call of
// a Watch method, or the building of a watch request by hand.
type Sink struct {
	Instr ssa.Instruction
	// value holds the version at path ("" if it is the version itself).
	value ssa.Value
	path  string
	// options, if it is not nil, are controller-runtime's ListOptions that the
	// watch is given, instead of value; selectors are its other options.
	options, selectors []ssa.Value
	// streaming: the watch sends the whole state first (SendInitialEvents) and
	// so is a list as well.
	streaming bool
	// byHand: an HTTP request, whose response carries the status.
	byHand bool
	// unset: some way the watch starts from nothing, and no way from a version
	// that is given from outside.
	unset bool
	// resumes: some other origin of the position than a constant is known.
	resumes bool
	// advances: some event moves the position.
	advances bool
	// locs are the places that keep the position from one watch to the next,
	// named all places that it passes on the way, nearest to the watch first.
	locs  map[pointsto.Loc]bool
	named []pointsto.Loc
}

// findSinks lists the sinks of the package.
func (p *program) findSinks() []*Sink {
	var sinks []*Sink
	p.each(func(f *ssa.Function, instr ssa.Instruction) {
		switch instr := instr.(type) {
		case *ssa.Call:
			if s := p.watchCall(f, instr); s != nil {
				sinks = append(sinks, s)
			}
		case *ssa.BinOp:
			// apiURL + "&resourceVersion=" + rv
			if instr.Op == token.ADD && strings.HasSuffix(strings.ToLower(lastConst(instr.X)), "resourceversion=") && aboutWatch(f) {
				sinks = append(sinks, &Sink{Instr: instr, value: instr.Y, byHand: true})
			}
		}
	})
	return sinks
}

// watchCall returns the sink that the call is, or nil.
func (p *program) watchCall(f *ssa.Function, call *ssa.Call) *Sink {
	c := &call.Call
	n := name(c)
	args := plainArgs(c)
	if len(p.pt.Callees(call)) > 0 && !c.IsInvoke() {
		return nil // followed into
	}
	switch {
	case kube.SetsQuery(n):
		if len(args) == 2 && kube.VersionQuery(constString(pointsto.Unwrap(args[0]))) && aboutWatch(f) {
			v := pointsto.Unwrap(args[1])
			return &Sink{Instr: call, value: v, byHand: true}
		}
		return nil
	case n == "Sprintf":
		return sprintfSink(f, call, args)
	case kube.SetsQueryOptions(n):
		if len(args) > 0 && aboutWatch(f) {
			if o := kube.OptionsField(pointsto.Unwrap(args[0]).Type()); o != "" {
				return &Sink{Instr: call, value: pointsto.Unwrap(args[0]), path: "." + o}
			}
		}
		return nil
	}
	res := c.Signature().Results()
	watcher := false
	for i := range res.Len() {
		t := res.At(i).Type()
		watcher = watcher || kube.IsWatcher(t) || kube.EventChan(t)
	}
	if !watcher {
		return nil
	}
	for _, a := range args {
		u := pointsto.Unwrap(a)
		if o := kube.OptionsField(u.Type()); o != "" {
			return &Sink{Instr: call, value: u, path: "." + o, streaming: p.streams(u)}
		}
	}
	if runtimeWatch(c, args) {
		return p.runtimeSink(call, args[len(args)-1])
	}
	for i, a := range args {
		if kind(a.Type(), types.IsString) {
			params := c.Signature().Params()
			if i < params.Len() && kube.VersionName(params.At(i).Name()) {
				return &Sink{Instr: call, value: a}
			}
		}
	}
	return nil
}

// runtimeWatch reports whether the call is controller-runtime's
// client.WithWatch.Watch.
func runtimeWatch(c *ssa.CallCommon, args []ssa.Value) bool {
	params := c.Signature().Params()
	if !c.Signature().Variadic() || !kube.IsWatchCall(name(c)) || len(args) == 0 {
		return false
	}
	sl, ok := params.At(params.Len() - 1).Type().(*types.Slice)
	return ok && kube.IsRuntimeListOption(sl.Elem())
}

// runtimeSink is a watch with controller-runtime's options: none of them says
// where to start but ListOptions.Raw. It is nil where some option may have
// come with a Raw that is not seen.
func (p *program) runtimeSink(call *ssa.Call, last ssa.Value) *Sink {
	elems, ok := p.elements(last)
	if !ok {
		return nil
	}
	s := &Sink{Instr: call, options: []ssa.Value{}}
	for _, e := range elems {
		u := pointsto.Unwrap(e)
		switch {
		case kube.IsRuntimeListOptions(u.Type()):
			s.options = append(s.options, u)
			s.streaming = s.streaming || p.rawStreams(u)
		case kube.IsRuntimeOption(u.Type()):
			s.selectors = append(s.selectors, u)
		default:
			return nil
		}
	}
	return s
}

// elements returns what was gathered in the slice v, if that is all of it.
func (p *program) elements(v ssa.Value) (elems []ssa.Value, ok bool) {
	if c, ok := v.(*ssa.Const); ok && c.IsNil() {
		return nil, true
	}
	if elems = variadic(v); elems != nil {
		return elems, true
	}
	// A slice literal in a variable of its own.
	u, ok := v.(*ssa.UnOp)
	if !ok || u.Op != token.MUL {
		return nil, false
	}
	a, ok := u.X.(*ssa.Alloc)
	if !ok || !p.local(pointsto.Variable(a), u) {
		return nil, false
	}
	defs := p.pt.Defs(pointsto.Variable(a))
	if len(defs) != 1 || defs[0].Path != "" {
		return nil, false
	}
	elems = variadic(defs[0].Store.Val)
	return elems, elems != nil
}

// rawStreams reports whether the raw options within controller-runtime's ask
// for the initial events.
func (p *program) rawStreams(opts ssa.Value) bool {
	for _, l := range p.pt.Pointees(opts) {
		for _, d := range p.pt.Defs(l.At(".Raw")) {
			if d.Path == "" && kube.OptionsField(d.Store.Val.Type()) != "" && p.streams(d.Store.Val) {
				return true
			}
		}
	}
	return false
}

// sprintfSink is fmt.Sprintf("…watch=true&resourceVersion=%s", rv).
func sprintfSink(f *ssa.Function, call *ssa.Call, args []ssa.Value) *Sink {
	if len(args) != 2 {
		return nil
	}
	before, _, ok := strings.Cut(strings.ToLower(constString(args[0])), "resourceversion=%")
	if !ok || !aboutWatch(f) {
		return nil
	}
	verb := strings.Count(strings.ReplaceAll(before, "%%", ""), "%")
	elems := variadic(args[1])
	if verb >= len(elems) {
		return nil
	}
	return &Sink{Instr: call, value: pointsto.Unwrap(elems[verb]), byHand: true}
}

// variadic returns the arguments that were gathered into the slice v.
func variadic(v ssa.Value) []ssa.Value {
	sl, ok := v.(*ssa.Slice)
	if !ok {
		return nil
	}
	alloc, ok := sl.X.(*ssa.Alloc)
	if !ok {
		return nil
	}
	var out []ssa.Value
	for _, r := range *alloc.Referrers() {
		if ia, ok := r.(*ssa.IndexAddr); ok {
			for _, s := range *ia.Referrers() {
				if s, ok := s.(*ssa.Store); ok && s.Addr == ssa.Value(ia) {
					out = append(out, s.Val)
				}
			}
		}
	}
	return out
}

// streams reports whether the options ask for the initial events
// (SendInitialEvents, KEP-3157): such a watch is a list.
func (p *program) streams(opts ssa.Value) bool {
	for _, l := range p.valueLocs(opts, ".SendInitialEvents") {
		for _, d := range p.pt.Defs(l) {
			if c, ok := d.Store.Val.(*ssa.Const); !ok || !c.IsNil() {
				if d.Path == "" {
					return true
				}
			}
		}
	}
	return false
}

// valueLocs returns the places that path of the value v was read from.
func (p *program) valueLocs(v ssa.Value, path string) []pointsto.Loc {
	var out []pointsto.Loc
	if u, ok := v.(*ssa.UnOp); ok && u.Op == token.MUL {
		for _, l := range p.pt.Locs(u.X) {
			out = append(out, l.At(path))
			for _, d := range p.pt.Defs(l) {
				if u2, ok := d.Store.Val.(*ssa.UnOp); ok && u2 != u && d.Path == "" {
					for _, l2 := range p.pt.Locs(u2.X) {
						out = append(out, l2.At(path))
					}
				}
			}
		}
	} else if _, ok := v.Type().Underlying().(*types.Pointer); ok {
		for _, l := range p.pt.Pointees(v) {
			out = append(out, l.At(path))
		}
	}
	return out
}

// aboutWatch reports whether the function, or one that it is a literal of,
// says that it watches: in its name or in a constant ("watch=true").
func aboutWatch(f *ssa.Function) bool {
	for ; f != nil; f = f.Parent() {
		if strings.Contains(strings.ToLower(f.Name()), "watch") {
			return true
		}
		for _, b := range f.Blocks {
			for _, instr := range b.Instrs {
				for _, op := range instr.Operands(nil) {
					if strings.Contains(strings.ToLower(constString(*op)), "watch") {
						return true
					}
				}
				if c, ok := instr.(ssa.CallInstruction); ok && strings.Contains(strings.ToLower(name(c.Common())), "watch") {
					return true
				}
			}
		}
	}
	return false
}

func constString(v ssa.Value) string {
	if c, ok := v.(*ssa.Const); ok && c.Value != nil && c.Value.Kind() == constant.String {
		return constant.StringVal(c.Value)
	}
	return ""
}

// lastConst is the constant that the string v ends with.
func lastConst(v ssa.Value) string {
	if b, ok := v.(*ssa.BinOp); ok && b.Op == token.ADD {
		return constString(b.Y)
	}
	return constString(v)
}

func kind(t types.Type, info types.BasicInfo) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&info != 0
}

package watchflow

import (
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/pointsto"
	"github.com/k8slint/k8slint/internal/ssaquery"
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
	// opaque: the error where it cannot be started may not be the API server's.
	opaque bool

	// What follows is known once the position has been followed back.

	// unset: some way the watch starts from nothing, and no way from a version
	// that is given from outside.
	unset bool
	// forwards: the version comes from options that the function of the watch is
	// given.
	forwards bool
	// resumes: some other origin of the position than a constant is known.
	resumes bool
	// advances: some event moves the position.
	advances bool
	// listed are the values that read the versions of lists which reach it;
	// onlyListed: nothing else does, and no field or package variable keeps it.
	listed     []ssa.Value
	onlyListed bool
	// locs are the places that keep the position from one watch to the next,
	// named all places that it passes on the way, nearest to the watch first.
	locs  map[pointsto.Loc]bool
	named []pointsto.Loc
	// reads are where fields that keep the position are read.
	reads []ssa.Instruction
}

// passes notes that the position passes l on its way.
func (k *Sink) passes(l pointsto.Loc) {
	if !slices.Contains(k.named, l) {
		k.named = append(k.named, l)
	}
}

// Position names the position that the watch starts from: the first place that
// keeps it, else the first variable on the way.
func (k *Sink) Position() string {
	for _, keeps := range []bool{true, false} {
		for _, l := range k.named {
			if a, ok := l.Base.(*ssa.Alloc); ok && pointsto.Unnamed(a) {
				continue
			}
			if d := l.Describe(); d != "" && k.locs[l] == keeps {
				return d
			}
		}
	}
	return "resourceVersion"
}

// String tells what is known of the watch: "Watch of Watcher.rv: resumes,
// advances".
func (k *Sink) String() string {
	what := "request"
	if call, ok := k.Instr.(*ssa.Call); ok {
		what = calleeName(&call.Call)
	}
	return what + " from " + k.Position() + ": " + holding("by hand", k.byHand, "streaming", k.streaming, "unset", k.unset, "resumes", k.resumes, "advances", k.advances)
}

// holding joins those of the names behind which true stands.
func holding(names ...any) string {
	var out []string
	for i := 0; i < len(names); i += 2 {
		if names[i+1].(bool) {
			out = append(out, names[i].(string))
		}
	}
	return strings.Join(out, ", ")
}

// sinkFinder finds where watches are started.
type sinkFinder struct {
	code *code
}

// findSinks lists the sinks of the package.
func findSinks(c *code) []*Sink {
	f := sinkFinder{c}
	var sinks []*Sink
	for fn, instr := range c.Instrs() {
		switch instr := instr.(type) {
		case *ssa.Call:
			if s := f.watchCall(fn, instr); s != nil {
				sinks = append(sinks, s)
			}
		case *ssa.BinOp:
			// apiURL + "&resourceVersion=" + rv
			if instr.Op == token.ADD && strings.HasSuffix(strings.ToLower(suffixConst(instr.X)), "resourceversion=") && aboutWatch(fn) {
				sinks = append(sinks, &Sink{Instr: instr, value: instr.Y, byHand: true})
			}
		}
	}
	return sinks
}

// watchCall returns the sink that the call in fn is, or nil.
func (f sinkFinder) watchCall(fn *ssa.Function, call *ssa.Call) *Sink {
	c := &call.Call
	if len(f.code.Callees(call)) > 0 && !c.IsInvoke() {
		return nil // followed into
	}
	args := explicitArgs(c)
	switch n := calleeName(c); {
	case kube.SetsQuery(n):
		if len(args) == 2 && kube.VersionQuery(ssaquery.StringConst(ssaquery.Unwrap(args[0]))) && aboutWatch(fn) {
			return &Sink{Instr: call, value: ssaquery.Unwrap(args[1]), byHand: true}
		}
		return nil
	case n == "Sprintf":
		return sprintfSink(fn, call, args)
	case kube.SetsQueryOptions(n):
		if len(args) > 0 && aboutWatch(fn) {
			return optionsSink(call, args[0])
		}
		return nil
	}
	if !startsWatch(c.Signature()) {
		return nil
	}
	for _, a := range args {
		if s := optionsSink(call, a); s != nil {
			s.streaming, s.opaque = f.streams(s.value), f.code.isHelper(c)
			return s
		}
	}
	if runtimeWatch(c, args) {
		return f.runtimeSink(call, args[len(args)-1])
	}
	for i, a := range args {
		if ssaquery.IsBasic(a.Type(), types.IsString) {
			params := c.Signature().Params()
			if i < params.Len() && kube.VersionName(params.At(i).Name()) {
				return &Sink{Instr: call, value: a, opaque: f.code.isHelper(c)}
			}
		}
	}
	return nil
}

// startsWatch reports whether a function of that signature returns a watch.
func startsWatch(sig *types.Signature) bool {
	for r := range sig.Results().Variables() {
		if kube.IsWatcher(r.Type()) || kube.EventChan(r.Type()) {
			return true
		}
	}
	return false
}

// optionsSink is a call that is given the version in the options arg, nil if
// arg are no options.
func optionsSink(call *ssa.Call, arg ssa.Value) *Sink {
	u := ssaquery.Unwrap(arg)
	if o := kube.OptionsField(u.Type()); o != "" {
		return &Sink{Instr: call, value: u, path: "." + o}
	}
	return nil
}

// runtimeWatch reports whether the call is controller-runtime's
// client.WithWatch.Watch.
func runtimeWatch(c *ssa.CallCommon, args []ssa.Value) bool {
	params := c.Signature().Params()
	if !c.Signature().Variadic() || !kube.IsWatchCall(calleeName(c)) || len(args) == 0 {
		return false
	}
	sl, ok := params.At(params.Len() - 1).Type().(*types.Slice)
	return ok && kube.IsRuntimeListOption(sl.Elem())
}

// runtimeSink is a watch with controller-runtime's options: none of them says
// where to start but ListOptions.Raw. It is nil where some option may have
// come with a Raw that is not seen.
func (f sinkFinder) runtimeSink(call *ssa.Call, last ssa.Value) *Sink {
	elems, ok := elements(last)
	if !ok {
		return nil
	}
	s := &Sink{Instr: call, options: []ssa.Value{}}
	for _, e := range elems {
		u := ssaquery.Unwrap(e)
		switch {
		case kube.IsRuntimeListOptions(u.Type()):
			s.options = append(s.options, u)
		case kube.IsRuntimeOption(u.Type()):
			s.selectors = append(s.selectors, u)
		default:
			return nil
		}
	}
	return s
}

// streams reports whether the options ask for the initial events
// (SendInitialEvents, KEP-3157): such a watch is a list.
func (f sinkFinder) streams(opts ssa.Value) bool {
	for _, l := range f.code.fieldLocs(opts, "."+kube.InitialEventsField) {
		for _, d := range f.code.Defs(l) {
			if !ssaquery.IsNil(d.Val) && d.Path == "" {
				return true
			}
		}
	}
	return false
}

// sprintfSink is fmt.Sprintf("…watch=true&resourceVersion=%s", rv).
func sprintfSink(fn *ssa.Function, call *ssa.Call, args []ssa.Value) *Sink {
	if len(args) != 2 {
		return nil
	}
	before, _, ok := strings.Cut(strings.ToLower(ssaquery.StringConst(args[0])), "resourceversion=%")
	if !ok || !aboutWatch(fn) {
		return nil
	}
	verb := strings.Count(strings.ReplaceAll(before, "%%", ""), "%")
	elems := ssaquery.Gathered(args[1])
	if verb >= len(elems) {
		return nil
	}
	return &Sink{Instr: call, value: ssaquery.Unwrap(elems[verb]), byHand: true}
}

package watchflow

import (
	"go/token"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/pointsto"
	"github.com/k8slint/k8slint/internal/ssaquery"
)

// This file tells which watches a channel delivers the events of, so that the failure
// of one watch in a loop is not taken for that of another beside it.

// channels traces channels of events back to the watches that they belong to.
type channels struct {
	lending *lending
	found   map[ssa.Value][]*Sink
}

func newChannels(l *lending) *channels { return &channels{l, map[ssa.Value][]*Sink{}} }

// watchesOf returns the watches whose events can come out of the channel ch, nil where
// not all of them are known.
func (c *channels) watchesOf(ch ssa.Value) []*Sink {
	if ch == nil {
		return nil
	}
	sinks, ok := c.found[ch]
	if !ok {
		t := &channelTrace{code: c.lending.code, lending: c.lending, seen: map[valueKey]bool{}}
		if t.value(ch, "") {
			sinks = t.sinks
		}
		c.found[ch] = sinks
	}
	return sinks
}

// A channelTrace follows one channel back to the calls that start its watches.
type channelTrace struct {
	code    *code
	lending *lending
	seen    map[valueKey]bool
	sinks   []*Sink
}

// maxChannel bounds the values that one channel is followed through. From the watch
// to where its events are received there are a few variables and calls, and a channel
// of several watches has as many ways.
const maxChannel = 200

// value follows path of v, a channel of events, a watch or a struct with one of them.
// It returns false if some of what v can be is not known.
func (t *channelTrace) value(v ssa.Value, path string) bool {
	key := valueKey{v, path}
	if t.seen[key] {
		return true
	}
	if len(t.seen) > maxChannel {
		t.code.log.In(v.Parent(), "gave up tracing a channel to its watches: too many values")
		return false
	}
	t.seen[key] = true
	switch v := v.(type) {
	case *ssa.Const:
		return v.Value == nil // no events come from a nil channel
	case *ssa.UnOp:
		return v.Op == token.MUL && t.read(v, path)
	case *ssa.Field:
		return t.value(v.X, "."+ssaquery.StructField(v.X.Type(), v.Field).Name()+path)
	case *ssa.Parameter:
		return t.parameter(v, path)
	case *ssa.Call:
		return t.result(v, 0, path)
	case *ssa.Extract:
		if call, ok := v.Tuple.(*ssa.Call); ok {
			return t.result(call, v.Index, path)
		}
	}
	wraps := false
	for x := range ssaquery.Through(v) {
		wraps = true
		if !t.value(x, path) {
			return false
		}
	}
	return wraps
}

// read follows path of what u reads from memory.
func (t *channelTrace) read(u *ssa.UnOp, path string) bool {
	ls := t.code.Locs(u.X)
	for _, l := range ls {
		l = l.At(path)
		defs, _ := t.code.ReachingDefs(u, l)
		if len(defs) == 0 || !t.ownPlace(l) {
			return false
		}
		for _, d := range defs {
			if !t.value(d.Val, d.Path) {
				return false
			}
		}
	}
	return len(ls) > 0
}

// ownPlace reports whether only the package stores to l, each time as a whole: the
// elements of a map or slice have other ways.
func (t *channelTrace) ownPlace(l pointsto.Loc) bool {
	if strings.ContainsAny(l.Path, "[*") {
		return false
	}
	switch b := l.Base.(type) {
	case *ssa.Alloc:
		return !t.lending.lent(b)
	case *ssa.Global:
		return b.Pkg.Pkg == t.code.pkg && !token.IsExported(b.Name())
	case pointsto.Field:
		return b.Type.Pkg() == t.code.pkg && !token.IsExported(b.Name)
	}
	return false
}

// parameter follows path of what is passed for p, if all calls of its function are
// seen.
func (t *channelTrace) parameter(p *ssa.Parameter, path string) bool {
	f := p.Parent()
	if f.Object() != nil && f.Object().Exported() || len(t.code.Handed(f)) > 0 {
		return false
	}
	args := t.code.Args(p)
	for _, a := range args {
		if passedOn(a.Call.Common(), f) || !t.value(a.Value, path) {
			return false
		}
	}
	return len(args) > 0
}

// result follows path of result i of call.
func (t *channelTrace) result(call *ssa.Call, i int, path string) bool {
	if s := t.lending.sinkAt[call]; s != nil {
		if !slices.Contains(t.sinks, s) {
			t.sinks = append(t.sinks, s)
		}
		return true
	}
	c := &call.Call
	if f := c.StaticCallee(); f != nil && len(t.code.Callees(call)) > 0 {
		for _, r := range ssaquery.Returns(f) {
			if i >= len(r.Results) || !t.value(r.Results[i], path) {
				return false
			}
		}
		return len(ssaquery.Returns(f)) > 0
	}
	// w.ResultChan()
	w := receiver(c)
	return w != nil && kube.IsWatcher(w.Type()) && kube.EventChan(call.Type()) && len(explicitArgs(c)) == 0 && t.value(w, path)
}

// isOther reports whether k is surely another watch than each of own: of objects of
// another kind, or with a position of its own that other events move.
func isOther(k *Sink, own []*Sink) bool {
	if len(own) == 0 {
		return false
	}
	kc, ok := k.Instr.(*ssa.Call)
	if !ok {
		return false
	}
	return !slices.ContainsFunc(own, func(o *Sink) bool {
		oc, ok := o.Instr.(*ssa.Call)
		return !ok || o == k || !otherKinds(&kc.Call, &oc.Call) && !otherPositions(k, o)
	})
}

// otherPositions reports whether the watches a and b have positions that have no place
// in common, and events move both.
func otherPositions(a, b *Sink) bool {
	return a.advances && b.advances && !slices.ContainsFunc(a.named, func(l pointsto.Loc) bool { return slices.Contains(b.named, l) })
}

package attempt

import (
	"fmt"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/apiobjects"
	"github.com/k8slint/k8slint/internal/fact"
	"github.com/k8slint/k8slint/internal/flow"
	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/ssaquery"
)

func newSetters(pr *Program) *setters {
	return &setters{pr, map[*ssa.Function][]Change{}, map[*ssa.Parameter]Sending{}, map[*ssa.Function]*Difference{}}
}

// setsFact is what fn changes of its arguments, for other packages. Generated functions that fill
// an object of another version are not looked at.
func (ss *setters) setsFact(fn *ssa.Function) []Change {
	name := fn.Name()
	for _, generated := range []string{"DeepCopy", "Unmarshal", "Marshal", "Reset", "XXX_", "Convert_"} {
		if strings.HasPrefix(name, generated) {
			return nil
		}
	}
	return ss.setsIn(fn)
}

// setsIn is what fn changes of its arguments by itself and through functions that it calls.
func (ss *setters) setsIn(fn *ssa.Function) []Change {
	if known, ok := ss.of[fn]; ok {
		return known
	}
	ss.of[fn] = nil // where it calls itself
	var out []Change
	for i, p := range fn.Params {
		if isPartType(p.Type()) {
			out = append(out, ss.setsOf(fn, i, p)...)
		}
	}
	ss.of[fn] = out
	return out
}

// isPartType reports whether a t is an object, or a pointer to a part of one, or to a slice of such
// parts.
func isPartType(t types.Type) bool {
	if kube.IsObject(t) {
		return true
	}
	part := ssaquery.Deref(t)
	if s, ok := part.Underlying().(*types.Slice); ok {
		part = s.Elem()
	}
	n, ok := types.Unalias(part).(*types.Named)
	return ok && isPointer(t) && kube.IsAPIType(n)
}

// mayTell reports whether a function of that signature returns a bool, by which it may say that it has
// changed nothing.
func mayTell(sig *types.Signature) bool {
	for r := range sig.Results().Variables() {
		if types.Identical(r.Type().Underlying(), types.Typ[types.Bool]) {
			return true
		}
	}
	return false
}

// setsOf is what fn changes of its parameter p, the i-th.
func (ss *setters) setsOf(fn *ssa.Function, i int, p *ssa.Parameter) []Change {
	w := &setterWalk{all: ss, at: map[string][]*ssa.BasicBlock{}}
	flow.Follow(ssa.Value(p), "", w.visit)
	if kube.IsObject(p.Type()) {
		w.order = slices.DeleteFunc(w.order, func(path string) bool {
			_, ok := apiobjects.PartAt(path)
			return !ok && path != ""
		})
	}
	byPart := map[string]Change{}
	var order []string
	for _, path := range w.order {
		part := partName(path, kube.IsObject(p.Type()))
		s, again := byPart[part]
		if !again {
			order = append(order, part)
			s = Change{Param: fact.Param(i), Path: path}
		} else if s.Path != path {
			s.Path = part
		}
		byPart[part] = s
	}
	var out []Change
	for _, part := range order {
		s := byPart[part]
		var blocks []*ssa.BasicBlock
		for path, at := range w.at {
			if partName(path, kube.IsObject(p.Type())) == part {
				blocks = append(blocks, at...)
			}
		}
		s.Sure = len(blocks) > 0 && !mayTell(fn.Signature) && (saysChange(fn.Name(), s.Path) || alwaysPasses(fn, blocks, false))
		out = append(out, s)
	}
	return out
}

// saysChange reports whether a function of that name is called to change what lies at path, also where
// it does so only if that is another value. What Ensure adds to a spec or a status are defaults, which
// are mostly there.
func saysChange(name, path string) bool {
	if part, ok := apiobjects.PartAt(path); ok && part != apiobjects.Metadata && strings.HasPrefix(name, "Ensure") {
		return false
	}
	return edits(name) || strings.HasPrefix(name, "Mark")
}

// partName is what of a path two changes have in common that are one clause: of an object its part,
// else nothing.
func partName(path string, object bool) string {
	if !object {
		return ""
	}
	first, rest, _ := strings.Cut(path, ".")
	if first == kube.MetadataField {
		field, _, _ := strings.Cut(rest, ".")
		return fmt.Sprintf("%s.%s", first, field)
	}
	return first
}

// alwaysPasses reports whether each way through fn comes through one of blocks, but for those that return an error if
// unlessFailed is set.
func alwaysPasses(fn *ssa.Function, blocks []*ssa.BasicBlock, unlessFailed bool) bool {
	on := func(b *ssa.BasicBlock) []*ssa.BasicBlock {
		if slices.Contains(blocks, b) {
			return nil
		}
		return b.Succs
	}
	return !flow.Any(fn.Blocks[0], on, func(b *ssa.BasicBlock) bool {
		ret, ends := b.Instrs[len(b.Instrs)-1].(*ssa.Return)
		return ends && !slices.Contains(blocks, b) && !(unlessFailed && fails(ret))
	})
}

// fails reports whether the last result of ret is surely an error.
func fails(ret *ssa.Return) bool {
	if len(ret.Results) == 0 {
		return false
	}
	err := ret.Results[len(ret.Results)-1]
	shown := func(v ssa.Value) bool { return v.Referrers() != nil && ssaquery.NotNilAt(v, ret.Block()) }
	call := ssaquery.ResultOf(err)
	if call == nil {
		return ssaquery.NeverNil(err) || shown(err)
	}
	fn := ssaquery.Called(&call.Call)
	return shown(err) || fn != nil && (kube.MakesError(fn) || kube.Wraps(kube.Name(fn)) != "" && slices.ContainsFunc(call.Call.Args, shown))
}

// A setterWalk follows a parameter to what is written into it.
type setterWalk struct {
	all   *setters
	at    map[string][]*ssa.BasicBlock // where what lies at a path is surely changed
	order []string                     // the paths, as they were met
}

func (w *setterWalk) note(path string, at ssa.Instruction, sure bool) {
	if !slices.Contains(w.order, path) {
		w.order = append(w.order, path)
	}
	if sure {
		w.at[path] = append(w.at[path], at.Block())
	}
}

// visit follows v, the address of, or what is loaded from, what lies at path.
func (w *setterWalk) visit(v ssa.Value, path string, on func(ssa.Value, string)) {
	for u := range (flow.Walk{Along: flow.Converted | flow.Merged | flow.Kept}).Uses(v) {
		switch r := u.At.(type) {
		case *ssa.FieldAddr:
			field := ssaquery.FieldName(r.X, r.Field)
			if path != "" {
				field = path + "." + field
			}
			on(r, field)
		case *ssa.IndexAddr:
			if r.X == u.Of {
				on(r, path)
			}
		case *ssa.UnOp:
			switch r.Type().Underlying().(type) {
			case *types.Pointer, *types.Map, *types.Slice, *types.Interface:
				on(r, path)
			}
		case *ssa.MapUpdate:
			if r.Map == u.Of {
				w.note(path, r, true)
			}
		case *ssa.Store:
			if r.Addr == u.Of && !u.Holder {
				w.note(path, r, true)
			}
		case ssa.CallInstruction:
			w.call(r, u.Of, path)
		}
	}
}

// call notes what a call changes that gets v.
func (w *setterWalk) call(call ssa.CallInstruction, v ssa.Value, path string) {
	c := call.Common()
	if _, ok := c.Value.(*ssa.Builtin); ok {
		return
	}
	args := c.Args
	if c.IsInvoke() {
		args = append([]ssa.Value{c.Value}, args...)
	}
	for i, a := range args {
		if a == v {
			for _, s := range w.all.setsAt(c, target(c), i) {
				at := path
				if s.Path != "" && path != "" {
					at += "."
				}
				w.note(at+s.Path, call, s.Sure)
			}
		}
	}
}

// setsAt is what c, a call of to, changes of its i-th argument.
func (ss *setters) setsAt(c *ssa.CallCommon, to called, i int) []Change {
	fn, name := to.fn, to.name
	var all []Change
	if own := ss.prog.own(c); own != nil {
		all = ss.setsIn(own)
	} else if field, arg, ok := kube.SetsMetadata(fn); ok {
		all = []Change{{fact.Param(arg), metadataPath(c, arg, field), true}}
	} else if kube.FillsMap(fn) {
		all = []Change{{Sure: true}}
	} else if fn != nil && !kube.Quiet(fn) && ss.prog.known(fn) {
		all = ss.prog.others.of(fn).Sets
	} else if reads(name) || fn != nil && (kube.CopiesReceiver(name) || kube.Quiet(fn) && mayTell(fn.Signature()) && !edits(name)) {
		return nil // it looks at it: ContainsFinalizer, IsControlledBy
	} else {
		return []Change{{fact.Param(i), "", fn != nil && kube.Quiet(fn) && edits(name)}}
	}
	return slices.DeleteFunc(slices.Clone(all), func(s Change) bool { return int(s.Param) != i })
}

// metadataPath is where a field of the metadata lies in the argument of a call: the method of an object
// that is promoted from its ObjectMeta gets only that.
func metadataPath(c *ssa.CallCommon, arg int, field string) string {
	if !c.IsInvoke() && kube.IsObjectMeta(ssaquery.Deref(c.Args[arg].Type())) {
		return field
	}
	return kube.MetadataField + "." + field
}

package attempt

import (
	"go/types"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/machine"
	"github.com/k8slint/k8slint/internal/ssaquery"
)

// harmless calls get objects and cannot read them again: loggers, recorders,
// functions of the libraries that work in memory.
func (m *caller) harmless(_ *machine.Frame, p *path, c *callee) ([]exit, bool) {
	if kube.Waits(c.name) {
		p.h.slept = true
	}
	if c.fn == nil {
		if changesOnly(c) {
			return m.still(p, c), true
		}
		return nil, false
	}
	if !kube.Quiet(c.fn) {
		return nil, false
	}
	if kube.CopiesInto(c.name) {
		return nil, false
	}
	m.handedOn(p, c)
	return m.still(p, c), true
}

// changesOnly reports whether c is a call of a function that its caller was given to change
// an object: one that gets nothing to read the object again with, and cannot say that this
// failed.
//
//	func save(ctx context.Context, pod *corev1.Pod, change func(*corev1.Pod)) error {
//		change(pod)
func changesOnly(c *callee) bool {
	if c.sig.Results().Len() > 0 || c.sig.Params().Len() == 0 || !ssaquery.IsGiven(listOf(c.call.Common().Value)) {
		return false
	}
	for i := range c.sig.Params().Len() {
		t := c.sig.Params().At(i).Type()
		_, basic := t.Underlying().(*types.Basic)
		if !basic && (!kube.IsObject(t) || types.IsInterface(t)) {
			return false
		}
	}
	return true
}

// listOf is the slice of which v is an element, v itself for others.
func listOf(v ssa.Value) ssa.Value {
	if u, ok := v.(*ssa.UnOp); ok {
		if at, ok := u.X.(*ssa.IndexAddr); ok {
			return at.X
		}
	}
	return v
}

// still is a call that leaves versions alone: what it gets may be changed.
func (m *caller) still(p *path, c *callee) []exit {
	p.h.wrote = p.h.wrote || writesInto(c)
	for i, a := range c.args {
		if a.kind == pointer {
			o := p.h.objs.at(a.obj)
			o.Changed, o.Lost = true, nil
			if m.edits(c, i) {
				o.Edited, o.finalizer = true, finalizer{}
			}
			p.h.objs.set(a.obj, o)
			m.edited(p.h, c, i)
		}
	}
	m.looked(p, c)
	m.forget(p, c)
	return []exit{{h: p.h, results: m.strangers(p, c)}}
}

// edits reports whether the call seems to change its i-th argument.
func (m *caller) edits(c *callee, i int) bool {
	if c.body == nil || i >= len(c.body.Params) {
		return edits(c.name)
	}
	p := c.body.Params[i]
	is, known := m.prog.changed[p]
	if !known {
		is = changed(p)
		m.prog.changed[p] = is
	}
	return is
}

// mayAct reports whether a function of the package may write an object, retry, or make something of a conflict that it
// gets, so that it has to be run.
func (m *caller) mayAct(c *callee) bool {
	return m.prog.does[c.body]&(commits|creates|repeats|tells|leaves) != 0 || len(c.binds) > 0 || c.body.Synthetic != "" ||
		slices.ContainsFunc(c.args, func(a value) bool { return !a.isPlain() && a.kind != pointer && a.kind != address && a.kind != data })
}

// aside is a call of a function that writes nothing and is not run: it is known what it changes of the objects that it
// gets; others that it can reach it may have changed.
func (m *caller) aside(p *path, c *callee) []exit {
	reach := m.reachedFrom(p.h, c.args...)
	for _, a := range c.args {
		if a.kind == pointer {
			delete(reach, a.obj)
		}
	}
	if len(reach) > 0 || handsOn(c.sig) {
		return m.stranger(p, c)
	}
	return m.still(p, c)
}

// edited notes what a call does to its i-th argument, an object or a part of one, if it only
// changes it.
func (m *caller) edited(h *heap, c *callee, i int) {
	if h.losses == nil || c.args[i].kind != pointer {
		return
	}
	for _, s := range m.prog.setters.setsAt(c.call.Common(), c.called, i) {
		noteChange(h, c.args[i].obj, strings.Trim(c.args[i].text+"."+s.Path, "."), s.Sure, c.call)
	}
}

// stranger is a call that is not understood: the version of what it gets is not known
// from then on.
func (m *caller) stranger(p *path, c *callee) []exit {
	if kube.Waits(c.name) {
		p.h.slept = true
	}
	p.h.wrote = p.h.wrote || writesInto(c)
	reach := m.reachedFrom(p.h, c.args...)
	if c.fn == nil && p.h.losses == nil {
		// Somebody's closure: it may hold what was read outside.
		p.h.strange = true
		for id, o := range p.h.objs.all() {
			if o.Attempt == 0 && o.Source != Built {
				reach[id] = true
			}
		}
	}
	m.handedOn(p, c)
	for id := range reach {
		m.memory.touch(p.h, id, c.call)
	}
	m.looked(p, c)
	m.forget(p, c)
	return []exit{{h: p.h, results: m.strangers(p, c)}}
}

// handedOn notes that a function of another package gets the address of a status. It may keep what is there, for it
// has no result. One of which nothing is known may do so too, unless its name says that it changes something.
func (m *caller) handedOn(p *path, c *callee) {
	for i, a := range c.args {
		if a.kind != pointer || a.text == "" || c.sig.Results().Len() > 0 {
			continue
		}
		if sets := m.prog.setters.setsAt(c.call.Common(), c.called, i); len(sets) == 0 || a.text == kube.StatusField && sets[0].Path == "" && !sets[0].Sure && !edits(c.name) {
			noteShared(p.h, a.obj, a.text)
		}
	}
}

// writesInto reports whether a call may write into a part of an object, by a map, slice
// or pointer that it gets. An object itself is noted as changed; what is gathered into
// a variadic parameter is printed.
func writesInto(c *callee) bool {
	for i, r := range c.regs {
		if i < c.offset || kube.IsObject(r.Type()) || c.sig.Variadic() && i == len(c.regs)-1 {
			continue
		}
		switch r.Type().Underlying().(type) {
		case *types.Map, *types.Slice, *types.Pointer:
			return true
		}
	}
	return false
}

// looked notes that a call gets the conflict.
func (m *caller) looked(p *path, c *callee) {
	if p.h.failed != nil && !p.h.seen && m.getsConflict(p, c) {
		p.h.seen = true
	}
}

// getsConflict reports whether a call gets the conflict or its text.
func (m *caller) getsConflict(p *path, c *callee) bool {
	return slices.ContainsFunc(m.handed(p, c), func(v value) bool { return v.kind == conflict || v.kind == errText })
}

// handed are the arguments of a call, those of a variadic one too.
func (m *caller) handed(p *path, c *callee) []value {
	out := slices.Clone(c.args)
	for _, a := range c.args {
		if a.kind != address {
			continue
		}
		for k, v := range p.h.cells.all() {
			if strings.HasPrefix(k, a.text+"[") {
				out = append(out, v)
			}
		}
	}
	return out
}

// forget drops what is known of variables whose address the call gets.
func (m *caller) forget(p *path, c *callee) {
	for i, a := range c.args {
		if a.kind == address && !strings.HasPrefix(a.text, globalKey) && isAlloc(c.regs, i) {
			p.h.cells.dropFunc(func(k string, _ value) bool { return k == a.text || isPart(k, a.text) })
		}
	}
}

func isAlloc(regs []ssa.Value, i int) bool {
	if i >= len(regs) {
		return true
	}
	switch regs[i].(type) {
	case *ssa.Alloc, *ssa.FreeVar, *ssa.FieldAddr, *ssa.UnOp:
		return true
	}
	return false
}

// reachedFrom are the objects whose versions a call can reach from what it is given.
func (m *caller) reachedFrom(h *heap, given ...value) map[int]bool {
	r := &reach{m.memory, h, map[uint32]bool{}, map[int]bool{}, true}
	for _, v := range given {
		r.add(v)
	}
	return r.objs
}

// touchThrough notes that a call may have written objects that lie in its arguments.
func (m *caller) touchThrough(p *path, c *callee) {
	for _, i := range m.prog.others.of(c.fn).Through {
		if int(i) >= len(c.args) {
			continue
		}
		for id := range m.reachedFrom(p.h, c.args[i]) {
			m.memory.touch(p.h, id, c.call)
		}
	}
}

// strangers are the results of a call that is not understood.
func (m *caller) strangers(p *path, c *callee) []value {
	var out []value
	res := c.sig.Results()
	for i := range res.Len() {
		t := res.At(i).Type()
		if kube.IsObject(t) {
			src := Unknown
			if reads(c.name) && res.Len() > 1 {
				src = Given
			}
			out = append(out, m.memory.newObject(p.h, resultOf{c.call, i}, Object{Source: src, Read: c.call}))
			continue
		}
		out = append(out, value{kind: name, text: m.resultName(p, c, i)})
	}
	return out
}

// failed is the way out of a call on which its last result, an error, is not nil.
func (m *caller) failed(h *heap, c *callee) exit {
	results := m.strangers(&path{h: h}, c)
	results[len(results)-1] = value{kind: nonNil}
	return exit{h: h, results: results}
}

// resultName names a result of a call. What had that name, because a loop made
// the call before, is another thing, of which nothing is known any more.
func (m *caller) resultName(p *path, c *callee, i int) string {
	name := "v" + strconv.Itoa(m.memory.id(c.call)) + "#" + strconv.Itoa(i) + p.h.when()
	p.h.cells.dropFunc(func(k string, v value) bool {
		if !leadsTo(name, k) {
			return false
		}
		if id, ok := m.memory.ids[origin{how: isNamed, name: k + "*"}]; ok && v.kind == pointer && v.obj == id {
			p.h.objs.set(id, Object{Source: Unknown})
		}
		return true
	})
	return name
}

// one is the only way out of a call.
func (m *caller) one(p *path, results ...value) []exit { return []exit{{h: p.h, results: results}} }

package attempt

import (
	"slices"
	"strings"
	"testing"
)

// String is what callers hand over, as tests write it.
func (g Handed) String() string {
	var out []string
	for text, is := range map[string]bool{"read": g.Read, "built": g.Built, "changed": g.Changed, "other": g.Other} {
		if is {
			out = append(out, text)
		}
	}
	slices.Sort(out)
	return strings.Join(out, ", ")
}

// TestCallers: what callers hand over as the first parameter of each function that has a comment.
func TestCallers(t *testing.T) {
	src := shared + `
//= read
func ofGet(p *core.Pod) {}

func getting(ctx context.Context, c pods) {
	p, _ := c.Get(ctx, "a", meta.GetOptions{})
	ofGet(p)
}

//= read
func ofLister(p *core.Pod) {}

//= read
func ofList(p *core.Pod) {}

func listing(l listers.PodLister) {
	p, _ := l.Pods("ns").Get("a")
	ofLister(p.DeepCopy())
	all, _ := l.List("")
	for _, p := range all {
		ofList(p)
	}
}

//= read
func ofInto(p *core.Pod) {}

//= built
func ofBuilt(p *core.Pod) {}

//= changed, read
func ofChanged(p *core.Pod) {}

//= built, read
func ofCreated(p *core.Pod) {}

//= changed, other, read
func ofCleared(p *core.Pod) {}

//= changed, other, read
func ofReplaced(p *core.Pod) {}

func reading(ctx context.Context, c client.Client, t pods) {
	p := &core.Pod{}
	c.Get(ctx, client.ObjectKey{}, p)
	ofInto(p)
	built := &core.Pod{}
	ofBuilt(built)
	p, _ = t.Get(ctx, "a", meta.GetOptions{})
	p.Labels["a"] = "b"
	ofChanged(p)
	p, _ = t.Get(ctx, "a", meta.GetOptions{})
	c.Create(ctx, p)
	ofCreated(p)
	p, _ = t.Get(ctx, "a", meta.GetOptions{})
	p.ResourceVersion = ""
	ofCleared(p)
	p, _ = t.Get(ctx, "a", meta.GetOptions{})
	p.ObjectMeta = meta.ObjectMeta{}
	ofReplaced(p)
}

func clear(p *core.Pod) { p.SetResourceVersion("") }

//= other, read
func ofClearedBelow(p *core.Pod) {}

//= built, read
func ofEither(p *core.Pod) {}

//= other
func ofVariable(p *core.Pod) {}

//= read
func ofLiteral(p *core.Pod) {}

func several(ctx context.Context, c pods, really bool) {
	p, _ := c.Get(ctx, "a", meta.GetOptions{})
	clear(p)
	ofClearedBelow(p)
	p, _ = c.Get(ctx, "a", meta.GetOptions{})
	if really {
		p = &core.Pod{}
	}
	ofEither(p)
	var held *core.Pod
	set := func() { held, _ = c.Get(ctx, "a", meta.GetOptions{}) }
	set()
	ofVariable(held)
	read, _ := c.Get(ctx, "a", meta.GetOptions{})
	func() { ofLiteral(read) }()
}

//= read
func ofItems(p *core.Pod) {}

//= other, read
func ofFilledItems(p *core.Pod) {}

//= other, read
func ofReplacedItems(p *core.Pod) {}

func items(ctx context.Context, c pods) {
	all, _ := c.List(ctx, meta.ListOptions{})
	for i := range all.Items {
		ofItems(&all.Items[i])
	}
	filled, _ := c.List(ctx, meta.ListOptions{})
	filled.Items = []core.Pod{{}}
	ofFilledItems(&filled.Items[0])
	other, _ := c.List(ctx, meta.ListOptions{})
	replace(other.Items)
	ofReplacedItems(&other.Items[0])
}

func replace(all []core.Pod) { all[0] = core.Pod{} }

//= read
func ofAppended(p *core.Pod) {}

//= read
func ofPart(p *core.Pod) {}

func appending(ctx context.Context, c pods) {
	var all []*core.Pod
	for _, name := range []string{"a", "b"} {
		p, _ := c.Get(ctx, name, meta.GetOptions{})
		all = append(all, p)
	}
	ofAppended(all[0])
	ofPart(all[1:][0])
}

//= read
func ofUpdate(p *core.Pod) {}

func handlers() cache.ResourceEventHandlerFuncs {
	return cache.ResourceEventHandlerFuncs{UpdateFunc: updated}
}

func updated(before, now any) { ofUpdate(now.(*core.Pod)) }

//= other
func ofUnknown(p *core.Pod) {}

//= other, read
func ofNamed(p *core.Pod) {}

//= built, other
func ofMaker(p *core.Pod) {}

func byName() {
	p, _ := hooks()
	ofUnknown(p)
	ofNamed(getPod())
	ofMaker(newPod())
}

var (
	hooks  func() (*core.Pod, error)
	getPod func() *core.Pod
	newPod func() *core.Pod
)

//= other
func ofValue(p *core.Pod) {}

func value(ctx context.Context, c pods) {
	p, _ := c.Get(ctx, "a", meta.GetOptions{})
	copied := *p
	ofValue(&copied)
}

//= other
func ofAsserted(p *core.Pod) {}

func asserting(o any) {
	if p, ok := o.(*core.Pod); ok {
		ofAsserted(p)
	}
}

//= other
func ofField(p *core.Pod) {}

type holder struct{ pod *core.Pod }

func fields(h holder) { ofField(h.pod) }

//= read
func ofDeep(p *core.Pod) {}

func first(ctx context.Context, c pods) {
	p, _ := c.Get(ctx, "a", meta.GetOptions{})
	second(p)
}

func second(p *core.Pod) { third(p) }

func third(p *core.Pod) { ofDeep(p) }

//= other
func ofNobody(p *core.Pod) {}
`
	a := newPackages(t).analyse("example.com/p", src)
	names, want := expected(src)
	for _, name := range names {
		fn := a.ssa.Pkg.Func(name)
		if !strings.HasPrefix(name, "of") {
			continue
		}
		got := a.res.Callers.Of(fn.Params[0])
		if w := strings.Join(want[name], ""); got.String() != w {
			t.Errorf("%s:\n//= %s\nwant %s", name, got, w)
		}
		if only := want[name]; got.OnlyRead() != a.res.Callers.OnlyRead(fn.Params[0]) || got.OnlyRead() != (len(only) == 1 && (only[0] == "read" || only[0] == "changed, read")) {
			t.Errorf("%s: only read: %v", name, got.OnlyRead())
		}
	}
}

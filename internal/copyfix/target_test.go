package copyfix

import "testing"

// TestTarget: which variable is copied for a write.
func TestTarget(t *testing.T) {
	run(t, []program{
		{"a field of the object", `
func f(l Lister) {
	pod, _ := l.Get("a")
	//+ pod = pod.DeepCopy()
	pod.Containers[0].Env[1] = "x" // write
}
`},
		{"an increment", `
func f(l Lister) {
	pod, _ := l.Get("a")
	//+ pod = pod.DeepCopy()
	pod.Count++ // write
}
`},
		{"one of several left sides", `
func f(l Lister) {
	pod, _ := l.Get("a")
	//+ pod = pod.DeepCopy()
	var n int
	n, pod.Count = 1, 2 // write
	read(n)
}
`},
		{"through an index, a slice, an address, a dereference, a getter", `
func f(l Lister) {
	pod, _ := l.Get("a")
	//+ pod = pod.DeepCopy()
	pod.Containers[1:][0].Image = "x" // write
	(&pod.Containers[0]).Image = "x"  // write
	(*pod).Node = "x"                 // write
	pod.GetMeta().Name = "x"          // write
}
`},
		{"a method that gets something by name is no getter", `
func f(l Lister) {
	pod, _ := l.Get("a")
	pod.GetPart("meta").Name = "x" // write
}

func (p *Pod) GetPart(string) *Meta { return &p.Meta }
`},
		{"a method with another name is no getter", `
func f(l Lister) {
	pod, _ := l.Get("a")
	pod.meta().Name = "x" // write
}

func (p *Pod) meta() *Meta { return &p.Meta }
`},
		{"a function with such a name is no getter", `
func f(l Lister) {
	pod, _ := l.Get("a")
	GetMeta().Name = pod.Name // write
}

func GetMeta() *Meta { return nil }
`},
		{"another operator takes no address", `
func f(l Lister, c chan *Pod) {
	(<-c).Node = "x" // write
}
`},
		{"the receiver of a call", `
func f(l Lister) {
	pod, _ := l.Get("a")
	//+ pod = pod.DeepCopy()
	pod.SetLabels(nil) // write 0
}
`},
		{"a call in brackets", `
func f(l Lister) {
	pod, _ := l.Get("a")
	//+ pod = pod.DeepCopy()
	(pod.SetLabels)(nil) // write 0
}
`},
		{"a function has no receiver", `
func f(l Lister) {
	pod, _ := l.Get("a")
	write(pod) // write 0
}
`},
		{"an argument by its number", `
func f(l Lister) {
	pod, _ := l.Get("a")
	other, _ := l.Get("b")
	//+ other = other.DeepCopy()
	both(pod, other) // write 2
}
`},
		{"an argument of a spread slice", `
func f(l Lister) {
	pod, _ := l.Get("a")
	writeAll(pod) // write 2
}

func writeAll(args ...any) {}
`},
		{"the only thing in a call that can be copied", `
func f(l Lister) {
	pod, _ := l.Get("a")
	//+ pod = pod.DeepCopy()
	write2(1, pod) // write
}
`},
		{"the receiver may be it", `
func f(l Lister) {
	pod, _ := l.Get("a")
	//+ pod = pod.DeepCopy()
	pod.SetLabels(nil) // write
}
`},
		{"the same twice", `
func f(l Lister) {
	pod, _ := l.Get("a")
	//+ pod = pod.DeepCopy()
	both(pod, pod) // write
}
`},
		{"two things in a call that can be copied", `
func f(l Lister) {
	pod, _ := l.Get("a")
	other, _ := l.Get("b")
	both(pod, other) // write
}
`},
		{"the receiver and an argument", `
func f(l Lister) {
	pod, _ := l.Get("a")
	other, _ := l.Get("b")
	pod.merge(other) // write
}

func (p *Pod) merge(o *Pod) { p.Node, o.Node = o.Node, p.Node }
`},
		{"a call in a statement of another", `
func f(l Lister) bool {
	pod, _ := l.Get("a")
	//+ pod = pod.DeepCopy()
	return read(
		delete2(pod.Labels, "a"), // write
	)
}

func delete2(m map[string]string, k string) bool { return true }
`},
		{"a builtin", `
func f(l Lister) {
	pod, _ := l.Get("a")
	//+ pod = pod.DeepCopy()
	delete(pod.Labels, "a") // write 1
}
`},
		{"a variable of the package is everybody's", `
var pod *Pod

func f() {
	pod.Node = "x" // write
}
`},
		{"a list is too much to copy", `
func f(list *PodList) { // entry
	list.Items[0].Node = "x" // write
}
`},
		{"a field of a pointer may be somebody else's", `
func f(e *Event) { // entry
	e.Pod.Node = "x" // write
}
`},
		{"a field in a field", `
func f(e struct{ in Event }) { // entry
	//+ e.in.Pod = e.in.Pod.DeepCopy()
	e.in.Pod.Node = "x" // write
}
`},
		{"an element of a lister's list", `
func f(l Lister) {
	pods, _ := l.List()
	for i := range pods {
		//+ pods[i] = pods[i].DeepCopy()
		pods[i].Node = "x" // write
	}
}
`},
		{"an element of a lister's list in a literal", `
func f(l Lister) {
	handler := func() {
		pods, _ := l.List()
		for i := range pods {
			//+ pods[i] = pods[i].DeepCopy()
			pods[i].Node = "x" // write
		}
	}
	handler()
}
`},
		{"an element in brackets", `
func f(l Lister) {
	pods, _ := l.List()
	for i := range pods {
		//+ (pods)[(i)] = (pods)[(i)].DeepCopy()
		(pods)[(i)].Node = "x" // write
	}
}
`},
		{"an element of somebody's list", `
func f(l Lister) {
	pods := pods()
	for i := range pods {
		pods[i].Node = "x" // write
	}
}
`},
		{"an element of a list that was set again", `
func f(l Lister) {
	pods, _ := l.List()
	pods = pods[1:]
	for i := range pods {
		pods[i].Node = "x" // write
	}
}
`},
		{"an element of a list in a field", `
func f(l Lister) {
	var e struct{ pods []*Pod }
	e.pods, _ = l.List()
	for i := range e.pods {
		e.pods[i].Node = "x" // write
	}
}
`},
		{"an element of a list that comes with the result", `
func f() {
	_, pods := lists.List()
	for i := range pods {
		pods[i].Node = "x" // write
	}
}

var lists interface{ List() (int, []*Pod) }
`},
		{"an element of a list out of an index", `
func f() {
	pods := indexer.ByIndex("a")
	more := indexer.Index("a")
	for i := range pods {
		//+ pods[i] = pods[i].DeepCopy()
		pods[i].Node = "x" // write
		read(more)
	}
}

var indexer interface {
	ByIndex(string) []*Pod
	Index(string) []*Pod
}
`},
		{"an element by a number", `
func f(l Lister) {
	pods, _ := l.List()
	pods[0].Node = "x" // write
}
`},
		{"an element by a constant", `
func f(l Lister) {
	const i = 0
	pods, _ := l.List()
	pods[i].Node = "x" // write
}
`},
		{"an index that no loop counts", `
func f(l Lister, i int) {
	pods, _ := l.List()
	pods[i].Node = "x" // write
}
`},
		{"an element's part", `
func f(l Lister) {
	names := labels.List()
	for i := range names {
		names[i].Name = "x" // write
	}
}

var labels interface{ List() []*Meta }
`},
	})
}

// TestTargetOfAlias: which variable is copied for a write through an alias.
func TestTargetOfAlias(t *testing.T) {
	run(t, []program{
		{"a part of the object", `
func f(l Lister) {
	pod, _ := l.Get("a")
	//+ pod = pod.DeepCopy()
	labels := pod.Labels
	labels["a"] = "b" // write
}
`},
		{"a part of a part", `
func f(l Lister) {
	pod, _ := l.Get("a")
	//+ pod = pod.DeepCopy()
	cs := pod.Containers
	env := cs[0].Env
	env[0] = "x" // write
}
`},
		{"a part of a part of a part is too far", `
func f(l Lister) {
	pod, _ := l.Get("a")
	cs := pod.Containers
	first := cs[:1]
	env := first[0].Env
	env[0] = "x" // write
}
`},
		{"variables taken out of each other", `
func f() {
	var a, b []Container
	a = b[1:]
	b = a[1:]
	a[0].Image = "x" // write
}
`},
		{"two parts", `
func f(l Lister, b bool) {
	pod, _ := l.Get("a")
	m := pod.Labels
	if b {
		m = pod.Annotations
	}
	m["a"] = "b" // write
}
`},
		{"a part, or something new", `
func f(l Lister, n int) {
	pod, _ := l.Get("a")
	//+ pod = pod.DeepCopy()
	m := pod.Labels
	switch n {
	case 0:
		m = map[string]string{}
	case 1:
		m = make(map[string]string)
	case 2:
		m = nil
	case 3:
		m = (map[string]string{})
	}
	m["a"] = "b" // write
}
`},
		{"a part, or what somebody made", `
func f(l Lister, b bool) {
	pod, _ := l.Get("a")
	m := pod.Labels
	if b {
		m = some()
	}
	m["a"] = "b" // write
}

func some() map[string]string { return nil }
`},
		{"with new", `
func f(l Lister, b bool) {
	pod, _ := l.Get("a")
	//+ pod = pod.DeepCopy()
	m := &pod.Meta
	if b {
		m = new(Meta)
	}
	m.Name = "x" // write
}
`},
		{"two at once", `
func f(l Lister) {
	pod, _ := l.Get("a")
	//+ pod = pod.DeepCopy()
	n, m := 1, pod.Labels
	m["a"] = "b" // write
	read(n)
}
`},
		{"in a literal", `
func f(l Lister) {
	handler := func() {
		pod, _ := l.Get("a")
		//+ pod = pod.DeepCopy()
		m := pod.Labels
		m["a"] = "b" // write
	}
	handler()
}
`},
		{"what a function returns is no part", `
func f(l Lister) {
	pod, _ := l.Get("a")
	m, _ := labels(pod)
	m["a"] = "b" // write
}

func labels(p *Pod) (map[string]string, error) { return p.Labels, nil }
`},
		{"another name of something that has no copy", `
func f(e *Event) { // entry
	m := e
	m.Pod.Node = "x" // write
}
`},
		{"a part of nothing", `
func f(m map[string]string) { // entry
	m["a"] = "b" // write
}
`},
		{"a part of a field that is copied", `
func f(e Event) { // entry
	//+ e.Pod = e.Pod.DeepCopy()
	m := e.Pod.Labels
	m["a"] = "b" // write
}
`},
		{"a part behind a pointer", `
func f(e *Event) { // entry
	m := e.Pod.Labels
	m["a"] = "b" // write
}
`},
		{"a pointer to a part of an element", `
func f(l Lister) {
	pods, _ := l.List()
	for i := range pods {
		//+ pods[i] = pods[i].DeepCopy()
		c := pods[i].Containers
		c[0].Image = "x" // write
	}
}
`},
	})
}

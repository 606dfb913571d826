package copyfix

import "testing"

// TestLate: the copy right before the first write, where the object may come from several places.
func TestLate(t *testing.T) {
	run(t, []program{
		{"read, or made where there is none", `
func f(want *Pod) (*Pod, error) {
	pod, err := lister.Get("a")
	if err != nil {
		pod, err = create(want)
	} else if pod.Node != want.Node {
		// The node is another one.
		//+ pod = pod.DeepCopy()
		pod.Node = want.Node // write
		pod.Count = 1 // write
		pod, err = create(pod)
	}
	return pod, err
}

func create(p *Pod) (*Pod, error) { return p.DeepCopy(), nil }
`},
		{"what was wanted takes the place of what is missing", `
func f(want *Pod) {
	pod, err := lister.Get("a")
	if err != nil {
		pod = want
		read(pod)
	} else {
		//+ pod = pod.DeepCopy()
		pod.Node = want.Node // write
	}
}
`},
		{"what was wanted is read after the write", `
func f(want *Pod) {
	pod, err := lister.Get("a")
	if err != nil {
		pod = want
	}
	pod.Node = "x" // write
	read(want)
}
`},
		{"the write is in the condition", `
func f() {
	pod, err := lister.Get("a")
	if err != nil {
		pod, err = lister.Get("b")
	}
	//+ pod = pod.DeepCopy()
	if changes(pod) { // write
		read(pod)
	}
}

func changes(p *Pod) bool { p.Node = "x"; return true }
`},
		{"the write is in the condition of an else", `
func f() {
	pod, err := lister.Get("a")
	if err != nil {
		pod, err = lister.Get("b")
	} else if changes(pod) { // write
		read(pod)
	}
}

func changes(p *Pod) bool { p.Node = "x"; return true }
`},
		{"a part is taken out first", `
func f() {
	pod, err := lister.Get("a")
	if err != nil {
		pod, err = lister.Get("b")
	}
	//+ pod = pod.DeepCopy()
	labels := pod.Labels
	read(labels)
	labels["a"] = "b" // write
}
`},
		{"a part has a name already", `
func f() {
	pod, err := lister.Get("a")
	if err != nil {
		pod, err = lister.Get("b")
	}
	labels := pod.Labels
	pod.Labels["a"] = "b" // write
	read(labels)
}
`},
		{"the name of a part, as text", `
func f() {
	pod, err := lister.Get("a")
	if err != nil {
		pod, err = lister.Get("b")
	}
	name, ok := pod.Name, read(pod)
	//+ pod = pod.DeepCopy()
	pod.Labels["a"] = "b" // write
	read(name, ok)
}
`},
		{"the object is in a list that is returned", `
func f() (all []*Pod) {
	pod, err := lister.Get("a")
	if err != nil {
		pod, err = lister.Get("b")
	}
	all = append(all, pod)
	pod.Labels["a"] = "b" // write
	return all
}
`},
		{"a deferred call has the object", `
func f() {
	pod, err := lister.Get("a")
	if err != nil {
		pod, err = lister.Get("b")
	}
	defer read(pod)
	pod.Labels["a"] = "b" // write
}
`},
		{"the object is sent", `
func f(c chan *Pod) {
	pod, err := lister.Get("a")
	if err != nil {
		pod, err = lister.Get("b")
	}
	c <- pod
	pod.Labels["a"] = "b" // write
}
`},
		{"a deferred function reads the variable", `
func f() {
	pod, err := lister.Get("a")
	if err != nil {
		pod, err = lister.Get("b")
	}
	defer func() { read(pod) }()
	//+ pod = pod.DeepCopy()
	pod.Labels["a"] = "b" // write
}
`},
		{"another write is behind the block", `
func f() {
	pod, err := lister.Get("a")
	if err != nil {
		pod, err = lister.Get("b")
		pod.Labels["a"] = "b" // write
	}
	pod.Labels["a"] = "b" // write
}
`},
		{"read again between the writes", `
func f() {
	pod, err := lister.Get("a")
	if err != nil {
		pod, err = lister.Get("b")
	}
	pod.Labels["a"] = "b" // write
	pod, err = lister.Get("c")
	pod.Labels["a"] = "b" // write
}
`},
		{"before the loop: the next round has the same object", `
func f() {
	pod, err := lister.Get("a")
	if err != nil {
		pod, err = lister.Get("b")
	}
	//+ pod = pod.DeepCopy()
	for range 3 {
		pod.Labels["a"] = "b" // write
	}
}
`},
		{"the caller has the object", `
func F(pod *Pod) {
	if pod == nil {
		pod, _ = lister.Get("b")
	}
	pod.Labels["a"] = "b" // write
}
`},
		{"a field has the object", `
func f(e Event) {
	pod := e.Pod
	if pod == nil {
		pod, _ = lister.Get("b")
	}
	pod.Labels["a"] = "b" // write
}
`},
		{"an element, and the list is read later", `
func f() []*Pod {
	all := pods()
	pod := all[0]
	if pod == nil {
		pod, _ = lister.Get("b")
	}
	pod.Labels["a"] = "b" // write
	return all
}
`},
		{"an assertion of what nobody uses any more", `
func f() {
	obj, ok, _ := store.GetByKey("a")
	var pod *Pod
	if ok {
		pod = obj.(*Pod)
	} else {
		pod, _ = lister.Get("b")
	}
	//+ pod = pod.DeepCopy()
	pod.Labels["a"] = "b" // write
}
`},
		{"an assertion of what is used", `
func f() any {
	obj, ok, _ := store.GetByKey("a")
	var pod *Pod
	if ok {
		pod = obj.(*Pod)
	} else {
		pod, _ = lister.Get("b")
	}
	pod.Labels["a"] = "b" // write
	return obj
}
`},
		{"on one branch, and then anyway", `
func f() {
	pod, err := lister.Get("a")
	if err != nil {
		pod, err = lister.Get("b")
	}
	//+ pod = pod.DeepCopy()
	if pod.Labels == nil {
		pod.Labels = map[string]string{} // write
	}
	pod.Labels["a"] = "b" // write
}
`},
		{"something stands before it on the line", `
func f() {
	pod, err := lister.Get("a")
	if err != nil {
		pod, err = lister.Get("b")
	}
	read(); pod.Node = "x" // write
}
`},
	})
}

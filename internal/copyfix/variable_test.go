package copyfix

import "testing"

// TestCopyVariable: one copy of a variable serves several writes.
func TestCopyVariable(t *testing.T) {
	run(t, []program{
		{"all writes go through one variable", `
func f(l Lister) error {
	pod, err := l.Get("a")
	if err != nil {
		return err
	}
	//+ pod = pod.DeepCopy()
	pod.Node = "x"          // write
	pod.Labels["a"] = "b"   // write
	pod.Containers[0].Image = "y" // write
	write(pod)              // write 1
	return nil
}
`},
		{"writes through two variables need two copies", `
func f(l Lister) {
	pod, _ := l.Get("a")
	other := pod
	pod.Node = "x"   // write
	other.Node = "y" // write
}
`},
		{"a field of a struct is copied, not the struct", `
func f(e Event) { // entry
	//+ e.Pod = e.Pod.DeepCopy()
	e.Pod.Node = "x" // write
	e.Pod.Count++    // write
}
`},
		{"two fields of a struct need two copies", `
func f(e Event, g Event) { // entry
	e.Pod.Node = "x"     // write
	e.Self.Labels["a"] = "b" // write
}
`},
		{"the first write is through a part taken out before", `
func f(l Lister) {
	pod, _ := l.Get("a")
	//+ pod = pod.DeepCopy()
	labels := pod.Labels
	labels["a"] = "b" // write
	pod.Node = "x"    // write
}
`},
		{"a part is taken out after a late copy", `
func f(l Lister) {
	var labels map[string]string
	pod, err := l.Get("a")
	//+ pod = pod.DeepCopy()
	if err == nil {
		labels = pod.Labels
	}
	labels["a"] = "b" // write
}
`},
		{"one of two parts is taken out after a late copy", `
func f(l Lister) {
	var labels map[string]string
	pod, err := l.Get("a")
	//+ pod = pod.DeepCopy()
	if err == nil {
		labels = pod.Labels
	}
	pod.Node = "x"    // write
	labels["a"] = "b" // write
}
`},
		{"a value is copied through a pointer", `
func f() {
	for _, pod := range items() {
		//+ pod = *pod.DeepCopy()
		pod.Labels["a"] = "b" // write
	}
}

func items() []Pod { return nil }
`},
		{"what is filled later would miss the copy", `
func f(l Lister) {
	pod, _ := l.Get("a")
	c := *pod
	c.Labels = pod.Labels
	c.Labels["a"] = "b" // write
}
`},
		{"what is filled before is in the copy", `
func f(l Lister) {
	pod, _ := l.Get("a")
	//+ pod = pod.DeepCopy()
	pod.Labels["a"] = "b" // write
	pod.Labels = nil
}
`},
		{"something new is no filling", `
func f(l Lister) {
	pod, _ := l.Get("a")
	//+ pod = pod.DeepCopy()
	if pod.Labels == nil {
		pod.Labels = map[string]string{} // write
	}
	pod.Labels["a"] = "b" // write
}
`},
		{"a name that only begins alike is no filling", `
func f(j *Job) { // entry
	//+ j = j.DeepCopy()
	j.Label = find("a").Node
	j.Labels["a"] = "b"  // write
}

type Job struct {
	Label string
	Meta
}

func (j *Job) DeepCopy() *Job { return j }
`},
		{"what is written itself is no filling", `
func f(l Lister) {
	pod, _ := l.Get("a")
	//+ pod = pod.DeepCopy()
	pod.Labels["a"] = find("a").Node // write
	pod.Labels["a"] = find("b").Node // write
}
`},
		{"what is filled later, by a literal", `
func f(l Lister) {
	pod, _ := l.Get("a")
	c := *pod
	fill := func() { c.Labels = pod.Labels }
	fill()
	c.Labels["a"] = "b" // write
}
`},
		{"the same path of another variable is no filling", `
func f(l Lister) {
	pod, _ := l.Get("a")
	//+ pod = pod.DeepCopy()
	func() {
		pod := &Pod{}
		pod.Labels = shared()
	}()
	pod.Labels["a"] = "b" // write
}

func shared() map[string]string { return nil }
`},
	})
}

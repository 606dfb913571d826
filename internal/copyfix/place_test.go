package copyfix

import "testing"

// TestPlace: where the copy is made.
func TestPlace(t *testing.T) {
	run(t, []program{
		{"after the assignment", `
func f(l Lister) {
	pod, _ := l.Get("a")
	//+ pod = pod.DeepCopy()
	read()
	pod.Node = "x" // write
}
`},
		{"after the check of its error", `
func f(l Lister) error {
	pod, err := l.Get("a")
	if err != nil {
		return err
	}
	//+ pod = pod.DeepCopy()
	pod.Node = "x" // write
	return nil
}
`},
		{"after several checks", `
func f(key string) error {
	item, ok, err := store.GetByKey(key)
	read(item, ok, err)
	pod, err := lister.Get("a")
	if err != nil {
		return err
	}
	if pod == nil {
		return nil
	}
	//+ pod = pod.DeepCopy()
	if key == "" {
		return nil
	}
	pod.Node = "x" // write
	return nil
}
`},
		{"not after a check that has an initial statement", `
func f(l Lister) {
	pod, err := l.Get("a")
	//+ pod = pod.DeepCopy()
	if n := len(pod.Labels); err != nil {
		read(n)
	}
	pod.Node = "x" // write
}
`},
		{"not after a check that writes", `
func f(l Lister) {
	pod, err := l.Get("a")
	//+ pod = pod.DeepCopy()
	if err == nil {
		pod.Node = "x" // write
	}
}
`},
		{"not after a check of something else", `
func f(l Lister, b bool) {
	pod, _ := l.Get("a")
	//+ pod = pod.DeepCopy()
	if b && len("a") > 0 {
		read()
	}
	pod.Node = "x" // write
}
`},
		{"at the head of a loop", `
func f(l Lister) {
	pods, _ := l.List()
	for _, pod := range pods {
		//+ pod = pod.DeepCopy()
		pod.Node = "x" // write
	}
}
`},
		{"at the head of a loop over keys", `
func f() {
	for pod := range all() {
		//+ pod = pod.DeepCopy()
		pod.Node = "x" // write
	}
}

func all() map[*Pod]bool { return nil }
`},
		{"not in a loop that is over", `
func f(l Lister) {
	var last *Pod
	pods, _ := l.List()
	for _, last = range pods {
		read(last)
	}
	last.Node = "x" // write
}
`},
		{"in a condition's block", `
func f(l Lister) {
	if pod, err := l.Get("a"); err == nil {
		//+ pod = pod.DeepCopy()
		pod.Node = "x" // write
	}
}
`},
		{"in the other block", `
func f(l Lister) {
	if pod, err := l.Get("a"); err != nil {
		read(err)
	} else {
		pod.Node = "x" // write
	}
}
`},
		{"in an empty block", `
func f(l Lister) {
	var pod *Pod
	for _, pod = range pods() {
	}
	for _, p := range pods() {
		p.Node = "y"
	}
	pod.Node = "x" // write
}
`},
		{"in a case of a type switch", `
func f(item any) { // entry
	switch o := item.(type) {
	case *Pod:
		//+ o = o.DeepCopy()
		o.Node = "x" // write
	case *PodList:
		read(o)
	}
}
`},
		{"in a case that is on one line", `
func f(item any) { // entry
	switch o := item.(type) {
	case *Pod: o.Node = "x" // write
	}
}
`},
		{"after an assignment in a case", `
func f(l Lister, n int) {
	switch n {
	case 0:
		pod, _ := l.Get("a")
		//+ pod = pod.DeepCopy()
		pod.Node = "x" // write
	}
}
`},
		{"after an assignment in a case of a select", `
func f(l Lister, c chan int) {
	select {
	case <-c:
		pod, _ := l.Get("a")
		//+ pod = pod.DeepCopy()
		pod.Node = "x" // write
	}
}
`},
		{"a variable that is set twice is copied late", `
func f(l Lister, b bool) {
	pod, _ := l.Get("a")
	if b {
		pod, _ = l.Get("b")
	}
	//+ pod = pod.DeepCopy()
	pod.Node = "x" // write
}
`},
		{"what is set after the write is not what is written", `
func f(l Lister) {
	pod, _ := l.Get("a")
	//+ pod = pod.DeepCopy()
	pod.Node = "x" // write
	pod, _ = l.Get("b")
}
`},
		{"what was just made is not the object", `
func f(l Lister, n int) {
	pod, _ := l.Get("a")
	//+ pod = pod.DeepCopy()
	switch n {
	case 0:
		pod = &Pod{}
	case 1:
		pod = pod.DeepCopy()
	}
	pod.Node = "x" // write
}
`},
		{"a struct that was just made is not the object", `
func f(l Lister, b bool) {
	pod := items()
	//+ pod = *pod.DeepCopy()
	if b {
		pod = Pod{}
	}
	pod.Labels["a"] = "b" // write
}

func items() Pod { return Pod{} }
`},
		{"one of two that are set at once may be the object", `
func f(l Lister, first *Pod, b bool) {
	pod, _ := l.Get("a")
	n := 0
	if b {
		pod, n = first, 1
	}
	pod.Count = n // write
}
`},
		{"so is one that another function may make", `
func f(l Lister, b bool) {
	pod, _ := l.Get("a")
	if b {
		pod = find("b")
	}
	//+ pod = pod.DeepCopy()
	pod.Node = "x" // write
}
`},
		{"what a pointer in another variable leads to may be the object", `
func f(l Lister, p Pod, b bool) {
	pod, _ := l.Get("a")
	if b {
		pod = &p
	}
	pod.Node = "x" // write
}
`},
		{"at the head of a function that a framework calls", `
func f(pod *Pod) { // entry
	//+ pod = pod.DeepCopy()
	pod.Node = "x" // write
}
`},
		{"at the head of a literal that a framework calls", `
var handler = func(pod *Pod) { // entry
	//+ pod = pod.DeepCopy()
	pod.Node = "x" // write
}
`},
		{"at the head of a literal that somebody calls", `
var handler = func(pod *Pod) {
	pod.Node = "x" // write
}
`},
		{"a result is no parameter", `
func f() (pod *Pod) { // entry
	pod.Node = "x" // write
	return
}
`},
		{"a receiver is no parameter", `
func (p *Pod) f() { // entry
	p.Node = "x" // write
}
`},
		{"a function on one line", `
func f(pod *Pod) { pod.Node = "x" } // write
// entry
`},
		{"a function without a body is another's", `
func g(pod *Pod) {
	pod.Node = "x" // write
}
-- q.go --
func f(pod *Pod)
`},
		{"a parameter's field is the function's own", `
func f(e Event) {
	//+ e.Pod = e.Pod.DeepCopy()
	e.Pod.Node = "x" // write
}

func g(e Event) bool {
	f(e)
	return read(e.Pod)
}
`},
	})
}

// TestPlaceInLoop: which of two equal loops gets the copy.
func TestPlaceInLoop(t *testing.T) {
	run(t, []program{
		{"of the two that count an index, the one with the writes", `
func f(l Lister) {
	pods, _ := l.List()
	for i := range pods {
		read(pods[i])
	}
	for i := range pods {
		//+ pods[i] = pods[i].DeepCopy()
		pods[i].Node = "x" // write
		pods[i].Count++    // write
	}
}
`},
		{"a loop that is counted otherwise", `
func f(l Lister) {
	pods, _ := l.List()
	for i := 0; i < len(pods); i++ {
		pods[i].Node = "x" // write
	}
}
`},
		{"the index of the loop around", `
func f(l Lister) {
	pods, _ := l.List()
	for i := range pods {
		//+ pods[i] = pods[i].DeepCopy()
		for j := range 3 {
			pods[i].Count = j // write
		}
	}
}
`},
	})
}

// TestPlaceAfterSource: where the copy is made if a call fills the variable.
func TestPlaceAfterSource(t *testing.T) {
	run(t, []program{
		{"after the call that fills the variable", `
func f() error {
	pod := &Pod{}
	err := store.Read("a", pod) // source
	if err != nil {
		return err
	}
	//+ pod = pod.DeepCopy()
	pod.Node = "x" // write
	return nil
}
`},
		{"after the call that fills a struct", `
func f() error {
	var pod Pod
	err := store.Read("a", &pod) // source
	if err != nil {
		return err
	}
	//+ pod = *pod.DeepCopy()
	pod.Labels["a"] = "b" // write
	return nil
}
`},
		{"after the call that fills a struct, in brackets", `
func f() error {
	var pod Pod
	err := store.Read("a", (&(pod))) // source
	if err != nil {
		return err
	}
	//+ pod = *pod.DeepCopy()
	pod.Labels["a"] = "b" // write
	return nil
}
`},
		{"after the condition that fills it", `
func f() error {
	var pod Pod
	if err := store.Read("a", &pod); err != nil { // source
		return err
	}
	//+ pod = *pod.DeepCopy()
	pod.Labels["a"] = "b" // write
	return nil
}
`},
		{"after the condition that calls", `
func f() bool {
	var pod Pod
	if store.Read("a", &pod) != nil { // source
		return false
	}
	//+ pod = *pod.DeepCopy()
	pod.Labels["a"] = "b" // write
	return true
}
`},
		{"where a loop goes on", `
func f(keys []string) {
	for _, key := range keys {
		pod := &Pod{}
		if err := store.Read(key, pod); err != nil { // source
			continue
		}
		//+ pod = pod.DeepCopy()
		pod.Node = "x" // write
	}
}
`},
		{"where a loop ends", `
func f(keys []string) {
	for _, key := range keys {
		pod := &Pod{}
		if err := store.Read(key, pod); err != nil { // source
			break
		}
		//+ pod = pod.DeepCopy()
		pod.Node = "x" // write
	}
}
`},
		{"where the condition's block goes elsewhere", `
func f(keys []string) {
	pod := &Pod{}
	if err := store.Read("a", pod); err != nil { // source
		goto end
	}
	pod.Node = "x" // write
end:
}
`},
		{"where the condition's block does not leave", `
func f() {
	pod := &Pod{}
	if err := store.Read("a", pod); err != nil { // source
		read(err)
	}
	pod.Node = "x" // write
}
`},
		{"where the condition's block is empty", `
func f() {
	pod := &Pod{}
	if err := store.Read("a", pod); err != nil { // source
	}
	pod.Node = "x" // write
}
`},
		{"where the condition has another block", `
func f() {
	pod := &Pod{}
	if err := store.Read("a", pod); err != nil { // source
		return
	} else {
		pod.Node = "x" // write
	}
}
`},
		{"another statement fills it", `
func f() error {
	pod := &Pod{}
	store.Read("a", pod) // source
	pod.Node = "x" // write
	return nil
}
`},
		{"a call that does not get the variable", `
func f() {
	pod := &Pod{}
	other := &Pod{}
	err := store.Read("a", other) // source
	pod.Node = "x" // write
	read(err)
}
`},
		{"the variable is the object's only part of the time", `
func f() {
	pod := &Pod{}
	err := store.Read("a", pod) // source
	pod.Node = "x" // write
	pod = &Pod{}
	read(err)
}
`},
		{"in another function", `
func f() {
	pod := &Pod{}
	err := store.Read("a", pod) // source
	func() {
		pod.Node = "x" // write
	}()
	read(err)
}
`},
		{"the variable of a function around", `
func f() {
	pod := &Pod{}
	func() {
		err := store.Read("a", pod) // source
		pod.Node = "x" // write
		read(err)
	}()
}
`},
		{"in another file", `
func f() {
	pod := &Pod{}
	pod.Node = "x" // write
}
-- q.go --
func g() {
	pod := &Pod{}
	err := store.Read("a", pod) // source
	read(err)
}
`},
		{"a framework calls", `
func f() { // entry
	pod := &Pod{}
	err := store.Read("a", pod) // source
	pod.Node = "x" // write
	read(err)
}
`},
		{"no call is known", `
func f() {
	pod := &Pod{}
	err := store.Read("a", pod)
	pod.Node = "x" // write
	read(err)
}
`},
	})
}

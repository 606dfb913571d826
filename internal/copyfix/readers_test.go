package copyfix

import "testing"

// TestReadersOfElements: an element is copied only if nobody else reads the container
// afterwards.
func TestReadersOfElements(t *testing.T) {
	run(t, []program{
		{"nobody else has what a call returns", `
func f() {
	for _, pod := range pods() {
		//+ pod = pod.DeepCopy()
		pod.Node = "x" // write
	}
}
`},
		{"nobody else has a literal", `
func f(l Lister) {
	a, _ := l.Get("a")
	for _, pod := range []*Pod{a} {
		//+ pod = pod.DeepCopy()
		pod.Node = "x" // write
	}
}
`},
		{"the list is returned", `
func f(l Lister) []*Pod {
	pods, _ := l.List()
	for _, pod := range pods {
		pod.Node = "x" // write
	}
	return pods
}
`},
		{"the list is a result", `
func f(l Lister) (pods []*Pod, err error) {
	pods, err = l.List()
	for _, pod := range pods {
		pod.Node = "x" // write
	}
	return
}
`},
		{"a list of another function's results", `
func f(l Lister) error {
	pods, err := l.List()
	for _, pod := range pods {
		//+ pod = pod.DeepCopy()
		pod.Node = "x" // write
	}
	return err
}
`},
		{"its length is read", `
func f(l Lister) int {
	pods, _ := l.List()
	for _, pod := range pods {
		//+ pod = pod.DeepCopy()
		pod.Node = "x" // write
	}
	return len(pods)
}
`},
		{"the list is everybody's", `
var all []*Pod

func f() {
	for _, pod := range all {
		pod.Node = "x" // write
	}
}
`},
		{"the list is a list object", `
func f(list *PodList) { // entry
	for _, pod := range list.Items {
		//+ pod = *pod.DeepCopy()
		pod.Labels["a"] = "b" // write
	}
}
`},
		{"the callers may read the list", `
func f(list *PodList) {
	for _, pod := range list.Items {
		pod.Labels["a"] = "b" // write
	}
}
`},
		{"the list is in what somebody's pointer leads to", `
func f() {
	list := last
	for _, pod := range list.Items {
		pod.Labels["a"] = "b" // write
	}
}

var last *PodList
`},
		{"the list is in what a call returned", `
func f() {
	list := lists()
	for _, pod := range list.Items {
		//+ pod = *pod.DeepCopy()
		pod.Labels["a"] = "b" // write
	}
}

func lists() *PodList { return nil }
`},
		{"the list is in what a call returned to a literal", `
var handler = func() {
	inner := func() {
		list := lists()
		for _, pod := range list.Items {
			pod.Labels["a"] = "b" // write
		}
	}
	inner()
}

func lists() *PodList { return nil }
`},
		{"the list is in what a call returned to a literal in a function", `
func f() {
	inner := func() {
		list := lists()
		for _, pod := range list.Items {
			//+ pod = *pod.DeepCopy()
			pod.Labels["a"] = "b" // write
		}
	}
	inner()
}

func lists() *PodList { return nil }
`},
		{"the list is in what was made here", `
func f() {
	list := &PodList{}
	fill(list)
	for _, pod := range list.Items {
		//+ pod = *pod.DeepCopy()
		pod.Labels["a"] = "b" // write
	}
}

func fill(*PodList) {}
`},
		{"the list is in what may be somebody's", `
func f() {
	list := &PodList{}
	list = last
	for _, pod := range list.Items {
		pod.Labels["a"] = "b" // write
	}
}

var last *PodList
`},
		{"the list is in what two variables got at once", `
func f() {
	list, n := &PodList{}, 1
	for _, pod := range list.Items {
		pod.Labels["a"] = "b" // write
	}
	read(n)
}
`},
		{"the list is in what a pointer of another variable leads to", `
func f(in PodList) {
	list := &in
	for _, pod := range list.Items {
		pod.Labels["a"] = "b" // write
	}
}
`},
		{"the list is in what was declared here", `
func f() {
	var list *PodList
	for _, pod := range list.Items {
		pod.Labels["a"] = "b" // write
	}
}
`},
		{"the list is in a struct of the function", `
func f() {
	list := *last
	for _, pod := range list.Items {
		//+ pod = *pod.DeepCopy()
		pod.Labels["a"] = "b" // write
	}
}

var last *PodList
`},
		{"a pointer to a list that was given", `
func f() {
	list := last
	for _, pod := range (list) {
		//+ pod = pod.DeepCopy()
		pod.Node = "x" // write
	}
}

var last *[3]*Pod
`},
		{"an element by its index", `
func f(l Lister) {
	pods, _ := l.List()
	pod := pods[0]
	//+ pod = pod.DeepCopy()
	pod.Node = "x" // write
}
`},
		{"an element by its index, and the list is read", `
func f(l Lister) bool {
	pods, _ := l.List()
	pod := pods[0]
	pod.Node = "x" // write
	return read(pods)
}
`},
		{"an element's address", `
func f(list *PodList) { // entry
	pod := &list.Items[0]
	//+ pod = pod.DeepCopy()
	pod.Node = "x" // write
}
`},
		{"an element's address, and the list is read", `
func f(list *PodList) bool { // entry
	pod := &list.Items[0]
	pod.Node = "x" // write
	return read(list)
}
`},
		{"a loop around reads the elements again", `
func f(l Lister) {
	pods, _ := l.List()
	for range 3 {
		for _, pod := range pods {
			pod.Count++ // write
		}
	}
}
`},
		{"a loop around gets another list", `
func f(l Lister) {
	for range 3 {
		pods, _ := l.List()
		for _, pod := range pods {
			//+ pod = pod.DeepCopy()
			pod.Count++ // write
		}
	}
}
`},
		{"a loop around counts the elements again", `
func f(l Lister) {
	pods, _ := l.List()
	for range 3 {
		for i := range pods {
			pod := pods[i]
			pod.Count++ // write
		}
	}
}
`},
		{"each round takes the same element", `
func f(l Lister) {
	pods, _ := l.List()
	for range 3 {
		pod := pods[0]
		pod.Count++ // write
	}
}
`},
		{"each round takes the element of an index from before", `
func f(l Lister, i int) {
	pods, _ := l.List()
	for range 3 {
		pod := pods[i]
		pod.Count++ // write
	}
}
`},
		{"each round takes the element of a name", `
func f(byName map[string]*Pod, names []string) { // entry
	for _, name := range names {
		pod := byName["x/"+name]
		//+ pod = pod.DeepCopy()
		pod.Count++ // write
	}
}
`},
		{"the rest of a round is about the same element", `
func f(l Lister) {
	pods, _ := l.List()
	for i := range pods {
		pod := pods[i]
		//+ pod = pod.DeepCopy()
		pod.Node = "x" // write
		read(i, pods[i].Name)
	}
}
`},
		{"what follows the round reads others", `
func f(l Lister) {
	pods, _ := l.List()
	for i := range pods {
		pod := pods[i]
		pod.Node = "x" // write
	}
	read(pods)
}
`},
		{"a list of the round", `
func f(l Lister) {
	for range 3 {
		pods, _ := l.List()
		pod := pods[0]
		pod.Node = "x" // write
		read(pods)
	}
}
`},
		{"a list of the round, not read", `
func f(l Lister) {
	for range 3 {
		pods, _ := l.List()
		pod := pods[0]
		//+ pod = pod.DeepCopy()
		pod.Node = "x" // write
	}
}
`},
		{"a value of a map", `
func f(byName map[string]*Pod) { // entry
	pod := byName["a"]
	//+ pod = pod.DeepCopy()
	pod.Node = "x" // write
}
`},
		{"a value of a map, with two results", `
func f(byName map[string]*Pod) { // entry
	pod, ok := byName["a"]
	if !ok {
		return
	}
	//+ pod = pod.DeepCopy()
	pod.Node = "x" // write
}
`},
	})
}

// TestReadersInCallers: a parameter is copied only if no caller reads the object
// afterwards.
func TestReadersInCallers(t *testing.T) {
	run(t, []program{
		{"callers that forget what they pass", `
func f(pod *Pod) {
	//+ pod = pod.DeepCopy()
	pod.Node = "x" // write
}

func g(l Lister) {
	pod, _ := l.Get("a")
	f(pod)
}
`},
		{"a caller that reads it", `
func f(pod *Pod) {
	pod.Node = "x" // write
}

func g(l Lister) bool {
	pod, _ := l.Get("a")
	f(pod)
	return read(pod)
}
`},
		{"one caller of two reads it", `
func f(pod *Pod) {
	pod.Node = "x" // write
}

func g(l Lister) bool {
	pod, _ := l.Get("a")
	f(pod)
	return read(pod)
}

func h(l Lister) {
	pod, _ := l.Get("a")
	f(pod)
}
`},
		{"a caller in another file reads it", `
func f(pod *Pod) {
	pod.Node = "x" // write
}
-- q.go --
func g(l Lister) bool {
	pod, _ := l.Get("a")
	f(pod)
	return read(pod)
}
`},
		{"a caller in another file forgets it", `
func f(pod *Pod) {
	//+ pod = pod.DeepCopy()
	pod.Node = "x" // write
}
-- q.go --
func g(l Lister) {
	for _, pod := range pods() {
		f(pod)
	}
}
`},
		{"nobody calls it", `
func f(pod *Pod) {
	pod.Node = "x" // write
}
`},
		{"it is exported", `
func F(pod *Pod) {
	pod.Node = "x" // write
}

func g(l Lister) {
	pod, _ := l.Get("a")
	F(pod)
}
`},
		{"it is handed on", `
func f(pod *Pod) {
	pod.Node = "x" // write
}

func g(l Lister) {
	pod, _ := l.Get("a")
	f(pod)
	read(f)
}
`},
		{"a method", `
type c struct{}

func (c) f(pod *Pod) {
	//+ pod = pod.DeepCopy()
	pod.Node = "x" // write
}

func (c c) g(l Lister) {
	pod, _ := l.Get("a")
	c.f(pod)
	(c.f)(find("b"))
}
`},
		{"a method that an interface may call", `
type c struct{}

type writer interface {
	g()
	f(pod *Pod)
}

var number int

func (c) f(pod *Pod) {
	pod.Node = "x" // write
}

func g(c c, l Lister) {
	pod, _ := l.Get("a")
	c.f(pod)
}
`},
		{"a function that has the name of an interface's method", `
type writer interface{ f(pod *Pod) }

func f(pod *Pod) {
	//+ pod = pod.DeepCopy()
	pod.Node = "x" // write
}

func g(l Lister) {
	pod, _ := l.Get("a")
	f(pod)
}
`},
		{"a variable that has an interface's method", `
var writer interface{ f(pod *Pod) }

type c struct{}

func (c) f(pod *Pod) {
	//+ pod = pod.DeepCopy()
	pod.Node = "x" // write
}

func g(c c, l Lister) {
	pod, _ := l.Get("a")
	c.f(pod)
}
`},
		{"the second of two parameters", `
func f(n int, pod, other *Pod) {
	//+ pod = pod.DeepCopy()
	pod.Node = "x" // write
}

func g(l Lister) bool {
	pod, _ := l.Get("a")
	other, _ := l.Get("b")
	f(1, pod, other)
	return read(other)
}
`},
		{"the last of three parameters", `
func f(n int, other, pod *Pod) {
	pod.Node = "x" // write
}

func g(l Lister) bool {
	pod, _ := l.Get("a")
	other, _ := l.Get("b")
	f(1, other, pod)
	return read(pod)
}
`},
		{"in brackets", `
func f(pod *Pod) {
	//+ pod = pod.DeepCopy()
	pod.Node = "x" // write
}

func g(l Lister) {
	pod, _ := l.Get("a")
	(f)((pod))
}
`},
		{"in the argument of another call", `
func f(pod *Pod) bool {
	//+ pod = pod.DeepCopy()
	pod.Node = "x" // write
	return true
}

func g(l Lister) bool {
	pod, _ := l.Get("a")
	return read(f(pod))
}
`},
		{"before any number of parameters", `
func f(pod *Pod, more ...any) {
	//+ pod = pod.DeepCopy()
	pod.Node = "x" // write
}

func g(l Lister) {
	pod, _ := l.Get("a")
	f(pod)
	f(find("b"), 1, 2)
}
`},
		{"any number of parameters", `
func f(pods ...*Pod) {
	for _, pod := range pods {
		pod.Node = "x" // write
	}
}

func g(l Lister) {
	pod, _ := l.Get("a")
	f(pod)
}
`},
		{"one of any number of parameters", `
func f(items ...any) {
	items[0].(*Pod).Node = "x" // write
}

func f2(pods ...*Pod) {
	for _, pod := range pods {
		pod.Node = "x"
	}
}

func g(l Lister) {
	pod, _ := l.Get("a")
	f2(pod)
	f(pod)
}
`},
		{"the parameters of a call", `
func f(n int, pod *Pod) {
	pod.Node = "x" // write
}

func g() {
	f(both2())
}

func both2() (int, *Pod) { return 0, nil }
`},
		{"in a loop with a variable from before", `
func f(pod *Pod) {
	pod.Node = "x" // write
}

func g(l Lister) {
	pod, _ := l.Get("a")
	for range 3 {
		f(pod)
	}
}
`},
		{"a variable of the package", `
var last *Pod

func f(pod *Pod) {
	pod.Node = "x" // write
}

func g() {
	f(last)
}
`},
		{"a field", `
func f(pod *Pod) {
	pod.Node = "x" // write
}

func g(e Event) {
	f(e.Pod)
}
`},
		{"what a call returns", `
func f(pod *Pod) {
	//+ pod = pod.DeepCopy()
	pod.Node = "x" // write
}

func g() {
	f(find("a"))
}
`},
		{"an assertion of what an event handler gets", `
func f(pod *Pod) {
	//+ pod = pod.DeepCopy()
	pod.Node = "x" // write
}

func g(item any) {
	f(item.(*Pod))
}
`},
		{"an assertion of what is read then", `
func f(pod *Pod) {
	pod.Node = "x" // write
}

func g(item any) bool {
	f(item.(*Pod))
	return read(item)
}
`},
		{"a parameter of the caller", `
func f(pod *Pod) {
	pod.Node = "x" // write
}

func g(pod *Pod) {
	f(pod)
}
`},
		{"an interface with methods that the caller is given", `
func f(o Object) {
	o.SetLabels(nil) // write
}

func g(o Object) {
	f(o)
}
`},
		{"an element of a list that is read", `
func f(pod *Pod) {
	pod.Node = "x" // write
}

func g(l Lister) bool {
	pods, _ := l.List()
	for _, pod := range pods {
		f(pod)
	}
	return read(pods)
}
`},
		{"an element by its index of a list that is read", `
func f(pod *Pod) {
	pod.Node = "x" // write
}

func g(l Lister) bool {
	pods, _ := l.List()
	pod := pods[0]
	f(pod)
	return read(pods)
}
`},
		{"an element of a list that is not read", `
func f(pod *Pod) {
	//+ pod = pod.DeepCopy()
	pod.Node = "x" // write
}

func g(l Lister) {
	pods, _ := l.List()
	pod := pods[0]
	f(pod)
}
`},
		{"another element is read", `
func f(pod *Pod) {
	//+ pod = pod.DeepCopy()
	pod.Node = "x" // write
}

func g(l Lister) []*Pod {
	pod, _ := l.Get("a")
	f(pod)
	pods, _ := l.List()
	other := pods[0]
	for _, third := range pods {
		read(third)
	}
	read(other)
	return pods
}
`},
		{"the list that a parameter is", `
func f(pods []*Pod) {
	for _, pod := range pods {
		//+ pod = pod.DeepCopy()
		pod.Node = "x" // write
	}
}

func g(l Lister) int {
	pods, _ := l.List()
	f(pods)
	return len(pods)
}
`},
		{"the list that a parameter is, read by the caller", `
func f(pods []*Pod) {
	for _, pod := range pods {
		pod.Node = "x" // write
	}
}

func g(l Lister) bool {
	pods, _ := l.List()
	f(pods)
	return read(pods)
}
`},
		{"called from what initializes a variable", `
func f(pod *Pod) bool {
	pod.Node = "x" // write
	return true
}

var _ = func() bool {
	pod, _ := lister.Get("a")
	return f(pod)
}()
`},
		{"called from what initializes a variable with a result", `
func f(pod *Pod) bool {
	//+ pod = pod.DeepCopy()
	pod.Node = "x" // write
	return true
}

var _ = f(find("a"))
`},
	})
}

package copyfix

import "testing"

// TestNameAssertion: the copy of a type assertion gets a name.
func TestNameAssertion(t *testing.T) {
	run(t, []program{
		{"the copy has the type's name and is used from there on", `
func f(key string) {
	item, _, _ := store.GetByKey(key)
	if item.(*Pod).Node != "" {
		//+ pod := item.(*Pod).DeepCopy()
		item.(*Pod).Labels["a"] = "b" // write
		//= pod.Labels["a"] = "b" // write
		item.(*Pod).Node = item.(*Pod).Name // write
		//= pod.Node = pod.Name // write
	}
}
`},
		{"the object is read after the block", `
func f(key string) any {
	item, _, _ := store.GetByKey(key)
	if item.(*Pod).Node != "" {
		item.(*Pod).Labels["a"] = "b" // write
	}
	return item.(*Pod)
}
`},
		{"the object is used without an assertion", `
func f(key string) {
	item, _, _ := store.GetByKey(key)
	item.(*Pod).Labels["a"] = "b" // write
	read(item)
}
`},
		{"the object was used without an assertion before", `
func f(key string) {
	item, _, _ := store.GetByKey(key)
	read(item)
	//+ pod := item.(*Pod).DeepCopy()
	item.(*Pod).Labels["a"] = "b" // write
	//= pod.Labels["a"] = "b" // write
}
`},
		{"an assertion of another type would not see the writes", `
func f(key string) {
	item, _, _ := store.GetByKey(key)
	item.(*Pod).Labels["a"] = "b" // write
	item.(Object).SetLabels(nil)
}
`},
		{"two variables of one name need two copies", `
func f(key string) {
	if item, ok, _ := store.GetByKey(key); ok {
		item.(*Pod).Labels["a"] = "b" // write
	}
	item, _, _ := store.GetByKey(key)
	item.(*Pod).Labels["a"] = "b" // write
}
`},
		{"two types need two copies", `
func f(key string) {
	item, _, _ := store.GetByKey(key)
	item.(*Pod).Labels["a"] = "b" // write
	item.(*Job).Labels["a"] = "b" // write
}

type Job struct{ Pod }

func (j *Job) DeepCopy() *Job { return j }
`},
		{"a write in another form", `
func f(key string) {
	item, _, _ := store.GetByKey(key)
	pod := item.(*Pod)
	item.(*Pod).Labels["a"] = "b" // write
	pod.Node = "x"                // write
}
`},
		{"a call among the writes", `
func f(key string) {
	item, _, _ := store.GetByKey(key)
	item.(*Pod).Labels["a"] = "b" // write
	write(item.(*Pod))            // write 1
}
`},
		{"the form with two results", `
func f(key string) {
	item, _, _ := store.GetByKey(key)
	item.(*Pod).Labels["a"] = "b" // write
	if _, ok := item.(*Pod); ok {
		read()
	}
}
`},
		{"a literal in between does not know the name", `
func f(key string) {
	item, _, _ := store.GetByKey(key)
	item.(*Pod).Labels["a"] = "b" // write
	func() { read(item.(*Pod).Name) }()
}
`},
		{"the variable is set again", `
func f(key string) {
	item, _, _ := store.GetByKey(key)
	item.(*Pod).Labels["a"] = "b" // write
	item, _, _ = store.GetByKey("b")
}
`},
		{"the last assertion ends the block", `
func f(key string) any {
	item, _, _ := store.GetByKey(key)
	//+ pod := item.(*Pod).DeepCopy()
	item.(*Pod).Labels["a"] = "b" // write
	//= pod.Labels["a"] = "b" // write
	return item.(*Pod)
	//= return pod
}
`},
		{"a type that only copies to an interface", `
func f(item any) { // entry
	item.(*Job).Name = "x" // write
}

type Job struct{ Meta }

func (j *Job) DeepCopyObject() any { return j }
`},
		{"another variable is asserted, too", `
func f(key string) {
	item, _, _ := store.GetByKey(key)
	other, _, _ := store.GetByKey(key)
	//+ pod := item.(*Pod).DeepCopy()
	item.(*Pod).Labels["a"] = "b" // write
	//= pod.Labels["a"] = "b" // write
	read(other.(*Pod))
}
`},
		{"another statement is on the line", `
func f(key string) {
	item, _, _ := store.GetByKey(key); item.(*Pod).Labels["a"] = "b" // write
}
`},
		{"a statement ends on the line", `
func f(key string) {
	item, _, _ := store.GetByKey(
		key); item.(*Pod).Labels["a"] = "b" // write
}
`},
		{"the statement is in a block on one line", `
func f(key string) {
	item, _, _ := store.GetByKey(key)
	if item != nil { item.(*Pod).Labels["a"] = "b" } // write
}
`},
		{"in a case", `
func f(item any, n int) { // entry
	switch n {
	case 1:
		//+ pod := item.(*Pod).DeepCopy()
		item.(*Pod).Node = "x" // write
		//= pod.Node = "x" // write
	}
}
`},
		{"in a case of a select", `
func f(item any, c chan int) { // entry
	select {
	case <-c:
		//+ pod := item.(*Pod).DeepCopy()
		item.(*Pod).Node = "x" // write
		//= pod.Node = "x" // write
	}
}
`},
		{"a parameter that callers read", `
func f(item any) {
	item.(*Pod).Node = "x" // write
}

func g(item any) bool {
	f(item)
	return read(item)
}
`},
		{"a parameter that callers forget", `
func f(item any) {
	//+ pod := item.(*Pod).DeepCopy()
	item.(*Pod).Node = "x" // write
	//= pod.Node = "x" // write
}

func g() {
	item, _, _ := store.GetByKey("a")
	f(item)
}
`},
		{"a field is asserted", `
func f(e struct{ item any }) { // entry
	e.item.(*Pod).Node = "x" // write
}
`},
		{"its DeepCopy is of another type", `
func f(item any) { // entry
	item.(Labeled).meta().Labels["a"] = "b" // write
	item.(Labeled).Get().Labels["a"] = "b" // write
}

type Labeled interface {
	Object
	Get() *Meta
	meta() *Meta
}
`},
		{"outside of functions", `
var item any

func init() {
	//+ pod := item.(*Pod).DeepCopy()
	item.(*Pod).Node = "x" // write
	//= pod.Node = "x" // write
}
`},
		{"the name is taken", `
func f(item any, pod int) { // entry
	//+ podCopy := item.(*Pod).DeepCopy()
	item.(*Pod).Node = "x" // write
	//= podCopy.Node = "x" // write
	read(pod)
}
`},
	})
}

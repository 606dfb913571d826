package copyfix

import "testing"

// TestCopyArgument: a call gets a copy as its argument.
func TestCopyArgument(t *testing.T) {
	run(t, []program{
		{"an assertion is copied where it is handed on", `
func f(key string) {
	item, _, _ := store.GetByKey(key)
	write(item.(*Pod)) // write 1
	//= write(item.(*Pod).DeepCopy()) // write 1
}
`},
		{"a call's result is nobody else's", `
func f() {
	write(find("a")) // write 1
	//= write(find("a").DeepCopy()) // write 1
}
`},
		{"in brackets", `
func f() {
	write((find("a"))) // write 1
	//= write((find("a").DeepCopy())) // write 1
}
`},
		{"the argument that carries the object", `
func f() {
	both(find("a"), find("b")) // write 2
	//= both(find("a"), find("b").DeepCopy()) // write 2
}
`},
		{"the only argument that can be copied", `
func f() {
	write2(1, find("a")) // write
	//= write2(1, find("a").DeepCopy()) // write
}
`},
		{"one of two, it is not known which", `
func f() {
	both(find("a"), find("b")) // write
}
`},
		{"the receiver carries the object", `
func f() {
	find("a").SetLabels(nil) // write 0
}
`},
		{"the argument is one of a spread slice", `
func f(args []any) { // entry
	writeAll(args...) // write 2
}

func writeAll(args ...any) {}
`},
		{"two calls need two copies", `
func f(item any) { // entry
	write(item.(*Pod)) // write 1
	write(item.(*Pod)) // write 1
}
`},
		{"the object is read afterwards", `
func f(item any) bool { // entry
	write(item.(*Pod)) // write 1
	return read(item)
}
`},
		{"its length is not the object", `
func f(item any, list []any) int { // entry
	write(list[0].(*Pod)) // write 1
	//= write(list[0].(*Pod).DeepCopy()) // write 1
	return len(list) + cap(list)
}
`},
		{"the object was read before", `
func f(item any) { // entry
	read(item)
	write(item.(*Pod)) // write 1
	//= write(item.(*Pod).DeepCopy()) // write 1
}
`},
		{"a parameter that callers may read", `
func f(item any) {
	write(item.(*Pod)) // write 1
}

func g() bool {
	item, _, _ := store.GetByKey("a")
	f(item)
	return read(item)
}
`},
		{"a parameter that callers forget", `
func f(item any) {
	write(item.(*Pod)) // write 1
	//= write(item.(*Pod).DeepCopy()) // write 1
}

func g() {
	item, _, _ := store.GetByKey("a")
	f(item)
}
`},
		{"the next round may read it", `
func f(items []any) { // entry
	for range 3 {
		write(items[0].(*Pod)) // write 1
	}
}
`},
		{"a loop of the function around is another function's", `
func f(items []any) { // entry
	for range 3 {
		func() {
			write(items[0].(*Pod)) // write 1
			//= write(items[0].(*Pod).DeepCopy()) // write 1
		}()
	}
}
`},
		{"what is asserted has no name", `
func f() {
	write(store.ListKeys()[0].(*Pod)) // write 1
}
`},
		{"outside of functions nobody knows who reads", `
var item any

var _ = func() bool {
	write(item.(*Pod)) // write 1
	return true
}()
`},
		{"an element of a list", `
func f(list []*Pod) {
	write(list[0]) // write 1
}
`},
		{"its DeepCopy is of another type", `
func f() {
	writeObject(object()) // write 1
}

func object() Object { return nil }
`},
	})
}

package copyfix

import (
	"strings"
	"testing"

	"github.com/k8slint/k8slint/internal/astspan"
)

// TestLines: a new line leaves comments and line ends as they are.
func TestLines(t *testing.T) {
	run(t, []program{
		{"comments stay where they are", `
func f(l Lister) error {
	pod, err := l.Get("a") // get it
	if err != nil { // gone
		return err
	} // that was it
	//+ pod = pod.DeepCopy()
	// Now write.
	pod.Node = "x" // write
	return nil
}
`},
		{"a comment at the head of a block", `
func f(l Lister) {
	for _, pod := range pods() { // each
		//+ pod = pod.DeepCopy()
		// Now write.
		pod.Node = "x" // write
	}
}
`},
		{"a comment that goes on behind the line", `
func f(l Lister) {
	pod, _ := l.Get("a") /* get
	it */
	//+ pod = pod.DeepCopy()
	pod.Node = "x" // write
}
`},
		{"a comment that goes on behind the head of a block", `
func f(l Lister) {
	for _, pod := range pods() { /* each
		of them */
		//+ pod = pod.DeepCopy()
		pod.Node = "x" // write
	}
}
`},
		{"a comment that goes on elsewhere", `
/* f
writes. */
func f(l Lister) {
	pod, _ := l.Get("a") /* get it */
	//+ pod = pod.DeepCopy()
	/* Now
	write. */
	pod.Node = "x" // write
}
`},
		{"a statement on the same line", `
func f(l Lister) {
	pod, _ := l.Get("a"); read()
	//+ pod = pod.DeepCopy()
	pod.Node = "x" // write
}
`},
		{"the write on the same line", `
func f(l Lister) {
	pod, _ := l.Get("a"); pod.Node = "x" // write
}
`},
		{"a block that ends on the same line", `
func f(l Lister) {
	func() { pod, _ := l.Get("a"); pod.Node = "x" }() // write
	read()
}
`},
		{"a block that ends right after", `
func f(l Lister) {
	var pod *Pod
	if true { pod, _ = l.Get("a") }
	//+ pod = pod.DeepCopy()
	pod.Node = "x" // write
}
`},
		{"a loop on one line", `
func f(l Lister) {
	for _, pod := range pods() { pod.Node = "x" } // write
}
`},
		{"a statement on several lines", `
func f(l Lister) {
	pod, _ := l.Get(
		"a",
	)
	//+ pod = pod.DeepCopy()
	pod.Node = "x" // write
}
`},
		{"lines that are said to be others", `
func f(l Lister) {
//line x.go:1
	pod, _ := l.Get("a")
	//+ pod = pod.DeepCopy()
//line x.go:100
	pod.Node = "x" // write
}
`},
		{"a block whose lines are said to be others", `
func f(l Lister) {
//line x.go:1
	for _, pod := range pods() {
		//+ pod = pod.DeepCopy()
//line x.go:1
		pod.Node = "x" // write
	}
}
`},
	})
}

// TestLastLine asks for a place in a file whose last line has no end.
func TestLastLine(t *testing.T) {
	s := load(t, "func f(l Lister) { pod, _ := l.Get(\"a\"); pod.Node = \"x\" } // write")
	if fixes := Find(s.pass, astspan.Files{}, s.w); fixes != nil {
		t.Errorf("fix %v behind the end of the file", fixes)
	}
}

// TestCarriageReturns has lines that end as on Windows.
func TestCarriageReturns(t *testing.T) {
	s := load(t, strings.ReplaceAll(`func f(l Lister) {
	pod, _ := l.Get("a")
	pod.Node = "x" // write
}
`, "\n", "\r\n"))
	want := "pod, _ := l.Get(\"a\")\r\n\tpod = pod.DeepCopy()\n"
	if got := s.fixed(t)["p.go"]; !strings.Contains(got, want) {
		t.Errorf("%q does not contain %q", got, want)
	}
}

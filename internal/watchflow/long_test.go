package watchflow

import (
	"fmt"
	"strings"
	"testing"

	"github.com/k8slint/k8slint/internal/testmodule"
)

// longLoop goes back to its old position after an error, and takes that of each event;
// branches that have nothing to do with it go to one of the three places.
const longLoop = `func check(i int) error
func run(pods kubernetes.Pods, at string, flag bool, n int) error {
	before
	for {
		w, err := pods.Watch(v1.ListOptions{ResourceVersion: at})
		if err != nil { return err }
		for e := range w.ResultChan() {
			if e.Type == watch.Error { break }
			inside
			at = e.Object.(*core.Pod).ResourceVersion
		}
		behind
	}
}`

// TestLong: a failure and an advance are found before, between and behind any number of
// branches that have nothing to do with them, also in a loop and in each other.
func TestLong(t *testing.T) {
	inRow := func(n int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, "if flag { n++ } else if n > %d { n += %[1]d }\nif err := check(%[1]d); err != nil { return err }\n", i)
		}
		return b.String()
	}
	inLoop := func(n int) string { return "for i := 0; i < n; i++ {\n" + inRow(n) + "}\n" }
	nested := func(n int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, "if n > %d {\nif err := check(%[1]d); err != nil { return err }\n", i)
		}
		return b.String() + strings.Repeat("}\n", n)
	}
	for _, shape := range []struct {
		name string
		code func(int) string
		most int
	}{{"in a row", inRow, 1000}, {"in a loop", inLoop, 1000}, {"in each other", nested, 300}} {
		for _, at := range []string{"before", "inside", "behind"} {
			sizes := []int{1, 100}
			if at == "behind" && testmodule.All() { // there, a bound of 6,000 states lost the failure
				sizes = append(sizes, shape.most)
			}
			for _, n := range sizes {
				src := longLoop
				for _, place := range []string{"before", "inside", "behind"} {
					code := ""
					if place == at {
						code = shape.code(n)
					}
					src = strings.Replace(src, "\t"+place+"\n", code, 1)
				}
				all := strings.Join(answers(flowOf(t, src)), "\n")
				if !strings.Contains(all, "advances at") || !strings.Contains(all, "lost") {
					t.Errorf("%d branches %s %s:\n%s", n, shape.name, at, all)
				}
			}
		}
	}
}

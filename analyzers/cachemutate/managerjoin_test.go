package cachemutate

import (
	"fmt"
	"go/token"
	"go/types"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/k8slint/k8slint/internal/bound"
)

// TestJoinBound: of the writes that an option makes findings as many are reported as
// may be, and that there are more is told.
func TestJoinBound(t *testing.T) {
	for _, over := range []int{0, 1} {
		written := &Managing{}
		for i := range maxManaged + over {
			written.Writes = append(written.Writes, ManagedWrite{Type: "v1.Pod", WriteAt: WriteAt{Posn: fmt.Sprintf("p/p.go:%d", i+1)}})
		}
		log := bound.New(token.NewFileSet(), "example.com/p")
		pass := &analysis.Pass{Pkg: types.NewPackage("example.com/p", "p"), ResultOf: map[*analysis.Analyzer]any{bound.Analyzer: log}}
		j := &joiner{pass: pass, here: &Managing{}, seen: map[string]*Managing{
			"example.com/main":  {Options: []Option{{Type: "v1.Pod"}}},
			"example.com/write": written,
		}}
		j.join()
		if len(j.out) != maxManaged || len(log.All()) != over {
			t.Errorf("%d writes: %d are reported, and %d bounds told", maxManaged+over, len(j.out), len(log.All()))
		}
	}
}

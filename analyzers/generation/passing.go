package generation

import (
	"github.com/k8slint/k8slint/internal/kube"
)

// A passing is the fact of a function that the predicate which it returns passes no update of a kind
// that has no generation, or only those of metadata.
type passing struct {
	Metadata, Generation, ByHand bool
}

func (*passing) AFact()         {}
func (*passing) String() string { return "passing" }

func (p *passing) filter() filter {
	f := filter{passes: nothing, generation: p.Generation, byHand: p.ByHand}
	if p.Metadata {
		f.passes = metadata
	}
	return f
}

// export exports the facts of the functions of the package.
func (p *predicates) export() {
	for obj := range p.bodies {
		if kube.PredicateUpdate(kube.ResultOf(obj)) == nil || p.onlyReturn(obj) == nil {
			continue
		}
		f := p.read(p.onlyReturn(obj), 0)
		if f.passes != unknown && len(f.whole) == 0 {
			p.pass.ExportObjectFact(obj, &passing{Metadata: f.passes == metadata, Generation: f.generation, ByHand: f.byHand})
		}
	}
}

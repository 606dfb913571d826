package informer

import (
	"fmt"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/ssaquery"
)

// A handling is what a function does with the factories and informers that it is given, and a method with those of its
// receiver.
type handling struct {
	Params []param // those that may go where nobody follows them are left out
	Cycle  cycle
}

type param struct {
	Index int // of ssa.Function.Params
	Does  []step
}

// A step is an event without its place.
type step struct {
	Kind  kind
	Chain string
	Later bool
}

func (*handling) AFact() {}

func (h *handling) String() string {
	var s []string
	for _, p := range h.Params {
		for _, d := range p.Does {
			s = append(s, fmt.Sprintf("%s $%d%s", [...]string{"asks", "starts", "waits", "may run or fill"}[d.Kind], p.Index, d.Chain))
		}
	}
	if h.Cycle.any() {
		s = append(s, h.Cycle.String())
	}
	return strings.Join(s, ", ")
}

// of is what the function does with its parameter i.
func (h *handling) of(i int) ([]event, bool) {
	for _, p := range h.Params {
		if p.Index != i {
			continue
		}
		var out []event
		for _, d := range p.Does {
			out = append(out, event{kind: d.Kind, chain: d.Chain, later: d.Later})
		}
		return out, true
	}
	return nil, false
}

// export tells other packages what the functions of this one do.
func (p *program) export(fns []*ssa.Function, pkg *ssa.Package) {
	cycles := false
	for _, fn := range fns {
		obj := ssaquery.Declared(fn)
		if obj == nil || obj.Pkg() != p.pass.Pkg || len(fn.Blocks) == 0 {
			continue
		}
		var h handling
		for i, x := range fn.Params {
			if leadsOn(x.Type()) {
				if does, ok := p.steps(x); ok {
					h.Params = append(h.Params, param{i, does})
				}
			}
		}
		if fn.Signature.Recv() != nil && len(fn.Params) > 0 {
			h.Cycle = fieldCycle(fn)
			cycles = cycles || h.Cycle.any()
		}
		if len(h.Params) > 0 || h.Cycle.any() {
			p.pass.ExportObjectFact(obj, &h)
		}
	}
	if cycles {
		exportCycles(p.pass, pkg)
	}
}

// steps is what happens to x, if the factory stays here.
func (p *program) steps(x *ssa.Parameter) (does []step, ok bool) {
	for _, e := range p.param(x) {
		if e.kind == escapes || e.kind == unknown && e.chain == "" {
			return nil, false
		}
		if s := (step{e.kind, e.chain, e.later}); len(does) == 0 || does[len(does)-1] != s {
			does = append(does, s)
		}
	}
	return does, true
}

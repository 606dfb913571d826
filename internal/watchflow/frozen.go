package watchflow

import (
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/kube"
)

// frozen tells which package variables of watch options have, from the start of the
// program, the version that their initialization gives them. Variables that are a text are
// left out: the linker can set them.
type frozen struct {
	code  *code
	moved map[*ssa.Global]bool // nil until it is first asked
}

// is reports whether nothing but the initialization of the package sets the version in g,
// and g's address goes nowhere.
func (f *frozen) is(g *ssa.Global) bool {
	elem := g.Type().(*types.Pointer).Elem()
	if g.Pkg.Pkg != f.code.pkg || token.IsExported(g.Name()) || kube.OptionsField(elem) == "" {
		return false
	}
	if _, isStruct := elem.Underlying().(*types.Struct); !isStruct {
		return false
	}
	if f.moved == nil {
		f.moved = map[*ssa.Global]bool{}
		for _, instr := range f.code.Instrs() {
			f.look(instr)
		}
	}
	return !f.moved[g]
}

// look notes the variables that instr sets, or of which it takes the address.
func (f *frozen) look(instr ssa.Instruction) {
	for _, o := range instr.Operands(nil) {
		g, ok := (*o).(*ssa.Global)
		if !ok {
			continue
		}
		switch instr := instr.(type) {
		case *ssa.UnOp:
			continue
		case *ssa.FieldAddr:
			if f.onlyReads(instr) {
				continue
			}
		case *ssa.Store:
			if instr.Addr == ssa.Value(g) && initializes(instr.Parent()) {
				continue
			}
		}
		f.moved[g] = true
	}
}

// onlyReads reports whether the field at fa is read, or set where that does not change the
// version.
func (f *frozen) onlyReads(fa *ssa.FieldAddr) bool {
	for _, r := range *fa.Referrers() {
		switch r := r.(type) {
		case *ssa.UnOp:
		case *ssa.Store:
			if r.Addr != ssa.Value(fa) || fieldName(fa) == kube.ResourceVersionField && !initializes(r.Parent()) {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// initializes reports whether f is run only when the package is initialized.
func initializes(f *ssa.Function) bool {
	return f.Parent() == nil && f.Signature.Recv() == nil && (f.Name() == "init" || strings.HasPrefix(f.Name(), "init#"))
}

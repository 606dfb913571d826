package watchflow

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// A Comparison is one of two resourceVersions for order, made by hand.
type Comparison struct {
	Pos token.Pos
	// Strings: compared as text, where "9" comes after "10".
	Strings bool
}

// Comparisons lists the comparisons of versions as text, and those of the
// numbers that they were parsed to.
func (f *Flow) Comparisons() []*Comparison {
	f.mu.Lock()
	defer f.mu.Unlock()
	var out []*Comparison
	f.p.each(func(_ *ssa.Function, instr ssa.Instruction) {
		b, ok := instr.(*ssa.BinOp)
		if !ok {
			return
		}
		switch b.Op {
		case token.LSS, token.GTR, token.LEQ, token.GEQ:
		default:
			return
		}
		switch {
		case kind(b.X.Type(), types.IsString):
			if f.p.objectVersion(b.X, 0) && f.p.objectVersion(b.Y, 0) {
				out = append(out, &Comparison{b.Pos(), true})
			}
		case kind(b.X.Type(), types.IsInteger):
			if f.p.parsedVersion(b.X, 0) && f.p.parsedVersion(b.Y, 0) {
				out = append(out, &Comparison{b.Pos(), false})
			}
		}
	})
	return out
}

// objectVersion reports whether v is read from a Kubernetes object or list:
// a name alone proves nothing, there are versions of other things.
func (p *program) objectVersion(v ssa.Value, depth int) bool {
	if depth > 5 {
		return false
	}
	if _, ok := extraction(v); ok {
		return true
	}
	switch v := v.(type) {
	case *ssa.UnOp:
		if v.Op == token.MUL {
			for _, x := range p.localValues(v) {
				if p.objectVersion(x, depth+1) {
					return true
				}
			}
			// Kept in a field or shared variable: from an object somewhere.
			if _, local := v.X.(*ssa.Alloc); !local {
				for _, l := range p.pt.Locs(v.X) {
					for _, d := range p.pt.Defs(l) {
						if d.Path == "" && p.objectVersion(d.Store.Val, depth+2) {
							return true
						}
					}
				}
			}
		}
	case *ssa.Parameter:
		for _, a := range p.pt.Args(v) {
			if p.objectVersion(a.Value, depth+1) {
				return true
			}
		}
	}
	return false
}

// parsedVersion reports whether v is the number that a version was parsed to.
func (p *program) parsedVersion(v ssa.Value, depth int) bool {
	if depth > 5 {
		return false
	}
	switch v := v.(type) {
	case *ssa.Extract:
		call, ok := v.Tuple.(*ssa.Call)
		if !ok || v.Index != 0 {
			return false
		}
		switch name(&call.Call) {
		case "Atoi", "ParseInt", "ParseUint":
			return p.objectVersion(call.Call.Args[0], depth+1)
		}
	case *ssa.Convert:
		return p.parsedVersion(v.X, depth+1)
	case *ssa.UnOp:
		if v.Op == token.MUL {
			for _, x := range p.localValues(v) {
				if p.parsedVersion(x, depth+1) {
					return true
				}
			}
		}
	}
	return false
}

package watchflow

import (
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/pointsto"

	"github.com/k8slint/k8slint/internal/kube"
)

// ordered reports whether instr happens only where a comparison of versions
// has come out one way: whatever way it is, someone thought of the order.
func (p *program) ordered(instr ssa.Instruction) bool {
	f := instr.Parent()
	var tests []*ssa.If
	var unset []*ssa.If
	for _, b := range f.Blocks {
		if i, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If); ok {
			switch {
			case p.orderTest(i.Cond, 0):
				tests = append(tests, i)
			case p.unsetTest(i.Cond):
				unset = append(unset, i)
			}
		}
	}
	if len(tests) == 0 {
		return false
	}
	for succ := range 2 {
		cut := map[[2]*ssa.BasicBlock]bool{}
		for _, t := range tests {
			cut[[2]*ssa.BasicBlock{t.Block(), t.Block().Succs[succ]}] = true
		}
		// "not set yet, or newer": the first version may be any.
		for _, t := range unset {
			cut[[2]*ssa.BasicBlock{t.Block(), t.Block().Succs[0]}] = true
		}
		if !reachable(f.Blocks[0], instr.Block(), cut) {
			return true
		}
	}
	return false
}

func reachable(from, to *ssa.BasicBlock, cut map[[2]*ssa.BasicBlock]bool) bool {
	seen := map[*ssa.BasicBlock]bool{from: true}
	work := []*ssa.BasicBlock{from}
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		if b == to {
			return true
		}
		for _, s := range b.Succs {
			if !seen[s] && !cut[[2]*ssa.BasicBlock{b, s}] {
				seen[s] = true
				work = append(work, s)
			}
		}
	}
	return false
}

// orderTest reports whether cond compares two versions for order.
func (p *program) orderTest(cond ssa.Value, depth int) bool {
	if depth > 4 {
		return false
	}
	switch c := cond.(type) {
	case *ssa.UnOp:
		if c.Op == token.NOT {
			return p.orderTest(c.X, depth+1)
		}
		if c.Op == token.MUL {
			for _, v := range p.localValues(c) {
				if p.orderTest(v, depth+1) {
					return true
				}
			}
		}
	case *ssa.BinOp:
		switch c.Op {
		case token.LSS, token.GTR, token.LEQ, token.GEQ:
			if p.versionLike(c.X, 0) && p.versionLike(c.Y, 0) {
				return true
			}
			return p.compares(c.X, 0) || p.compares(c.Y, 0)
		case token.EQL, token.NEQ:
			if !kind(c.X.Type(), types.IsInteger) {
				return false
			}
			return p.compares(c.X, 0) || p.compares(c.Y, 0)
		}
	case *ssa.Call, *ssa.Extract, *ssa.Phi:
		if kind(c.Type(), types.IsBoolean) {
			return p.compares(cond, 0)
		}
	}
	return false
}

// compares reports whether v is the result of a call that is given two
// versions (CompareResourceVersion, isNewer), or computed from it.
func (p *program) compares(v ssa.Value, depth int) bool {
	if depth > 4 {
		return false
	}
	switch v := v.(type) {
	case *ssa.Extract:
		return p.compares(v.Tuple, depth+1)
	case *ssa.Convert:
		return p.compares(v.X, depth+1)
	case *ssa.UnOp:
		if v.Op == token.MUL {
			for _, x := range p.localValues(v) {
				if p.compares(x, depth+1) {
					return true
				}
			}
		}
	case *ssa.Call:
		n := strings.ToLower(name(&v.Call))
		for _, equality := range []string{"equal", "same", "len", "match", "contains", "hasprefix", "printf", "errorf", "info", "warn", "debug"} {
			if strings.Contains(n, equality) {
				return false
			}
		}
		versions := 0
		for _, a := range v.Call.Args {
			if p.versionLike(pointsto.Unwrap(a), 0) {
				versions++
			}
		}
		if v.Call.IsInvoke() && p.versionLike(v.Call.Value, 0) {
			versions++
		}
		if versions >= 2 {
			return true
		}
		// A method of the holder of the position: w.isNewer(rv).
		return versions == 1 && (strings.Contains(n, "newer") || strings.Contains(n, "older") || strings.Contains(n, "compare"))
	}
	return false
}

// localValues returns what the variable that u loads can hold there.
func (p *program) localValues(u *ssa.UnOp) []ssa.Value {
	var out []ssa.Value
	for _, l := range p.pt.Locs(u.X) {
		if _, ok := l.Base.(*ssa.Alloc); !ok {
			continue
		}
		defs, _ := p.pt.ReachingDefs(u, l)
		for _, d := range defs {
			out = append(out, d.Store.Val)
		}
	}
	return out
}

// versionLike reports whether v holds a resourceVersion, as text, number or
// inside an object.
func (p *program) versionLike(v ssa.Value, depth int) bool {
	if depth > 6 {
		return false
	}
	if _, ok := extraction(v); ok {
		return true
	}
	switch v := v.(type) {
	case *ssa.Parameter:
		return kube.VersionName(v.Name())
	case *ssa.FieldAddr:
		return kube.VersionName(pointsto.StructField(v.X.Type(), v.Field).Name())
	case *ssa.Field:
		return kube.VersionName(pointsto.StructField(v.X.Type(), v.Field).Name())
	case *ssa.Convert:
		return p.versionLike(v.X, depth+1)
	case *ssa.ChangeType:
		return p.versionLike(v.X, depth+1)
	case *ssa.MakeInterface:
		return p.versionLike(v.X, depth+1)
	case *ssa.Extract:
		if call, ok := v.Tuple.(*ssa.Call); ok {
			return p.versionLike(call, depth+1)
		}
	case *ssa.UnOp:
		if v.Op != token.MUL {
			return false
		}
		switch x := v.X.(type) {
		case *ssa.FieldAddr:
			return p.versionLike(x, depth+1)
		case *ssa.Alloc:
			if kube.VersionName(x.Comment) {
				return true
			}
		case *ssa.FreeVar:
			if kube.VersionName(x.Name()) {
				return true
			}
		case *ssa.Global:
			if kube.VersionName(x.Name()) {
				return true
			}
		}
		for _, x := range p.localValues(v) {
			if x != ssa.Value(v) && p.versionLike(x, depth+1) {
				return true
			}
		}
	case *ssa.Call:
		n := name(&v.Call)
		if n == "len" {
			return false
		}
		if strings.Contains(strings.ToLower(n), "resourceversion") {
			return true
		}
		for _, a := range v.Call.Args {
			if p.versionLike(a, depth+1) {
				return true
			}
		}
	}
	return false
}

// unsetTest reports whether cond asks whether a version is "" or "0".
func (p *program) unsetTest(cond ssa.Value) bool {
	b, ok := cond.(*ssa.BinOp)
	if !ok || b.Op != token.EQL {
		return false
	}
	c, ok := b.Y.(*ssa.Const)
	if !ok {
		return false
	}
	switch x := b.X.(type) {
	case *ssa.Lookup: // a position for each kind, by whatever name
	case *ssa.UnOp:
		if x.Op != token.MUL && !p.versionLike(x, 0) {
			return false
		}
	default:
		if !p.versionLike(x, 0) {
			return false
		}
	}
	if kind(c.Type(), types.IsString) {
		s := constString(c)
		return s == "" || s == "0"
	}
	return kind(c.Type(), types.IsInteger) && c.Int64() == 0
}

// picksNewer reports whether f returns one of several versions after having
// compared them.
func (p *program) picksNewer(f *ssa.Function) bool {
	versions := 0
	for _, par := range f.Params {
		if kind(par.Type(), types.IsString|types.IsInteger) {
			versions++
		}
	}
	if versions < 2 {
		return false
	}
	for _, b := range f.Blocks {
		if i, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If); ok {
			if c, ok := i.Cond.(*ssa.BinOp); ok {
				switch c.Op {
				case token.LSS, token.GTR, token.LEQ, token.GEQ:
					return true
				}
			}
			if p.orderTest(i.Cond, 0) {
				return true
			}
		}
	}
	return false
}

package watchflow

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/flow"
	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/ssaquery"
)

// A Comparison is one of two resourceVersions for order, made by hand.
type Comparison struct {
	Pos token.Pos
	How How
}

// How says how versions are compared.
type How int

const (
	// AsNumbers: what they were parsed to.
	AsNumbers How = iota
	// AsText: "9" comes after "10".
	AsText
	// ByLength: as text where they are of one length, which is right for
	// numbers.
	ByLength
)

func (h How) String() string { return [...]string{"numbers", "text", "length, then text"}[h] }

// comparisons lists the comparisons of versions as text, and those of the
// numbers that they were parsed to.
func comparisons(o *origins) []*Comparison {
	var out []*Comparison
	for _, instr := range o.code.Instrs() {
		b, ok := instr.(*ssa.BinOp)
		if !ok || !ssaquery.IsOrder(b.Op) {
			continue
		}
		switch {
		case ssaquery.IsBasic(b.X.Type(), types.IsString):
			if o.isObjectVersion(b.X) && o.isObjectVersion(b.Y) && !noNumbers(o, b) && !(isOwn(o, b.X) && isOwn(o, b.Y)) {
				how := AsText
				if lengthsDecide(o, b) {
					how = ByLength
				}
				out = append(out, &Comparison{b.Pos(), how})
			}
		case ssaquery.IsBasic(b.X.Type(), types.IsInteger):
			if o.isParsedVersion(b.X) && o.isParsedVersion(b.Y) {
				out = append(out, &Comparison{b.Pos(), AsNumbers})
			}
		}
	}
	return out
}

// lengthsDecide reports whether a test of the lengths of versions decides
// whether b compares versions as text.
func lengthsDecide(o *origins, b *ssa.BinOp) bool {
	return slices.ContainsFunc([]bool{true, false}, func(way bool) bool {
		return ssaquery.OnlyBehind(b, func(test *ssa.If, yes bool) bool { return yes == way && comparesLengths(o, test.Cond) })
	})
}

// isOwn reports whether v is read from a field of the program's own, and not from the
// metadata of an object: it can have whatever form the program gives it.
func isOwn(o *origins, v ssa.Value) bool {
	return slices.ContainsFunc(o.code.values(v), func(x ssa.Value) bool {
		if _, getter := x.(*ssa.Call); getter {
			return false
		}
		holder, ok := versionOf(x)
		return ok && !kube.HasMetadata(holder.Type())
	})
}

// noNumbers reports whether b is reached only where a version is known to be no
// number, because parsing it has failed.
func noNumbers(o *origins, b *ssa.BinOp) bool {
	return ssaquery.OnlyBehind(b, func(test *ssa.If, yes bool) bool {
		cond, ok := test.Cond.(*ssa.BinOp)
		return ok && (cond.Op == token.NEQ && yes || cond.Op == token.EQL && !yes) && ssaquery.IsNil(cond.Y) && isParseError(o, cond.X)
	})
}

// isParseError reports whether v is the error of parsing versions, or is joined of such errors.
func isParseError(o *origins, v ssa.Value) bool {
	back := func(v ssa.Value) []ssa.Value {
		if call, ok := v.(*ssa.Call); ok && calleeName(&call.Call) == "Join" && len(call.Call.Args) == 1 {
			return ssaquery.Gathered(call.Call.Args[0])
		}
		return o.code.heldBy(v)
	}
	return flow.Any(v, back, func(v ssa.Value) bool {
		call := ssaquery.ResultOf(v)
		if call == nil || !ssaquery.IsError(v.Type()) || len(call.Call.Args) == 0 {
			return false
		}
		name := calleeName(&call.Call)
		return (kube.ParsesNumber(name) || name == "CompareResourceVersion") && o.isObjectVersion(call.Call.Args[0])
	})
}

// comparesLengths reports whether cond compares the lengths of two versions.
func comparesLengths(o *origins, cond ssa.Value) bool {
	c, ok := cond.(*ssa.BinOp)
	if !ok {
		return false
	}
	return isLengthOfVersion(o, c.X) && isLengthOfVersion(o, c.Y)
}

// isLengthOfVersion reports whether v, or what the variable that it is read from
// holds, is the length of a version.
func isLengthOfVersion(o *origins, v ssa.Value) bool {
	return slices.ContainsFunc(o.code.values(v), func(x ssa.Value) bool {
		call, ok := x.(*ssa.Call)
		return ok && calleeName(&call.Call) == "len" && len(call.Call.Args) == 1 && o.isObjectVersion(call.Call.Args[0])
	})
}

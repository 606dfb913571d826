package load

import (
	"go/ast"
	"go/types"
	"maps"
	"slices"
)

// A remnant is what is left of a package, and what is known of what is not: which
// of its types are broken, and what depends on code that was left out.
type remnant struct {
	d    *Parsed
	env  Env
	lost *lost

	info *types.Info
	pkg  *types.Package

	// left are the functions whose bodies were left out, with what is known
	// of these; gone tells it of other declarations.
	left map[*ast.FuncDecl]*leftBody
	gone []string // declarations that are taken away, by name
	// broken are the package's types that are not as declared.
	broken map[string]bool
	// mentioned remembers which types mention broken ones.
	mentioned map[types.Type]bool
	// values are those of variables that were left out.
	values []*leftBody
	// lostNames may have been declared by what was taken away.
	lostNames map[string]bool
}

// names returns what was left out, in the order of the source.
func (r *remnant) names() []string {
	decls := make([]*ast.FuncDecl, 0, len(r.left))
	for decl := range r.left {
		decls = append(decls, decl)
	}
	slices.SortFunc(decls, func(a, b *ast.FuncDecl) int { return int(a.Pos() - b.Pos()) })
	var out []string
	for _, decl := range decls {
		name := decl.Name.Name
		if recv := receiverName(decl); recv != "" {
			name = recv + "." + name
		}
		out = append(out, name)
	}
	gone := slices.AppendSeq(slices.Clone(r.gone), maps.Keys(r.lost.names))
	slices.Sort(gone)
	for _, name := range slices.Compact(gone) {
		if !slices.Contains(out, name) {
			out = append(out, name)
		}
	}
	return out
}

// putsUnknown are the fields and variables into which code that was left out may put
// something, by itself or by what it calls.
func (r *remnant) putsUnknown() map[string]bool {
	out := make(map[string]bool)
	for key := range r.env.Unknown {
		if len(key) > len(unknownPlace) && key[:len(unknownPlace)] == unknownPlace {
			out[key] = true
		}
	}
	for _, b := range r.leftBodies() {
		for key := range b.puts {
			out[key] = true
		}
	}
	return out
}

func (r *remnant) leftBodies() []*leftBody {
	out := append([]*leftBody(nil), r.values...)
	for _, b := range r.left {
		out = append(out, b)
	}
	return out
}

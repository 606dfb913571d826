package subresource

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"iter"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/posn"
	"github.com/k8slint/k8slint/internal/ssabuild"
)

const (
	statusMarker   = "+kubebuilder:subresource:status"
	noStatusMarker = "+genclient:noStatus"
	groupMarker    = "+groupName="
	ruleMarker     = "+kubebuilder:validation:XValidation"
)

// readMarkers fills f with what the comments of pass's package say of its kinds.
func readMarkers(pass *analysis.Pass, f *Says) {
	var without []KindFact
	marked := false
	declares := false
	files := ssabuild.FilesOutsideTests(pass)
	for _, file := range files {
		for spec, comments := range Types(file) {
			if o, ok := pass.TypesInfo.Defs[spec.Name].(*types.TypeName); !ok || !kube.IsKindType(o.Type()) {
				continue
			}
			declares = true
			k := KindFact{Name: spec.Name.Name, Fixed: isFixed(file, spec)}
			for _, c := range comments {
				switch text := Text(c); {
				case is(text, statusMarker):
					k.Verdict, k.Where = Has, posn.Of(pass, c.Pos())
					marked = true
				case is(text, noStatusMarker) && k.Verdict == Unknown:
					k.Verdict, k.Where = HasNot, posn.Of(pass, c.Pos())
				}
			}
			if k.Verdict == Unknown {
				without = append(without, k)
				continue
			}
			f.Kinds = append(f.Kinds, k)
		}
	}
	for _, k := range without {
		if marked {
			k.Verdict = HasNot
		}
		if marked || k.Fixed {
			f.Kinds = append(f.Kinds, k)
		}
	}
	slices.SortFunc(f.Kinds, func(a, b KindFact) int { return strings.Compare(a.Name, b.Name) })
	if declares {
		readGroup(pass, files, f)
	}
}

// isFixed reports whether a rule at the field of a kind for its spec allows no change.
func isFixed(file *ast.File, kind *ast.TypeSpec) bool {
	s, ok := kind.Type.(*ast.StructType)
	if !ok {
		return false
	}
	from := s.Fields.Opening
	for _, field := range s.Fields.List {
		if len(field.Names) == 1 && field.Names[0].Name == "Spec" {
			return slices.ContainsFunc(commentsIn(file, from, field.Type.Pos()), func(c *ast.Comment) bool {
				text := Text(c)
				return is(text, ruleMarker) && strings.Contains(text, `rule="self == oldSelf"`)
			})
		}
		from = field.End()
	}
	return false
}

// is reports whether a comment's text is the marker, with or without a value.
func is(text, marker string) bool {
	rest, ok := strings.CutPrefix(text, marker)
	return ok && (rest == "" || strings.IndexAny(rest[:1], " \t=:") == 0)
}

// Text is that of a comment, which may be a marker.
func Text(c *ast.Comment) string { return strings.TrimSpace(strings.TrimPrefix(c.Text, "//")) }

// Types yields the types that file declares, with the comments between each and the declaration before it.
func Types(file *ast.File) iter.Seq2[*ast.TypeSpec, []*ast.Comment] {
	return func(yield func(*ast.TypeSpec, []*ast.Comment) bool) {
		from := file.Name.End()
		for _, d := range file.Decls {
			if g, ok := d.(*ast.GenDecl); ok && g.Tok == token.TYPE {
				for _, s := range g.Specs {
					spec := s.(*ast.TypeSpec)
					if !yield(spec, commentsIn(file, from, spec.Name.Pos())) {
						return
					}
					from = s.End()
				}
			}
			from = d.End()
		}
	}
}

// commentsIn are the lines of the comments between two places.
func commentsIn(file *ast.File, from, to token.Pos) []*ast.Comment {
	var out []*ast.Comment
	for _, g := range file.Comments {
		if g.Pos() >= from && g.End() <= to {
			out = append(out, g.List...)
		}
	}
	return out
}

// readGroup finds the group and version of the package's kinds: in the marker that
// controller-gen reads, or in the variable by which they are registered.
func readGroup(pass *analysis.Pass, files []*ast.File, f *Says) {
	f.Version = pass.Pkg.Name()
	for _, file := range files {
		for _, c := range commentsIn(file, file.FileStart, file.Name.Pos()) {
			if group, ok := strings.CutPrefix(Text(c), groupMarker); ok {
				f.Group = group
			}
		}
		for _, d := range file.Decls {
			g, ok := d.(*ast.GenDecl)
			if !ok || g.Tok != token.VAR {
				continue
			}
			for n := range ast.Preorder(g) {
				if lit, ok := n.(*ast.CompositeLit); ok && kube.IsGroupVersion(pass.TypesInfo.TypeOf(lit)) {
					readGroupVersion(pass, lit, f)
				}
			}
		}
	}
	if f.Group == "" {
		f.Version = ""
	}
}

func readGroupVersion(pass *analysis.Pass, lit *ast.CompositeLit, f *Says) {
	for _, el := range lit.Elts {
		kv, ok := el.(*ast.KeyValueExpr)
		if !ok {
			continue
		}
		name, ok := kv.Key.(*ast.Ident)
		v := pass.TypesInfo.Types[kv.Value].Value
		if !ok || v == nil || v.Kind() != constant.String || constant.StringVal(v) == "" {
			continue
		}
		switch name.Name {
		case "Group":
			f.Group = constant.StringVal(v)
		case "Version":
			f.Version = constant.StringVal(v)
		}
	}
}

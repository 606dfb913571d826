package importedit

import (
	"go/token"
	"go/types"
	"strconv"

	"golang.org/x/tools/go/analysis"

	"github.com/k8slint/k8slint/internal/astspan"
)

// TypeString is t as the file at pos writes it: *corev1.Pod, where that is how it
// names the package. Packages that it does not import have their own name.
func TypeString(pass *analysis.Pass, pos token.Pos, t types.Type) string {
	names := map[string]string{}
	if f := astspan.File(pass.Files, pos); f != nil {
		for _, spec := range f.Imports {
			path, _ := strconv.Unquote(spec.Path.Value)
			if name := nameOf(pass, spec); name != "_" && name != "." {
				names[path] = name
			}
		}
	}
	return types.TypeString(t, func(p *types.Package) string {
		if p == pass.Pkg {
			return ""
		}
		if name := names[p.Path()]; name != "" {
			return name
		}
		return p.Name()
	})
}

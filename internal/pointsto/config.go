package pointsto

import (
	"go/types"

	"github.com/k8slint/k8slint/internal/bound"
)

// Config is what an analysis knows of types and functions of other packages.
// Its zero value knows nothing.
type Config struct {
	// Shared reports whether field f of the type n, of another package, is one
	// place for all values of the type. The fields of the package's own types are;
	// otherwise each value has a field of its own. It is also asked about the
	// package's own types; if it is nil, those are shared and no others.
	Shared func(n *types.Named, f *types.Var) bool
	// Log is where bounds that are reached are noted.
	Log *bound.Log
}

func (cfg *Config) shared(pkg *types.Package, n *types.Named, f *types.Var) bool {
	if cfg.Shared != nil {
		return cfg.Shared(n, f)
	}
	return n.Obj().Pkg() == pkg
}

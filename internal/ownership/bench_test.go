package ownership_test

import (
	"go/types"
	"os"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/packages"

	"github.com/k8slint/k8slint/internal/config"
	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/ownership"
	"github.com/k8slint/k8slint/internal/ssabuild"
	"github.com/k8slint/k8slint/internal/testmodule"
)

// BenchmarkEngine measures building SSA, and the engine on it, one package at
// a time: the test module's own packages, and three large ones of libraries,
// which are analysed as if no table described them.
//
//	go test -run=NONE -bench=Engine -benchmem ./internal/ownership
func BenchmarkEngine(b *testing.B) {
	cfg := &packages.Config{
		Mode: packages.LoadSyntax | packages.NeedModule,
		Dir:  testmodule.Dir(b, "testdata/src"),
		Env:  append(os.Environ(), "GOWORK=off", "GOFLAGS=-mod=mod"),
	}
	own, err := packages.Load(cfg, "./cachemutate/...")
	if err != nil {
		b.Fatal(err)
	}
	libraries, err := packages.Load(cfg, "k8s.io/client-go/tools/cache", "k8s.io/apimachinery/pkg/runtime", "k8s.io/apimachinery/pkg/apis/meta/v1/unstructured")
	if err != nil {
		b.Fatal(err)
	}
	if packages.PrintErrors(own)+packages.PrintErrors(libraries) > 0 {
		b.Fatal("the packages do not load")
	}
	forced := make(map[string]bool)
	for _, p := range libraries {
		forced[p.PkgPath] = true
	}
	c := &config.Config{Force: func(path string) bool { return forced[path] }}
	ssa := ssabuild.New(c)
	engine := ownership.New(c, ssa)

	for _, set := range []struct {
		name string
		pkgs []*packages.Package
	}{{"shapes", own}, {"libraries", libraries}} {
		b.Run("ssa/"+set.name, func(b *testing.B) {
			for b.Loop() {
				for _, p := range set.pkgs {
					build(b, ssa, p)
				}
			}
		})
		b.Run("ownership/"+set.name, func(b *testing.B) {
			var built []*ssabuild.SSA
			functions := 0
			for _, p := range set.pkgs {
				built = append(built, build(b, ssa, p))
				if s := built[len(built)-1]; s != nil {
					functions += len(s.SrcFuncs)
				}
			}
			if functions == 0 {
				b.Fatal("nothing to analyse")
			}
			for b.Loop() {
				for i, p := range set.pkgs {
					pass := newPass(p)
					pass.ResultOf[ssa] = built[i]
					if _, err := engine.Run(pass); err != nil {
						b.Fatal(err)
					}
				}
			}
			b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N*functions), "µs/function")
		})
	}
}

func build(b *testing.B, ssa *analysis.Analyzer, p *packages.Package) *ssabuild.SSA {
	res, err := ssa.Run(newPass(p))
	if err != nil {
		b.Fatal(err)
	}
	return res.(*ssabuild.SSA)
}

// newPass returns a pass over p without facts of other packages.
func newPass(p *packages.Package) *analysis.Pass {
	pass := &analysis.Pass{
		Fset: p.Fset, Files: p.Syntax, Pkg: p.Types, TypesInfo: p.TypesInfo, TypesSizes: p.TypesSizes,
		ResultOf:          make(map[*analysis.Analyzer]any),
		ReadFile:          os.ReadFile,
		Report:            func(analysis.Diagnostic) {},
		ImportObjectFact:  func(types.Object, analysis.Fact) bool { return false },
		ImportPackageFact: func(*types.Package, analysis.Fact) bool { return false },
		ExportObjectFact:  func(types.Object, analysis.Fact) {},
		ExportPackageFact: func(analysis.Fact) {},
		AllObjectFacts:    func() []analysis.ObjectFact { return nil },
		AllPackageFacts:   func() []analysis.PackageFact { return nil },
	}
	if m := p.Module; m != nil && !kube.Covered(p.PkgPath) {
		pass.Module = &analysis.Module{Path: m.Path, Version: m.Version}
	}
	return pass
}

package engines_test

import (
	"cmp"
	"fmt"
	"go/parser"
	"go/token"
	"go/types"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"golang.org/x/tools/go/packages"

	"github.com/k8slint/k8slint/internal/testmodule"
)

const module = "github.com/k8slint/k8slint/"

// layers are the folders of the module from the top down: a package imports
// what stands in a lower line, or beside it in a line that ends with "*".
var layers = []string{
	"cmd internal/gendocs internal/drivertest bench",
	"plugin",
	"internal/driver* analyzers",
	"analyzers/directive",
	"analyzers/*",
	"internal/engines",
	"internal/listers",
	"internal/ownership internal/watchflow internal/attempt internal/copyfix internal/copychanged",
	"internal/ownership/heap",
	"internal/pathcond internal/machine internal/apiobjects internal/controlpath internal/apicalls",
	"internal/subresource",
	"internal/ssabuild internal/report internal/wiring internal/configfile internal/posn",
	"internal/pointsto",
	"internal/flow",
	"internal/ssaquery",
	"internal/kube internal/config internal/suppress internal/bound",
	"internal/models internal/contract internal/testmodule internal/analyzerdoc internal/copyedit internal/importedit internal/evidence bench/process bench/lint",
	"internal/wording internal/effect",
	"internal/effect/accesspath",
	"internal/visible internal/astspan internal/claim internal/crd internal/fact internal/filled internal/indent internal/yamlfile",
}

// layer is the line of layers that names the package at path, -1 if none does.
// The longest name decides.
func layer(path string) (line int, beside bool) {
	line, longest := -1, -1
	for i, names := range layers {
		for name := range strings.FieldsSeq(names) {
			name, star := strings.CutSuffix(name, "*")
			under := strings.TrimSuffix(name, "/")
			if path != under && !strings.HasPrefix(path, under+"/") {
				continue
			}
			if len(under) > longest || len(under) == longest && path != under {
				line, longest, beside = i, len(under), star
			}
		}
	}
	return line, beside
}

// TestImportsPointDown: cmd imports the driver and the analyzers, these the
// engines, these their parts, and those package kube; nothing imports upward.
func TestImportsPointDown(t *testing.T) {
	pkgs, err := packages.Load(&packages.Config{Mode: packages.NeedName | packages.NeedImports, Dir: testmodule.Root(), Env: env()}, "./...")
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, p := range pkgs {
		from := strings.TrimPrefix(p.PkgPath, module)
		a, beside := layer(from)
		for path := range p.Imports {
			to, ours := strings.CutPrefix(path, module)
			if !ours {
				continue
			}
			n++
			b, _ := layer(to)
			switch {
			case a < 0:
				t.Errorf("%s stands in no layer", from)
			case b < 0:
				t.Errorf("%s, which %s imports, stands in no layer", to, from)
			case b < a, b == a && !beside:
				t.Errorf("%s imports %s, which is not below it", from, to)
			}
		}
	}
	if n < 50 {
		t.Errorf("only %d imports", n)
	}
}

// maxRunBack is how many arrows between the files of a package may run back up, runBack in
// how many packages there are more. These figures may only go down.
const maxRunBack = 2

var runBack = map[string]int{
	"analyzers/reconcile":  3,
	"bench":                4,
	"internal/copychanged": 4,
	"internal/driver":      4,
	"internal/driver/load": 4,
	"internal/kube":        9,
	"internal/effect":      5,
	"internal/pathcond":    3,
	"internal/programs":    7,
}

// TestFilesReadDown: within a package, a file uses what other files declare, and those do
// not use it: but for a few arrows there is an order in which all others point down.
func TestFilesReadDown(t *testing.T) {
	for _, p := range loaded(t) {
		if len(p.Errors) > 0 {
			t.Fatal(p.Errors)
		}
		dir, used := strings.TrimPrefix(p.PkgPath, module), uses(p)
		back := arrowsBack(used)
		if most := max(maxRunBack, runBack[dir]); len(back) > most {
			t.Errorf("%s: %d arrows run back up, at most %d may:", dir, len(back), most)
			for _, b := range back {
				t.Errorf("%s -> %s: it uses %s", b.from, b.to, used[b.from][b.to])
			}
		}
	}
}

// TestNoStockLoader: no test of the module runs an analyzer on all of client-go, as x/tools'
// analysistest does, nor asks for compiled libraries, which takes minutes on a machine with
// an empty cache. drivertest has what they need.
func TestNoStockLoader(t *testing.T) {
	root := testmodule.Root()
	err := filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, _ := filepath.Rel(root, name)
		rel = filepath.ToSlash(rel)
		switch {
		case d.IsDir() && (rel == "test" || rel == "testdata" || rel == ".git"):
			return fs.SkipDir
		case !strings.HasSuffix(rel, "_test.go"):
			return nil
		}
		f, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		for _, spec := range f.Imports {
			if spec.Path.Value == `"golang.org/x/tools/go/analysis/analysistest"` {
				t.Errorf("%s imports analysistest: use internal/drivertest", rel)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// ofModulePackages are the packages of the module, with syntax and types.
var ofModulePackages = sync.OnceValues(func() ([]*packages.Package, error) {
	return packages.Load(&packages.Config{Mode: packages.LoadSyntax, Dir: testmodule.Root(), Env: env()}, "./...")
})

func loaded(t *testing.T) []*packages.Package {
	t.Helper()
	pkgs, err := ofModulePackages()
	if err != nil {
		t.Fatal(err)
	}
	return pkgs
}

func env() []string { return append(os.Environ(), "GOWORK=off", "GOFLAGS=-mod=mod") }

// uses are the files of p that each of its files uses: whose functions, methods, types,
// variables or constants it names, with the first of these names.
func uses(p *packages.Package) map[string]map[string]string {
	out := map[string]map[string]string{}
	first := map[string]map[string]token.Pos{}
	for id, obj := range p.TypesInfo.Uses {
		if obj.Pkg() != p.Types {
			continue
		}
		method := false
		if f, ok := obj.(*types.Func); ok {
			method = f.Signature().Recv() != nil
		}
		if obj.Parent() != p.Types.Scope() && !method {
			continue
		}
		a, b := filepath.Base(p.Fset.Position(id.Pos()).Filename), filepath.Base(p.Fset.Position(obj.Pos()).Filename)
		if a == b {
			continue
		}
		if out[a] == nil {
			out[a], first[a] = map[string]string{}, map[string]token.Pos{}
		}
		if out[a][b] == "" || id.Pos() < first[a][b] {
			out[a][b], first[a][b] = fmt.Sprintf("%s at line %d", id.Name, p.Fset.Position(id.Pos()).Line), id.Pos()
		}
	}
	return out
}

// An arrow is a file that uses another.
type arrow struct{ from, to string }

// arrowsBack are the arrows that point up in an order of the files in which few
// do: files that nothing left uses go to the top, files that use nothing left to
// the bottom, and where all are on a loop, the one that uses most more than it is
// used goes up (Eades, Lin and Smyth, 1993).
func arrowsBack(uses map[string]map[string]string) []arrow {
	left := map[string]bool{}
	for a, bs := range uses {
		left[a] = true
		for b := range bs {
			left[b] = true
		}
	}
	count := func(f string) (out, in int) {
		for a := range left {
			if uses[f][a] != "" {
				out++
			}
			if uses[a][f] != "" {
				in++
			}
		}
		return out, in
	}
	var top, bottom []string
	for len(left) > 0 {
		next, most := "", 0
		for _, f := range slices.Sorted(maps.Keys(left)) {
			out, in := count(f)
			switch {
			case in == 0:
				next, most = f, 1<<20
			case out == 0 && most < 1<<20:
				next, most = f, 1<<19
			case next == "" || out-in > most:
				next, most = f, out-in
			}
		}
		delete(left, next)
		if most == 1<<19 {
			bottom = append(bottom, next)
		} else {
			top = append(top, next)
		}
	}
	slices.Reverse(bottom)
	order := append(top, bottom...)
	for improve(uses, order) {
	}
	back := running(uses, order)
	slices.SortFunc(back, func(a, b arrow) int { return cmp.Or(cmp.Compare(a.from, b.from), cmp.Compare(a.to, b.to)) })
	return back
}

// improve moves one file to where fewer arrows run back up, and reports whether there is
// such a place.
func improve(uses map[string]map[string]string, order []string) bool {
	fewest := len(running(uses, order))
	for i := range order {
		for j := range order {
			next := slices.Delete(slices.Clone(order), i, i+1)
			next = slices.Insert(next, j, order[i])
			if len(running(uses, next)) < fewest {
				copy(order, next)
				return true
			}
		}
	}
	return false
}

// running are the arrows that run back up in an order.
func running(uses map[string]map[string]string, order []string) []arrow {
	at := map[string]int{}
	for i, f := range order {
		at[f] = i
	}
	var back []arrow
	for a, bs := range uses {
		for b := range bs {
			if at[b] < at[a] {
				back = append(back, arrow{a, b})
			}
		}
	}
	return back
}

package listers_test

import (
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/k8slint/k8slint/internal/config"
	"github.com/k8slint/k8slint/internal/fact"
	"github.com/k8slint/k8slint/internal/listers"
	"github.com/k8slint/k8slint/internal/ownership"
	"github.com/k8slint/k8slint/internal/ssabuild"
	"github.com/k8slint/k8slint/internal/ssatest"
)

var libraries = map[string]string{
	"k8s.io/apimachinery/pkg/runtime": "package runtime\ntype Object interface{ DeepCopyObject() Object }\n",
}

const kinds = `
import "k8s.io/apimachinery/pkg/runtime"

type Pod struct { Name string; Labels map[string]string }
func (p *Pod) DeepCopy() *Pod { c := *p; return &c }
func (p *Pod) DeepCopyObject() runtime.Object { return p.DeepCopy() }
type PodLister interface { Get(name string) (*Pod, error) }
type PodInformer interface { Lister() PodLister }

type copying struct { of PodLister }
func (c *copying) Get(name string) (*Pod, error) { p, err := c.of.Get(name); return p.DeepCopy(), err }

type passing struct { of PodLister }
func (c passing) Get(name string) (*Pod, error) { return c.of.Get(name) }
`

// factOf is what the listers of a source do.
func factOf(t *testing.T, text string) *listers.Does {
	t.Helper()
	src := ssatest.Build(t, kinds+text, libraries)
	ssa := ssabuild.New(&config.Config{})
	own := ownership.New(&config.Config{}, ssa)
	pass := &analysis.Pass{
		Analyzer: own, Fset: src.Fset, Files: src.Files, Pkg: src.Types, TypesInfo: src.Info,
		ResultOf:          map[*analysis.Analyzer]any{ssa: ssabuild.Of(src.SSA, append(src.Funcs(), src.SSA.Func("init")), nil)},
		ExportPackageFact: func(analysis.Fact) {},
		AllPackageFacts:   func() []analysis.PackageFact { return nil },
	}
	res, err := own.Run(pass)
	if err != nil {
		t.Fatal(err)
	}
	told := &fact.Fact[listers.Does]{}
	pass.ResultOf[own] = res
	pass.ExportPackageFact = func(f analysis.Fact) { told = f.(*fact.Fact[listers.Does]) }
	if _, err := listers.New(ssa, own).Run(pass); err != nil {
		t.Fatal(err)
	}
	return &told.Does
}

// TestFact: each form of source that a value can have.
func TestFact(t *testing.T) {
	got := factOf(t, `
type controller struct { pods, other PodLister }
var shared PodLister
func New(i PodInformer, l PodLister) *controller { return &controller{pods: i.Lister(), other: l} }
func (c *controller) set(l PodLister) { c.other = l }
func wrap(l PodLister) PodLister { if l == nil { return nil }; return passing{l} }
func both(l PodLister, copies bool) PodLister { out := l; if copies { out = &copying{l} }; return out }
func start() { shared = wrap(shared); use(both) }
func use(f func(PodLister, bool) PodLister) { f(shared, true).Get("a") }
func (c *controller) sync() { c.pods.Get("a"); func() { l := c.other; func() { l.Get("b") }() }() }
func variadic(ls ...PodLister) { for _, l := range ls { l.Get("c") } }
`).String()
	want := `lister field example.com/p.controller.other = ?
lister field example.com/p.controller.pods = param example.com/p.New 0 > Lister
lister field example.com/p.copying.of = param example.com/p.both 0
lister field example.com/p.passing.of = param example.com/p.wrap 0
lister param example.com/p.both 0 = ?
lister param example.com/p.wrap 0 = var example.com/p.shared
lister result example.com/p.both 0 = param example.com/p.both 0
lister result example.com/p.both 0 = type *example.com/p.copying
lister result example.com/p.wrap 0 = type example.com/p.passing
lister var example.com/p.shared = result example.com/p.wrap 0
lister (*example.com/p.copying).Get copies
lister p/file.go:12 reads field example.com/p.copying.of > Get
lister p/file.go:15 reads field example.com/p.passing.of > Get
lister p/file.go:25 reads field example.com/p.controller.other > Get
lister p/file.go:25 reads field example.com/p.controller.pods > Get`
	if got != want {
		t.Errorf("is\n%s\nwant\n%s", got, want)
	}
}

// TestCopied: which reads are of copies.
func TestCopied(t *testing.T) {
	const reads = `
type controller struct { pods PodLister }
func New(i PodInformer) *controller { return &controller{i.Lister()} }
func (c *controller) sync() { c.pods.Get("controller") }
type informer struct { l PodLister }
func (i *informer) Lister() PodLister { return &copying{i.l} }
type plain struct { l PodLister }
func (i plain) Lister() PodLister { return passing{i.l} }
`
	for _, c := range []struct{ name, main, want string }{
		{"nobody fills the field", ``, ""},
		{"all copy", `func main() { New(&informer{}) }`, "p/file.go:19"},
		{"one does not", `func main() { New(&informer{}); New(plain{}) }`, ""},
		{"an informer that nobody knows", `func other() PodInformer; func main() { New(&informer{}); New(other()) }`, ""},
		{"by a function", `func makes() PodInformer { return &informer{} }; func main() { New(makes()) }`, "p/file.go:19"},
		{"by itself", `func makes(n int) PodInformer { if n == 0 { return &informer{} }; return makes(n - 1) }; func main() { New(makes(1)) }`, "p/file.go:19"},
		{"by itself alone", `func makes(n int) PodInformer { return makes(n - 1) }; func main() { New(makes(1)) }`, ""},
		{"the constructor is handed on", `func main() { New(&informer{}); hand(New) }; func hand(func(PodInformer) *controller)`, ""},
		{"another way into the field", `func (c *controller) reset(l PodLister) { c.pods = l }; func main() { New(&informer{}) }`, ""},
		{"nil does not count", `func main() { New(&informer{}); New(nil) }`, "p/file.go:19"},
		{"an informer that holds itself", `type ring struct { l PodLister }; func (r *ring) Lister() PodLister { return r.l }; func main() { r := &ring{}; r.l = r.Lister(); New(r) }`, ""},
	} {
		var got []string
		for at := range listers.Copied(map[string]*listers.Does{"example.com/p": factOf(t, reads+c.main)}) {
			if at.Package != "example.com/p" {
				t.Errorf("%s: package %s", c.name, at.Package)
			}
			got = append(got, at.Posn)
		}
		slices.Sort(got)
		if s := strings.Join(got, " "); s != c.want {
			t.Errorf("%s: %q, want %q", c.name, s, c.want)
		}
	}
}

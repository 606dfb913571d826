package ownership_test

import (
	"fmt"
	"go/ast"
	"go/types"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/k8slint/k8slint/internal/bound"
	"github.com/k8slint/k8slint/internal/config"
	"github.com/k8slint/k8slint/internal/effect"
	"github.com/k8slint/k8slint/internal/fact"
	"github.com/k8slint/k8slint/internal/ownership"
	"github.com/k8slint/k8slint/internal/ssabuild"
	"github.com/k8slint/k8slint/internal/ssatest"
)

// libraries are shapes of the packages that the tables know.
var libraries = map[string]string{
	"k8s.io/client-go/tools/cache": `package cache
type Store interface { Get(obj any) (any, bool, error); GetByKey(key string) (any, bool, error); List() []any; Add(obj any) error }
type Indexer interface { Store; ByIndex(name, value string) ([]any, error) }
type KeyFunc func(obj any) (string, error)
func NewStore(f KeyFunc) Store { return nil }
type ResourceEventHandlerFuncs struct { AddFunc func(obj any); UpdateFunc func(old, obj any); DeleteFunc func(obj any) }
type ResourceEventHandler interface { OnAdd(obj any, initial bool); OnUpdate(old, obj any); OnDelete(obj any) }
type DeletedFinalStateUnknown struct { Key string; Obj any }
func ListAll(s Store, sel any, f func(any)) error { return nil }
type Controller interface { Run() }
type SharedInformer interface { GetStore() Store; SetTransform(f func(any) any) }
func NewInformer(lw, example any, resync int, h any) (Store, Controller) { return nil, nil }
func NewSharedInformer(lw, example any, resync int) SharedInformer { return nil }
`,
	"sigs.k8s.io/controller-runtime/pkg/client": `package client
import "context"
type Object interface { DeepCopyObject() Object; SetLabels(map[string]string) }
type ObjectKey struct { Name string }
type GetOption interface { Apply() }
type ListOption interface { ApplyList() }
type disable bool
func (disable) ApplyList() {}
type UnsafeDisableDeepCopyOption bool
func (UnsafeDisableDeepCopyOption) ApplyList() {}
func (UnsafeDisableDeepCopyOption) Apply() {}
const UnsafeDisableDeepCopy = UnsafeDisableDeepCopyOption(true)
type Reader interface { Get(ctx context.Context, key ObjectKey, obj Object, opts ...GetOption) error; List(ctx context.Context, list any, opts ...ListOption) error }
type Writer interface { Update(ctx context.Context, obj Object) error }
type Client interface { Reader; Writer }
`,
	"example.com/syncer":                       "package syncer\ntype Factory struct{ Sync func(any) }\ntype Syncer struct{ Factory *Factory }\nfunc (s *Syncer) Run() {}\n",
	"golang.org/x/exp/slices":                  "package slices\nfunc Clone[S ~[]E, E any](s S) S { return nil }\n",
	"github.com/jinzhu/copier":                 "package copier\nfunc Copy(to, from any) error { return nil }\n",
	"github.com/go-viper/mapstructure/v2":      "package mapstructure\ntype DecoderConfig struct{ Result any }\ntype Decoder struct{ config *DecoderConfig }\nfunc Decode(in, out any) error { return nil }\nfunc NewDecoder(c *DecoderConfig) (*Decoder, error) { return nil, nil }\nfunc (d *Decoder) Decode(in any) error { return nil }\n",
	"sigs.k8s.io/controller-runtime/pkg/event": "package event\nimport \"sigs.k8s.io/controller-runtime/pkg/client\"\ntype CreateEvent struct { Object client.Object }\ntype UpdateEvent struct { ObjectOld, ObjectNew client.Object; MetaOld, MetaNew client.Object }\n",
}

const objects = `
import (
	"context"
	"reflect"
	"slices"
	"maps"
	"sync"
	"sort"
	"example.com/syncer"
	"github.com/go-viper/mapstructure/v2"
	"github.com/jinzhu/copier"
	expslices "golang.org/x/exp/slices"
	"k8s.io/client-go/tools/cache"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/event"
)
var _ = sort.Strings
var _ = slices.Sort[[]int]
var _ = maps.Clone[map[int]int]
var _ = expslices.Clone[[]int]
var _ sync.Map
var _ syncer.Syncer
var _ reflect.Value
var _ context.Context
var _ event.CreateEvent
var _ cache.Store
var _ = copier.Copy
var _ = mapstructure.Decode

type Pod struct { Name string; Labels map[string]string; Spec Spec; Next *Pod; Args []string; Items []Spec }
type Spec struct { Node string; Sel map[string]string }
func (p *Pod) DeepCopy() *Pod { c := *p; return &c }
func (p *Pod) DeepCopyObject() client.Object { return p.DeepCopy() }
func (p *Pod) DeepCopyInto(out *Pod) { *out = *p }
func (p *Pod) SetLabels(l map[string]string) { p.Labels = l }
func (p *Pod) GetLabels() map[string]string { return p.Labels }
type PodList struct { Items []Pod }
type command struct { kind string; pod *Pod }
func newCommand(kind string, pod *Pod) *command { return &command{kind, pod} }
type PodLister interface { Get(name string) (*Pod, error); List(sel any) ([]*Pod, error) }
`

// A run is what the engine says of a source.
type run struct {
	src   *ssatest.Source
	res   *ownership.Result
	facts []analysis.Fact
	met   []bound.Reached
}

func analyse(t *testing.T, c *config.Config, text string, facts ...analysis.PackageFact) run {
	t.Helper()
	src := ssatest.Build(t, objects+text, libraries)
	ssa := ssabuild.New(c)
	a := ownership.New(c, ssa)
	var exported []analysis.Fact
	log := bound.New(src.Fset, "example.com/p")
	pass := &analysis.Pass{
		Analyzer: a, Fset: src.Fset, Files: src.Files, Pkg: src.Types, TypesInfo: src.Info,
		ResultOf:          map[*analysis.Analyzer]any{bound.Analyzer: log, ssa: ssabuild.Of(src.SSA, append(src.Funcs(), src.SSA.Func("init")), log)},
		Report:            func(analysis.Diagnostic) {},
		ExportPackageFact: func(f analysis.Fact) { exported = append(exported, f) },
		AllPackageFacts:   func() []analysis.PackageFact { return facts },
	}
	res, err := a.Run(pass)
	if err != nil {
		t.Fatal(err)
	}
	return run{src, res.(*ownership.Result), exported, log.All()}
}

// checkEffects compares the effects of the functions of text, which is headed by
// what they do, without the places that it names, and the writes to the cache in
// them:
//
//	//= write $0/Name p.Name
//	//! the write p.Name in this function is one to the cache
func checkEffects(t *testing.T, c *config.Config, text string, facts ...analysis.PackageFact) run {
	t.Helper()
	r := analyse(t, c, text, facts...)
	found := map[string][]string{}
	for _, f := range slices.Concat(r.res.Findings, r.res.Conditional) {
		fn := f.Fn
		for fn.Parent() != nil {
			fn = fn.Parent()
		}
		what := f.What
		if f.Origin.Managed != nil {
			what += " (managed)"
		}
		found[fn.Name()] = append(found[fn.Name()], what)
	}
	n := 0
	for _, d := range r.src.Files[0].Decls {
		fd, ok := d.(*ast.FuncDecl)
		if !ok || fd.Doc == nil || !strings.Contains(fd.Doc.List[len(fd.Doc.List)-1].Text, "//=") {
			continue
		}
		n++
		var want []string
		wantEffect := ""
		for _, c := range fd.Doc.List {
			if s, ok := strings.CutPrefix(c.Text, "//! "); ok {
				want = append(want, s)
			}
			if s, ok := strings.CutPrefix(c.Text, "//= "); ok {
				wantEffect = s
			}
		}
		if got := effectText(r.res.Effect(r.src.Info.Defs[fd.Name].(*types.Func))); got != wantEffect {
			t.Errorf("%s:\n\tis   %s\n\twant %s", fd.Name.Name, got, wantEffect)
		}
		got := found[fd.Name.Name]
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Errorf("%s: writes to the cache: %q, want %q", fd.Name.Name, got, want)
		}
	}
	if n == 0 {
		t.Error("no function states its effect")
	}
	return r
}

// effectText is s as a test states it: without positions, and with the names of
// this package alone.
func effectText(s *effect.Summary) string {
	if s == nil {
		return "unknown"
	}
	text := position.ReplaceAllString(s.String(), "")
	return strings.ReplaceAll(text, "example.com/p.", "p.")
}

var position = regexp.MustCompile(` at p/file\.go:\d+|@p/file\.go:\d+`)

// TestEntryTwins: a handler that the tables say an informer calls, and that a framework
// whose code is known calls as well, is one finding.
func TestEntryTwins(t *testing.T) {
	framework := &ownership.Does{Calls: []effect.KeyCall{{
		Key:     "example.com/p.Handler",
		Args:    [][]effect.Ref{{{Base: effect.Cache}}},
		Origins: []effect.Origin{{What: "store.Get", Posn: "f/f.go:1", Typ: "example.com/p.Pod"}},
	}}}
	const handler = `
type Handler func(o any)
`
	for _, c := range []struct{ name, text, read string }{
		{"both", `func register() { f := func(o any) { o.(*Pod).Name = "x" }; _ = &cache.ResourceEventHandlerFuncs{AddFunc: f}; _ = Handler(f) }`, "p/file.go:"},
		{"framework", `func register() { f := func(o any) { o.(*Pod).Name = "x" }; _ = Handler(f) }`, "f/f.go:1"},
	} {
		r := analyse(t, &config.Config{}, handler+c.text, analysis.PackageFact{Package: types.NewPackage("example.com/f", "f"), Fact: &fact.Fact[*ownership.Does]{Does: framework}})
		if len(r.res.Findings) != 1 {
			t.Fatalf("%s: %d findings", c.name, len(r.res.Findings))
		}
		if f := r.res.Findings[0]; !strings.HasPrefix(f.Origin.Posn, c.read) {
			t.Errorf("%s: read at %s", c.name, f.Origin.Posn)
		}
	}
}

// TestManyHandlers: of handlers in several tables of a struct, more than are
// registered, the same ones are told to others each time.
func TestManyHandlers(t *testing.T) {
	var text strings.Builder
	text.WriteString("type handlers struct{ a, b, c, d map[string]func(*Pod) }\nvar all = &handlers{\n")
	for _, field := range []string{"a", "b", "c", "d"} {
		fmt.Fprintf(&text, "%s: map[string]func(*Pod){", field)
		for i := range 10 {
			fmt.Fprintf(&text, `"%d": %s%d, `, i, field, i)
		}
		text.WriteString("},\n")
	}
	text.WriteString("}\n")
	for _, field := range []string{"a", "b", "c", "d"} {
		for i := range 10 {
			fmt.Fprintf(&text, "func %s%d(p *Pod) { p.Name = \"x\" }\n", field, i)
		}
	}
	told := func() (out []string) {
		for _, f := range analyse(t, &config.Config{}, text.String()).facts {
			if hs, ok := f.(*fact.Fact[*ownership.Handlers]); ok {
				for _, h := range hs.Does.All {
					out = append(out, h.Key+" "+h.Func)
				}
			}
		}
		return out
	}
	first := told()
	if len(first) == 0 {
		t.Fatal("no handlers are told")
	}
	for range 4 {
		if got := told(); !slices.Equal(got, first) {
			t.Fatalf("told are\n%q\nand in another run\n%q", first, got)
		}
	}
}

// TestManyPlaces: of a function that writes to more places than are told of it, the
// first write is told, whatever its place is called, as the others come after it.
func TestManyPlaces(t *testing.T) {
	var text strings.Builder
	text.WriteString("type Big struct { Pod *Pod\n")
	for i := range 200 {
		fmt.Fprintf(&text, "F%03d string\n", i)
	}
	text.WriteString("}\nfunc fill(b *Big) {\nb.F199 = \"x\"\n")
	for i := range 199 {
		fmt.Fprintf(&text, "b.F%03d = \"x\"\n", i)
	}
	text.WriteString("}\n")
	r := analyse(t, &config.Config{}, text.String())
	fill := effectText(r.res.Effect(r.src.Types.Scope().Lookup("fill").(*types.Func)))
	if !strings.Contains(fill, "write $0/F199 ") {
		t.Errorf("the first write is not among the effects: %s", fill)
	}
}

// TestManyImplementations: each of the types behind an interface is looked into, up to
// a number.
func TestManyImplementations(t *testing.T) {
	var text strings.Builder
	text.WriteString("type adder interface { added(o any) }\nfunc register(s adder) { _ = &cache.ResourceEventHandlerFuncs{AddFunc: s.added} }\n")
	const n = 20
	for i := range n {
		fmt.Fprintf(&text, "type s%d struct{}\nfunc (s%d) added(o any) { o.(*Pod).Name = \"x\" }\n", i, i)
	}
	if got := len(analyse(t, &config.Config{}, text.String()).res.Findings); got != n {
		t.Errorf("%d findings, want %d", got, n)
	}
}

// TestChainedLiterals: of function literals that wrap each other in a loop, one place
// makes all, and one captures another of that place.
func TestChainedLiterals(t *testing.T) {
	checkEffects(t, &config.Config{}, `
func chain(fs []func(*Pod)) func(*Pod) {
	next := func(p *Pod) { p.Name = "x" }
	for _, f := range fs {
		prev := next
		next = func(p *Pod) { f(p); prev(p) }
	}
	return next
}
//= write $0/Name p.Name via "func literal in chain"
func chained(p *Pod) { chain(nil)(p) }
`)
}

// TestOwnMethodValue: a method value with a copy of its receiver, which is kept in what
// the receiver refers to, captures itself.
func TestOwnMethodValue(t *testing.T) {
	run, err := effect.Parse(`store strong $0/Factory/*/Sync $0/Factory/*/Sync/*|func "(example.com/syncer.Syncer).Sync" new1; new1/$0==$0; new1/$0/Factory/*/Sync=$0/Factory/*/Sync/*|func "(example.com/syncer.Syncer).Sync" new1`)
	if err != nil {
		t.Fatal(err)
	}
	syncer := &ownership.Does{Funcs: []ownership.FuncFact{{Key: "(*example.com/syncer.Syncer).Run", Sum: *run}}}
	r := checkEffects(t, &config.Config{}, `
//= none
func runs() { s := &syncer.Syncer{Factory: &syncer.Factory{}}; s.Run() }
`, analysis.PackageFact{Package: types.NewPackage("example.com/syncer", "syncer"), Fact: &fact.Fact[*ownership.Does]{Does: syncer}})
	if len(r.met) > 0 {
		t.Errorf("it is followed until %v", r.met)
	}
}

// TestFieldResults: a function in a field returns what the functions do that the package
// puts there, whether it stores them itself or a method does. One that returns local memory
// rules the cache out.
func TestFieldResults(t *testing.T) {
	const reader = `
type reader struct{ get func(name string) (*Pod, error) }
func (r *reader) use(get func(name string) (*Pod, error)) { r.get = get }
func label(r *reader) { p, _ := r.get("a"); p.Labels["a"] = "b" }
func fresh(name string) (*Pod, error) { return &Pod{Name: name}, nil }
`
	for _, c := range []struct {
		text string
		want int
	}{
		{`func wire(l PodLister) *reader { return &reader{get: l.Get} }`, 1},
		{`func wire(l PodLister, r *reader) { r.use(l.Get) }`, 1},
		{`func wire(l PodLister, r *reader) { r.use(l.Get); r.use(fresh) }`, 0},
		{`func wire(l PodLister) *reader { r := &reader{get: l.Get}; r.use(fresh); return r }`, 0},
	} {
		if r := analyse(t, &config.Config{}, reader+c.text); len(r.res.Findings) != c.want {
			t.Errorf("%s: %d findings, want %d", c.text, len(r.res.Findings), c.want)
		}
	}
}

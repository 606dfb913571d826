package subresource

import (
	"crypto/sha256"
	"go/types"
	"maps"
	"reflect"
	"slices"
	"sync"

	"golang.org/x/tools/go/analysis"

	"github.com/k8slint/k8slint/internal/config"
	"github.com/k8slint/k8slint/internal/crd"
	"github.com/k8slint/k8slint/internal/fact"
	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/ssabuild"
)

// New returns the analyzer that provides *Kinds, nil for packages that import no client.
func New(c *config.Config) *analysis.Analyzer {
	modules := &modules{of: map[string]*crd.Manifests{}}
	return &analysis.Analyzer{
		Name:       "k8slintsubresource",
		Doc:        "tell which kinds have a status subresource",
		FactTypes:  fact.Types[Says](),
		ResultType: reflect.TypeFor[*Kinds](),
		Run:        func(pass *analysis.Pass) (any, error) { return run(pass, c, modules) },
	}
}

func run(pass *analysis.Pass, c *config.Config, m *modules) (any, error) {
	if ssabuild.Skip(pass, c) {
		return (*Kinds)(nil), nil
	}
	own := &Says{}
	readMarkers(pass, own)
	if kube.ImportsControllerRuntime(pass.Pkg) {
		readUses(pass, own)
	}
	if !own.empty() {
		fact.TellPackage(pass, *own)
	}
	if !kube.ImportsAnyClient(pass.Pkg) {
		return (*Kinds)(nil), nil
	}
	k := &Kinds{facts: map[string]*Says{kube.Unvendored(pass.Pkg.Path()): own}, uses: map[typeName]string{}, problems: map[string]bool{}}
	for pkg, says := range fact.Below[Says](pass) {
		k.facts[kube.Unvendored(pkg.Path())] = &says
	}
	for _, f := range k.facts {
		for _, u := range f.Uses {
			name := typeName{u.Path, u.Name}
			if at, ok := k.uses[name]; !ok || u.Where < at {
				k.uses[name] = u.Where
			}
		}
	}
	if files := pass.Files; len(files) > 0 && !ssabuild.InDependency(pass) {
		k.modules, k.file = m, pass.Fset.File(files[0].FileStart).Name()
	}
	return k, nil
}

// modules are the manifests of the modules of a run.
type modules struct {
	mu sync.Mutex
	of map[string]*crd.Manifests
}

// manifests are those of the module that the file belongs to, nil if it is in none.
func (m *modules) manifests(file string) *crd.Manifests {
	root, ok := crd.Root(file)
	if !ok {
		return nil
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.of[root] == nil {
		m.of[root] = crd.New(root)
	}
	return m.of[root]
}

type typeName struct{ path, name string }

// Kinds says what is known to one package. Its methods can be called at the same time.
type Kinds struct {
	facts   map[string]*Says // by the path of the package
	uses    map[typeName]string
	modules *modules
	file    string // of the package

	mu       sync.Mutex
	crds     *crd.Manifests // once they were asked
	problems map[string]bool
}

// Status says what is known of the status subresource of the kind whose Go type is t, or
// what t points to. Of the nil Kinds, that are the built-in kinds.
func (k *Kinds) Status(t types.Type) Evidence {
	if builtIn, ok := kube.KindOf(t); ok {
		switch s, known := kube.StatusOf(builtIn); {
		case s != nil:
			return Evidence{Verdict: Has, Source: BuiltIn, endpoint: s}
		case known:
			return Evidence{Verdict: HasNot, Source: BuiltIn}
		}
		return Evidence{}
	}
	o := kindOf(t)
	if k == nil || o == nil {
		return Evidence{}
	}
	path := kube.Unvendored(o.Pkg().Path())
	fact := k.facts[path]
	if fact == nil {
		fact = &Says{}
	}
	use := k.uses[typeName{path, o.Name()}]
	switch mark, ok := fact.kind(o.Name()); {
	case ok && mark.Verdict == HasNot && use != "":
		return Evidence{}
	case ok && mark.Verdict != Unknown:
		return Evidence{Verdict: mark.Verdict, Source: Marker, Where: mark.Where, Custom: true}
	case use != "":
		return Evidence{Verdict: Has, Source: Use, Where: use, Custom: true}
	}
	q := crd.Question{Group: fact.Group, Kind: o.Name(), Version: fact.Version}
	if q.Version == "" {
		q.Version = o.Pkg().Name()
	}
	switch a := k.ask(q); a.Verdict {
	case crd.Has:
		return Evidence{Verdict: Has, Source: Manifest, Where: a.Where, Custom: true}
	case crd.HasNot:
		return Evidence{Verdict: HasNot, Source: Manifest, Where: a.Where, Custom: true}
	}
	return Evidence{}
}

// FixedSpec reports whether a rule of the kind whose Go type is t refuses another spec.
func (k *Kinds) FixedSpec(t types.Type) bool {
	o := kindOf(t)
	if k == nil || o == nil || k.facts[kube.Unvendored(o.Pkg().Path())] == nil {
		return false
	}
	mark, _ := k.facts[kube.Unvendored(o.Pkg().Path())].kind(o.Name())
	return mark.Fixed
}

// ask asks the manifests of the module, and remembers that it did.
func (k *Kinds) ask(q crd.Question) crd.Answer {
	if k.modules == nil {
		return crd.Answer{}
	}
	m := k.modules.manifests(k.file)
	if m == nil {
		return crd.Answer{}
	}
	a := m.Status(q)
	k.mu.Lock()
	defer k.mu.Unlock()
	k.crds = m
	for _, p := range a.Problems {
		k.problems[p] = true
	}
	return a
}

// A Reading says that answers depend on manifests.
type Reading struct {
	// Digest is that of all manifests of the module (crd.Manifests.Digest).
	Digest [sha256.Size]byte
	// Problems are those that gave no answer, and why, a line each, sorted.
	Problems []string
}

// Manifests is what was read of manifests, nil if none were asked.
func (k *Kinds) Manifests() *Reading {
	if k == nil {
		return nil
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.crds == nil {
		return nil
	}
	return &Reading{k.crds.Digest(), slices.Sorted(maps.Keys(k.problems))}
}

package driver

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"go/types"
	"math/bits"
	pathpkg "path"
	"slices"
	"strings"
	"sync"
	"time"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/packages"

	"github.com/k8slint/k8slint/internal/driver/facts"
	"github.com/k8slint/k8slint/internal/driver/finding"
	"github.com/k8slint/k8slint/internal/driver/load"
	"github.com/k8slint/k8slint/internal/driver/source"
)

// stopped reports whether nobody wants the results any more. From then on no package is
// begun and no result is stored: what is there may lack some of what it needs.
func (s *session) stopped() bool { return s.config.Context.Err() != nil }

// run analyses everything.
func (s *session) run() {
	var wg sync.WaitGroup
	for _, n := range s.nodes {
		wg.Add(1)
		go func() {
			defer wg.Done()
			defer close(n.analyzed)
			s.analyze(n)
			s.release(n)
			if n.Role != load.Types {
				s.pacer.step()
				s.progress.step()
			}
		}()
	}
	wg.Wait()
	withdraw(s)
}

// release lets go of the types of n if nobody imports it. Those of tests are the
// largest: go/types keeps what the bodies declare.
func (s *session) release(n *node) {
	if n.imported || n.types == nil || s.keepTypes {
		return
	}
	s.owner.Delete(n.types)
	// Not nil: -debug counts the packages with types.
	n.types = types.NewPackage(n.Path, n.Name)
}

// analyze waits for what n imports and settles n: from the store, or by
// analysis. If n's tests have errors, it is analysed without them.
func (s *session) analyze(n *node) {
	s.settle(n)
	if n.testsOut && n.Plain != nil {
		s.withoutTests(n)
	}
}

func (s *session) settle(n *node) {
	parts := make([][sha256.Size]byte, 1, len(n.deps)+2)
	for _, d := range n.deps {
		<-d.analyzed
		parts = append(parts, d.out)
		n.unkeyed = n.unkeyed || d.unkeyed
	}
	if s.stopped() {
		return
	}
	if n.twin != nil {
		<-n.twin.analyzed
		n.facts, n.part = n.twin.facts, n.twin.part
		parts[0] = n.twin.out
		n.out = combine("twin "+n.ID, parts...)
		return
	}
	for _, d := range n.deps {
		if d.testsOut && d.Path == n.ForTest {
			// The package's tests were left out, and n is more of them.
			n.testsOut = true
			n.out = combine("tests left out "+n.ID, parts...)
			return
		}
	}
	content, sums, err := s.keys.content(n.Package, &s.files)
	n.sums = sums
	n.unkeyed = n.unkeyed || err != nil
	parts[0] = content
	if n.Role == load.Types {
		n.out = combine("types", parts...)
		return
	}
	if usesCgo(n) {
		parts = append(parts, s.cgoContent(n))
	}
	key := combine(fmt.Sprintf("result %d", s.role(n)), parts...)
	if !n.unkeyed && s.restore(n, key) {
		return
	}
	n.out = key // unless analysis says more
	var decls source.Digest
	s.fresh(n, func(name string) ([]byte, error) {
		src, err := s.files.read(name)
		decls.Add(src)
		sum := sha256.Sum256(src)
		if before, ok := n.sums[name]; ok && err == nil && before != sum {
			n.sums[name] = sum
			s.files.changed.Store(true)
		}
		return src, err
	})
	if len(n.internal) > 0 || n.unkeyed || s.files.changed.Load() || s.stopped() {
		return
	}
	if len(n.skipped) == 0 {
		parts[0] = decls.Sum()
		parts = append(parts, sha256.Sum256(n.facts))
		if n.part != nil {
			parts = append(parts, sha256.Sum256([]byte(strings.Join(n.part.Unknown, "\n"))))
		}
		n.out = combine("out "+n.Path+" "+goVersion(n.Package), parts...)
	}
	s.save(n, key)
}

// role is what is asked of n itself. The findings of a package whose test variant
// takes its place come from the package: no engine looks into tests, unless their
// findings are asked for, and the variant is checked for what its tests say.
func (s *session) role(n *node) load.Role {
	if n.Tested && s.config.TestsApart && n.Role == load.Facts {
		return load.Findings
	}
	return n.Role
}

// fresh type-checks and analyses n.
func (s *session) fresh(n *node, read func(string) ([]byte, error)) {
	n.demand.Do(func() {}) // its types come from here
	defer close(n.typed)
	if len(n.Files) == 0 {
		n.types = types.NewPackage(n.Path, n.Name)
		n.skipped = listErrors(n.Errors)
		return
	}
	n.needs = n.deps
	s.needAll(n.deps)
	alone := s.withoutItsTests(n)
	s.slots <- struct{}{}
	defer func() { <-s.slots }()

	if alone != nil && len(alone.errors()) == 0 && alone.part == nil && s.addTests(n, alone, read) {
		return
	}
	checked := load.Check(s.fset, n.Package, s.env(n), read)
	if checked.Cgo {
		checked = s.throughCgo(n, checked)
	}
	n.unkeyed = n.unkeyed || checked.Unreadable
	n.types = checked.Types
	s.owner.Store(n.types, n)
	errs := append(listErrors(n.Errors), causeFirst(checked.Errors)...)
	if len(errs) == 0 && len(checked.FollowUps) > 0 && s.wrongBelow(n) == nil {
		errs = checked.FollowUps
	}
	n.broken, n.skipped = errs, errs
	if inTests := testErrors(n.Package, errs); len(inTests) > 0 {
		n.testsOut, n.skipped = true, inTests
	}
	switch {
	case checked.Hopeless:
		n.lost, n.cgoFailed = !checked.Cgo, checked.Cgo
		return
	case n.testsOut:
		return
	case len(errs) > 0 || len(checked.Left) > 0:
		n.part = s.partOf(n, checked)
	}
	if alone != nil {
		n.facts, n.caps, n.findings = alone.facts, alone.caps, alone.findings
		return
	}
	s.examine(n, checked)
}

// withoutItsTests returns the package that n is with its tests, if it was analysed
// for its findings, or nil.
func (s *session) withoutItsTests(n *node) *node {
	if n.Plain == nil || !s.config.TestsApart || usesCgo(n) {
		return nil
	}
	p := s.byPkg[n.Plain]
	if p == nil || s.role(p) != load.Findings {
		return nil
	}
	<-p.analyzed
	if len(p.internal) > 0 || p.lost || p.cgoFailed {
		return nil
	}
	return p
}

// addTests makes the result of n, which is p with its tests, of that of p. It is
// false if n has errors.
func (s *session) addTests(n, p *node, read func(string) ([]byte, error)) bool {
	checked, ok := load.CheckTests(s.fset, n.Package, s.env(n), read)
	if !ok {
		return false
	}
	n.types = checked.Types
	s.owner.Store(n.types, n)
	s.examine(n, checked)
	n.facts, n.caps, n.manifest = p.facts, p.caps, p.manifest // tests ask for no kinds
	n.findings = slices.Concat(p.findings, n.findings)
	slices.SortStableFunc(n.findings, finding.Compare)
	return true
}

// examine runs the analyzers on n.
func (s *session) examine(n *node, checked *load.Checked) {
	u := &unit{
		id:        n.ID,
		fset:      s.fset,
		checked:   checked,
		sizes:     s.graph.Sizes,
		read:      s.files.read,
		module:    moduleOf(n.Package),
		other:     n.Other,
		ignored:   n.Ignored,
		imported:  s.factsFor(n),
		withFacts: func() []*types.Package { return s.withFacts(n) },
		factsOnly: s.role(n) != load.Findings,
		stopped:   s.stopped,
	}
	start := time.Now()
	res := analyze(u, s.analyzers)
	n.took = time.Since(start)
	n.facts, n.findings, n.internal, n.caps, n.manifest = res.facts, res.findings, res.internal, res.caps, res.manifests
	if len(n.internal) > 0 {
		// The types that the engines saw have holes; that is no bug of theirs.
		if dep := s.wrongBelow(n); dep != nil && len(n.skipped) == 0 {
			why := dep.errors()[0]
			n.skipped = []load.Error{{Pos: why.Pos, Msg: "package " + n.ID + " cannot be analysed, as it imports " + dep.ID + ": " + why.Msg}}
		}
		if len(n.skipped) > 0 {
			n.internal, n.facts, n.findings, n.part = nil, nil, nil, nil
		}
	}
}

// causeFirst puts a failed import before what follows from it.
func causeFirst(errs []load.Error) []load.Error {
	i := slices.IndexFunc(errs, func(e load.Error) bool { return strings.HasPrefix(e.Msg, "could not import ") })
	if i > 0 {
		cause := errs[i]
		copy(errs[1:i+1], errs[:i])
		errs[0] = cause
	}
	return errs
}

// needAll waits for the types of deps.
func (s *session) needAll(deps []*node) {
	for _, d := range deps {
		s.need(d)
	}
	for _, d := range deps {
		<-d.typed
	}
}

// need sees to it that the types of n will be there. An analysed package has
// them already, unless it came from the store.
func (s *session) need(n *node) {
	n.demand.Do(func() {
		go func() {
			defer close(n.typed)
			s.declare(n)
		}()
	})
}

// buffers hold the text of a file while its declarations are parsed. The syntax tree
// has copies of what it needs.
var buffers = sync.Pool{New: func() any { return new([]byte) }}

// declare type-checks the declarations of n, after the packages that it needs.
// For one that is analysed in other runs these are all of its imports, so that
// its importers see the same in each. Of other packages' imports most are for
// the bodies of functions: much of the closure is never read.
func (s *session) declare(n *node) {
	s.slots <- struct{}{}
	buf := buffers.Get().(*[]byte)
	parsed := load.Parse(s.fset, n.Package, func(name string) ([]byte, error) {
		src, err := s.files.readTo(*buf, name)
		if err == nil {
			*buf = src
		}
		return src, err
	}, load.None)
	buffers.Put(buf)
	<-s.slots
	n.needs = n.deps
	if n.Role == load.Types {
		n.needs = nil
		for _, p := range parsed.Needs() {
			if d := s.byPkg[p]; d != nil && !slices.Contains(n.needs, d) {
				n.needs = append(n.needs, d)
			}
		}
	}
	s.needAll(n.needs)
	s.slots <- struct{}{}
	defer func() { <-s.slots }()
	checked := parsed.Check(s.env(n))
	n.types = checked.Types
	n.broken = append(listErrors(n.Errors), checked.Errors...)
	n.lost = n.lost || checked.Hopeless
	if checked.Unreadable {
		// Its key does not tell: files of modules are known by the module's version.
		s.files.changed.Store(true)
		n.unread = &n.broken[0]
	}
	n.holes = checked.Unknown.Sorted() // what its functions do nobody asked
	s.owner.Store(n.types, n)
}

// importer resolves what n imports. Packages that it does not need are empty.
func (s *session) importer(n *node) load.Importer {
	return func(path string) (*types.Package, error) {
		if path == "unsafe" {
			return types.Unsafe, nil
		}
		p := n.Imports[path]
		d := s.byPkg[p]
		switch {
		case n.Role == load.Types && !slices.Contains(n.needs, d):
			return unneeded(path, p), nil
		case d == nil:
			return nil, fmt.Errorf("package %s was not found", path)
		case len(d.Files) == 0 && len(d.Errors) > 0:
			return nil, fmt.Errorf("%s", oneLine(d.Errors[0].Msg))
		case d.unread != nil && d.lost && !d.Std:
			return nil, fmt.Errorf("%s: %s", d.unread.Pos.Filename, d.unread.Msg)
		case d.lost && !d.Std:
			return nil, errors.New("it has errors")
		}
		return d.types, nil
	}
}

// unneeded stands for the import p of a package whose declarations do not
// name it.
func unneeded(path string, p *load.Package) *types.Package {
	name := pathpkg.Base(path)
	if p != nil {
		path, name = p.Path, p.Name
	}
	pkg := types.NewPackage(path, name)
	pkg.MarkComplete()
	return pkg
}

// factsOf returns the facts of a package of this session.
func (s *session) factsOf(p *types.Package) *facts.Table {
	v, ok := s.owner.Load(p)
	if !ok {
		return nil
	}
	n := v.(*node)
	n.decode.Do(func() {
		// An error means that the facts are not there: analysis goes on
		// without, as for a package that was not analysed.
		n.table, _ = facts.Decode(n.facts, n.types)
	})
	return n.table
}

// factsFor returns what gives n the facts of other packages. What is known of the
// standard library outside it is in tables, whether or not its packages are named too.
func (s *session) factsFor(n *node) func(*types.Package) *facts.Table {
	if n.Std {
		return s.factsOf
	}
	return func(p *types.Package) *facts.Table {
		if v, ok := s.owner.Load(p); ok && v.(*node).Std {
			return nil
		}
		return s.factsOf(p)
	}
}

// withFacts returns the packages that n needs, by any path, and of which factsFor has
// facts, in the order of their IDs.
func (s *session) withFacts(n *node) []*types.Package {
	var out []*types.Package
	for _, d := range s.closure(n) {
		if len(d.facts) > 0 && (n.Std || !d.Std) {
			out = append(out, d.types)
		}
	}
	return out
}

// closure returns what n needs, by any path, in the order of the IDs.
func (s *session) closure(n *node) []*node {
	var out []*node
	for i, word := range s.reach(n) {
		for ; word != 0; word &= word - 1 {
			out = append(out, s.byID[i*64+bits.TrailingZeros64(word)])
		}
	}
	return out
}

// reach is the set of what n needs, by any path: of the indexes in byID. Packages
// share most of what they need, so that following each of their imports would visit
// most of the graph for each package. It is final once n.typed is closed, and must
// not be asked for before.
func (s *session) reach(n *node) []uint64 {
	n.reachOnce.Do(func() {
		n.reach = make([]uint64, (len(s.byID)+63)/64)
		for _, d := range n.needs {
			n.reach[d.index/64] |= 1 << (d.index % 64)
			for i, word := range s.reach(d) {
				n.reach[i] |= word
			}
		}
	})
	return n.reach
}

// listErrors converts the errors of listing a package.
func listErrors(errs []packages.Error) []load.Error {
	var out []load.Error
	for _, e := range errs {
		out = append(out, load.Error{Pos: parsePos(e.Pos), Msg: oneLine(e.Msg)})
	}
	return out
}

func moduleOf(p *load.Package) *analysis.Module {
	if p.Module == nil {
		return nil
	}
	version := p.Module.Version
	if p.InFolder() {
		version = "" // as under go vet, which cannot tell
	}
	return &analysis.Module{Path: p.Module.Path, Version: version, GoVersion: p.Module.GoVersion}
}

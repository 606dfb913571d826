package cachemutate

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/k8slint/k8slint/internal/engines"
	"github.com/k8slint/k8slint/internal/kube"
	"github.com/k8slint/k8slint/internal/ownership"
	"github.com/k8slint/k8slint/internal/ownership/effect"
	"github.com/k8slint/k8slint/internal/report"
	"github.com/k8slint/k8slint/internal/suppress"
)

// The client of a controller-runtime manager copies what it reads from the
// cache, unless the program's main package, which imports the controllers,
// turns that off for all types or for some. So facts tell of writes that would
// be findings then, and of options; the first package that sees both reports
// the writes: at the write where that is its own, else at the option, else at
// the import that brings the option.

// A ManagerFact is what a package does with managers and their clients. Its
// slices are sorted.
type ManagerFact struct {
	Options  []Option
	Uncached []string // types whose objects are never read from the cache
	Live     []string // fields and variables with clients that are no manager's
	Writes   []ManagedWrite
	// Joined are pairs of packages, one with options and one with writes,
	// that this package has reported on.
	Joined []string
}

// A ManagedWrite is a write to what a manager's client read.
type ManagedWrite struct {
	Type, Client   string // as in ownership.Managed
	Read, ReadPosn string
	ReadVia        []string // functions that the object came through
	What, Posn     string
	Via            []string // functions that lead to the write
	More           int

	finding *ownership.Finding
}

// AFact marks ManagerFact as a fact.
func (*ManagerFact) AFact() {}

func (f *ManagerFact) String() string {
	return fmt.Sprintf("manager(%d options, %d writes)", len(f.Options), len(f.Writes))
}

// maxManaged bounds the writes that a package tells others of, in the order of
// the source, and the findings of a package that come from options.
const maxManaged = 200

// newManagers returns the analyzer that finds what options of managers and
// writes make of each other, for cachemutate to report. It is an analyzer of its
// own as facts are.
func newManagers(e *engines.Set) *analysis.Analyzer {
	return &analysis.Analyzer{
		Name:       "k8slintmanagers",
		Doc:        "find managers that turn deep copies off, and what that makes of their controllers",
		Requires:   []*analysis.Analyzer{e.Ownership, suppress.Analyzer},
		FactTypes:  []analysis.Fact{(*ManagerFact)(nil)},
		ResultType: reflect.TypeFor[[]managed](),
		Run:        func(pass *analysis.Pass) (any, error) { return runManagers(pass, e) },
	}
}

func runManagers(pass *analysis.Pass, e *engines.Set) (any, error) {
	var none []managed
	if pass.Module != nil && pass.Module.Version != "" {
		return none, nil // a dependency
	}
	res := pass.ResultOf[e.Ownership].(*ownership.Result)
	dirs := pass.ResultOf[suppress.Analyzer].(*suppress.Set)
	own := &ManagerFact{Live: res.LiveClients}
	own.Options, own.Uncached = managerOptions(pass)
	for _, f := range res.Conditional {
		file := fileAt(pass, f.Pos)
		switch {
		case file == nil, strings.HasSuffix(pass.Fset.Position(file.Package).Filename, "_test.go"):
		case report.IsGenerated(file) && !e.Config.Generated, len(own.Writes) >= maxManaged:
		case !dirs.Silences(pass.Fset, "cachemutate", f.Pos):
			own.Writes = append(own.Writes, managedWrite(f))
		}
	}
	seen := map[string]*ManagerFact{pass.Pkg.Path(): own}
	for _, pf := range pass.AllPackageFacts() {
		if f, ok := pf.Fact.(*ManagerFact); ok && pf.Package != pass.Pkg && sameModule(pass, pf.Package.Path()) {
			seen[pf.Package.Path()] = f
		}
	}
	j := &joiner{pass: pass, own: own, seen: seen}
	j.join()
	if len(own.Options)+len(own.Uncached)+len(own.Live)+len(own.Writes)+len(own.Joined) > 0 {
		pass.ExportPackageFact(own)
	}
	return j.out, nil
}

func managedWrite(f *ownership.Finding) ManagedWrite {
	m := f.Origin.Managed
	return ManagedWrite{
		Type: m.Type, Client: m.Client,
		Read: f.Origin.What, ReadPosn: f.Origin.Posn, ReadVia: names(f.Origin.Via),
		What: f.What, Posn: f.Posn, Via: names(f.Via), More: f.More,
		finding: f,
	}
}

func names(via []effect.Hop) []string {
	var out []string
	for _, h := range via {
		out = append(out, h.Func)
	}
	return out
}

// sameModule reports whether the package at path is of pass's module or, as
// far as a driver that knows no modules can tell, of its repository.
func sameModule(pass *analysis.Pass, path string) bool {
	if pass.Module != nil {
		return true // other modules export no facts
	}
	root := func(path string) string {
		elems := strings.SplitN(kube.Unvendored(path), "/", 4)
		n := 1
		switch elems[0] {
		case "github.com", "gitlab.com", "bitbucket.org":
			n = 3
		case "k8s.io", "sigs.k8s.io":
			n = 2
		}
		return strings.Join(elems[:min(n, len(elems))], "/")
	}
	return root(path) == root(pass.Pkg.Path())
}

// A joiner finds the writes that options make findings of.
type joiner struct {
	pass *analysis.Pass
	own  *ManagerFact
	seen map[string]*ManagerFact // by package
	out  []managed
}

// A managed is a write that an option makes a finding.
type managed struct {
	path  string // of the package with the option
	opt   *Option
	write *ManagedWrite
	own   bool // the write is of the package under analysis
}

func (j *joiner) join() {
	var optioned, written []string
	done := map[string]bool{}
	uncached, live := map[string]bool{}, map[string]bool{}
	for path, f := range j.seen {
		if slices.ContainsFunc(f.Options, func(o Option) bool { return !o.Off }) {
			optioned = append(optioned, path)
		}
		if len(f.Writes) > 0 {
			written = append(written, path)
		}
		for _, p := range f.Joined {
			done[p] = true
		}
		for _, t := range f.Uncached {
			uncached[t] = true
		}
		for _, c := range f.Live {
			live[c] = true
		}
	}
	slices.Sort(optioned)
	slices.Sort(written)
	for _, o := range optioned {
		for _, in := range written {
			pair := o + " " + in
			if done[pair] {
				continue
			}
			j.own.Joined = append(j.own.Joined, pair)
			ws := j.seen[in].Writes
			for i := range ws {
				w := &ws[i]
				if opt := governing(j.seen[o].Options, w.Type); opt != nil && !uncached[w.Type] && !live[w.Client] && len(j.out) < maxManaged {
					j.out = append(j.out, managed{o, opt, w, in == j.pass.Pkg.Path()})
				}
			}
		}
	}
}

// governing is the option that turns deep copies off for objects of type typ,
// nil if none does.
func governing(opts []Option, typ string) *Option {
	if typ == "" {
		return nil
	}
	var own, all *Option
	for i := range opts {
		switch o := &opts[i]; {
		case o.Type == typ && (own == nil || own.Off):
			own = o
		case o.Type == "" && !o.Off && all == nil:
			all = o
		}
	}
	if own == nil {
		return all
	}
	if own.Off {
		return nil
	}
	return own
}

// finding words m.
func (m managed) finding(pass *analysis.Pass) report.Finding {
	opt, w := m.opt, m.write
	// Drivers may hand on facts as they are, fields and all.
	if f := w.finding; f != nil && m.own {
		c, o := *f, *f.Origin
		o.What += ", which does not copy (" + opt.Field + " at " + opt.Posn + "),"
		c.Origin = &o
		return finding(pass, &c)
	}
	out := report.Finding{Pos: opt.pos, End: opt.end, Category: "option"}
	what := opt.Field
	if opt.Type != "" {
		what += " of " + opt.Type[strings.LastIndexByte(opt.Type, '.')+1:]
	}
	if m.path != pass.Pkg.Path() {
		out.Pos, out.End = importOf(pass, m.path)
		what += " at " + opt.Posn
	}
	out.Message = fmt.Sprintf("%s makes what %s at %s%s reads shared with the informer cache, and %s at %s%s writes to it; make a DeepCopy before the first write",
		what, w.Read, w.ReadPosn, through(w.ReadVia), subject(w.What), w.Posn, through(w.Via))
	if w.More > 0 {
		out.Message += fmt.Sprintf(" (%d more %s)", w.More, plural(w.More, "write follows", "writes follow"))
	}
	out.Trace = []report.Step{
		{Text: fmt.Sprintf("%s: %s turns deep copies off", opt.Posn, opt.Field)},
		{Text: fmt.Sprintf("%s: %s reads the informer cache", w.ReadPosn, w.Read)},
		{Text: fmt.Sprintf("%s: %s writes it", w.Posn, subject(w.What))},
	}
	return out
}

func through(funcs []string) string {
	if len(funcs) == 0 {
		return ""
	}
	return " (through " + strings.Join(funcs, ", ") + ")"
}

// importOf is the first import of the package at path, or else of one that
// imports it.
func importOf(pass *analysis.Pass, path string) (pos, end token.Pos) {
	var specs []*ast.ImportSpec
	for _, f := range pass.Files {
		specs = append(specs, f.Imports...)
	}
	slices.SortStableFunc(specs, func(a, b *ast.ImportSpec) int {
		p, q := pass.Fset.Position(a.Pos()), pass.Fset.Position(b.Pos())
		return cmp.Or(cmp.Compare(p.Filename, q.Filename), cmp.Compare(p.Line, q.Line))
	})
	find := func(ok func(p *types.Package) bool) bool {
		for _, s := range specs {
			name, err := strconv.Unquote(s.Path.Value)
			if err != nil {
				continue
			}
			for _, p := range pass.Pkg.Imports() {
				if kube.Unvendored(p.Path()) == name && ok(p) {
					pos, end = s.Pos(), s.End()
					return true
				}
			}
		}
		return false
	}
	if !find(func(p *types.Package) bool { return p.Path() == path }) {
		find(func(p *types.Package) bool { return imports(p, kube.Unvendored(path)) })
	}
	return pos, end
}

// imports reports whether pkg imports a package of the given path, directly or
// through others.
func imports(pkg *types.Package, path string) bool {
	seen := map[*types.Package]bool{}
	var visit func(p *types.Package) bool
	visit = func(p *types.Package) bool {
		if kube.Unvendored(p.Path()) == path {
			return true
		}
		if seen[p] {
			return false
		}
		seen[p] = true
		return slices.ContainsFunc(p.Imports(), visit)
	}
	return slices.ContainsFunc(pkg.Imports(), visit)
}

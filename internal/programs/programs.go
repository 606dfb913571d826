// Package programs generates small controller programs, and knows of each
// whether it writes to the informer cache. A program is a tree of statements that
// can be printed as Go and executed on a model of the memory, for every
// sequence of the decisions that the program makes. Tests hold cachemutate
// against them.
package programs

import (
	_ "embed"
	"fmt"
	"go/format"
	"slices"
	"strings"
)

// Env is the source of the package that the programs run in.
//
//go:embed testdata/env/env.go
var Env string

// ImportPath is that of the package main that Files makes; its packages env and
// lib lie below it.
const ImportPath = "k8slint.test/programs"

// A Chooser makes the decisions of the generator.
type Chooser interface {
	// IntN returns a number in [0, n).
	IntN(n int) int
}

// A Program is one function, with what only it uses.
type Program struct {
	Name string
	// Writes tells whether some run of the program writes to the cache.
	Writes bool
	// Runs is how many sequences of decisions there are.
	Runs int

	body  *block
	decls []*decl
}

// A decl is a declaration beside the function.
type decl struct {
	name string
	lib  bool
	text func(p *printer)
}

// Kinds are the kinds of statements in p, sorted. They are named in lists of
// what is known not to be found.
func (p *Program) Kinds() []string {
	var out []string
	for _, s := range p.stmts() {
		out = append(out, s.kind)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// maxRuns bounds the sequences of decisions of a program.
const maxRuns = 64

// judge executes p in all ways, and returns the statements that write to the
// cache in any.
func (p *Program) judge() map[*stmt]bool {
	bad := map[*stmt]bool{}
	p.Runs = 0
	for path := []bool{}; ; {
		m := &machine{path: path, bad: bad}
		m.one, m.two = service(true), service(true)
		(&frame{m: m, vars: map[*variable]value{}}).call(p.body)
		p.Runs++
		if m.over || p.Runs > maxRuns {
			p.Runs = maxRuns + 1
			break
		}
		path = m.path[:m.used]
		n := len(path)
		for n > 0 && path[n-1] {
			n--
		}
		if n == 0 {
			break
		}
		path = append(path[:n-1:n-1], true)
	}
	p.Writes = len(bad) > 0
	return bad
}

// Files are the sources of the packages main and lib for the programs, and for
// each line of both the program that it belongs to.
func Files(ps []*Program) (main, lib string, owner map[string]map[int]string, err error) {
	var m, l printer
	m.write("package main\n\nimport (\n")
	l.write("package lib\n\nimport (\n")
	for _, pkg := range imports {
		m.write("%s\n", pkg)
		l.write("%s\n", pkg)
	}
	m.write("%q\n%q\n)\n", ImportPath+"/env", ImportPath+"/lib")
	l.write("%q\n)\n", ImportPath+"/env")
	m.write("%s", uses)
	m.write("var _ = lib.Used\n")
	l.write("%s\nvar _ *env.Env\n\n// Used makes sure that the package is.\nconst Used = true\n", uses)
	m.write("\nfunc main() {\nenv.Run(map[string]func(*env.Env){\n")
	for _, p := range ps {
		m.write("%q: %s,\n", p.Name, p.Name)
	}
	m.write("})\n}\n")
	for _, p := range ps {
		m.write("\n// program %s\n", p.Name)
		l.write("\n// program %s\n", p.Name)
		m.write("func %s(e *env.Env) {\n", p.Name)
		p.body.print(&m)
		m.write("}\n")
		for _, d := range p.needed() {
			if d.lib {
				d.text(&l)
			} else {
				d.text(&m)
			}
		}
	}
	owner = map[string]map[int]string{}
	for _, f := range []struct {
		name string
		src  *printer
		out  *string
	}{{"main.go", &m, &main}, {"lib.go", &l, &lib}} {
		src, err := format.Source([]byte(f.src.b.String()))
		if err != nil {
			return "", "", nil, fmt.Errorf("%w\n%s", err, f.src.b.String())
		}
		*f.out = string(src)
		owner[f.name] = owners(*f.out)
	}
	return main, lib, owner, nil
}

func owners(src string) map[int]string {
	out := map[int]string{}
	name := ""
	for i, line := range strings.Split(src, "\n") {
		if n, ok := strings.CutPrefix(line, "// program "); ok {
			name = n
		}
		out[i+1] = name
	}
	return out
}

var imports = []string{
	`"context"`, `"encoding/json"`, `"maps"`, `"slices"`, `"sort"`, `"sync"`, `"sync/atomic"`,
	`corev1 "k8s.io/api/core/v1"`,
	`apimeta "k8s.io/apimachinery/pkg/api/meta"`,
	`metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"`,
	`"k8s.io/apimachinery/pkg/labels"`,
	`"k8s.io/apimachinery/pkg/runtime"`,
	`"k8s.io/client-go/tools/cache"`,
	`"k8s.io/client-go/util/retry"`,
	`"sigs.k8s.io/controller-runtime/pkg/client"`,
	`"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"`,
	`"sigs.k8s.io/controller-runtime/pkg/event"`,
	`"sigs.k8s.io/controller-runtime/pkg/predicate"`,
	`"sigs.k8s.io/controller-runtime/pkg/reconcile"`,
}

const uses = `
var (
	_ context.Context
	_ json.Number
	_ = maps.Clone[map[int]int]
	_ = slices.Clone[[]int]
	_ = sort.Strings
	_ sync.Mutex
	_ atomic.Bool
	_ corev1.Service
	_ = apimeta.Accessor
	_ metav1.Object
	_ = labels.Everything
	_ runtime.Object
	_ cache.Store
	_ = retry.RetryOnConflict
	_ client.Object
	_ = controllerutil.AddFinalizer
	_ event.CreateEvent
	_ predicate.Funcs
	_ reconcile.Request
)
`

// String is the program's source.
func (p *Program) String() string {
	var b printer
	b.write("func %s(e *env.Env) {\n", p.Name)
	p.body.print(&b)
	b.write("}\n")
	for _, d := range p.needed() {
		if d.lib {
			b.write("// in package lib\n")
		}
		d.text(&b)
	}
	src, err := format.Source([]byte(b.b.String()))
	if err != nil {
		return b.b.String()
	}
	return string(src)
}

// needed are the declarations that the program uses: statements that are off
// call nothing.
func (p *Program) needed() []*decl {
	var b printer
	p.body.print(&b)
	used := make([]bool, len(p.decls))
	for again := true; again; {
		again = false
		for i, d := range p.decls {
			if !used[i] && strings.Contains(b.b.String(), d.name) {
				used[i], again = true, true
				d.text(&b)
			}
		}
	}
	var out []*decl
	for i, d := range p.decls {
		if used[i] {
			out = append(out, d)
		}
	}
	return out
}

// stmts are all statements of p that are on.
func (p *Program) stmts() []*stmt {
	var out []*stmt
	seen := map[*block]bool{}
	var visit func(b *block)
	visit = func(b *block) {
		if seen[b] {
			return
		}
		seen[b] = true
		for _, s := range b.stmts {
			if s.off {
				continue
			}
			out = append(out, s)
			for _, b := range s.blocks {
				visit(b)
			}
		}
	}
	visit(p.body)
	return out
}

// Minimize turns statements of p off, as long as same holds: as far as a
// reader needs them to see why.
func Minimize(p *Program, same func(*Program) bool) {
	for again := true; again; {
		again = false
		all := p.stmts()
		for i := len(all) - 1; i >= 0; i-- {
			s := all[i]
			s.off = true
			if ok := p.tryJudge() && same(p); ok {
				again = true
				continue
			}
			s.off = false
			if len(s.blocks) == 0 || s.flat {
				continue
			}
			s.flat = true
			if ok := p.tryJudge() && same(p); ok {
				again = true
				continue
			}
			s.flat = false
		}
	}
	p.judge()
}

// tryJudge judges p; false if that is not possible, because a variable is
// missing now.
func (p *Program) tryJudge() (ok bool) {
	defer func() { ok = recover() == nil }()
	p.judge()
	return p.Runs <= maxRuns
}

type printer struct{ b strings.Builder }

func (p *printer) write(format string, args ...any) { fmt.Fprintf(&p.b, format, args...) }

package copyfix

import (
	"bytes"
	"cmp"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/txtar"

	"github.com/k8slint/k8slint/internal/astspan"
	"github.com/k8slint/k8slint/internal/copyfix/copyedit"
	"github.com/k8slint/k8slint/internal/ssatest"
)

// api is what the sources of tests use: objects, a list, a lister, an event.
const api = `package p

type Meta struct {
	Name        string
	Labels      map[string]string
	Annotations map[string]string
}

func (m *Meta) SetLabels(labels map[string]string) { m.Labels = labels }
func (m *Meta) GetMeta() *Meta                     { return m }

type Container struct {
	Image string
	Env   []string
}

type Pod struct {
	Meta
	Node       string
	Count      int
	Containers []Container
}

func (p *Pod) DeepCopy() *Pod          { c := *p; return &c }
func (p *Pod) DeepCopyObject() any     { return p.DeepCopy() }

type PodList struct {
	Items []Pod
	More  map[string]*Pod
}

func (l *PodList) DeepCopy() *PodList { return l }

type Object interface {
	SetLabels(map[string]string)
	DeepCopyObject() any
}

type Event struct {
	Pod  *Pod
	Old  Object
	Self Pod
}

type Lister interface {
	Get(name string) (*Pod, error)
	List() ([]*Pod, error)
}

type Store interface {
	GetByKey(key string) (item any, exists bool, err error)
	Read(key string, into *Pod) error
	ListKeys() []any
}

var (
	lister Lister
	store  Store
)

func write(p *Pod)              { p.Node = "x" }
func write2(n int, p *Pod)      { p.Node = "x" }
func both(a, b *Pod)            { a.Node, b.Node = "x", "y" }
func writeObject(o any)         {}
func read(values ...any) bool   { return true }
func find(name string) *Pod     { p, _ := lister.Get(name); return p }
func pods() []*Pod              { ps, _ := lister.List(); return ps }
`

// imported are the packages that sources can import.
var imported = map[string]string{
	"example.com/client": `package client

type Object interface {
	SetLabels(map[string]string)
	DeepCopyObject() any
}
`,
	"example.com/other": `package other

type Thing struct{}
`,
}

// A source is one small program, and what the engine would say of it: the
// writes are the stores and calls on the lines marked "// write". A number
// after that is the argument that carries the object. "// source" marks the
// call that gets it, "// entry" the function that it is handed to.
type source struct {
	pass *analysis.Pass
	w    Writes
	text map[string]string // by file name
}

var mark = regexp.MustCompile(`// (write|source|entry)(?: (-?\d))?\b`)

// load reads files, p.go and those named in lines like "-- q.go --".
func load(t *testing.T, text string) *source {
	t.Helper()
	ar := txtar.Parse([]byte(text))
	files := append([]txtar.File{{Name: "p.go", Data: ar.Comment}}, ar.Files...)
	s := &source{text: map[string]string{}}
	fset := token.NewFileSet()
	known := ssatest.Packages{}
	for path, text := range imported {
		known[path] = ssatest.Check(t, fset, path, nil, map[string]string{path + ".go": text}).Pkg
	}
	s.text["api.go"] = api
	for _, f := range files {
		data := string(f.Data)
		if !strings.Contains(data, "package p\n") {
			data = "package p\n\n" + data
		}
		s.text[f.Name] = data
	}
	s.pass = ssatest.Check(t, fset, "example.com/p", known, s.text)
	s.w = writes(t, s)
	return s
}

// writes reads the marks.
func writes(t *testing.T, s *source) Writes {
	w := Writes{Args: map[token.Pos]int{}}
	at := map[string]token.Pos{} // the last store or call of a line
	for _, f := range functions(s) {
		for _, b := range f.Blocks {
			for _, instr := range b.Instrs {
				switch instr.(type) {
				case *ssa.Store, *ssa.MapUpdate, ssa.CallInstruction:
					if instr.Pos().IsValid() {
						at[line(s.pass.Fset, instr.Pos())] = instr.Pos()
					}
				}
			}
		}
	}
	for _, file := range s.pass.Files {
		for _, g := range file.Comments {
			for _, c := range g.List {
				m := mark.FindStringSubmatch(c.Text)
				if m == nil {
					continue
				}
				pos, ok := at[line(s.pass.Fset, c.Pos())]
				if !ok && m[1] != "entry" {
					t.Fatalf("no store and no call at %s", s.pass.Fset.Position(c.Pos()))
				}
				switch m[1] {
				case "write":
					w.At = append(w.At, pos)
					if m[2] != "" {
						w.Args[pos], _ = strconv.Atoi(m[2])
					}
				case "source":
					w.Source = pos
				case "entry":
					w.Entry = true
				}
			}
		}
	}
	slices.Sort(w.At)
	return w
}

func line(fset *token.FileSet, pos token.Pos) string {
	p := fset.PositionFor(pos, false)
	return fmt.Sprint(p.Filename, ":", p.Line)
}

// functions builds the SSA form of the functions of s, literals included.
func functions(s *source) []*ssa.Function {
	prog := ssa.NewProgram(s.pass.Fset, ssa.BuilderMode(0))
	for _, p := range s.pass.Pkg.Imports() {
		prog.CreatePackage(p, nil, nil, true)
	}
	pkg := prog.CreatePackage(s.pass.Pkg, s.pass.Files, s.pass.TypesInfo, false)
	pkg.Build()
	out := []*ssa.Function{pkg.Func("init")}
	for _, file := range s.pass.Files {
		for _, d := range file.Decls {
			if d, ok := d.(*ast.FuncDecl); ok {
				if f := prog.FuncValue(s.pass.TypesInfo.Defs[d.Name].(*types.Func)); f != nil {
					out = append(out, f)
				}
			}
		}
	}
	for i := 0; i < len(out); i++ {
		out = append(out, out[i].AnonFuncs...)
	}
	return out
}

// fixed is what becomes of the files when the fix for the writes is applied.
func (s *source) fixed(t *testing.T) map[string]string {
	t.Helper()
	out := map[string]string{}
	for name, text := range s.text {
		out[name] = text
	}
	fixes := Find(s.pass, astspan.Files{}, s.w)
	if len(fixes) == 0 {
		return out
	}
	if len(fixes) > 1 {
		t.Errorf("%d fixes", len(fixes))
	}
	edits := slices.Clone(fixes[0].TextEdits)
	// From the end; what is put before something that is replaced comes after it.
	slices.SortFunc(edits, func(a, b analysis.TextEdit) int { return cmp.Or(cmp.Compare(b.Pos, a.Pos), cmp.Compare(b.End, a.End)) })
	for _, e := range edits {
		f := s.pass.Fset.File(e.Pos)
		text := out[f.Name()]
		out[f.Name()] = text[:f.Offset(e.Pos)] + string(e.NewText) + text[f.Offset(e.End):]
	}
	return out
}

// A source says what it expects in lines of comments: "//+" is followed by a line
// that the fix puts there, "//=" by what it makes of the line before.
var expected = regexp.MustCompile(`(?m)^\s*//[+=] .*\n`)

// expect splits a source into what is given and what should become of it.
func expect(text string) (given, want string) {
	given = expected.ReplaceAllString(text, "")
	var out []string
	for _, l := range strings.SplitAfter(text, "\n") {
		trimmed := strings.TrimLeft(l, "\t ")
		indent := l[:len(l)-len(trimmed)]
		if add, ok := strings.CutPrefix(trimmed, "//+ "); ok {
			out = append(out, indent+add)
		} else if is, ok := strings.CutPrefix(trimmed, "//= "); ok {
			out[len(out)-1] = indent + is
		} else {
			out = append(out, l)
		}
	}
	return given, strings.Join(out, "")
}

// A program is one test: a name that says what it shows, and a source with the
// expected edit, if there should be one.
type program struct{ name, text string }

// run finds the fix of each program and compares what it makes of it. What was
// fixed must compile, and differ by copies only.
func run(t *testing.T, programs []program) {
	for _, p := range programs {
		t.Run(p.name, func(t *testing.T) {
			given, want := expect(strings.TrimPrefix(p.text, "\n"))
			s := load(t, given)
			if len(s.w.At) == 0 {
				t.Fatal("nothing is marked as written")
			}
			got := s.fixed(t)
			for name, text := range load(t, want).text {
				if got[name] != text {
					t.Errorf("%s is\n%s\nwant\n%s", name, got[name], text)
				}
				if err := copyedit.Only(s.text[name], got[name]); err != nil {
					t.Error(err)
				}
			}
		})
	}
}

// TestMarks holds the tests' own reading of sources to what it promises.
func TestMarks(t *testing.T) {
	given, want := expect("a\n\t//+ b\n\tc\n\t//= d\n")
	if given != "a\n\tc\n" || want != "a\n\tb\n\td\n" {
		t.Errorf("%q, %q", given, want)
	}
	s := load(t, "func f(l Lister) {\n\tpod, _ := l.Get(\"a\") // source\n\twrite2(1, pod) // write 2\n\tpod.Labels[\"a\"] = \"b\" // write\n}\n")
	var b bytes.Buffer
	for _, pos := range s.w.At {
		fmt.Fprint(&b, s.pass.Fset.Position(pos), " ")
	}
	if got, want := b.String(), "p.go:5:8 p.go:6:12 "; got != want {
		t.Errorf("writes at %s, want %s", got, want)
	}
	if s.w.Args[s.w.At[0]] != 2 || len(s.w.Args) != 1 || s.w.Entry || s.pass.Fset.Position(s.w.Source).Line != 4 {
		t.Errorf("%+v", s.w)
	}
}

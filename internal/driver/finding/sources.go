package finding

import (
	"crypto/sha256"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"slices"
	"strings"
)

// maxSource bounds the files that are read to show or to store a line of them.
const maxSource = 64 << 20

// Sources is the files of which lines may be shown and stored: those that were
// analysed. A //line directive can name any file of the machine, one with
// somebody's password in it too.
type Sources struct {
	// Actual names the file with the content of a named one; nil stands for the
	// file itself.
	Actual func(name string) string
	// Sums has hashes of what files held when they were analysed. Of a file that
	// holds something else now there are no lines.
	Sums     map[string][sha256.Size]byte
	analysed map[string]bool
	lines    map[string][]string
	funcs    map[string][]Func
}

// A Func is a declaration at the top of a file: of a function, as a Write names
// it, or of variables, constants or types, "var a".
type Func struct {
	Name     string
	From, To int // the lines, from 1
}

// NewSources returns the sources of these files.
func NewSources(names ...string) *Sources {
	s := &Sources{analysed: make(map[string]bool, len(names)), lines: make(map[string][]string), funcs: make(map[string][]Func)}
	for _, name := range names {
		s.analysed[name] = true
	}
	return s
}

// Names returns the names of the files.
func (s *Sources) Names() []string { return slices.Collect(maps.Keys(s.analysed)) }

// Has reports whether the named file is one of them.
func (s *Sources) Has(name string) bool { return s.analysed[name] }

// Func names the declaration that p is in, "" for none.
func (s *Sources) Func(p Pos) string {
	for _, f := range s.Funcs(p.File) {
		if f.From <= p.Line && p.Line <= f.To {
			return f.Name
		}
	}
	return ""
}

// Funcs returns the declarations of a file that was analysed, without imports.
func (s *Sources) Funcs(name string) []Func {
	out, ok := s.funcs[name]
	if ok {
		return out
	}
	lines := s.Lines(name)
	fset := token.NewFileSet()
	tree, _ := parser.ParseFile(fset, name, strings.Join(lines, "\n"), parser.SkipObjectResolution)
	if tree != nil {
		for _, d := range tree.Decls {
			f := Func{Name: declares(d), From: fset.PositionFor(d.Pos(), false).Line, To: fset.PositionFor(d.End(), false).Line}
			if f.Name != "" && f.From <= f.To && f.To <= len(lines) {
				out = append(out, f)
			}
		}
	}
	s.funcs[name] = out
	return out
}

// declares names what d declares, "" for imports.
func declares(d ast.Decl) string {
	switch d := d.(type) {
	case *ast.FuncDecl:
		return FuncName(d)
	case *ast.GenDecl:
		for _, s := range d.Specs {
			switch s := s.(type) {
			case *ast.ValueSpec:
				return d.Tok.String() + " " + s.Names[0].Name
			case *ast.TypeSpec:
				return d.Tok.String() + " " + s.Name.Name
			}
		}
	}
	return ""
}

// Normal is a line without what is there for readers: indentation, spaces and the
// comment at its end.
func Normal(line string) string {
	var quote rune
	escaped := false
	for i, r := range line {
		switch {
		case escaped:
			escaped = false
		case quote != 0 && r == '\\' && quote != '`':
			escaped = true
		case quote != 0:
			if r == quote {
				quote = 0
			}
		case r == '"', r == '`', r == '\'':
			quote = r
		case r == '/' && strings.HasPrefix(line[i:], "//"):
			return strings.Join(strings.Fields(line[:i]), " ")
		}
	}
	return strings.Join(strings.Fields(line), " ")
}

// Place is where f lies in a file that was analysed: f.Pos if it says that, and
// otherwise f.Real. It is zero if neither does.
func (s *Sources) Place(f Finding) Pos {
	for _, p := range []Pos{f.Pos, f.Real} {
		if p.Valid() && s.analysed[p.File] {
			return p
		}
	}
	return Pos{}
}

// Ground returns f with the places of no file but the sources: what a //line
// directive says of others is taken back. It is for readers that open the files
// which a finding names.
func (s *Sources) Ground(f Finding) Finding {
	if f.Real.Valid() && !s.analysed[f.Pos.File] {
		f.Pos, f.End = f.Real, Pos{}
	}
	f.Trace = s.groundTrace(f.Trace)
	f.Writes = slices.Clone(f.Writes)
	for i, w := range f.Writes {
		if w.Real.Valid() && !s.analysed[w.Pos.File] {
			w.Pos, w.End = w.Real, Pos{}
		}
		w.Trace = s.groundTrace(w.Trace)
		f.Writes[i] = w
	}
	return f
}

func (s *Sources) groundTrace(trace []Step) []Step {
	trace = slices.Clone(trace)
	for i, st := range trace {
		if st.Real.Valid() && !s.analysed[st.Pos.File] {
			trace[i].Pos, trace[i].End = st.Real, Pos{}
		}
	}
	return trace
}

// Lines is the text of a file that was analysed, by line, without line ends. It
// is empty for any other, and for one that is gone, or has changed as far as Sums
// tells.
func (s *Sources) Lines(name string) []string {
	if !s.analysed[name] {
		return nil
	}
	lines, ok := s.lines[name]
	if !ok {
		actual := name
		if s.Actual != nil {
			actual = s.Actual(name)
		}
		want, known := s.Sums[name]
		lines = readLines(actual, func(data []byte) bool { return !known || sha256.Sum256(data) == want })
		s.lines[name] = lines
	}
	return lines
}

func readLines(name string, isWanted func(data []byte) bool) []string {
	st, err := os.Stat(name)
	if err != nil || !st.Mode().IsRegular() || st.Size() > maxSource {
		return nil
	}
	data, err := os.ReadFile(name)
	if err != nil || !isWanted(data) {
		return nil
	}
	if link, err := os.Lstat(name); err != nil || !link.Mode().IsRegular() {
		// What a link leads to may have been refused by the compiler.
		if _, err := parser.ParseFile(token.NewFileSet(), name, data, parser.PackageClauseOnly); err != nil {
			return nil
		}
	}
	lines := strings.Split(string(data), "\n")
	for i, l := range lines {
		lines[i] = strings.TrimSuffix(l, "\r")
	}
	return lines
}

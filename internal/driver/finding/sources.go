package finding

import (
	"go/parser"
	"go/token"
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
	analysed map[string]bool
	lines    map[string][]string
}

// NewSources returns the sources of these files.
func NewSources(names ...string) *Sources {
	s := &Sources{analysed: make(map[string]bool, len(names)), lines: make(map[string][]string)}
	for _, name := range names {
		s.analysed[name] = true
	}
	return s
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
// is empty for any other, and for one that is gone.
func (s *Sources) Lines(name string) []string {
	if !s.analysed[name] {
		return nil
	}
	lines, ok := s.lines[name]
	if !ok {
		lines = readLines(name)
		s.lines[name] = lines
	}
	return lines
}

func readLines(name string) []string {
	st, err := os.Stat(name)
	if err != nil || !st.Mode().IsRegular() || st.Size() > maxSource {
		return nil
	}
	data, err := os.ReadFile(name)
	if err != nil {
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

package lineage

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"github.com/k8slint/k8slint/internal/driver/finding"
)

// A program is one state of it, by its functions. Folders are read when they are
// asked for.
type program struct {
	state State
	past  bool                // the earlier one
	names map[string][]string // of the files, by folder
	dirs  map[string]*dir     // those that were read
	files map[string]*file    // of these
	units [][]*unit           // of each finding
}

// A dir is a folder with files that were analysed.
type dir struct {
	functions []*function
	byName    map[string][]*function
}

// A file is one that was analysed.
type file struct {
	lines     []string // normal
	functions []*function
	rest      *function // what is in none
}

// A function is a declaration at the top of a file.
type function struct {
	past     bool // of the earlier state
	file     string
	name     string // with the receiver's type
	from, to int    // the lines
	lines    []string
}

func newProgram(s State, past bool) *program {
	p := &program{state: s, past: past, names: make(map[string][]string), dirs: make(map[string]*dir), files: make(map[string]*file)}
	for _, name := range s.Sources.Names() {
		d := path.Dir(s.Path(name))
		p.names[d] = append(p.names[d], name)
	}
	for _, f := range s.Findings {
		p.units = append(p.units, p.unitsOf(f))
	}
	return p
}

// dir reads a folder.
func (p *program) dir(name string) *dir {
	d := p.dirs[name]
	if d != nil {
		return d
	}
	d = &dir{byName: make(map[string][]*function)}
	p.dirs[name] = d
	names := p.names[name]
	slices.Sort(names)
	for _, name := range names {
		f := p.parse(name)
		p.files[f.rest.file] = f
		for _, fn := range append(slices.Clip(f.functions), f.rest) {
			d.functions = append(d.functions, fn)
			d.byName[fn.name] = append(d.byName[fn.name], fn)
		}
	}
	return d
}

func (p *program) file(name string) *file {
	p.dir(path.Dir(name))
	return p.files[name]
}

func (p *program) parse(name string) *file {
	as, lines := p.state.Path(name), p.state.Sources.Lines(name)
	f := &file{rest: &function{past: p.past, file: as, name: "file " + path.Base(as), from: 1, to: len(lines)}}
	for _, l := range lines {
		f.lines = append(f.lines, finding.Normal(l))
	}
	f.rest.lines = f.lines
	for _, d := range p.state.Sources.Funcs(name) {
		f.functions = append(f.functions, &function{past: p.past, file: as, name: d.Name, from: d.From, to: d.To, lines: f.lines[d.From-1 : d.To]})
	}
	return f
}

// at is the function that a line is in.
func (f *file) at(line int) *function {
	for _, fn := range f.functions {
		if fn.from <= line && line <= fn.to {
			return fn
		}
	}
	return f.rest
}

// counterpart is the function of p that has the name of f, in the same package.
// There are several where build constraints choose, and of init.
func (p *program) counterpart(f *function) *function {
	all := p.dir(path.Dir(f.file)).byName[f.name]
	for _, o := range all {
		if o.file == f.file && (f.name != "init" || similarity(o, f) >= enough) {
			return o
		}
	}
	if len(all) == 0 || f.name == "init" {
		return nil
	}
	return all[0]
}

// A candidate is a function that is gone and one that appeared.
type candidate struct {
	was, is *function
	score   float64
}

const (
	// enough is the part of two functions' lines that must be the same if one
	// is to be the other renamed.
	enough = 0.5
	// enoughNamed is the same for two functions of one name.
	enoughNamed = 0.25
	// maxCandidates bounds the pairs of functions that are compared; where there
	// are more, only those of one name are. No finding is lost: others are new.
	maxCandidates = 1 << 20
)

// likely returns which of the functions that are gone may be which of those that
// appeared, the likeliest first.
func likely(gone, appeared []*function) []candidate {
	var out []candidate
	all := len(gone)*len(appeared) <= maxCandidates
	for _, was := range gone {
		for _, is := range appeared {
			named := was.name == is.name
			if !named && (!all || path.Dir(was.file) != path.Dir(is.file) || strings.HasPrefix(was.name, "file ") != strings.HasPrefix(is.name, "file ")) {
				continue
			}
			if score := similarity(was, is); score >= enough || named && score >= enoughNamed {
				out = append(out, candidate{was, is, score + nearness(was, is)})
			}
		}
	}
	slices.SortStableFunc(out, func(a, b candidate) int { return cmp.Compare(b.score, a.score) })
	return out
}

// nearness is what the names of two functions add to their similarity: that they
// are in one file, or package, counts a little more than that they have one name.
func nearness(was, is *function) float64 {
	switch {
	case was.file == is.file:
		return 0.5
	case path.Dir(was.file) == path.Dir(is.file):
		return 0.45
	case was.name == is.name:
		return 0.4
	}
	return 0
}

// similarity is the part of two functions' lines that both have, without the
// first, which has the name. Lines without a letter do not count.
func similarity(a, b *function) float64 {
	count := make(map[string]int)
	total, common := 0, 0
	for _, l := range a.body() {
		if strings.ContainsFunc(l, isLetter) {
			count[l]++
			total++
		}
	}
	for _, l := range b.body() {
		if strings.ContainsFunc(l, isLetter) {
			total++
			if count[l] > 0 {
				count[l]--
				common += 2
			}
		}
	}
	if total == 0 {
		return 0
	}
	return float64(common) / float64(total)
}

// body is the lines of f without the first, unless there is no other.
func (f *function) body() []string {
	if len(f.lines) > 1 {
		return f.lines[1:]
	}
	return f.lines
}

func isLetter(r rune) bool { return 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' }

// Package models reads models files, in which users describe functions of
// dependencies: which return shared objects, which copy, and which write their
// parameters.
//
//	version: 1
//	sources:
//	  - func: (*example.com/store.Cache).Get   # its results are the cache's
//	    results: [0]                           # all of them, if left out
//	copies:
//	  - func: example.com/store.Clone          # its results are the caller's
//	writers:
//	  - func: example.com/store.SetDefaults    # writes what it is given
//	    params: [0]                            # 0 is the first; -1 the receiver
//	effects:
//	  - func: example.com/store.Merge          # all that it does, see package effect
//	    does: write $0/Labels/*/[]; ret0=$0    # here the receiver is $0
//
// Functions are named as go/types does it: package path and name, and a method
// with its receiver's type in parentheses; type parameters are left out. JSON
// of the same form is read too.
package models

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/k8slint/k8slint/internal/effect"
	"github.com/k8slint/k8slint/internal/yamlfile"
)

// Version is the version of the form that this package reads.
const Version = 1

// Receiver is the index of a method's receiver in Writer.Params.
const Receiver = -1

// A File is the content of a models file.
type File struct {
	Sources []Source
	Copies  []Copy
	Writers []Writer
	Effects []Effect
}

// A Source is a function whose results belong to a shared cache.
type Source struct {
	Func    string
	Results []int // nil stands for all
	Line    int
}

// A Copy is a function whose results are the caller's own.
type Copy struct {
	Func string
	Line int
}

// A Writer is a function that writes to what its parameters refer to.
type Writer struct {
	Func   string
	Params []int
	Line   int
}

// An Effect is all that a function does, in the language of package effect.
type Effect struct {
	Func, Does string
	Line       int
}

// Load reads a models file. The error is the first mistake, with file, line and column.
func Load(path string) (*File, error) {
	data, err := Read(path)
	if err != nil {
		return nil, err
	}
	return Parse(path, data)
}

// Read returns the content of a models file.
func Read(path string) ([]byte, error) {
	data, err := yamlfile.Read(path)
	if err != nil {
		return nil, fmt.Errorf("models: %w", err)
	}
	return data, nil
}

// Parse reads the content of a models file; name is for error messages.
func Parse(name string, data []byte) (*File, error) {
	doc, err := yamlfile.Document(name, data)
	if err != nil {
		return nil, err
	}
	p := parser{name: name, file: new(File), seen: make(map[string]int)}
	if doc == nil {
		p.errorf(&yaml.Node{Line: 1, Column: 1}, "the file is empty")
	} else {
		p.top(doc)
	}
	if err := yamlfile.First(p.errs); err != nil {
		return nil, err
	}
	return p.file, nil
}

type parser struct {
	name string
	file *File
	seen map[string]int // function -> line
	errs []*yamlfile.Error
}

func (p *parser) errorf(n *yaml.Node, format string, args ...any) {
	p.errs = append(p.errs, yamlfile.At(p.name, n, format, args...))
}

func (p *parser) top(n *yaml.Node) {
	keys := p.mapping(n, "version", "sources", "copies", "writers", "effects")
	if keys == nil {
		return
	}
	if v := keys["version"]; v == nil {
		p.errorf(n, "version is missing: write version: %d", Version)
	} else if v.Value != fmt.Sprint(Version) {
		p.errorf(v, "version is %s, but this k8slint reads only %d", v.Value, Version)
	}
	for _, r := range p.rows(keys["sources"], "results") {
		p.file.Sources = append(p.file.Sources, Source{r.fn, r.index, r.at.Line})
	}
	for _, r := range p.rows(keys["copies"], "") {
		p.file.Copies = append(p.file.Copies, Copy{r.fn, r.at.Line})
	}
	for _, r := range p.rows(keys["writers"], "params") {
		if r.index == nil {
			p.errorf(r.at, "params is missing: which parameters does %s write? (0 is the first, -1 the receiver)", r.fn)
		}
		p.file.Writers = append(p.file.Writers, Writer{r.fn, r.index, r.at.Line})
	}
	for _, r := range p.rows(keys["effects"], "does") {
		if r.text == nil {
			p.errorf(r.at, "does is missing: what does %s do?", r.fn)
		} else if r.text.Kind != yaml.ScalarNode {
			p.errorf(r.text, "want a text, like ret0=$1")
		} else if _, err := effect.Parse(r.text.Value); err != nil {
			p.errorf(r.text, "%v", err)
		} else {
			p.file.Effects = append(p.file.Effects, Effect{r.fn, r.text.Value, r.at.Line})
		}
	}
}

// A row is an element of one of the lists.
type row struct {
	fn    string
	index []int
	text  *yaml.Node
	at    *yaml.Node
}

// rows are the elements of list; extra is the key beside func, if there is one.
func (p *parser) rows(list *yaml.Node, extra string) []row {
	if list == nil {
		return nil
	}
	if list.Kind != yaml.SequenceNode {
		p.errorf(list, "want a list")
		return nil
	}
	var out []row
	for _, n := range list.Content {
		allowed := []string{"func"}
		if extra != "" {
			allowed = append(allowed, extra)
		}
		keys := p.mapping(n, allowed...)
		if keys == nil {
			continue
		}
		fn := keys["func"]
		if fn == nil {
			p.errorf(n, "func is missing")
			continue
		}
		if !funcName.MatchString(fn.Value) {
			p.errorf(fn, "%q is not a function: write path/of/package.Name, or (*path/of/package.Type).Name for a method", fn.Value)
			continue
		}
		if line, ok := p.seen[fn.Value]; ok {
			p.errorf(fn, "%s already has a row, in line %d", fn.Value, line)
			continue
		}
		p.seen[fn.Value] = fn.Line
		r := row{fn: fn.Value, at: fn}
		if extra == "does" {
			r.text = keys[extra]
		} else if ix := keys[extra]; ix != nil {
			least := 0
			if extra == "params" && strings.HasPrefix(fn.Value, "(") {
				least = Receiver
			}
			r.index = p.indexes(ix, least)
		}
		out = append(out, r)
	}
	return out
}

func (p *parser) indexes(n *yaml.Node, least int) []int {
	var out []int
	if n.Kind != yaml.SequenceNode || n.Decode(&out) != nil || len(out) == 0 {
		p.errorf(n, "want a list of numbers, like [0]")
		return []int{}
	}
	for _, i := range out {
		if i < least || i > 255 {
			p.errorf(n, "%d is not a valid index here", i)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// mapping returns the values of a mapping by key, or nil if n is none.
func (p *parser) mapping(n *yaml.Node, allowed ...string) map[string]*yaml.Node {
	if n.Kind != yaml.MappingNode {
		p.errorf(n, "want %s", strings.Join(allowed, ", "))
		return nil
	}
	out := make(map[string]*yaml.Node)
	for i := 0; i+1 < len(n.Content); i += 2 {
		key := n.Content[i]
		switch {
		case !slices.Contains(allowed, key.Value):
			p.errorf(key, "unknown key %q: want %s", key.Value, strings.Join(allowed, ", "))
		case out[key.Value] != nil:
			p.errorf(key, "%s is here twice", key.Value)
		default:
			out[key.Value] = n.Content[i+1]
		}
	}
	return out
}

// funcName is the form of types.Func.FullName.
var funcName = regexp.MustCompile(`^(\(\*?[^\s()*]+\.[\pL_][\pL\pN_]*\)|[^\s()*]*[^\s()*/.])\.[\pL_][\pL\pN_]*$`)

package listing

import (
	"go/types"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"
)

// magic begins each record; it changes when their form does.
const magic = "k8slint listing 2"

// A record is an answer as it is kept, with what it depends on.
type record struct {
	doubt    string // if not "", why it may not be the answer to this tree
	whole    bool   // an edit anywhere can change it
	programs []program
	frozen   []frozen
	spec     *spec
	tree     *tree
	arch     string
	packages []*packages.Package
}

func (r *record) sizes() types.Sizes { return types.SizesFor("gc", r.arch) }

func (r *record) encode() []byte {
	e := &encoder{buf: make([]byte, 0, 1<<20)}
	e.string(magic)
	e.string(r.doubt)
	e.bool(r.whole)
	list(e, r.programs, func(e *encoder, p program) {
		e.string(p.name)
		e.string(p.found)
		encodeStamp(e, p.stamp)
	})
	list(e, r.frozen, func(e *encoder, f frozen) {
		e.string(f.name)
		encodeStamp(e, f.stamp)
	})
	encodeSpec(e, r.spec)
	encodeTree(e, r.tree)
	e.string(r.arch)
	encodePackages(e, r.packages)
	return e.buf
}

// decodeRecord reads a record; one that cannot be read is nil.
func decodeRecord(data []byte) *record {
	d := &decoder{buf: data}
	if d.string() != magic {
		return nil
	}
	r := new(record)
	r.doubt = d.string()
	r.whole = d.bool()
	r.programs = unlist(d, func(d *decoder) program { return program{d.string(), d.string(), decodeStamp(d)} })
	r.frozen = unlist(d, func(d *decoder) frozen { return frozen{d.string(), decodeStamp(d)} })
	r.spec = decodeSpec(d)
	r.tree = decodeTree(d)
	r.arch = d.string()
	r.packages = decodePackages(d)
	if d.err != nil || len(d.buf) > 0 {
		return nil
	}
	return r
}

func encodeStamp(e *encoder, s stamp) {
	e.int(s.size)
	e.int(s.modified)
	e.int(s.changed)
	e.uint(s.inode)
	e.uint(uint64(s.mode))
}

func decodeStamp(d *decoder) stamp {
	return stamp{d.int(), d.int(), d.int(), d.uint(), fs.FileMode(d.uint())}
}

func encodeSpec(e *encoder, s *spec) {
	list(e, s.roots, (*encoder).string)
	list(e, s.packages, (*encoder).string)
	list(e, s.exact, (*encoder).string)
	list(e, s.embeds, func(e *encoder, m embed) {
		e.string(m.dir)
		list(e, m.patterns, (*encoder).string)
	})
}

func decodeSpec(d *decoder) *spec {
	return &spec{
		roots:    unlist(d, (*decoder).string),
		packages: unlist(d, (*decoder).string),
		exact:    unlist(d, (*decoder).string),
		embeds:   unlist(d, func(d *decoder) embed { return embed{d.string(), unlist(d, (*decoder).string)} }),
	}
}

// encodeTree writes what a tree holds, but not the stamps of folders.
func encodeTree(e *encoder, t *tree) {
	all := make([]place, 0, len(t.places))
	for p := range t.places {
		all = append(all, p)
	}
	slices.SortFunc(all, func(a, b place) int {
		if c := strings.Compare(a.dir, b.dir); c != 0 {
			return c
		}
		return int(a.role) - int(b.role)
	})
	list(e, all, func(e *encoder, p place) {
		e.string(p.dir)
		e.uint(uint64(p.role))
		list(e, t.places[p], func(e *encoder, n entry) {
			e.string(n.name)
			e.uint(uint64(n.kind))
			if n.kind == source {
				encodeStamp(e, n.stamp)
				e.int(n.seen)
				e.sum(n.sum)
				e.sum(n.head)
			}
		})
	})
}

func decodeTree(d *decoder) *tree {
	t := &tree{places: make(map[place][]entry)}
	for range d.uint() {
		p := place{dir: d.string(), role: role(d.uint())}
		t.places[p] = unlist(d, func(d *decoder) entry {
			n := entry{name: d.string(), kind: kind(d.uint())}
			if n.kind == source {
				n.stamp, n.seen, n.sum, n.head = decodeStamp(d), d.int(), d.sum(), d.sum()
			}
			return n
		})
		if d.err != nil {
			break
		}
	}
	t.index()
	return t
}

// encodePackages writes packages and what they import, by any path.
func encodePackages(e *encoder, roots []*packages.Package) {
	var all []*packages.Package
	number := make(map[*packages.Package]uint64)
	var modules []*packages.Module
	moduleNumber := map[*packages.Module]uint64{nil: 0}
	packages.Visit(roots, nil, func(p *packages.Package) {
		number[p] = uint64(len(all))
		all = append(all, p)
		for m := p.Module; m != nil; m = m.Replace {
			if _, ok := moduleNumber[m]; !ok {
				modules = append(modules, m)
				moduleNumber[m] = uint64(len(modules))
			}
		}
	})
	list(e, modules, func(e *encoder, m *packages.Module) {
		for _, s := range []string{m.Path, m.Version, m.Dir, m.GoMod, m.GoVersion} {
			e.string(s)
		}
		e.bool(m.Main)
		e.bool(m.Indirect)
		e.uint(moduleNumber[m.Replace])
	})
	list(e, all, func(e *encoder, p *packages.Package) {
		for _, s := range []string{p.ID, p.Name, p.PkgPath, p.Dir, p.ForTest} {
			e.string(s)
		}
		for _, files := range [][]string{p.GoFiles, p.OtherFiles, p.IgnoredFiles} {
			list(e, files, func(e *encoder, f string) {
				in := p.Dir != "" && filepath.Dir(f) == p.Dir
				e.bool(in)
				if in {
					f = filepath.Base(f)
				}
				e.string(f)
			})
		}
		e.uint(moduleNumber[p.Module])
		list(e, p.Errors, func(e *encoder, err packages.Error) {
			e.string(err.Pos)
			e.string(err.Msg)
			e.uint(uint64(err.Kind))
		})
	})
	// Behind them all, as a graph can have a cycle.
	for _, p := range all {
		paths := make([]string, 0, len(p.Imports))
		for path := range p.Imports {
			paths = append(paths, path)
		}
		slices.Sort(paths)
		list(e, paths, func(e *encoder, path string) {
			e.string(path)
			e.uint(number[p.Imports[path]])
		})
	}
	list(e, roots, func(e *encoder, p *packages.Package) { e.uint(number[p]) })
}

func decodePackages(d *decoder) []*packages.Package {
	var replace []uint64
	modules := append([]*packages.Module{nil}, unlist(d, func(d *decoder) *packages.Module {
		m := &packages.Module{Path: d.string(), Version: d.string(), Dir: d.string(), GoMod: d.string(), GoVersion: d.string()}
		m.Main, m.Indirect = d.bool(), d.bool()
		replace = append(replace, d.uint())
		return m
	})...)
	for i, r := range replace {
		modules[i+1].Replace = at(d, modules, r)
	}
	all := unlist(d, func(d *decoder) *packages.Package {
		p := &packages.Package{ID: d.string(), Name: d.string(), PkgPath: d.string(), Dir: d.string(), ForTest: d.string()}
		for _, files := range []*[]string{&p.GoFiles, &p.OtherFiles, &p.IgnoredFiles} {
			*files = unlist(d, func(d *decoder) string {
				if d.bool() {
					return p.Dir + string(filepath.Separator) + d.string()
				}
				return d.string()
			})
		}
		p.Module = at(d, modules, d.uint())
		p.Errors = unlist(d, func(d *decoder) packages.Error {
			return packages.Error{Pos: d.string(), Msg: d.string(), Kind: packages.ErrorKind(d.uint())}
		})
		return p
	})
	for _, p := range all {
		n := d.uint()
		p.Imports = make(map[string]*packages.Package, min(n, 1000))
		for range n {
			path := d.string()
			p.Imports[path] = at(d, all, d.uint())
			if d.err != nil {
				return nil
			}
		}
	}
	return unlist(d, func(d *decoder) *packages.Package { return at(d, all, d.uint()) })
}

// at returns an element of a list by its number.
func at[T any](d *decoder, l []T, i uint64) (v T) {
	if i >= uint64(len(l)) {
		d.fail()
		return v
	}
	return l[i]
}

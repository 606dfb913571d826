package driver

import (
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/k8slint/k8slint/internal/driver/finding"
	"github.com/k8slint/k8slint/internal/driver/load"
)

// folders names files without saying where their module lies, so that a result
// is of use for a checkout in another folder, or on another machine: a file of a
// module by the module's path and version, one of the standard library by that.
// Any other file has no other name than its own.
//
// A name that was made short begins with a zero byte, which no file name has.
type folders struct {
	short map[string]string // from a folder
	long  map[string]string // back
	known sync.Map          // a folder's short name, by its long one
}

func newFolders(g *load.Graph) *folders {
	f := &folders{short: make(map[string]string), long: make(map[string]string)}
	add := func(dir, name string) {
		if dir = filepath.Clean(dir); filepath.IsAbs(dir) && f.short[dir] == "" && f.long[name] == "" {
			f.short[dir], f.long[name] = name, dir
		}
	}
	if g.GOROOT != "" {
		add(g.GOROOT, "\x00std\x00")
	}
	for _, p := range g.Packages {
		if m := p.Module; m != nil && m.Dir != "" {
			version := m.Version
			if m.Replace != nil {
				version += "=>" + m.Replace.Version
			}
			add(m.Dir, "\x00"+m.Path+"@"+version+"\x00")
		}
	}
	return f
}

// name returns the short name of a file or folder.
func (f *folders) name(long string) string {
	if !filepath.IsAbs(long) {
		return long
	}
	dir := filepath.Dir(long)
	if short := f.dir(dir); short != dir {
		return short + "/" + filepath.Base(long)
	}
	if short := f.short[long]; short != "" {
		return short
	}
	return long
}

func (f *folders) dir(dir string) string {
	if short, ok := f.known.Load(dir); ok {
		return short.(string)
	}
	short := f.short[dir]
	if short == "" {
		short = dir
		if up := filepath.Dir(dir); up != dir {
			if s := f.dir(up); s != up {
				short = s + "/" + filepath.Base(dir)
			}
		}
	}
	f.known.Store(dir, short)
	return short
}

// file returns the name of a file on this machine.
func (f *folders) file(short string) string {
	if !strings.HasPrefix(short, "\x00") {
		return short
	}
	end := strings.IndexByte(short[1:], 0) + 2
	if dir := f.long[short[:end]]; end > 1 && dir != "" {
		return filepath.Join(dir, filepath.FromSlash(short[end:]))
	}
	return short
}

// renamed returns findings with each file name replaced by what name says.
func renamed(findings []finding.Finding, name func(string) string) []finding.Finding {
	at := func(places ...*finding.Pos) {
		for _, p := range places {
			p.File = name(p.File)
		}
	}
	trace := func(steps []finding.Step) []finding.Step {
		steps = slices.Clone(steps)
		for k := range steps {
			at(&steps[k].Pos, &steps[k].End, &steps[k].Real)
		}
		return steps
	}
	out := slices.Clone(findings)
	for i := range out {
		f := &out[i]
		at(&f.Pos, &f.End, &f.Real)
		f.Trace = trace(f.Trace)
		f.Writes = slices.Clone(f.Writes)
		for k := range f.Writes {
			w := &f.Writes[k]
			at(&w.Pos, &w.End, &w.Real)
			w.Trace = trace(w.Trace)
		}
		f.Fixes = slices.Clone(f.Fixes)
		for k := range f.Fixes {
			f.Fixes[k].Edits = slices.Clone(f.Fixes[k].Edits)
			for l := range f.Fixes[k].Edits {
				e := &f.Fixes[k].Edits[l]
				e.File = name(e.File)
			}
		}
	}
	return out
}

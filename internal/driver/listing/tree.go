package listing

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"
)

// A spec says where in the file system a listing looks, but for what never
// changes: the module cache and the standard library.
type spec struct {
	// roots are the folders of local modules, and those that patterns begin
	// with: they are searched as the go command does for "...".
	roots []string
	// packages are folders whose files matter wherever they lie.
	packages []string
	// embeds are the patterns of embed directives.
	embeds []embed
	// exact are files whose content matters as a whole, there or not.
	exact []string
}

// An embed is the embed patterns of the package in a folder.
type embed struct {
	dir      string
	patterns []string
}

// An entry is what was found under a name.
type entry struct {
	name string
	kind kind
	stamp
	seen int64 // when the content was read
	sum  sum   // of the content
	head sum   // of what the go command reads of it
}

// A kind of entry. Of those that are not files only the name matters.
type kind byte

const (
	source kind = iota // a file that matters and was read
	name               // a file of which only the name matters
	folder
	folderLink // a symbolic link to a folder
	brokenLink
	irregular
)

// A role says how a folder was looked at.
type role byte

const (
	sources role = iota // for files that are part of packages
	names               // for all names: embed directives can match them
	edge                // another module begins there
	single              // for one file that matters as a whole
)

// A place is a folder in a role.
type place struct {
	dir  string
	role role
}

// A tree is what the file system held.
type tree struct {
	begun  time.Time
	places map[place][]entry // without those in which nothing matters
	stamps map[place]stamp   // of all folders that were looked at
	files  map[string]*entry // the sources among the entries, by their whole name
	read   int               // files that were read
}

// A scan builds a tree.
type scan struct {
	old   *tree // nil, or what was found earlier: what did not change since is not read
	over  overlay
	slack time.Duration
	tree  *tree

	mu    sync.Mutex
	slots chan struct{}
	wg    sync.WaitGroup
	err   error // the first one
}

// look finds what is there now. An error means that something could not be
// read; the go command will say what that means.
//
// A file whose time is within slack of when it was read is read again, and so is
// each that over has, there.
func look(s *spec, old *tree, over overlay, slack time.Duration) (*tree, error) {
	sc := &scan{
		old:   old,
		over:  over,
		slack: slack,
		tree:  &tree{begun: time.Now(), places: make(map[place][]entry), stamps: make(map[place]stamp)},
		slots: make(chan struct{}, 2*runtime.GOMAXPROCS(0)),
	}
	var roots []string
	for _, r := range s.roots {
		// All begin before one is searched that another lies in.
		if sc.begin(place{r, edge}) {
			roots = append(roots, r)
		}
	}
	for _, r := range roots {
		sc.sources(r, true, true)
	}
	for _, p := range s.packages {
		sc.sources(p, false, true)
	}
	for _, e := range s.embeds {
		for _, p := range e.patterns {
			sc.names(e.dir, strings.Split(strings.TrimPrefix(p, "all:"), "/"))
		}
	}
	for _, f := range s.exact {
		sc.exact(f)
	}
	sc.wg.Wait()
	sc.tree.index()
	return sc.tree, sc.err
}

// index fills in t.files.
func (t *tree) index() {
	t.files = make(map[string]*entry)
	for p, entries := range t.places {
		for i := range entries {
			if entries[i].kind == source {
				t.files[filepath.Join(p.dir, entries[i].name)] = &entries[i]
			}
		}
	}
}

// isNotDir reports whether a folder on the way to a file is a file itself.
func isNotDir(err error) bool { return errors.Is(err, syscall.ENOTDIR) }

// begin reports whether p was not looked at before, and takes its place.
func (sc *scan) begin(p place) bool {
	sc.mu.Lock()
	defer sc.mu.Unlock()
	if _, ok := sc.tree.stamps[p]; ok {
		return false
	}
	sc.tree.stamps[p] = stamp{}
	return true
}

func (sc *scan) fail(err error) {
	sc.mu.Lock()
	defer sc.mu.Unlock()
	if sc.err == nil {
		sc.err = err
	}
}

// done notes what was found in a place.
func (sc *scan) done(p place, st stamp, entries []entry, read int) {
	sc.mu.Lock()
	defer sc.mu.Unlock()
	sc.tree.stamps[p] = st
	sc.tree.read += read
	if len(entries) > 0 {
		sc.tree.places[p] = entries
	}
}

// readDir reads a folder; one that is not there is empty.
func (sc *scan) readDir(dir string) (stamp, []fs.DirEntry, bool) {
	sc.slots <- struct{}{}
	defer func() { <-sc.slots }()
	f, err := os.Open(dir)
	if errors.Is(err, fs.ErrNotExist) || isNotDir(err) {
		return stamp{}, nil, true
	}
	if err != nil {
		sc.fail(err)
		return stamp{}, nil, false
	}
	defer f.Close()
	info, err := f.Stat()
	if err == nil && !info.IsDir() {
		return stamp{}, nil, true
	}
	var entries []fs.DirEntry
	if err == nil {
		entries, err = f.ReadDir(-1)
	}
	if err != nil {
		sc.fail(err)
		return stamp{}, nil, false
	}
	slices.SortFunc(entries, func(a, b fs.DirEntry) int { return strings.Compare(a.Name(), b.Name()) })
	return stampOf(info), entries, true
}

// sources looks at a folder for what is part of packages, and, if deep, at the
// folders below that "..." matches. A folder that begins another module is left
// alone unless it is whole: named for itself.
func (sc *scan) sources(dir string, deep, whole bool) {
	p := place{dir, sources}
	if deep && !whole && !sc.begin(place{dir, edge}) {
		return
	}
	sc.wg.Add(1)
	go func() {
		defer sc.wg.Done()
		st, list, ok := sc.readDir(dir)
		if !ok {
			return
		}
		if deep && !whole && isEdge(dir, list) {
			sc.done(place{dir, edge}, st, []entry{{name: "go.mod", kind: name}}, 0)
			return
		}
		if deep {
			sc.done(place{dir, edge}, st, nil, 0)
			for _, d := range list {
				if d.IsDir() && searched(d.Name()) {
					sc.sources(filepath.Join(dir, d.Name()), true, false)
				}
			}
		}
		if !sc.begin(p) {
			return
		}
		entries, read := sc.entries(dir, list)
		sc.done(p, st, entries, read)
	}()
}

// searched reports whether "..." matches a folder of this name below another.
func searched(name string) bool {
	return !strings.HasPrefix(name, ".") && !strings.HasPrefix(name, "_") && name != "testdata" && name != "vendor"
}

// isEdge reports whether a folder begins a module.
func isEdge(dir string, list []fs.DirEntry) bool {
	i, ok := slices.BinarySearchFunc(list, "go.mod", func(d fs.DirEntry, name string) int { return strings.Compare(d.Name(), name) })
	if !ok {
		return false
	}
	if list[i].Type()&fs.ModeSymlink != 0 {
		info, err := os.Stat(filepath.Join(dir, "go.mod"))
		return err == nil && !info.IsDir()
	}
	return !list[i].IsDir()
}

// entries returns what matters of a folder's content, and how many files were
// read.
func (sc *scan) entries(dir string, list []fs.DirEntry) (found []entry, read int) {
	sc.slots <- struct{}{}
	defer func() { <-sc.slots }()
	isGo, hidden := false, false // what an import looks for in a folder
	for _, d := range list {
		link := d.Type()&fs.ModeSymlink != 0
		if !matters(d.Name()) && !d.IsDir() && filepath.Ext(d.Name()) == ".go" {
			info, err := os.Stat(filepath.Join(dir, d.Name()))
			hidden = hidden || err == nil && info.Mode().IsRegular()
		}
		if d.IsDir() || !link && !matters(d.Name()) && d.Name() != "go.mod" {
			continue
		}
		full := filepath.Join(dir, d.Name())
		e := entry{name: d.Name()}
		info, err := os.Stat(full)
		switch {
		case err != nil && link && errors.Is(err, fs.ErrNotExist):
			if !matters(d.Name()) {
				continue
			}
			e.kind = brokenLink
		case err != nil:
			sc.fail(err)
			return nil, read
		case info.IsDir():
			e.kind = folderLink
		case !matters(d.Name()):
			if d.Name() != "go.mod" {
				continue
			}
			e.kind = name
		case !info.Mode().IsRegular():
			e.kind = irregular
		default:
			fresh, err := sc.content(full, info, &e)
			if err != nil {
				sc.fail(err)
				return nil, read
			}
			if fresh {
				read++
			}
			isGo = isGo || filepath.Ext(e.name) == ".go"
		}
		found = append(found, e)
	}
	if hidden && !isGo {
		// _x.go is part of no package, but makes the folder the place of one.
		found = append(found, entry{name: "_.go", kind: name})
	}
	return found, read
}

// content fills in what a file holds: as it was, if the file has not changed
// since, and else by reading it.
func (sc *scan) content(full string, info fs.FileInfo, e *entry) (read bool, err error) {
	e.kind = source
	e.stamp = stampOf(info)
	stands, over := sc.over[full]
	if over {
		full = stands
	} else if sc.old != nil {
		if o := sc.old.files[full]; o != nil && o.stamp == e.stamp && o.before(o.seen, sc.slack) {
			e.seen, e.sum, e.head = o.seen, o.sum, o.head
			return false, nil
		}
	}
	e.seen = time.Now().UnixNano()
	f, err := os.Open(full)
	if err != nil {
		return false, err
	}
	defer f.Close()
	if filepath.Ext(e.name) != ".go" { // embedded, and of any size
		h := sha256.New()
		if _, err := io.Copy(h, f); err != nil {
			return false, err
		}
		h.Sum(e.sum[:0])
		e.head = e.sum
		return true, nil
	}
	buf := buffers.Get().(*bytes.Buffer)
	defer buffers.Put(buf)
	buf.Reset()
	buf.Grow(int(min(info.Size(), MaxSource)) + bytes.MinRead)
	if _, err := buf.ReadFrom(io.LimitReader(f, MaxSource)); err != nil {
		return false, err
	}
	e.head = headOf(e.name, buf.Bytes())
	if size := info.Size(); size > MaxSource {
		// Nobody reads more of it: see MaxSource.
		fmt.Fprintf(buf, "%d bytes", size)
	}
	e.sum = sha256.Sum256(buf.Bytes())
	return true, nil
}

// An overlay says which files stand in for others, by absolute name.
type overlay map[string]string

// adds returns a file of o that is in the place of none, or the place of one that o
// takes away; "" if there is none.
func (o overlay) adds() string {
	var found []string
	for name, stands := range o {
		if _, err := os.Stat(name); err != nil || stands == "" {
			found = append(found, name)
		}
	}
	if len(found) == 0 {
		return ""
	}
	return slices.Min(found)
}

// MaxSource is how many bytes a Go file has at most: a larger one is not analysed,
// and no more of it is read.
const MaxSource = 64 << 20

// buffers hold a Go file while it is looked at.
var buffers = sync.Pool{New: func() any { return new(bytes.Buffer) }}

// names looks at what an embed pattern can match below dir: elems are the
// elements of the pattern that are left; none stands for everything.
func (sc *scan) names(dir string, elems []string) {
	if len(elems) == 0 && !sc.begin(place{dir + "/...", names}) {
		return
	}
	sc.wg.Add(1)
	go func() {
		defer sc.wg.Done()
		st, list, ok := sc.readDir(dir)
		if !ok {
			return
		}
		entries := make([]entry, 0, len(list))
		for _, d := range list {
			e := entry{name: d.Name()}
			switch {
			case d.IsDir():
				e.kind = folder
			case d.Type().IsRegular():
				e.kind = name
			default:
				e.kind = irregular
			}
			entries = append(entries, e)
			if !d.IsDir() || isRepository(d.Name()) {
				continue
			}
			if len(elems) == 0 {
				sc.names(filepath.Join(dir, d.Name()), nil)
			} else if ok, err := path.Match(elems[0], d.Name()); ok || err != nil {
				sc.names(filepath.Join(dir, d.Name()), elems[1:])
			}
		}
		if sc.begin(place{dir, names}) {
			sc.done(place{dir, names}, st, entries, 0)
		}
	}()
}

// isRepository reports whether no embed directive can match a folder of this
// name.
func isRepository(name string) bool {
	return name == ".git" || name == ".hg" || name == ".svn" || name == ".bzr"
}

// exact looks at a file that matters as a whole. Its place is its own name.
func (sc *scan) exact(full string) {
	p := place{full, single}
	if !sc.begin(p) {
		return
	}
	info, err := os.Stat(full)
	switch {
	case errors.Is(err, fs.ErrNotExist) || isNotDir(err):
		return
	case err != nil:
		sc.fail(err)
		return
	}
	e := entry{name: "."}
	if info.IsDir() {
		e.kind, e.stamp = folder, stampOf(info)
		sc.done(p, stamp{}, []entry{e}, 0)
		return
	}
	if !info.Mode().IsRegular() {
		sc.fail(fmt.Errorf("%s is not a regular file", full))
		return
	}
	fresh, err := sc.content(full, info, &e)
	if err != nil {
		sc.fail(err)
		return
	}
	e.head = e.sum
	read := 0
	if fresh {
		read = 1
	}
	sc.done(p, stamp{}, []entry{e}, read)
}

// difference returns the name of a place or file in which t and now differ in
// what the go command sees, or, if whole, in anything that was looked at; and ""
// if there is none.
func (t *tree) difference(now *tree, whole bool) string {
	var found []string
	for p, was := range t.places {
		if where := differ(p, was, now.places[p], whole); where != "" {
			found = append(found, where)
		}
	}
	for p := range now.places {
		if _, ok := t.places[p]; !ok {
			found = append(found, p.dir)
		}
	}
	if len(found) == 0 {
		return ""
	}
	return slices.Min(found)
}

func differ(p place, was, is []entry, whole bool) string {
	for i := range max(len(was), len(is)) {
		switch {
		case i == len(was):
			return filepath.Join(p.dir, is[i].name)
		case i == len(is):
			return filepath.Join(p.dir, was[i].name)
		case was[i].name != is[i].name:
			return filepath.Join(p.dir, min(was[i].name, is[i].name))
		case was[i].kind != is[i].kind || was[i].head != is[i].head || whole && was[i].sum != is[i].sum:
			return filepath.Join(p.dir, is[i].name)
		}
	}
	return ""
}

// unsure returns the name of something that may have changed between before and
// t, so that a program that ran meanwhile may have seen something else than t;
// and "" if there is nothing of the kind.
func (t *tree) unsure(before *tree, slack time.Duration) string {
	since := before.begun.UnixNano()
	var found []string
	for p, st := range t.stamps {
		was, looked := before.stamps[p]
		switch {
		case p.role == single && len(t.places[p]) == 0: // not there
			if !looked || len(before.places[p]) > 0 {
				found = append(found, p.dir)
			}
		case p.role == single: // below
		case looked && was == st || st != (stamp{}) && st.before(since, slack):
		default:
			found = append(found, p.dir)
		}
	}
	for p, entries := range t.places {
		for i := range entries {
			e := &entries[i]
			if e.kind != source && (e.kind != folder || p.role != single) || e.before(since, slack) {
				continue
			}
			if !slices.ContainsFunc(before.places[p], func(b entry) bool { return b.name == e.name && b.kind == e.kind && b.sum == e.sum }) {
				found = append(found, filepath.Join(p.dir, e.name))
			}
		}
	}
	if len(found) == 0 {
		return ""
	}
	return slices.Min(found)
}

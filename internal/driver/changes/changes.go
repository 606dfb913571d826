// Package changes finds the files that changed since a git revision, and shows
// their old content to the go command.
//
// Git is asked for what it has stored: the files of the revision, and which files
// it knows. It does not look at the content of the work tree: that is compared
// here. Otherwise it would run programs that the repository's own configuration and
// attributes name (filters, file system monitors, drivers of diffs). For the same
// reason nothing is checked out by git.
package changes

import (
	"bytes"
	"context"
	"crypto/sha1"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"hash"
	"maps"
	"os"
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
)

// A Set is the files of a work tree that are not what they were at a revision.
type Set struct {
	// Root is the folder of the work tree, without symbolic links.
	Root string
	// Paths are the files that differ, from the root and with slashes, sorted:
	// changed, new or gone. Files that git ignores are not among them, new or
	// not.
	Paths []string
	// Unknown are folders of submodules of which nobody knows here what they
	// were, with the reason.
	Unknown map[string]error

	old     map[string]blob   // the files of the revision, those of submodules too
	folders map[string]string // without symbolic links
}

// A blob is a file of the revision, or of git's index. Paths are from the root,
// with slashes.
type blob struct {
	mode, id string
	absent   bool // the index has it, and the work tree is not to
	git      git
}

func (b blob) regular() bool   { return strings.HasPrefix(b.mode, "100") }
func (b blob) link() bool      { return b.mode == "120000" }
func (b blob) submodule() bool { return b.mode == "160000" }

// A Revision is a state of the repository around a folder.
type Revision struct {
	git git
	id  string
}

// Open looks for revision rev in the repository around dir.
func Open(ctx context.Context, dir, rev string) (*Revision, error) {
	g := git{ctx: ctx, dir: dir}
	root, err := g.root()
	if err != nil {
		return nil, err
	}
	if real, err := filepath.EvalSymlinks(root); err == nil {
		root = real
	}
	g.dir = root
	id, err := g.resolve(rev)
	if err != nil {
		return nil, err
	}
	return &Revision{g, id}, nil
}

// Compare returns the files of the work tree that differ from r, committed or not.
func (r *Revision) Compare() (*Set, error) {
	s := &Set{Root: r.git.dir, Unknown: make(map[string]error), old: make(map[string]blob), folders: make(map[string]string)}
	differ := make(map[string]bool)
	if err := s.compare(r.git, "", r.id, differ); err != nil {
		return nil, err
	}
	for name, b := range s.old {
		// The go command follows a link to what is there now.
		if b.link() && read(name) && !differ[name] {
			if to, ok := s.follow(name); ok && differ[to] {
				differ[name] = true
			}
		}
	}
	s.Paths = slices.Sorted(maps.Keys(differ))
	return s, nil
}

// compare adds the files of the repository at a path that differ from those of a
// commit or tree, of none if id is "".
func (s *Set) compare(g git, at, id string, differ map[string]bool) error {
	old := make(map[string]blob)
	var err error
	if id != "" {
		if old, err = g.tree(id); err != nil {
			return err
		}
	}
	now, err := g.files()
	if err != nil {
		return err
	}
	var both []string
	for name, b := range old {
		switch is, known := now[name]; {
		case !filepath.IsLocal(filepath.FromSlash(name)):
			// No file can be called so.
		case b.submodule():
			s.submodule(g, path.Join(at, name), b.id, differ)
		case known && is.absent && is.id == b.id:
		default:
			s.old[path.Join(at, name)] = b
			both = append(both, name)
		}
	}
	for _, name := range unequal(g.dir, both, old) {
		differ[path.Join(at, name)] = true
	}
	for name, b := range now {
		before, was := old[name]
		switch {
		case b.submodule() && (!was || !before.submodule()):
			s.submodule(g, path.Join(at, name), "", differ)
		case was && !before.submodule(), b.submodule():
		default:
			if info, err := os.Lstat(filepath.Join(g.dir, filepath.FromSlash(name))); err == nil && !info.IsDir() {
				differ[path.Join(at, name)] = true
			}
		}
	}
	return nil
}

// submodule compares the submodule at a path with the commit that it was at; ""
// is none.
func (s *Set) submodule(above git, at, id string, differ map[string]bool) {
	dir := filepath.Join(s.Root, filepath.FromSlash(at))
	if _, err := os.Lstat(filepath.Join(dir, ".git")); err != nil {
		return // not there now, and nothing was read of it then
	}
	if err := s.compare(git{ctx: above.ctx, dir: dir, inner: true}, at, id, differ); err != nil {
		s.Unknown[at] = err
	}
}

// unequal returns those of names that are not in dir what they are in old.
func unequal(dir string, names []string, old map[string]blob) []string {
	var mu sync.Mutex
	var out []string
	var wg sync.WaitGroup
	work := make(chan string, 64)
	for range runtime.GOMAXPROCS(0) {
		wg.Go(func() {
			for name := range work {
				if !old[name].is(filepath.Join(dir, filepath.FromSlash(name))) {
					mu.Lock()
					out = append(out, name)
					mu.Unlock()
				}
			}
		})
	}
	for _, name := range names {
		work <- name
	}
	close(work)
	wg.Wait()
	return out
}

// is reports whether a file of the work tree has the content b. Line ends do not
// count: git can be told to store others than those of the work tree. Of a file
// that the go command does not read it is enough that it is there.
func (b blob) is(name string) bool {
	info, err := os.Lstat(name)
	if err != nil {
		return false
	}
	if info.Mode()&os.ModeSymlink != 0 {
		target, err := os.Readlink(name)
		return err == nil && b.link() && b.names([]byte(filepath.ToSlash(target)))
	}
	if !info.Mode().IsRegular() || !b.regular() {
		return false
	}
	if !read(name) {
		return true
	}
	content, err := os.ReadFile(name)
	if err != nil {
		return false
	}
	return b.names(content) || bytes.Contains(content, []byte("\r\n")) && b.names(bytes.ReplaceAll(content, []byte("\r\n"), []byte("\n")))
}

// names reports whether b is the object with this content.
func (b blob) names(content []byte) bool {
	var h hash.Hash
	switch len(b.id) {
	case hex.EncodedLen(sha1.Size):
		h = sha1.New()
	case hex.EncodedLen(sha256.Size):
		h = sha256.New()
	default:
		return false
	}
	fmt.Fprintf(h, "blob %d\x00", len(content))
	h.Write(content)
	return hex.EncodeToString(h.Sum(nil)) == b.id
}

// readExtensions are the ends of the names of files that the go command reads, or
// a compiler for it. See go help packages and the documentation of go/build.
var readExtensions = map[string]bool{
	".go": true, ".mod": true, ".sum": true, ".work": true,
	".c": true, ".cc": true, ".cpp": true, ".cxx": true, ".m": true, ".h": true, ".hh": true, ".hpp": true, ".hxx": true,
	".f": true, ".F": true, ".for": true, ".f90": true, ".s": true, ".S": true, ".sx": true,
	".swig": true, ".swigcxx": true, ".syso": true,
}

// read reports whether the content of the file at a path can matter to what the
// go command says of a package. Others may be embedded: that they are there
// matters.
func read(name string) bool {
	return readExtensions[path.Ext(name)] || vendorList(filepath.ToSlash(name))
}

// listed reports whether the go command reads the file at a path itself, to list
// packages, rather than a compiler for it.
func listed(name string) bool {
	switch path.Ext(name) {
	case ".go", ".mod", ".sum", ".work":
		return true
	}
	return vendorList(name)
}

func vendorList(name string) bool { return strings.HasSuffix("/"+name, "/vendor/modules.txt") }

// Modules reports whether what the packages are made from may be other modules
// than it was: a go.mod, go.work or the like differs.
func (s *Set) Modules() bool {
	return slices.ContainsFunc(s.Paths, func(name string) bool {
		switch path.Ext(name) {
		case ".mod", ".sum", ".work":
			return true
		}
		return vendorList(name)
	})
}

// Vendored reports whether a list of vendored modules differs, which the go
// command reads from the disk alone.
func (s *Set) Vendored() bool { return slices.ContainsFunc(s.Paths, vendorList) }

// Dirs returns the folders of the files that differ and that the go command
// reads, from the root and with slashes.
func (s *Set) Dirs() map[string]bool {
	out := make(map[string]bool)
	for _, name := range s.Paths {
		if read(name) {
			out[path.Dir(name)] = true
		}
	}
	return out
}

// Held reports whether the folder at a path had Go files in it.
func (s *Set) Held(dir string) bool {
	for name := range s.old {
		if path.Ext(name) == ".go" && path.Dir(name) == dir {
			return true
		}
	}
	return false
}

// Path returns the path of a file or folder from the root, with slashes, or its
// name if it lies elsewhere. It need not be there.
func (s *Set) Path(name string) string {
	if !filepath.IsAbs(name) {
		return name
	}
	dir := s.real(filepath.Dir(name))
	rel, err := filepath.Rel(s.Root, filepath.Join(dir, filepath.Base(name)))
	if err != nil || !filepath.IsLocal(rel) {
		if rel, err = filepath.Rel(s.Root, s.real(name)); err != nil || !filepath.IsLocal(rel) {
			return name
		}
	}
	return filepath.ToSlash(rel)
}

// real is dir without symbolic links, as far as it is there: the root has none in
// it, and git stores a link as such.
func (s *Set) real(dir string) string {
	if real, ok := s.folders[dir]; ok {
		return real
	}
	real, err := filepath.EvalSymlinks(dir)
	if err != nil {
		real = dir
		if up := filepath.Dir(dir); up != dir {
			real = filepath.Join(s.real(up), filepath.Base(dir))
		}
	}
	s.folders[dir] = real
	return real
}

// Named returns how the root is named where the folder dir of the repository has
// its name, and dir: without symbolic links if some lead from the one to the
// other.
func (s *Set) Named(dir string) (root, as string) {
	real := s.real(dir)
	rel, err := filepath.Rel(s.Root, real)
	switch root, ok := strings.CutSuffix(dir, string(filepath.Separator)+rel); {
	case err != nil:
		return s.Root, dir
	case rel == ".":
		return dir, dir
	case ok:
		return root, dir
	}
	return s.Root, real
}

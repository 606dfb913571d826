package driver

import (
	"crypto/sha256"
	"fmt"
	"go/types"
	"hash"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/k8slint/k8slint/internal/driver/fix"
	"github.com/k8slint/k8slint/internal/driver/load"
	"github.com/k8slint/k8slint/internal/driver/store"
)

// keyer makes the keys of results.
//
// A result depends on the program, its settings, the package's own content,
// and what the package can see of those that it imports: their declarations
// and facts, but not the bodies of their functions. So an edit in a body
// changes the results of the packages that import it only if it changes what
// is known about them.
type keyer struct {
	base [sha256.Size]byte
}

// newKeyer returns a keyer for a run with the given settings.
func newKeyer(settings string, sizes types.Sizes, goroot string) keyer {
	h := sha256.New()
	fmt.Fprintf(h, "%s\n%d %d\n", settings, sizes.Sizeof(types.Typ[types.Uintptr]), sizes.Alignof(types.Typ[types.Int64]))
	if goroot != "" {
		version, _ := os.ReadFile(filepath.Join(filepath.Dir(filepath.Clean(goroot)), "VERSION")) // none in a development tree, whose files are hashed instead
		h.Write(version)
	}
	var k keyer
	h.Sum(k.base[:0])
	return k
}

// executableHash identifies the program, facts and findings included.
func executableHash() (string, error) {
	name, err := os.Executable()
	if err != nil {
		return "", err
	}
	f, err := os.Open(name)
	if err != nil {
		return "", err
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return "", err
	}
	return fmt.Sprintf("%x", h.Sum(nil)), nil
}

// content hashes what p is made of. sums has the hash of each file that was
// read.
func (k keyer) content(p *load.Package, files *sources) (key [sha256.Size]byte, sums map[string]fix.Sum, err error) {
	h := sha256.New()
	h.Write(k.base[:])
	fmt.Fprintf(h, "%s\n%s\n%s\n", p.ID, p.Dir, goVersion(p))
	for _, e := range p.Errors {
		fmt.Fprintf(h, "error %s %s\n", e.Pos, e.Msg)
	}
	frozen := isFrozen(p)
	for _, name := range slices.Concat(p.Files, p.Other) { // cgo reads headers
		if frozen && !files.overlay.Has(name) {
			fmt.Fprintf(h, "%s\n", name)
			continue
		}
		content, err := files.sum(name)
		if err != nil {
			return key, sums, err
		}
		if sums == nil {
			sums = make(map[string]fix.Sum)
		}
		sums[name] = content
		fmt.Fprintf(h, "%s %x\n", name, sums[name])
	}
	return sum(h), sums, nil
}

func goVersion(p *load.Package) string {
	if p.Module == nil {
		return ""
	}
	return p.Module.GoVersion
}

// isFrozen reports whether the files of p never change: the standard library
// of a release, and modules in the module cache, whose folder's name has the
// version in it.
func isFrozen(p *load.Package) bool {
	if p.Std {
		return true
	}
	m := p.Module
	if m != nil && m.Replace != nil {
		m = m.Replace
	}
	return m != nil && m.Version != "" && strings.HasSuffix(m.Dir, "@"+m.Version) &&
		strings.HasPrefix(p.Dir+string(filepath.Separator), m.Dir+string(filepath.Separator))
}

// combine hashes a list of hashes under a name.
func combine(name string, parts ...[sha256.Size]byte) store.Key {
	h := sha256.New()
	io.WriteString(h, name)
	for _, p := range parts {
		h.Write(p[:])
	}
	return sum(h)
}

func sum(h hash.Hash) (s [sha256.Size]byte) {
	h.Sum(s[:0])
	return s
}

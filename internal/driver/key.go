package driver

import (
	"crypto/sha256"
	"fmt"
	"go/types"
	"hash"
	"io"
	"os"
	"slices"
	"sync"

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
	base    [sha256.Size]byte
	frozen  *frozen
	folders *folders
}

// newKeyer returns a keyer for a run with the given settings.
func newKeyer(settings string, g *load.Graph) keyer {
	sizes, goroot := g.Sizes, g.GOROOT
	h := sha256.New()
	fmt.Fprintf(h, "%s\n%d %d\n", settings, sizes.Sizeof(types.Typ[types.Uintptr]), sizes.Alignof(types.Typ[types.Int64]))
	k := keyer{frozen: newFrozen(goroot), folders: newFolders(g)}
	h.Write(k.frozen.release)
	fmt.Fprintf(h, "GODEBUG=%s\n", os.Getenv("GODEBUG")) // it changes what go/types does
	h.Sum(k.base[:0])
	return k
}

// executableHash identifies the program, facts and findings included.
var executableHash = sync.OnceValues(hashExecutable)

func hashExecutable() (string, error) {
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
// read, if p is analysed.
func (k keyer) content(p *load.Package, files *sources) (key [sha256.Size]byte, sums map[string]fix.Sum, err error) {
	h := sha256.New()
	h.Write(k.base[:])
	fmt.Fprintf(h, "%s\n%s\n%s\n", p.ID, k.folders.dir(p.Dir), goVersion(p))
	if len(p.Errors) > 0 {
		fmt.Fprintf(h, "%s\n", p.Dir) // they can name it
	}
	for _, e := range p.Errors {
		fmt.Fprintf(h, "error %s %s\n", e.Pos, e.Msg)
	}
	version, frozen := k.frozen.version(p)
	fmt.Fprintf(h, "%s\n", version)
	for _, name := range slices.Concat(p.Files, p.Other) { // cgo reads headers
		short := k.folders.name(name)
		if frozen && !files.overlay.Has(name) {
			fmt.Fprintf(h, "%s\n", short)
			continue
		}
		content, err := files.sum(name)
		if err != nil {
			return key, sums, err
		}
		if p.Role != load.Types {
			if sums == nil {
				sums = make(map[string]fix.Sum)
			}
			sums[name] = content
		}
		fmt.Fprintf(h, "%s %x\n", short, content)
	}
	return sum(h), sums, nil
}

func goVersion(p *load.Package) string {
	if p.Module == nil {
		return ""
	}
	return p.Module.GoVersion
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

package driver

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"github.com/k8slint/k8slint/internal/driver/load"
)

// frozen knows packages whose files never change as long as something smaller
// does not: the standard library of a release, and modules in the module cache.
type frozen struct {
	release []byte   // the VERSION of the Go installation, or nil if it is no release
	sums    sync.Map // folder of a module -> hash of what was downloaded, or ""
}

// newFrozen returns what is frozen with the Go installation whose sources are in
// goroot. One that is developed has no VERSION, or a repository: its files
// change from day to day.
func newFrozen(goroot string) *frozen {
	f := new(frozen)
	if goroot == "" {
		return f
	}
	dir := filepath.Dir(filepath.Clean(goroot))
	if _, err := os.Lstat(filepath.Join(dir, ".git")); err == nil {
		return f
	}
	if version, err := os.ReadFile(filepath.Join(dir, "VERSION")); err == nil && bytes.HasPrefix(version, []byte("go1")) {
		f.release = version
	}
	return f
}

// version returns what stands for the content of p's files, and whether it
// does.
func (f *frozen) version(p *load.Package) (string, bool) {
	if p.Std {
		return string(f.release), f.release != nil
	}
	m := p.Module
	if m != nil && m.Replace != nil {
		m = m.Replace
	}
	if m == nil || m.Version == "" || !strings.HasPrefix(p.Dir+string(filepath.Separator), m.Dir+string(filepath.Separator)) {
		return "", false
	}
	sum, ok := f.sums.Load(m.Dir)
	if !ok {
		sum, _ = f.sums.LoadOrStore(m.Dir, downloadSum(m.Dir, m.Path, m.Version))
	}
	return sum.(string), sum != ""
}

// downloadSum returns the hash that the go command keeps of the module whose
// files are in dir, as go.sum has it: a private proxy can serve a version anew.
// It is "" if dir is no folder of the module cache.
//
// See https://go.dev/ref/mod#module-cache.
func downloadSum(dir, path, version string) string {
	path, version = filepath.FromSlash(escapePath(path)), escapePath(version)
	cache, ok := strings.CutSuffix(dir, string(filepath.Separator)+path+"@"+version)
	if !ok {
		return ""
	}
	sum, err := os.ReadFile(filepath.Join(cache, "cache", "download", path, "@v", version+".ziphash"))
	if err != nil || !bytes.HasPrefix(sum, []byte("h1:")) {
		return ""
	}
	return string(sum)
}

// escapePath writes a module path or version as the module cache does: an
// exclamation mark and the small letter for each capital.
func escapePath(s string) string {
	var b strings.Builder
	for _, r := range s {
		if 'A' <= r && r <= 'Z' {
			b.WriteByte('!')
			r += 'a' - 'A'
		}
		b.WriteRune(r)
	}
	return b.String()
}

package driver

import (
	"crypto/sha256"
	"path/filepath"
	"sync"

	"github.com/k8slint/k8slint/internal/crd"
)

// manifests are those of the modules of a session, as they are when a result that
// depends on them is taken from the store.
type manifests struct{ of sync.Map } // root -> *crd.Manifests

// digest is that of the manifests of the module that the folder dir lies in.
func (m *manifests) digest(dir string) [sha256.Size]byte {
	root, ok := crd.Root(filepath.Join(dir, "x.go"))
	if !ok {
		return [sha256.Size]byte{}
	}
	c, _ := m.of.LoadOrStore(root, crd.New(root))
	return c.(*crd.Manifests).Digest()
}

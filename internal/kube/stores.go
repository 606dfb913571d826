package kube

import (
	"go/types"
	"strings"
)

// IsStore reports whether t is one of client-go's interfaces of a store.
func IsStore(t types.Type) bool {
	n, ok := types.Unalias(t).(*types.Named)
	if !ok || n.Obj().Pkg() == nil || Unvendored(n.Obj().Pkg().Path()) != cachePkg {
		return false
	}
	switch n.Obj().Name() {
	case "Store", "Indexer", "ThreadSafeStore", "TypedStore", "TypedIndexer":
		return true
	}
	return false
}

// MakesStore reports whether the function of that name makes an empty store.
func MakesStore(name string) bool {
	switch strings.TrimPrefix(name, cachePkg+".") {
	case "NewStore", "NewIndexer", "NewThreadSafeStore", "NewTTLStore", "NewExpirationStore":
		return strings.HasPrefix(name, cachePkg+".")
	}
	return false
}

// FillsStore reports whether the function of that name starts something that
// fills a store with what it lists and watches.
func FillsStore(name string) bool {
	return strings.HasPrefix(name, cachePkg+".New") && (strings.Contains(name, "Reflector") || strings.HasSuffix(name, ".New"))
}

package kube

import (
	"go/types"
	"slices"
	"strings"
	"sync"
)

// This file says which packages there are: those that this package describes,
// those that are left aside, and those that can hold objects at all.

// coveredRoots are the modules (or trees of packages) that the tables of this
// package describe. Their bodies are never analysed.
var coveredRoots = []string{
	"k8s.io/api",
	"k8s.io/apimachinery",
	"k8s.io/apiextensions-apiserver/pkg/apis",
	"k8s.io/apiextensions-apiserver/pkg/client",
	"k8s.io/client-go",
	"k8s.io/klog",
	"k8s.io/kube-openapi",
	"k8s.io/utils",
	"k8s.io/metrics",
	"k8s.io/code-generator",
	"sigs.k8s.io/controller-runtime",
	"sigs.k8s.io/json",
	"sigs.k8s.io/structured-merge-diff",
	"sigs.k8s.io/yaml",
}

// Covered reports whether the tables describe the package of the given import
// path, so that its bodies need not be analysed.
func Covered(path string) bool { return under(path, coveredRoots) }

// asideRoots are trees of packages that serve the API, or kubectl's commands.
// Controllers import them for types, flags and plumbing: they are large, and hand on
// no object of an informer's cache that their callers gave them.
var asideRoots = []string{
	"k8s.io/apiserver",
	"k8s.io/cli-runtime",
	"k8s.io/kubectl/pkg/cmd",
}

// Aside reports whether the package of the given import path is only analysed
// where it belongs to the main module: as a dependency it is known by its types.
func Aside(path string) bool { return under(path, asideRoots) }

// under reports whether path lies in one of the trees.
func under(path string, roots []string) bool {
	return slices.ContainsFunc(roots, func(root string) bool {
		return path == root || len(path) > len(root) && strings.HasPrefix(path, root) && path[len(root)] == '/'
	})
}

// pathOf is the path of o's package without vendor folders, "" if o has none.
func pathOf(o types.Object) string {
	if o.Pkg() == nil {
		return ""
	}
	return Unvendored(o.Pkg().Path())
}

// Unvendored is the import path of a package without the vendor folder that
// GOPATH-era layouts and the standard library put before it. It also lacks the
// decoration of test variants ("p [p.test]").
func Unvendored(path string) string {
	for {
		_, rest, ok := strings.Cut(path, "/vendor/")
		if !ok {
			break
		}
		path = rest
	}
	path, _, _ = strings.Cut(path, " [")
	return path
}

// hosts are the places whose repositories have more elements in their paths than
// the host's name: how many in all.
var hosts = map[string]int{
	"github.com": 3, "gitlab.com": 3, "bitbucket.org": 3,
	"k8s.io": 2, "sigs.k8s.io": 2,
}

// Repository is the part of a package's import path that names its repository, as
// far as the path tells: k8s.io/api for k8s.io/api/core/v1. Of hosts that are not
// known it is the host.
func Repository(path string) string {
	elems := strings.Split(Unvendored(path), "/")
	return strings.Join(elems[:min(max(hosts[elems[0]], 1), len(elems))], "/")
}

// machinery is the module that every package has below it that deals with
// Kubernetes objects.
const machinery = "k8s.io/apimachinery"

// IsAPIMachinery reports whether the package of the given path belongs to
// k8s.io/apimachinery.
func IsAPIMachinery(path string) bool { return under(Unvendored(path), []string{machinery}) }

// ReachesAPIMachinery reports whether pkg imports k8s.io/apimachinery,
// directly or through others. Only such packages can hold Kubernetes objects.
func ReachesAPIMachinery(pkg *types.Package) bool {
	return reaches(pkg, IsAPIMachinery, &reachMachinery)
}

// ReachesManagerCache reports whether pkg imports controller-runtime's cache,
// whose options managers have, directly or through others.
func ReachesManagerCache(pkg *types.Package) bool {
	return reaches(pkg, isManagerCache, &reachCache)
}

// ImportsControllerRuntime reports whether pkg itself imports a package of controller-runtime.
func ImportsControllerRuntime(pkg *types.Package) bool {
	return slices.ContainsFunc(pkg.Imports(), func(p *types.Package) bool {
		return under(Unvendored(p.Path()), []string{"sigs.k8s.io/controller-runtime"})
	})
}

func isManagerCache(path string) bool { return under(Unvendored(path), []string{ctrlCachePkg}) }

var reachMachinery, reachCache sync.Map // *types.Package -> bool

func reaches(pkg *types.Package, is func(path string) bool, memo *sync.Map) bool {
	if v, ok := memo.Load(pkg); ok {
		return v.(bool)
	}
	res := is(pkg.Path())
	for _, imp := range pkg.Imports() {
		if res {
			break
		}
		res = reaches(imp, is, memo)
	}
	memo.Store(pkg, res)
	return res
}

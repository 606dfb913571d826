// Package posn names places of the source in messages, traces and facts.
//
// A name is a file as the root of its module sees it, and a line:
// "internal/mirror/mirror.go:61". It is the same on every machine, so facts can hold it,
// and a terminal opens it. A terminal cannot open a file of another module: its name has only
// the last element of its package's path.
package posn

import (
	"go/token"
	"path"
	"path/filepath"
	"strconv"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/k8slint/k8slint/internal/kube"
)

// Of names pos, a place in pass's package, "" for no place.
func Of(pass *analysis.Pass, pos token.Pos) string {
	if !pos.IsValid() {
		return ""
	}
	return In(Folder(pass), pass.Fset, pos)
}

// Exactly is Of with the column.
func Exactly(pass *analysis.Pass, pos token.Pos) string {
	return Of(pass, pos) + ":" + strconv.Itoa(pass.Fset.Position(pos).Column)
}

// In names pos, a place in a package in folder, "" for no place.
func In(folder string, fset *token.FileSet, pos token.Pos) string {
	if !pos.IsValid() {
		return ""
	}
	p := fset.Position(pos)
	return File(folder, p.Filename) + ":" + strconv.Itoa(p.Line)
}

// File names the file name of a package in folder.
func File(folder, name string) string { return path.Join(folder, filepath.Base(name)) }

// IsIn reports whether the place name is one of a package in folder.
func IsIn(folder, name string) bool { return path.Dir(name) == path.Clean(folder) }

// Folder is the folder of pass's package in its module, "" for the root.
func Folder(pass *analysis.Pass) string {
	pkg := kube.Unvendored(pass.Pkg.Path())
	switch m := pass.Module; {
	case m == nil: // nogo knows no modules
		return Below(kube.Repository(pkg), pkg)
	case m.Version != "":
		return path.Base(pkg)
	default:
		return Below(m.Path, pkg)
	}
}

// Below is the folder of the package pkg in the module of the given path. Packages of
// tests stand in the folder of what they test.
func Below(module, pkg string) string {
	rest, ok := strings.CutPrefix(pkg, module)
	if !ok || rest != "" && rest[0] != '/' && rest != "_test" {
		return path.Base(pkg) // command-line-arguments
	}
	return strings.TrimPrefix(strings.TrimSuffix(rest, "_test"), "/")
}

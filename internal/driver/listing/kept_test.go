package listing

import (
	"testing"

	"golang.org/x/tools/go/packages"

	"github.com/k8slint/k8slint/internal/filled"
)

// Whatever a record says is there when it is read again.
func TestRecordKeepsAll(t *testing.T) {
	const module = "packages[].Module"
	skip := []string{
		"tree.begun", "tree.stamps", "tree.read", // of the search itself
		"tree.files",           // an index of places
		"tree.places{}[].kind", // of other kinds than the zero one the name is all that matters
	}
	for _, p := range []string{"packages[]", "packages[].Imports{}"} {
		// The mode of ask does not ask for these, or only for what becomes of them in the spec.
		for _, f := range []string{"TypeErrors", "CompiledGoFiles", "EmbedFiles", "EmbedPatterns", "ExportFile", "Target",
			"Types", "Fset", "IllTyped", "Syntax", "TypesInfo", "TypesSizes", "depsErrors", "exportDataError"} {
			skip = append(skip, p+"."+f)
		}
		for _, m := range []string{p + ".Module", p + ".Module.Replace"} {
			for _, f := range []string{"Time", "Error"} { // nobody reads these
				skip = append(skip, m+"."+f)
			}
		}
	}
	for field, r := range filled.Values[record](skip...) {
		complete(&r)
		got := decodeRecord(r.encode())
		if got == nil {
			t.Errorf("%s: cannot be read", field)
			continue
		}
		r.tree.files, got.tree.files = nil, nil
		if diff := filled.Difference(got, &r); diff != "" {
			t.Errorf("%s: %s is lost", field, diff)
		}
	}
}

// complete adds what each record has.
func complete(r *record) {
	if r.spec == nil {
		r.spec = new(spec)
	}
	if r.tree == nil {
		r.tree = new(tree)
	}
	for _, p := range r.packages {
		completePackage(p)
	}
}

func completePackage(p *packages.Package) {
	for path, imported := range p.Imports {
		if imported == nil {
			p.Imports[path] = new(packages.Package)
		} else {
			completePackage(imported)
		}
	}
}

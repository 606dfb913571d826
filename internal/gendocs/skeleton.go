package main

import (
	"bytes"
	"embed"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"text/template"

	"github.com/k8slint/k8slint/internal/claim"
)

// skeletonFiles are the templates of two analyzers: one on the functions of a package, and one on an
// engine.
//
//go:embed skeleton
var skeletonFiles embed.FS

// list is the file that lists the analyzers.
const list = "analyzers/directive/list.go"

// analyzerName is what a package and a flag can be called.
var analyzerName = regexp.MustCompile(`^[a-z][a-z0-9]+$`)

// writeSkeleton adds an analyzer to the repository at root: its package, its test and its
// place in the list. It finds something, and its test passes.
func writeSkeleton(root, name string, engine bool) error {
	files, err := skeleton(root, name, engine)
	if err != nil {
		return err
	}
	for _, f := range files {
		file := filepath.Join(root, filepath.FromSlash(f.name))
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			return err
		}
		if err := os.WriteFile(file, f.content, 0o666); err != nil {
			return err
		}
		fmt.Println(f.name)
	}
	fmt.Print(`What finds something, the texts and the test data are an example: put yours there.
README.md, docs/symptoms.md and docs/bazel.md name each analyzer; go test ./internal/gendocs says what is missing.
`)
	return nil
}

// skeleton returns the files of a new analyzer, on an engine or not, and the list with it.
func skeleton(root, name string, engine bool) ([]file, error) {
	switch {
	case !analyzerName.MatchString(name):
		return nil, fmt.Errorf("%q is no name of an analyzer: it has lower-case letters and digits", name)
	case slices.Contains(claim.Analyzers(), name):
		return nil, fmt.Errorf("there is an analyzer %s", name)
	}
	places := map[string]string{
		"doc.go.tmpl":      path.Join("analyzers", name, "doc.go"),
		"analyzer.go.tmpl": path.Join("analyzers", name, name+".go"),
		"claims.go.tmpl":   path.Join("analyzers", name, "claims.go"),
		"testdata.go.tmpl": path.Join("testdata/src", name, name+".go"),
	}
	kind := "functions"
	if engine {
		kind = "engine"
	}
	dir, err := fs.Sub(skeletonFiles, "skeleton/"+kind)
	if err != nil {
		return nil, err
	}
	templates, err := template.ParseFS(dir, "*.tmpl")
	if err != nil {
		return nil, err
	}
	var files []file
	for _, t := range templates.Templates() {
		var b bytes.Buffer
		if err := t.Execute(&b, name); err != nil {
			return nil, err
		}
		files = append(files, file{places[t.Name()], b.Bytes()})
	}
	have, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(list)))
	if err != nil {
		return nil, err
	}
	text := listed(string(have), "\t\"github.com/k8slint/k8slint/analyzers/", name, name+"\"")
	text = listed(text, "\t{", name, name+".New, "+name+".Analyzer},")
	return append(files, file{list, []byte(text)}), nil
}

// listed adds a line of prefix and line to the block of lines in text that begin with prefix,
// before the first that comes after name.
func listed(text, prefix, name, line string) string {
	lines := strings.SplitAfter(text, "\n")
	at := -1
	for i, l := range lines {
		if other, ok := strings.CutPrefix(l, prefix); ok {
			at = i + 1
			if other > name {
				at = i
				break
			}
		}
	}
	return strings.Join(slices.Insert(lines, at, prefix+line+"\n"), "")
}

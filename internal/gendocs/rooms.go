package main

import (
	"bytes"
	"cmp"
	"fmt"
	"go/doc"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

const modulePath = "github.com/k8slint/k8slint/"

// rooms are the packages of the module, by folder.
type rooms map[string]*room

type room struct {
	// says is the first sentence of its documentation.
	says string
	// imports are the folders of the packages of the module that it imports.
	imports map[string]bool
}

// readRooms reads the packages of the root module.
func readRooms(root string) (rooms, error) {
	all := rooms{}
	for _, top := range []string{"cmd", "plugin", "analyzers", "internal", "bench"} {
		err := filepath.WalkDir(filepath.Join(root, top), func(name string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() && d.Name() == "testdata" {
				return cmp.Or(err, fs.SkipDir)
			}
			if d.IsDir() || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
				return nil
			}
			folder, err := filepath.Rel(root, filepath.Dir(name))
			if err != nil {
				return err
			}
			return all.add(filepath.ToSlash(folder), name)
		})
		if err != nil {
			return nil, err
		}
	}
	return all, nil
}

// add adds the file called name to the package in folder.
func (all rooms) add(folder, name string) error {
	src, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	f, err := parser.ParseFile(token.NewFileSet(), name, src, parser.ImportsOnly|parser.ParseComments)
	if err != nil {
		return err
	}
	r := all[folder]
	if r == nil {
		r = &room{imports: map[string]bool{}}
		all[folder] = r
	}
	if text := f.Doc.Text(); text != "" {
		r.says = new(doc.Package).Synopsis(text)
	}
	for _, i := range f.Imports {
		if p, err := strconv.Unquote(i.Path.Value); err == nil && strings.HasPrefix(p, modulePath) {
			r.imports[strings.TrimPrefix(p, modulePath)] = true
		}
	}
	return nil
}

// roomTable returns a row for each package but the analyzers.
func (all rooms) roomTable() []byte {
	var b bytes.Buffer
	b.WriteString("| room | what it is for |\n|---|---|\n")
	for _, folder := range slices.Sorted(maps.Keys(all)) {
		if strings.HasPrefix(folder, "analyzers/") {
			continue
		}
		name := path.Base(folder)
		says := strings.TrimPrefix(strings.TrimPrefix(all[folder].says, "Package "+name+" "), "The "+name+" command ")
		says, _, _ = strings.Cut(says, ": ")
		fmt.Fprintf(&b, "| `%s` | %s |\n", folder, cell(strings.TrimRight(says, ".:")))
	}
	return b.Bytes()
}

// engineTable says which rooms each analyzer asks.
func (all rooms) engineTable() []byte {
	var b bytes.Buffer
	b.WriteString("| analyzer | the rooms that answer it |\n|---|---|\n")
	for _, folder := range slices.Sorted(maps.Keys(all)) {
		name, ok := strings.CutPrefix(folder, "analyzers/")
		if !ok {
			continue
		}
		var asked []string
		for _, i := range slices.Sorted(maps.Keys(all[folder].imports)) {
			if to, ok := strings.CutPrefix(i, "internal/"); ok && !serves[to] {
				asked = append(asked, "`"+to+"`")
			}
		}
		fmt.Fprintf(&b, "| [%s](analyzers/%s.md) | %s |\n", name, name, strings.Join(asked, ", "))
	}
	return b.Bytes()
}

// serves are the rooms that every analyzer uses.
var serves = map[string]bool{
	"analyzerdoc": true, "claim": true, "config": true, "contract": true, "engines": true, "kube": true, "report": true, "suppress": true, "wording": true,
	"ssabuild": true, "ssaquery": true, "astspan": true, "importedit": true, "indent": true, "bound": true,
}

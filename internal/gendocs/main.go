// The gendocs command writes the pages of the analyzers, from their doc.go files and
// from wild.go, tables and a picture of other pages, and the schema of .k8slint.yaml.
//
//	go run ./internal/gendocs            # write them
//	go run ./internal/gendocs -check     # exit 1 if one is out of step
//	go run ./internal/gendocs -new NAME  # add an analyzer, to begin with; -engine: one on an engine
//
// It is run in the root of the repository.
package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/k8slint/k8slint/analyzers"
	"github.com/k8slint/k8slint/internal/config"
	"github.com/k8slint/k8slint/internal/configfile"
)

func main() {
	check := flag.Bool("check", false, "write nothing, fail if a page is out of step")
	name := flag.String("new", "", "add an analyzer called `NAME`, with its test, and write no page")
	engine := flag.Bool("engine", false, "with -new, an analyzer that asks an engine")
	flag.Parse()
	update := func() error { return run(".", *check) }
	if *name != "" {
		update = func() error { return writeSkeleton(".", *name, *engine) }
	}
	if err := update(); err != nil {
		fmt.Fprintln(os.Stderr, "gendocs:", err)
		os.Exit(1)
	}
}

// run updates the documentation under root, or with check returns an error if it is
// out of date.
func run(root string, check bool) error {
	files, err := generate(root)
	if err != nil {
		return err
	}
	for _, f := range files {
		name := filepath.Join(root, filepath.FromSlash(f.name))
		if check {
			have, err := os.ReadFile(name)
			if err != nil {
				return err
			}
			if !bytes.Equal(have, f.content) {
				return fmt.Errorf("%s is out of step: run go generate ./internal/gendocs", f.name)
			}
			continue
		}
		if err := os.WriteFile(name, f.content, 0o666); err != nil {
			return err
		}
	}
	return nil
}

// A file is one that gendocs writes, wholly or in part.
type file struct {
	name    string // relative to the root, with slashes
	content []byte
}

// generate returns what the files should be.
func generate(root string) ([]file, error) {
	var files []file
	for _, a := range analyzers.All() {
		name := "docs/analyzers/" + a.Name + ".md"
		have, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(name)))
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
		files = append(files, file{name, page(a, have)})
	}
	all, err := readRooms(root)
	if err != nil {
		return nil, err
	}
	files = append(files, file{"docs/images/architecture.svg", all.graph().svg()})
	for _, t := range []struct {
		page   string
		tables [][]byte
	}{
		{"docs/README.md", [][]byte{table(analyzers.All())}},
		{"docs/reference.md", [][]byte{flagTable()}},
		{"docs/symptoms.md", [][]byte{bugTable(analyzers.All())}},
		{"docs/architecture.md", [][]byte{all.engineTable(), all.roomTable()}},
	} {
		have, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(t.page)))
		if err != nil {
			return nil, err
		}
		content, err := replaceTables(have, t.tables...)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", t.page, err)
		}
		files = append(files, file{t.page, content})
	}
	schema, err := configfile.Schema(analyzers.New(new(config.Config)))
	return append(files, file{"docs/k8slint.schema.json", schema}), err
}

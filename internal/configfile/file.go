// Package configfile reads .k8slint.yaml, the settings that a repository has for all of
// its users and drivers. No file is needed, and the flags of a command line win over it.
package configfile

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/k8slint/k8slint/internal/yamlfile"
)

// Name is the name of the file.
const Name = ".k8slint.yaml"

// Version is the version of the form that this package reads.
const Version = 1

// A File is the content of a configuration file. The tags doc and example are what the
// schema and a new file say of a key.
type File struct {
	Version    int                       `yaml:"version" doc:"The version of this form." example:"1"`
	Default    string                    `yaml:"default" enum:"all,none" doc:"What runs if neither enable nor disable names it." example:"all"`
	Enable     []string                  `yaml:"enable" ids:"any" doc:"Analyzers and categories that run beside the default ones." example:"[watchrv/single-object]"`
	Disable    []string                  `yaml:"disable" ids:"any" doc:"Analyzers and categories that do not run." example:"[rvcompare, directive/unused]"`
	Severity   string                    `yaml:"severity" enum:"error,warning,note" doc:"The least severity that is shown, and that makes the exit code 3." example:"warning"`
	Severities map[string]string         `yaml:"severities" ids:"any" enum:"error,warning,note" doc:"Severities of analyzers and categories." example:"{watchrv: note, tombstone/lost-delete: warning}"`
	Exclude    []Exclude                 `yaml:"exclude" doc:"Files in which nothing, or not everything, is reported." example:"[{paths: ['**/zz_generated*.go'], checks: [cachemutate/write]}]"`
	Tests      bool                      `yaml:"tests" doc:"Analyse test files too." example:"true"`
	Generated  bool                      `yaml:"generated" doc:"Report findings in generated files too." example:"false"`
	Flags      map[string]map[string]any `yaml:"flags" ids:"flags" doc:"Flags of analyzers, by the analyzer's name." example:"{rvassign: {ordered-servers: true}}"`
	Models     string                    `yaml:"models" doc:"A file that describes functions of dependencies, from the folder of this one." example:"hack/k8slint-models.yaml"`
	Baseline   string                    `yaml:"baseline" doc:"A file with the writes that are not reported, from the folder of this one." example:"hack/k8slint-baseline.json"`

	name, root string
	at         map[string]place
}

// An Exclude leaves out findings in some files.
type Exclude struct {
	Paths  []string `yaml:"paths" doc:"Files and folders, from the folder of this file. ** stands for any number of folders."`
	Checks []string `yaml:"checks" ids:"any" doc:"The analyzers and categories that it is for; all if left out."`
}

// A place is a line and a column, from 1.
type place struct{ line, column int }

// Find returns the file that is in force in dir: in dir or in a folder above it, up to the
// root of the repository, or without a repository up to that of the module. It is "" if
// there is none.
func Find(dir string) (string, error) {
	for _, folder := range folders(dir) {
		name := filepath.Join(folder, Name)
		switch _, err := os.Lstat(name); { // a link to nothing is a mistake
		case err == nil:
			if st, err := os.Stat(name); err == nil && st.Mode()&(fs.ModeNamedPipe|fs.ModeSocket) != 0 {
				return "", fmt.Errorf("%s is no file", name) // and might never end
			}
			return name, nil
		case !errors.Is(err, fs.ErrNotExist):
			return "", err
		}
	}
	return "", nil
}

// folders are dir and the folders above it, in which a file is looked for.
func folders(dir string) []string {
	has := func(dir, name string) bool {
		_, err := os.Lstat(filepath.Join(dir, name))
		return err == nil
	}
	var all []string
	module := 1
	for {
		all = append(all, dir)
		if has(dir, ".git") {
			return all
		}
		if has(dir, "go.mod") && module == 1 {
			module = len(all)
		}
		up := filepath.Dir(dir)
		if up == dir {
			return all[:module]
		}
		dir = up
	}
}

// Read reads the named file.
func Read(name string) (*File, error) {
	data, err := yamlfile.Read(name)
	if err != nil {
		return nil, err
	}
	root, err := filepath.Abs(filepath.Dir(name))
	if err != nil {
		return nil, err
	}
	return Parse(name, root, data)
}

// Unmatched returns an error if a path of the file matches nothing below its folder.
func (f *File) Unmatched() error {
	type pattern struct {
		at      string
		matches func(name string) bool
	}
	var open []pattern
	for i, e := range f.Exclude {
		for k, text := range e.Paths {
			if g, err := newGlob(text); err == nil {
				open = append(open, pattern{fmt.Sprintf("exclude[%d].paths[%d]", i, k), g.Matches})
			}
		}
	}
	err := filepath.WalkDir(f.root, func(path string, d fs.DirEntry, err error) error {
		switch {
		case len(open) == 0:
			return fs.SkipAll
		case err != nil:
			return nil // what cannot be read is not analysed either
		case d.IsDir() && d.Name() == ".git":
			return fs.SkipDir
		}
		rel, err := filepath.Rel(f.root, path)
		if err != nil {
			return err
		}
		name := filepath.ToSlash(rel)
		open = slices.DeleteFunc(open, func(p pattern) bool { return p.matches(name) })
		return nil
	})
	if err != nil || len(open) == 0 {
		return err
	}
	return f.errorf(open[0].at, "no file or folder matches this path")
}

// Has reports whether the file says something of a key.
func (f *File) Has(key string) bool {
	_, ok := f.at[key]
	return ok
}

// errorf is an error about what stands at a key: "exclude[0].paths[1]".
func (f *File) errorf(key, format string, args ...any) *yamlfile.Error {
	p := f.at[key]
	return &yamlfile.Error{Name: f.name, Line: p.line, Column: p.column, Text: fmt.Sprintf(format, args...)}
}

// source is where the value of a key is from.
func (f *File) source(key string) string {
	p := f.at[key]
	return fmt.Sprintf("%s:%d:%d", f.name, p.line, p.column)
}

// path is a file that f names.
func (f *File) path(name string) string {
	if name == "" || filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(f.root, filepath.FromSlash(strings.TrimSpace(name)))
}

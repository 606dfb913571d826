package driver

import (
	"go/types"
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/tools/go/packages"

	"github.com/k8slint/k8slint/internal/driver/load"
)

func put(t *testing.T, name, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

func graphOf(goroot string) *load.Graph {
	return &load.Graph{Sizes: types.SizesFor("gc", "amd64"), GOROOT: goroot}
}

// A version of a module that a proxy serves anew has another key; one whose
// download is not known is looked at file by file.
func TestModuleServedAnew(t *testing.T) {
	cache := t.TempDir()
	const path, version = "example.com/Big/mod", "v1.0.0-RC.1"
	dir := filepath.Join(cache, "example.com", "!big", "mod@v1.0.0-!r!c.1")
	p := &load.Package{ID: path, Path: path, Dir: dir, Files: []string{filepath.Join(dir, "a.go")}, Module: &packages.Module{Path: path, Version: version, Dir: dir}}
	key := func() [32]byte {
		t.Helper()
		got, _, err := newKeyer("", graphOf("")).content(p, new(sources))
		if err != nil {
			t.Fatal(err)
		}
		return got
	}
	put(t, p.Files[0], "package mod\n")
	byFile := key()
	put(t, p.Files[0], "package mod // edited\n")
	if key() == byFile {
		t.Error("a folder that nobody downloaded is taken for one that never changes")
	}
	zip := filepath.Join(cache, "cache", "download", "example.com", "!big", "mod", "@v", "v1.0.0-!r!c.1.ziphash")
	put(t, zip, "h1:one=")
	one := key()
	put(t, p.Files[0], "package mod\n")
	if key() != one {
		t.Error("the files of a download are read")
	}
	put(t, zip, "h1:two=")
	if key() == one {
		t.Error("the same key for another download")
	}
	replaced := *p
	replaced.Module = &packages.Module{Path: "example.com/other", Version: "v0.0.0", Dir: dir, Replace: p.Module}
	two := key()
	if p = &replaced; key() != two {
		t.Error("a replacement is not looked at")
	}
	put(t, zip, "")
	if key() == two {
		t.Error("an empty hash is taken for one")
	}
}

// The standard library is the same as long as its release is, but not in a tree
// where it is developed.
func TestStandardLibrary(t *testing.T) {
	for name, test := range map[string]struct {
		files  map[string]string
		frozen bool
	}{
		"release":                {map[string]string{"VERSION": "go1.26.1\ntime 2026\n"}, true},
		"no version":             {nil, false},
		"devel":                  {map[string]string{"VERSION": "devel go1.27-abc\n"}, false},
		"release in repository":  {map[string]string{"VERSION": "go1.26.1\n", ".git/HEAD": "ref\n"}, false},
		"release in a work tree": {map[string]string{"VERSION": "go1.26.1\n", ".git": "gitdir: x\n"}, false},
	} {
		t.Run(name, func(t *testing.T) {
			root := t.TempDir()
			for file, text := range test.files {
				put(t, filepath.Join(root, file), text)
			}
			src := filepath.Join(root, "src") + string(filepath.Separator)
			p := &load.Package{ID: "fmt", Path: "fmt", Std: true, Dir: src + "fmt", Files: []string{filepath.Join(src, "fmt", "a.go")}}
			put(t, p.Files[0], "package fmt\n")
			before, _, err := newKeyer("", graphOf(src)).content(p, new(sources))
			if err != nil {
				t.Fatal(err)
			}
			put(t, p.Files[0], "package fmt // edited\n")
			after, _, err := newKeyer("", graphOf(src)).content(p, new(sources))
			if err != nil || (before == after) != test.frozen {
				t.Errorf("the same key: %v, want %v (%v)", before == after, test.frozen, err)
			}
		})
	}
}

// TestEnvironmentInKey: results are kept apart by GODEBUG.
func TestEnvironmentInKey(t *testing.T) {
	p := &load.Package{ID: "a"}
	t.Setenv("GODEBUG", "")
	before, _, _ := newKeyer("", graphOf("")).content(p, new(sources))
	t.Setenv("GODEBUG", "gotypesalias=0")
	after, _, _ := newKeyer("", graphOf("")).content(p, new(sources))
	if before == after {
		t.Error("GODEBUG is not in the key")
	}
}

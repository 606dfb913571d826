package models

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

const good = `version: 1
sources:
  - func: (*example.com/store.Cache).Get
    results: [0]
  - func: (example.com/store.Getter).All
copies:
  - func: example.com/store.Clone
writers:
  - func: (*example.com/store.Item).Reset
    params: [-1, 1]
effects:
  - func: example.com/store.Merge
    does: write $0/Labels/*/[]; ret0=$0
`

// TestLoad: a file of models becomes rows of the tables.
func TestLoad(t *testing.T) {
	name := filepath.Join(t.TempDir(), "models.yaml")
	if err := os.WriteFile(name, []byte(good), 0o666); err != nil {
		t.Fatal(err)
	}
	got, err := Load(name)
	if err != nil {
		t.Fatal(err)
	}
	want := &File{
		Sources: []Source{{"(*example.com/store.Cache).Get", []int{0}, 3}, {"(example.com/store.Getter).All", nil, 5}},
		Copies:  []Copy{{"example.com/store.Clone", 7}},
		Writers: []Writer{{"(*example.com/store.Item).Reset", []int{-1, 1}, 9}},
		Effects: []Effect{{"example.com/store.Merge", "write $0/Labels/*/[]; ret0=$0", 12}},
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v\nwant %+v", got, want)
	}
}

// TestJSON: models can be JSON.
func TestJSON(t *testing.T) {
	f, err := Parse("m.json", []byte(`{"version": 1, "copies": [{"func": "example.com/store.Clone"}]}`))
	if err != nil || len(f.Copies) != 1 {
		t.Errorf("got %+v, %v", f, err)
	}
}

// TestErrors: a mistake in models is an error with its line.
func TestErrors(t *testing.T) {
	tests := []struct{ text, want string }{
		{"", "m.yaml:1:1: the file is empty"},
		{"sources: []", "m.yaml:1:1: version is missing"},
		{"version: 2", "m.yaml:1:10: version is 2"},
		{"version: 1\nsource: []", `m.yaml:2:1: unknown key "source"`},
		{"version: 1\nsources:\n  - func: Get", `m.yaml:3:11: "Get" is not a function`},
		{"version: 1\nsources:\n  - results: [0]", "m.yaml:3:5: func is missing"},
		{"version: 1\nsources:\n  - func: a.b/c.D\n    results: [-1]", "m.yaml:4:14: -1 is not a valid index"},
		{"version: 1\nwriters:\n  - func: a.b/c.D", "m.yaml:3:11: params is missing"},
		{"version: 1\nwriters:\n  - func: a.b/c.D\n    params: [-1]", "m.yaml:4:13: -1 is not a valid index"},
		{"version: 1\ncopies:\n  - func: a.b/c.D\n  - func: a.b/c.D", "m.yaml:4:11: a.b/c.D already has a row, in line 3"},
		{"version: 1\neffects:\n  - func: a.b/c.D", "m.yaml:3:11: does is missing"},
		{"version: 1\neffects:\n  - func: a.b/c.D\n    does: [x]", "m.yaml:4:11: want a text, like ret0=$1"},
		{"version: 1\neffects:\n  - func: a.b/c.D\n    does: writes $0", `m.yaml:4:11: "writes $0": `},
		{"version: 1\ncopies: x", "m.yaml:2:9: want a list"},
		{"version: [", "m.yaml:1:1: did not find expected node content"},
		{"version: 1\n---\nsources: []", "m.yaml:2:1: a second document, which nobody reads"},
		{"sources:\n- func: x\n", "m.yaml:1:1: version is missing: write version: 1 (and 1 more)"},
	}
	for _, test := range tests {
		_, err := Parse("m.yaml", []byte(test.text))
		if err == nil || !strings.HasPrefix(err.Error(), test.want) {
			t.Errorf("%q: got %v, want %s", test.text, err, test.want)
		}
	}
}

// FuzzParse: no file of models panics.
func FuzzParse(f *testing.F) {
	f.Add([]byte(good))
	f.Add([]byte("version: 1\nsources: [{func: a/b.C, results: [0, 0]}]"))
	f.Add([]byte("a: &a [*a]"))
	f.Fuzz(func(t *testing.T, data []byte) {
		file, err := Parse("m.yaml", data)
		if (file == nil) != (err != nil) {
			t.Errorf("%q: %v, %v", data, file, err)
		}
	})
}

package crd_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/k8slint/k8slint/internal/crd"
)

// manifests is a module as controller-gen, helm and people make them.
const manifests = `
-- go.mod --
module example.com/sites
-- config/crd/bases/example.com_sites.yaml --
---
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: sites.example.com
spec:
  group: example.com
  names:
    kind: Site
    plural: sites
  scope: Namespaced
  versions:
  - name: v1
    schema:
      openAPIV3Schema:
        description: 'not a template: {{ .Name }}'
    served: true
    storage: true
    subresources:
      status: {}
  - name: v1alpha1
    served: true
    storage: false
    subresources: {}
  - name: v1beta1
    served: true
    storage: false
-- config/crd/patches/webhook_in_sites.yaml --
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: sites.example.com
spec:
  conversion:
    strategy: Webhook
-- deploy/old.yml --
apiVersion: v1
kind: Namespace
metadata:
  name: sites
---
apiVersion: apiextensions.k8s.io/v1beta1
kind: CustomResourceDefinition
spec:
  group: example.com
  version: v1
  names: {kind: Wall}
  subresources:
    scale: {}
    status: {}
---
apiVersion: apiextensions.k8s.io/v1beta1
kind: "CustomResourceDefinition"
spec:
  group: example.com
  names: {kind: Door}
  version: v1
  subresources:
    status: {}
  versions:
  - name: v1
  - name: v2
    subresources: {status: }
-- charts/sites/crds/roof.yaml --
kind: CustomResourceDefinition
spec:
  group: example.com
  names: {kind: Roof}
  versions:
  - {name: v1, subresources: {status: {}}}
-- charts/sites/templates/beam.yaml --
kind: CustomResourceDefinition
spec:
  group: example.com
  names: {kind: Beam}
  {{- if .Values.conversion }}
  conversion: {}
  {{- end }}
  versions:
  - {name: v1, subresources: {status: {}}}
-- charts/sites/templates/slab.yaml --
kind: CustomResourceDefinition
metadata:
  name: {{ .Release.Name }}-slabs
spec:
  names: {kind: Slab}
  scope: {{ .Values.scope | quote }}
-- manifests/roof.yaml --
kind: CustomResourceDefinition
spec:
  group: example.com
  names: {kind: Roof}
  versions:
  - name: v1
-- manifests/lamp.yaml --
kind: CustomResourceDefinition
spec:
  group: example.com
  names: {kind: Lamp}
  versions: [{name: v1, subresources: {status: {}}}]
-- manifests/other_lamp.yaml --
kind: CustomResourceDefinition
spec:
  group: other.com
  names: {kind: Lamp}
  versions: [{name: v1, subresources: {status: {}}}]
-- manifests/broken.yaml --
kind: CustomResourceDefinition
spec:
  names: {kind: Gate
-- manifests/odd.yaml --
kind: CustomResourceDefinition
spec:
  names: [Fence]
-- examples/path.yaml --
kind: CustomResourceDefinition
spec: {group: example.com, names: {kind: Path}, versions: [{name: v1, subresources: {status: {}}}]}
-- config/crd/testdata/pond.yaml --
kind: CustomResourceDefinition
spec: {group: example.com, names: {kind: Pond}, versions: [{name: v1, subresources: {status: {}}}]}
-- config/crd/nested/go.mod --
module example.com/nested
-- config/crd/nested/tree.yaml --
kind: CustomResourceDefinition
spec: {group: example.com, names: {kind: Tree}, versions: [{name: v1, subresources: {status: {}}}]}
`

func write(t *testing.T, archive string) string {
	t.Helper()
	dir := t.TempDir()
	for _, f := range txtar.Parse([]byte(archive)).Files {
		name := filepath.Join(dir, filepath.FromSlash(f.Name))
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, f.Data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// TestStatus: what the manifests say of the status subresource of a kind.
func TestStatus(t *testing.T) {
	m := crd.New(write(t, manifests))
	var problems []string
	for _, c := range []struct {
		q     crd.Question
		want  crd.Verdict
		where string
	}{
		{crd.Question{"example.com", "Site", "v1"}, crd.Has, "config/crd/bases/example.com_sites.yaml:20"},
		{crd.Question{"", "Site", "v1"}, crd.Has, "config/crd/bases/example.com_sites.yaml:20"},
		{crd.Question{"other.com", "Site", "v1"}, crd.Unknown, ""},
		{crd.Question{"example.com", "Site", "v1alpha1"}, crd.HasNot, "config/crd/bases/example.com_sites.yaml:24"},
		{crd.Question{"example.com", "Site", "v1beta1"}, crd.HasNot, "config/crd/bases/example.com_sites.yaml:25"},
		{crd.Question{"example.com", "Site", "v2"}, crd.Unknown, ""},
		{crd.Question{"example.com", "Wall", "v1"}, crd.Has, "deploy/old.yml:14"},
		{crd.Question{"example.com", "Door", "v1"}, crd.Has, "deploy/old.yml:23"},
		{crd.Question{"example.com", "Door", "v2"}, crd.HasNot, "deploy/old.yml:27"},
		{crd.Question{"example.com", "Roof", "v1"}, crd.Unknown, ""}, // two disagree
		{crd.Question{"example.com", "Beam", "v1"}, crd.Unknown, ""}, // a template
		{crd.Question{"", "Slab", "v1"}, crd.Unknown, ""},            // another
		{crd.Question{"", "Lamp", "v1"}, crd.Unknown, ""},            // which group?
		{crd.Question{"other.com", "Lamp", "v1"}, crd.Has, "manifests/other_lamp.yaml:5"},
		{crd.Question{"", "Gate", "v1"}, crd.Unknown, ""},
		{crd.Question{"", "Fence", "v1"}, crd.Unknown, ""},
		{crd.Question{"example.com", "Path", "v1"}, crd.Unknown, ""}, // no usual folder
		{crd.Question{"example.com", "Pond", "v1"}, crd.Unknown, ""}, // of a test
		{crd.Question{"example.com", "Tree", "v1"}, crd.Unknown, ""}, // of another module
	} {
		got := m.Status(c.q)
		if got.Verdict != c.want || got.Where != c.where {
			t.Errorf("%+v: %v %q, want %v %q", c.q, got.Verdict, got.Where, c.want, c.where)
		}
		problems = append(problems, got.Problems...)
	}
	slices.Sort(problems)
	problems = slices.Compact(problems)
	want := []string{
		"charts/sites/templates/beam.yaml:1: it is a template",
		"charts/sites/templates/slab.yaml:1: it is a template",
		"manifests/broken.yaml:1: it is not YAML",
		"manifests/odd.yaml:1: its spec is not that of a CustomResourceDefinition",
		"manifests/other_lamp.yaml:5: Lamp is a kind of another group in manifests/lamp.yaml:5",
		"manifests/roof.yaml:6: Roof of v1 disagrees with charts/sites/crds/roof.yaml:6",
	}
	if !slices.EqualFunc(problems, want, strings.HasPrefix) {
		t.Errorf("problems:\n%s\nwant\n%s", strings.Join(problems, "\n"), strings.Join(want, "\n"))
	}
}

// TestHuge: a file that is no manifest by its size is named, and is not read.
func TestHuge(t *testing.T) {
	dir := write(t, manifests)
	before := crd.New(dir).Digest()
	if err := os.Truncate(filepath.Join(dir, "manifests", "lamp.yaml"), 1<<42); err != nil {
		t.Skip(err) // no sparse files
	}
	m := crd.New(dir)
	got := m.Status(crd.Question{Group: "example.com", Kind: "Site", Version: "v1"})
	if want := "manifests/lamp.yaml: it is larger than 64 MiB"; !slices.Contains(got.Problems, want) {
		t.Errorf("problems %q, want %q", got.Problems, want)
	}
	if m.Digest() == before {
		t.Error("the digest is that of the small file")
	}
}

// TestDigest: it changes with a manifest, and with nothing else.
func TestDigest(t *testing.T) {
	dir := write(t, manifests)
	before := crd.New(dir).Digest()
	change := func(name, from, to string) [32]byte {
		t.Helper()
		name = filepath.Join(dir, filepath.FromSlash(name))
		text, err := os.ReadFile(name)
		if err != nil || !strings.Contains(string(text), from) {
			t.Fatalf("%s has no %q: %v", name, from, err)
		}
		if err := os.WriteFile(name, []byte(strings.Replace(string(text), from, to, 1)), 0o666); err != nil {
			t.Fatal(err)
		}
		return crd.New(dir).Digest()
	}
	if change("config/crd/testdata/pond.yaml", "Pond", "Lake") != before {
		t.Error("another file changes the digest")
	}
	if change("config/crd/bases/example.com_sites.yaml", "status: {}", "scale: {}") == before {
		t.Error("a manifest does not change the digest")
	}
	if change("config/crd/bases/example.com_sites.yaml", "scale: {}", "status: {}") != before {
		t.Error("the same manifests have another digest")
	}
}

// TestRoot: the module whose manifests are read for a file.
func TestRoot(t *testing.T) {
	dir := write(t, manifests)
	if got, ok := crd.Root(filepath.Join(dir, "deploy", "main.go")); got != dir || !ok {
		t.Errorf("%q %v, want %q", got, ok, dir)
	}
	if got, _ := crd.Root(filepath.Join(dir, "config", "crd", "nested", "main.go")); got != filepath.Join(dir, "config", "crd", "nested") {
		t.Errorf("%q, want the nested module", got)
	}
}

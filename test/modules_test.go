package test

import (
	"path/filepath"
	"strings"
	"testing"
)

// twoModules writes a repository of two modules, without a go.work: api has a
// helper that writes its parameter, operator calls it with a cached object.
func twoModules(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	examples := filepath.Join(root, "examples")
	require := readFile(t, filepath.Join(examples, "go.mod"))
	_, require, _ = strings.Cut(require, "\n")
	sum := readFile(t, filepath.Join(examples, "go.sum"))

	write(t, filepath.Join(dir, "api", "go.mod"), "module example.com/api\n"+require)
	write(t, filepath.Join(dir, "api", "go.sum"), sum)
	write(t, filepath.Join(dir, "api", "defaults.go"), `package api

import corev1 "k8s.io/api/core/v1"

// SetDefaults completes pod.
func SetDefaults(pod *corev1.Pod) {
	if pod.Labels == nil {
		pod.Labels = map[string]string{}
	}
	pod.Labels["app"] = pod.Name
}
`)
	write(t, filepath.Join(dir, "operator", "go.mod"), "module example.com/operator\n"+require+
		"\nrequire example.com/api v0.0.0\n\nreplace example.com/api => ../api\n")
	write(t, filepath.Join(dir, "operator", "go.sum"), sum)
	write(t, filepath.Join(dir, "operator", "sync.go"), `package operator

import (
	corelisters "k8s.io/client-go/listers/core/v1"

	"example.com/api"
)

func sync(pods corelisters.PodLister, namespace, name string) error {
	pod, err := pods.Pods(namespace).Get(name)
	if err != nil {
		return err
	}
	api.SetDefaults(pod)
	return nil
}
`)
	return dir
}

// The finding needs a fact of another module.
var acrossModules = []finding{{file: "operator/sync.go", line: 14, analyzer: "cachemutate"}}

// TestModules analyses each module by itself.
func TestModules(t *testing.T) {
	dir := twoModules(t)
	out := run(t, dir, nil, k8slint, "-C", "operator", "-json", "./...")
	got := places(readJSON(t, dir, out.stdout))
	if out.code != 3 {
		t.Errorf("exit code %d, want 3\n%s", out.code, out.stderr)
	}
	expectSame(t, "reported", got, "wanted", acrossModules)

	if out := run(t, dir, nil, k8slint, "-C", "api", "./..."); out.code != 0 {
		t.Errorf("in api: exit code %d\n%s%s", out.code, out.stdout, out.stderr)
	}
	// There is no module here: that is a mistake of the command line, not a clean run.
	if out := run(t, dir, nil, k8slint, "./..."); out.code != 2 {
		t.Errorf("outside of the modules: exit code %d, want 2\n%s%s", out.code, out.stdout, out.stderr)
	}
}

// TestWorkspace analyses the modules of a go.work together.
func TestWorkspace(t *testing.T) {
	dir := twoModules(t)
	write(t, filepath.Join(dir, "go.work"), "go 1.26.0\n\nuse (\n\t./api\n\t./operator\n)\n")
	env := []string{"GOWORK="}
	out := run(t, dir, env, k8slint, "-json", "work")
	if out.code != 3 {
		t.Errorf("exit code %d, want 3\n%s", out.code, out.stderr)
	}
	expectSame(t, "reported", places(readJSON(t, dir, out.stdout)), "wanted", acrossModules)
}

// TestVendor analyses a module whose dependencies are vendored.
func TestVendor(t *testing.T) {
	dir := copyExamples(t)
	want := readJSON(t, dir, run(t, dir, nil, k8slint, "-json", "./...").stdout)
	if out := run(t, dir, nil, "go", "mod", "vendor"); out.code != 0 {
		t.Fatal(out.stderr)
	}
	out := run(t, dir, nil, k8slint, "-json", "./...")
	if out.code != 3 {
		t.Errorf("exit code %d, want 3\n%s", out.code, out.stderr)
	}
	expectSame(t, "vendored", readJSON(t, dir, out.stdout), "in the module cache", want)
}

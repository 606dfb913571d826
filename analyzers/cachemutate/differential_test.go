package cachemutate_test

import (
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/k8slint/k8slint/internal/testmodule"
)

// TestDifferential holds cachemutate against client-go's cache mutation
// detector: on real informers, both must say the same of each shape in
// testdata/src/differential.
func TestDifferential(t *testing.T) {
	testmodule.Slow(t, "compiles client-go, and runs a program for five seconds a shape")
	dir := testmodule.Dir(t, "testdata/src")
	tmp := t.TempDir()
	build := func(out, dir, pkg string) string {
		bin := filepath.Join(tmp, out)
		cmd := exec.Command("go", "build", "-o", bin, pkg)
		cmd.Dir = dir
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("go build %s: %v\n%s", pkg, err, out)
		}
		return bin
	}
	program := build("differential", dir, "./differential")
	k8slint := build("k8slint", testmodule.Root(), "./cmd/k8slint")

	static := flagged(t, k8slint, dir)
	out, err := exec.Command(program).Output()
	if err != nil {
		t.Fatal(err)
	}
	names := strings.Fields(string(out))
	slices.Sort(names)
	if len(names) < 30 {
		t.Fatalf("only %d shapes: %v", len(names), names)
	}

	// The programs mostly sleep, so many run at once.
	var wg sync.WaitGroup
	limit := make(chan bool, 12)
	dynamic := make([]bool, len(names))
	problem := make([]error, len(names))
	for i, name := range names {
		wg.Go(func() {
			limit <- true
			defer func() { <-limit }()
			cmd := exec.Command(program, name)
			cmd.Env = append(os.Environ(), "KUBE_CACHE_MUTATION_DETECTOR=true")
			out, err := cmd.CombinedOutput()
			dynamic[i] = strings.Contains(string(out), "CACHE") && strings.Contains(string(out), "ALTERED")
			if (err != nil) != dynamic[i] {
				problem[i] = fmt.Errorf("%v: %s", err, out)
			}
		})
	}
	wg.Wait()
	for i, name := range names {
		switch {
		case problem[i] != nil:
			t.Errorf("%s: %v", name, problem[i])
		case dynamic[i] != static[name]:
			t.Errorf("%s: the mutation detector says %v, cachemutate says %v", name, dynamic[i], static[name])
		}
	}
}

// flagged are the shapes with a finding in them, or in what carries their name.
func flagged(t *testing.T, k8slint, dir string) map[string]bool {
	cmd := exec.Command(k8slint, "-C", dir, "-cache=off", "-json", "-cachemutate", "./differential")
	out, err := cmd.Output()
	if err != nil && cmd.ProcessState.ExitCode() != 3 {
		t.Fatalf("k8slint: %v\n%s", err, out)
	}
	var tree map[string]map[string][]struct{ Posn string }
	if err := json.Unmarshal(out, &tree); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, filepath.Join(dir, "differential", "shapes.go"), nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	res := map[string]bool{}
	for _, per := range tree {
		for _, d := range per["cachemutate"] {
			parts := strings.Split(d.Posn, ":")
			line, _ := strconv.Atoi(parts[len(parts)-2])
			for _, decl := range file.Decls {
				if fd, ok := decl.(*ast.FuncDecl); ok && fset.Position(fd.Pos()).Line <= line && line <= fset.Position(fd.End()).Line {
					name, _, _ := strings.Cut(fd.Name.Name, "_")
					if fd.Recv != nil {
						name = "method"
					}
					res[name] = true
				}
			}
		}
	}
	return res
}

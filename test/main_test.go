package test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

var (
	// root is the root folder of the repository.
	root string

	// k8slint is the command under test.
	k8slint string
)

func TestMain(m *testing.M) {
	code, err := setUp(m)
	if err != nil {
		fmt.Fprintln(os.Stderr, "setting up:", err)
		os.Exit(1)
	}
	os.Exit(code)
}

func setUp(m *testing.M) (int, error) {
	wd, err := os.Getwd()
	if err != nil {
		return 0, err
	}
	root = filepath.Dir(wd)
	bin, err := os.MkdirTemp("", "k8slint-test")
	if err != nil {
		return 0, err
	}
	defer os.RemoveAll(bin)
	// The modules of this repository are not part of a workspace around it.
	os.Setenv("GOWORK", "off")
	k8slint = filepath.Join(bin, "k8slint")
	if err := goBuild(root, k8slint, "./cmd/k8slint"); err != nil {
		return 0, err
	}
	return m.Run(), nil
}

// goBuild compiles the package pkg of the module in dir to the file out.
func goBuild(dir, out, pkg string) error {
	cmd := exec.Command("go", "build", "-o", out, pkg)
	cmd.Dir = dir
	if text, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("go build %s in %s: %v\n%s", pkg, dir, err, text)
	}
	return nil
}

// A result is what a command that ended has left.
type result struct {
	stdout, stderr string
	code           int
}

// run runs a command in dir with env added to the environment. That it fails
// is for the caller to judge.
func run(t *testing.T, dir string, env []string, name string, args ...string) result {
	t.Helper()
	var stdout, stderr strings.Builder
	cmd := exec.Command(name, args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), env...)
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	err := cmd.Run()
	if _, exited := err.(*exec.ExitError); err != nil && !exited {
		t.Fatalf("%s: %v", name, err)
	}
	return result{stdout.String(), stderr.String(), cmd.ProcessState.ExitCode()}
}

func readFile(t *testing.T, name string) string {
	t.Helper()
	content, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(content)
}

//go:build unix

package driver_test

import (
	"bytes"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestWriters: what cannot be written is an error, whatever it is and wherever it goes.
func TestWriters(t *testing.T) {
	t.Parallel()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	var a strings.Builder
	bad := "Bad" + strings.Repeat("AndWorse", 300)
	a.WriteString("package a\n\nfunc " + bad + "() {}\n\nfunc A() { " + bad + "() }\n")
	for range 40 { // with names so long, more than a pipe holds
		a.WriteString("\nfunc _() { " + bad + "() }\n")
	}
	for name, text := range map[string]string{"go.mod": "module m.example\n\ngo 1.26\n", "a.go": a.String()} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	forms := [][]string{{"help"}, {"help", "flags"}, {"help", "taint"}, {"-version"}, {"-V=full"}, {"-flags"}, {"-facts", "."}, {"-diff", "."}, {"-diff", "-format=github", "."}, {"-explain", "."}, {"config"}}
	for _, form := range []string{"text", "json", "sarif", "github", "gitlab", "rdjson", "html"} {
		forms = append(forms, []string{"-format=" + form, "."})
	}
	run := func(t *testing.T, stdout io.Writer, args ...string) {
		t.Helper()
		cmd := exec.Command(self, args...)
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), asCommand+"=1", "K8SLINT_CACHE="+filepath.Join(dir, "cache"), "GOWORK=off", "GOFLAGS=")
		var stderr bytes.Buffer
		cmd.Stdout, cmd.Stderr = stdout, &stderr
		_ = cmd.Run() // its exit code is looked at
		if code := cmd.ProcessState.ExitCode(); code != 1 || strings.Count(summaryLine.ReplaceAllString(stderr.String(), ""), "k8slint: ") != 1 {
			t.Errorf("%.200v: exit %d, %.500q", args, code, &stderr)
		}
	}
	// long reports whether a form says more than a pipe holds.
	long := func(args []string) bool {
		return slices.Contains(args, ".") && !slices.Contains(args, "-diff") && !slices.Contains(args, "-facts")
	}
	t.Run("full", func(t *testing.T) {
		full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
		if err != nil {
			t.Skip(err)
		}
		defer full.Close()
		for _, args := range forms {
			run(t, full, args...)
		}
		for _, flag := range []string{"-write-baseline", "-cpuprofile", "-memprofile"} {
			run(t, nil, flag+"=/dev/full", "-taint=false", "-quote=false", "-scribble", ".")
		}
	})
	t.Run("closed", func(t *testing.T) {
		for _, args := range forms {
			if long(args) {
				continue // the next test closes the pipe in the middle
			}
			r, w, err := os.Pipe()
			if err != nil {
				t.Fatal(err)
			}
			r.Close()
			run(t, w, args...)
			w.Close()
		}
	})
	t.Run("closed in the middle", func(t *testing.T) {
		for _, args := range forms {
			if !long(args) {
				continue
			}
			r, w, err := os.Pipe()
			if err != nil {
				t.Fatal(err)
			}
			go func() {
				_, _ = io.ReadFull(r, make([]byte, 10))
				r.Close()
			}()
			run(t, w, args...)
			w.Close()
		}
	})
	if left, err := filepath.Glob(filepath.Join(dir, "*")); err != nil || len(left) != 3 {
		t.Errorf("%q, %v", left, err)
	}
}

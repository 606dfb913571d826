//go:build unix

package driver_test

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// TestInterrupt stops the command while an analyzer hangs. It ends by the
// signal, says so, and a cache that it used is as good as before.
func TestInterrupt(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for name, text := range map[string]string{
		"go.mod": "module m.example\n\ngo 1.26\n",
		"a/a.go": "package a\n\nfunc Bad() {}\n\nfunc A() { Bad() }\n",
		"b/b.go": "package b\n\nimport _ \"m.example/a\"\n\nvar _ = \"attack\"\n",
	} {
		name = filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	env := append(os.Environ(), asCommand+"=1", "K8SLINT_CACHE="+filepath.Join(dir, "cache"), "GOWORK=off", "GOFLAGS=")
	for _, sig := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP} {
		for _, args := range [][]string{{"./..."}, {"-fix", "./..."}} {
			fifo := filepath.Join(t.TempDir(), "started")
			if err := syscall.Mkfifo(fifo, 0o600); err != nil {
				t.Skip(err)
			}
			cmd := exec.Command(self, args...)
			cmd.Dir = dir
			cmd.Env = append(env, "K8SLINT_TEST_HANG="+fifo)
			var stderr bytes.Buffer
			cmd.Stderr = &stderr
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			// The analyzer opens the pipe and waits for ever.
			f, err := os.Open(fifo)
			if err != nil {
				t.Fatal(err)
			}
			if line, err := bufio.NewReader(f).ReadString('\n'); err != nil && !errors.Is(err, io.EOF) || line != "hanging\n" {
				t.Fatalf("%q, %v", line, err)
			}
			if err := cmd.Process.Signal(sig); err != nil {
				t.Fatal(err)
			}
			var ee *exec.ExitError
			if err := cmd.Wait(); !errors.As(err, &ee) {
				t.Fatalf("%v: %v", sig, err)
			}
			f.Close()
			if ws, ok := ee.Sys().(syscall.WaitStatus); !ok || !ws.Signaled() || ws.Signal() != sig {
				t.Errorf("%v: %v", sig, ee)
			}
			if got := stderr.String(); got != "k8slint: interrupted\n" {
				t.Errorf("%v: stderr is %q", sig, got)
			}
		}
	}
	cmd := exec.Command(self, "./...")
	cmd.Dir, cmd.Env = dir, env
	out, _ := cmd.CombinedOutput()
	if !strings.Contains(string(out), "taint: call leads") || !strings.Contains(string(out), "quote: ") || cmd.ProcessState.ExitCode() != 3 {
		t.Errorf("afterwards: %v\n%s", cmd.ProcessState, out)
	}
}

//go:build unix

package driver_test

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// TestInterrupt stops the command while an analyzer hangs. It ends by the
// signal, says so, and a cache that it used is as good as before.
func TestInterrupt(t *testing.T) {
	t.Parallel()
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
	// start starts the command, and returns when an analyzer hangs.
	start := func(stderr io.Writer, args ...string) *exec.Cmd {
		fifo := filepath.Join(t.TempDir(), "started")
		if err := syscall.Mkfifo(fifo, 0o600); err != nil {
			t.Skip(err)
		}
		cmd := exec.Command(self, args...)
		cmd.Dir = dir
		cmd.Env = append(env, "K8SLINT_TEST_HANG="+fifo)
		cmd.Stderr = stderr
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		// The analyzer opens the pipe and waits forever.
		f, err := os.Open(fifo)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		if line, err := bufio.NewReader(f).ReadString('\n'); err != nil && !errors.Is(err, io.EOF) || line != "hanging\n" {
			t.Fatalf("%q, %v", line, err)
		}
		return cmd
	}
	// diesOf sends the signal and waits for the end.
	diesOf := func(cmd *exec.Cmd, sig syscall.Signal) {
		t.Helper()
		if err := cmd.Process.Signal(sig); err != nil {
			t.Fatal(err)
		}
		var ee *exec.ExitError
		if err := cmd.Wait(); !errors.As(err, &ee) {
			t.Fatalf("%v: %v", sig, err)
		}
		if ws, ok := ee.Sys().(syscall.WaitStatus); !ok || !ws.Signaled() || ws.Signal() != sig {
			t.Errorf("%v: %v", sig, ee)
		}
	}
	for _, sig := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP} {
		if signal.Ignored(sig) {
			continue // under nohup, and by the command then too
		}
		for _, args := range [][]string{{"./..."}, {"-fix", "./..."}} {
			var stderr bytes.Buffer
			diesOf(start(&stderr, args...), sig)
			if got := stderr.String(); got != "k8slint: interrupted\n" {
				t.Errorf("%v: stderr is %q", sig, got)
			}
		}
	}
	// Nobody reads what it says.
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	fd := int(w.Fd()) // which makes it blocking
	if err := syscall.SetNonblock(fd, true); err != nil {
		t.Fatal(err)
	}
	for {
		if _, err := syscall.Write(fd, []byte("x")); err != nil {
			break // it is full
		}
	}
	if err := syscall.SetNonblock(fd, false); err != nil {
		t.Fatal(err)
	}
	diesOf(start(w, "./..."), syscall.SIGINT)
	w.Close()

	cmd := exec.Command(self, "./...")
	cmd.Dir, cmd.Env = dir, env
	out, _ := cmd.CombinedOutput()
	if !strings.Contains(string(out), "taint: call leads") || !strings.Contains(string(out), "quote: ") || cmd.ProcessState.ExitCode() != 3 {
		t.Errorf("afterwards: %v\n%s", cmd.ProcessState, out)
	}
	// While it analyses what was at a revision: nothing of that is left behind.
	if _, err := exec.LookPath("git"); err != nil {
		return
	}
	tmp := filepath.Join(dir, "tmp")
	if err := os.Mkdir(tmp, 0o777); err != nil {
		t.Fatal(err)
	}
	env = append(env, "TMPDIR="+tmp, "GIT_CONFIG_GLOBAL="+os.DevNull)
	more := filepath.Join(dir, "b", "more.go") // which no run before has seen
	if err := os.WriteFile(more, []byte("package b\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{"init", "-q"}, {"add", "a", "b", "go.mod"}, {"-c", "user.name=a", "-c", "user.email=a@example.com", "commit", "-q", "-m", "one"}} {
		cmd := exec.Command("git", args...)
		cmd.Dir, cmd.Env = dir, env
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%v: %v\n%s", args, err, out)
		}
	}
	if err := os.Remove(more); err != nil {
		t.Fatal(err)
	}
	cmd = start(io.Discard, "-new-from=HEAD", "./...")
	if list, err := os.ReadDir(tmp); err != nil || len(list) != 1 {
		t.Errorf("before the signal: %v, %v", list, err)
	}
	diesOf(cmd, syscall.SIGINT)
	if list, err := os.ReadDir(tmp); err != nil || len(list) != 0 {
		t.Errorf("left behind: %v, %v", list, err)
	}
}

//go:build unix

package driver_test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// process starts the server as a program of its own.
func process(t *testing.T, archive string, args ...string) (*editor, *exec.Cmd, *bytes.Buffer) {
	t.Helper()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(exe, append(args, "lsp", "--stdio")...)
	cmd.Env = append(os.Environ(), asCommand+"=1", "GOFLAGS=", "GOWORK=off", "K8SLINT_CACHE=off", "TMPDIR="+t.TempDir())
	stderr := new(bytes.Buffer)
	cmd.Stderr = stderr
	in, out := startPiped(t, cmd)
	t.Cleanup(func() { _ = cmd.Process.Kill() })
	return newEditor(t, layOut(t, archive), in, out), cmd, stderr
}

// ends waits until the server has ended, and returns its exit code. It leaves nothing behind.
func ends(t *testing.T, e *editor, cmd *exec.Cmd) int {
	t.Helper()
	gone := make(chan bool)
	go func() {
		for range e.got { // until the end of its output
		}
		close(gone)
	}()
	select {
	case <-gone:
	case <-time.After(2 * time.Minute):
		t.Fatal("the server does not end")
	}
	_ = cmd.Wait() // the exit code tells
	temp := strings.TrimPrefix(cmd.Env[len(cmd.Env)-1], "TMPDIR=")
	if left, err := filepath.Glob(filepath.Join(temp, "k8slint-*")); err != nil || len(left) > 0 {
		t.Errorf("left behind: %q, %v", left, err)
	}
	return cmd.ProcessState.ExitCode()
}

// TestServeEnds: a server does not outlive its client, however that ends, and with -debug, too, writes
// nothing but messages to stdout.
func TestServeEnds(t *testing.T) {
	t.Parallel()
	t.Run("exit", func(t *testing.T) {
		t.Parallel()
		e, cmd, stderr := process(t, oneModule, "-debug")
		e.hello()
		e.open("a/a.go")
		e.show("a/a.go", "5:1-5:6 taint/call")
		e.ask("shutdown", nil)
		if m := e.ask("textDocument/hover", nil); m.Error == nil || m.Error.Code != -32600 {
			t.Errorf("after shutdown: %+v", m)
		}
		e.notify("exit", nil)
		if code := ends(t, e, cmd); code != 0 || !strings.Contains(stderr.String(), "debug: ") {
			t.Errorf("exit code %d: %s", code, stderr)
		}
	})
	t.Run("exit without shutdown", func(t *testing.T) {
		t.Parallel()
		e, cmd, _ := process(t, oneModule)
		e.notify("exit", nil)
		if code := ends(t, e, cmd); code != 1 {
			t.Errorf("exit code %d", code)
		}
	})
	t.Run("end of input while it analyses", func(t *testing.T) {
		t.Parallel()
		e, cmd, _ := process(t, oneModule)
		e.hello()
		e.open("a/a.go")
		e.in.(interface{ Close() error }).Close()
		if code := ends(t, e, cmd); code != 1 {
			t.Errorf("exit code %d", code)
		}
	})
	t.Run("SIGTERM", func(t *testing.T) {
		t.Parallel()
		e, cmd, _ := process(t, oneModule)
		e.hello()
		if err := cmd.Process.Signal(syscall.SIGTERM); err != nil {
			t.Fatal(err)
		}
		ends(t, e, cmd)
	})
	t.Run("the client's process is gone", func(t *testing.T) {
		t.Parallel()
		parent := exec.Command("sleep", "600")
		if err := parent.Start(); err != nil {
			t.Fatal(err)
		}
		e, cmd, _ := process(t, oneModule)
		if m := e.ask("initialize", map[string]any{"processId": parent.Process.Pid, "capabilities": map[string]any{}}); m.Error != nil {
			t.Fatalf("%+v", m.Error)
		}
		if err := parent.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		_ = parent.Wait() // killed
		if code := ends(t, e, cmd); code != 1 {
			t.Errorf("exit code %d", code)
		}
	})
}

package driver_test

import (
	"bytes"
	"encoding/gob"
	"io"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/k8slint/k8slint/internal/driver"
)

// asWorker is a value of asCommand. Such a process runs the command as often as it is asked to,
// in the folder and the environment of each run: to start one takes as long as all else of a
// small run. The suite it runs is the process's second argument, as a value of asCommand.
const asWorker = "worker"

// A job is a run of the command, and an answer what came of it.
type (
	job struct {
		Dir       string
		Env, Args []string
	}
	answer struct {
		Stdout, Stderr string
		Code           int
	}
)

// work does the jobs that the process reads.
func work(suite driver.Suite) error {
	jobs, answers := gob.NewDecoder(os.Stdin), gob.NewEncoder(os.Stdout)
	for {
		var j job
		if err := jobs.Decode(&j); err == io.EOF {
			return nil
		} else if err != nil {
			return err
		}
		os.Clearenv()
		for _, kv := range j.Env {
			name, value, _ := strings.Cut(kv, "=")
			os.Setenv(name, value)
		}
		if err := os.Chdir(j.Dir); err != nil {
			return err
		}
		var stdout, stderr bytes.Buffer
		code := driver.RunWith(suite, j.Args, io.NopCloser(strings.NewReader("")), &stdout, &stderr)
		if err := answers.Encode(answer{stdout.String(), stderr.String(), code}); err != nil {
			return err
		}
	}
}

// A worker is such a process.
type worker struct {
	jobs    *gob.Encoder
	answers *gob.Decoder
}

// newWorker starts one that runs the suite, and ends with the test.
func newWorker(t *testing.T, suite string) *worker {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(self, suite)
	cmd.Env = append(os.Environ(), asCommand+"="+asWorker)
	cmd.Stderr = os.Stderr
	in, out := startPiped(t, cmd)
	t.Cleanup(func() {
		in.Close()
		if err := cmd.Wait(); err != nil {
			t.Error(err)
		}
	})
	return &worker{gob.NewEncoder(in), gob.NewDecoder(out)}
}

// startPiped starts cmd, and returns what it reads and what it writes.
func startPiped(t *testing.T, cmd *exec.Cmd) (in io.WriteCloser, out io.Reader) {
	t.Helper()
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err = cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	return in, out
}

// run does one job.
func (w *worker) run(t *testing.T, j job) (a answer) {
	t.Helper()
	if err := w.jobs.Encode(j); err != nil {
		t.Fatal(err)
	}
	if err := w.answers.Decode(&a); err != nil {
		t.Fatal(err)
	}
	return a
}

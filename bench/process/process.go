// Package process holds what the benchmarks share: they build the command,
// run it, and measure its time and memory.
package process

import (
	"fmt"
	"os/exec"
	"time"
)

// Build builds the k8slint command of the module in the current folder into the
// file name.
func Build(name string) error {
	if out, err := exec.Command("go", "build", "-o", name, "./cmd/k8slint").CombinedOutput(); err != nil {
		return fmt.Errorf("go build ./cmd/k8slint: %v\n%s", err, out)
	}
	return nil
}

// Used returns the CPU time of cmd, which has ended, and the most memory that it
// or a process that it waited for had, in bytes: 0 where the system does not tell.
func Used(cmd *exec.Cmd) (cpu time.Duration, memory int64) {
	s := cmd.ProcessState
	return s.UserTime() + s.SystemTime(), peak(s)
}

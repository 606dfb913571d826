package apiserver

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"testing"

	"k8s.io/client-go/rest"
)

const (
	childVariable     = "K8SLINT_APISERVER_CHILD"
	serverVariable    = "K8SLINT_APISERVER_URL"
	namespaceVariable = "K8SLINT_APISERVER_NAMESPACE"
)

// children are programs that a test runs in a process of their own, because they
// panic or never end. They print a line for each thing that the test waits for.
var children = map[string]func(ctx context.Context, config *rest.Config, namespace string) error{}

// runChild is the main function of a child. It returns its exit code.
func runChild(name string) int {
	config := &rest.Config{Host: os.Getenv(serverVariable), QPS: -1, ContentConfig: rest.ContentConfig{ContentType: "application/json"}}
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	if err := children[name](ctx, config, os.Getenv(namespaceVariable)); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return 0
}

// A child is a running program.
type child struct {
	cmd    *exec.Cmd
	lines  *bufio.Scanner
	stderr bytes.Buffer
}

// startChild starts one of children, which uses a namespace of p.
func startChild(t *testing.T, name string, p *Proxy, namespace string) *child {
	t.Helper()
	cmd := exec.CommandContext(testContext(t), os.Args[0])
	cmd.Env = append(os.Environ(), childVariable+"="+name, namespaceVariable+"="+namespace)
	return start(t, cmd, p)
}

// start starts cmd with p as its server.
func start(t *testing.T, cmd *exec.Cmd, p *Proxy) *child {
	t.Helper()
	c := &child{cmd: cmd}
	if c.cmd.Env == nil {
		c.cmd.Env = os.Environ()
	}
	c.cmd.Env = append(c.cmd.Env, serverVariable+"="+p.Config.Host)
	c.cmd.Stderr = &c.stderr
	stdout, err := c.cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	c.lines = bufio.NewScanner(stdout)
	if err := c.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		c.cmd.Process.Kill()
		io.Copy(io.Discard, stdout)
		c.cmd.Wait()
	})
	return c
}

// expect fails if the next line is not want.
func (c *child) expect(t *testing.T, want string) {
	t.Helper()
	if !c.lines.Scan() {
		c.cmd.Wait()
		t.Fatalf("the program ends before it prints %q:\n%s", want, &c.stderr)
	}
	if got := c.lines.Text(); got != want {
		t.Fatalf("the program prints %q, want %q", got, want)
	}
}

// end waits for the end of the program. It returns the first line that says how it
// died, "" if it did not.
func (c *child) end(t *testing.T) string {
	t.Helper()
	for c.lines.Scan() {
		t.Errorf("the program prints %q", c.lines.Text())
	}
	if err := c.cmd.Wait(); err == nil {
		return ""
	}
	for line := range strings.Lines(c.stderr.String()) {
		for _, start := range []string{"panic: ", "fatal error: ", "WARNING: DATA RACE"} {
			if strings.HasPrefix(line, start) {
				line, _, _ = strings.Cut(strings.TrimSpace(line), " [recovered")
				return line
			}
		}
	}
	t.Fatalf("the program fails without a word that is known:\n%s", &c.stderr)
	return ""
}

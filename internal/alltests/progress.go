package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
	"time"
)

// An event is one line of go test -json, as go doc test2json describes it.
type event struct {
	Action     string
	Package    string
	ImportPath string // of build-output
	Test       string
	Output     string
}

// A progress turns the events of several go test -json back into what go test
// prints: a line for each package, and the output of tests that fail. From time to
// time it reports which packages are being tested. Plain go test cannot say so: it
// holds a package's line back until those before it are done.
type progress struct {
	mu      sync.Mutex
	out     io.Writer
	verbose bool
	start   time.Time
	doing   string // while no package is being tested
	running []string
	output  map[string][]event // of the packages that are running
}

// events takes what one go test -json prints.
type events struct {
	*progress
	line    []byte   // begun, and not ended yet
	tests   int      // that passed, without those in others
	skipped []string // tests that were not run, and why
}

func newProgress(out io.Writer, verbose bool) *progress {
	return &progress{out: out, verbose: verbose, start: time.Now(), doing: "building the tests", output: map[string][]event{}}
}

// do says what is being done while no package is being tested.
func (p *progress) do(what string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.doing = what
}

// printf prints a line of alltests itself.
func (p *progress) printf(format string, args ...any) {
	p.mu.Lock()
	defer p.mu.Unlock()
	fmt.Fprintf(p.out, format+"\n", args...)
}

// Write takes a part of what go test -json prints.
func (p *events) Write(data []byte) (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.line = append(p.line, data...)
	for {
		line, rest, ok := bytes.Cut(p.line, []byte("\n"))
		if !ok {
			return len(data), nil
		}
		p.line = rest
		var e event
		if json.Unmarshal(line, &e) != nil || e.Action == "" {
			// Errors of the build before Go 1.24 are plain text.
			fmt.Fprintf(p.out, "%s\n", line)
			continue
		}
		p.take(e)
	}
}

func (p *events) take(e event) {
	switch e.Action {
	case "start":
		p.running = append(p.running, e.Package)
	case "build-output":
		io.WriteString(p.out, e.Output)
	case "output":
		if p.verbose {
			io.WriteString(p.out, e.Output)
			return
		}
		p.output[e.Package] = append(p.output[e.Package], e)
	case "pass", "skip":
		if e.Test == "" {
			p.end(e.Package, false)
			return
		}
		if e.Action == "skip" {
			p.skipped = append(p.skipped, e.Package+" "+e.Test+": "+reason(p.output[e.Package], e.Test))
		} else if !strings.Contains(e.Test, "/") {
			p.tests++
		}
		// What a passing test prints is of no interest.
		p.output[e.Package] = slices.DeleteFunc(p.output[e.Package], func(o event) bool { return o.Test == e.Test })
	case "fail":
		if e.Test == "" {
			p.end(e.Package, true)
		}
	}
}

// reason is why a test was skipped: the last line that it printed itself.
func reason(output []event, test string) string {
	why := "it does not say why"
	for _, e := range output {
		if _, text, ok := strings.Cut(e.Output, ".go:"); ok && e.Test == test {
			if _, text, ok = strings.Cut(text, ": "); ok {
				why = strings.TrimSpace(text)
			}
		}
	}
	return why
}

// end prints what is to be said of a package that has been tested.
func (p *progress) end(pkg string, failed bool) {
	for _, e := range p.output[pkg] {
		// go test -json names each test that begins, as go test -v does.
		if failed && !strings.HasPrefix(e.Output, "=== ") || strings.HasPrefix(e.Output, "ok  \t") {
			io.WriteString(p.out, e.Output)
		}
	}
	delete(p.output, pkg)
	p.running = slices.DeleteFunc(p.running, func(s string) bool { return s == pkg })
}

// report prints the state every so often, until stop is called.
func (p *progress) report(every time.Duration) (stop func()) {
	ticker, done := time.NewTicker(every), make(chan struct{})
	go func() {
		for {
			select {
			case <-ticker.C:
				p.mu.Lock()
				fmt.Fprintln(p.out, p.state(time.Since(p.start)))
				p.mu.Unlock()
			case <-done:
				return
			}
		}
	}()
	return func() {
		ticker.Stop()
		close(done)
	}
}

// state is what is being done, and for how long the tests have been running.
func (p *progress) state(took time.Duration) string {
	took = took.Round(time.Second)
	if len(p.running) == 0 {
		return fmt.Sprintf("# %v: %s", took, p.doing)
	}
	return fmt.Sprintf("# %v: testing %s", took, strings.Join(p.running, ", "))
}

package driver

import (
	"fmt"
	"io"
	"os"
	"sync"
	"time"
)

// progress tells on a terminal how far a long run has come. The nil progress
// says nothing.
type progress struct {
	mu    sync.Mutex
	w     io.Writer
	total int
	done  int
	start time.Time
	last  time.Time
	shown bool
}

const (
	progressAfter = 2 * time.Second // shorter runs show nothing
	progressEvery = 200 * time.Millisecond
)

// newProgress returns a progress on stderr, or nil if that is no terminal.
func newProgress(stderr *os.File) *progress {
	if !isTerminal(stderr) {
		return nil
	}
	return &progress{w: stderr, start: time.Now()}
}

func (p *progress) begin(total int) {
	if p != nil {
		p.total, p.done = total, 0
	}
}

func (p *progress) step() {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.done++
	now := time.Now()
	if now.Sub(p.start) < progressAfter || now.Sub(p.last) < progressEvery {
		return
	}
	p.last, p.shown = now, true
	fmt.Fprintf(p.w, "\r\x1b[Kk8slint: %d of %d packages", p.done, p.total)
}

// end clears the line.
func (p *progress) end() {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.shown {
		p.shown = false
		fmt.Fprint(p.w, "\r\x1b[K")
	}
}

// isTerminal reports whether f is a terminal (or another character device,
// which does no harm).
func isTerminal(f *os.File) bool {
	st, err := f.Stat()
	return err == nil && st.Mode()&os.ModeCharDevice != 0 && os.Getenv("TERM") != "dumb"
}

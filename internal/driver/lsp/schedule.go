package lsp

import (
	"context"
	"fmt"
	"path/filepath"
	"runtime/debug"
	"slices"
	"sync"
	"time"
)

const (
	// afterEdit is how long an analysis waits for the next edit.
	afterEdit = 150 * time.Millisecond
	// idle is how long nothing must be asked before memory is given back to the system.
	idle = 5 * time.Second
)

// A module is one that has, or had, a document that is open.
type module struct {
	dir string
	// due is when it is to be analysed, zero if it need not be.
	due time.Time
	// settled is closed when it is not due, nor being analysed.
	settled chan struct{}
	// seen is what the last analysis saw and found, nil before the first.
	seen *state
}

// A state is what one analysis of a module saw and found.
type state struct {
	versions map[string]int // of the documents
	problems map[string][]*problem
	dirs     map[string]bool // of the packages that were analysed
	told     []string        // what was said of it
}

// A schedule decides what is analysed next.
type schedule struct {
	// analyse analyses a module until ctx ends, and keeps what it can tell that is new.
	analyse func(ctx context.Context, dir string, before *state)

	mu      sync.Mutex
	modules map[string]*module
	running *module
	cancel  context.CancelFunc // of what is running
	wake    chan struct{}
}

func newSchedule(analyse func(context.Context, string, *state)) *schedule {
	return &schedule{analyse: analyse, modules: make(map[string]*module), wake: make(chan struct{}, 1)}
}

// add makes the module in dir one that is analysed.
func (s *schedule) add(dir string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.modules[dir] == nil {
		done := make(chan struct{})
		close(done)
		s.modules[dir] = &module{dir: dir, settled: done}
	}
}

// touch says that a file of the module in dir has changed: that module is analysed after a
// delay, and then those that see the file.
func (s *schedule) touch(file, dir string, delay time.Duration) {
	in := filepath.Dir(file)
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, m := range s.modules {
		switch {
		case m.dir == dir:
			s.put(m, delay)
		case m.seen == nil && s.running == m, m.seen != nil && m.seen.dirs[in]:
			s.put(m, delay+time.Millisecond)
		}
	}
}

// touchAll says that something has changed on which every module can hang.
func (s *schedule) touchAll() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, m := range s.modules {
		s.put(m, afterEdit)
	}
}

// put makes m due, and ends its analysis if it is running.
func (s *schedule) put(m *module, delay time.Duration) {
	if m.due.IsZero() && s.running != m {
		m.settled = make(chan struct{})
	}
	m.due = time.Now().Add(delay)
	if s.running == m {
		s.cancel()
	}
	select {
	case s.wake <- struct{}{}:
	default:
	}
}

// run analyses what is due, until ctx ends.
func (s *schedule) run(ctx context.Context) {
	worked := false // since memory was given back
	for ctx.Err() == nil {
		m, wait := s.next()
		if m != nil && wait <= 0 {
			s.do(ctx, m)
			worked = true
			continue
		}
		if m == nil {
			wait = idle
			if !worked {
				wait = time.Hour
			}
		}
		timer := time.NewTimer(wait)
		select {
		case <-ctx.Done():
		case <-s.wake:
		case <-timer.C:
			if m == nil && worked {
				debug.FreeOSMemory()
				worked = false
			}
		}
		timer.Stop()
	}
}

// next is the module that is due first, and how long that is from now.
func (s *schedule) next() (*module, time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	var first *module
	for _, m := range s.modules {
		if !m.due.IsZero() && (first == nil || m.due.Before(first.due)) {
			first = m
		}
	}
	if first == nil {
		return nil, 0
	}
	return first, time.Until(first.due)
}

// do analyses m.
func (s *schedule) do(ctx context.Context, m *module) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	s.mu.Lock()
	m.due = time.Time{}
	s.running, s.cancel = m, cancel
	before := m.seen
	s.mu.Unlock()
	s.analyse(ctx, m.dir, before)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.running, s.cancel = nil, nil
	if m.due.IsZero() {
		close(m.settled)
	}
}

// settled is what the last analysis of the module in dir found, when it is not due any more.
func (s *schedule) settled(ctx context.Context, dir string) (*state, error) {
	for {
		s.mu.Lock()
		m := s.modules[dir]
		if m == nil {
			s.mu.Unlock()
			return nil, fmt.Errorf("no document of %s is open", dir)
		}
		if m.due.IsZero() && s.running != m {
			defer s.mu.Unlock()
			return m.seen, nil
		}
		wait := m.settled
		s.mu.Unlock()
		select {
		case <-wait:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

// last is what the last analysis of the module in dir found.
func (s *schedule) last(dir string) *state {
	s.mu.Lock()
	defer s.mu.Unlock()
	if m := s.modules[dir]; m != nil {
		return m.seen
	}
	return nil
}

// news are the lines that were not among the old ones.
func news(lines, old []string) []string {
	return slices.DeleteFunc(slices.Clone(lines), func(l string) bool { return slices.Contains(old, l) })
}

// keep makes now what the last analysis of the module in dir found.
func (s *schedule) keep(dir string, now *state) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if m := s.modules[dir]; m != nil {
		m.seen = now
	}
}

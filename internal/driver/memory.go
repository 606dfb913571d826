package driver

import (
	"os"
	"runtime/debug"
	"runtime/metrics"
	"sync"
)

// The collector is told to be lazy while the heap is small and busy once it
// is not: a run lives for seconds, so that collecting often is most of what it
// would do with memory. With the default of 100, a quarter of the time goes
// there.
const (
	lazyPercent = 400
	// memoryGoal is what a run may use before the collector works harder: one of
	// many packages more, because it lives longer with as much memory that is live.
	memoryGoal   = 570 << 20
	manyPackages = 800
	highestGoal  = 900 << 20 // more makes a run of 1,800 packages no faster
	// headroom is how much more than the live heap there must be, lest the
	// collector runs all the time.
	headroomPercent = 60
)

// A pacer keeps the goal above what is live.
type pacer struct {
	mu   sync.Mutex
	goal int64
	read []metrics.Sample
}

// newPacer returns a pacer, or nil if the user has set the collector.
func newPacer() *pacer {
	if os.Getenv("GOGC") != "" || os.Getenv("GOMEMLIMIT") != "" {
		return nil
	}
	debug.SetGCPercent(lazyPercent)
	debug.SetMemoryLimit(memoryGoal)
	return &pacer{goal: memoryGoal, read: []metrics.Sample{{Name: "/gc/heap/live:bytes"}}}
}

// expect raises the goal for a run of many packages.
func (p *pacer) expect(packages int) {
	if p == nil {
		return
	}
	p.raise(min(int64(memoryGoal)*int64(packages)/manyPackages, highestGoal))
}

// raise sets the goal if it is higher than before.
func (p *pacer) raise(goal int64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if goal > p.goal {
		p.goal = goal
		debug.SetMemoryLimit(goal)
	}
}

// step raises the goal if more is live than when it was set.
func (p *pacer) step() {
	if p == nil {
		return
	}
	if live, ok := p.live(); ok {
		p.raise(live + live*headroomPercent/100)
	}
}

// live is how much memory the last collection has found to be in use.
func (p *pacer) live() (bytes int64, ok bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	metrics.Read(p.read)
	if p.read[0].Value.Kind() != metrics.KindUint64 {
		return 0, false
	}
	return int64(p.read[0].Value.Uint64()), true
}

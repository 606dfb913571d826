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
	// memoryGoal is what a run may use before the collector works harder.
	memoryGoal = 570 << 20
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

// step raises the goal if more is live than when it was set.
func (p *pacer) step() {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	metrics.Read(p.read)
	if p.read[0].Value.Kind() != metrics.KindUint64 {
		return
	}
	live := int64(p.read[0].Value.Uint64())
	if goal := live + live*headroomPercent/100; goal > p.goal {
		p.goal = goal
		debug.SetMemoryLimit(goal)
	}
}

package pointsto

import (
	"maps"
	"slices"
	"sync"

	"golang.org/x/tools/go/ssa"
)

// caps are the bounds that were met.
type caps struct {
	mu  sync.Mutex
	met map[string]bool
}

// add notes that of fn something is left out.
func (c *caps) add(fn *ssa.Function, what string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.met == nil {
		c.met = map[string]bool{}
	}
	name := "a variable"
	if fn != nil {
		name = fn.String()
	}
	c.met[name+": "+what] = true
}

func (c *caps) all() []string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return slices.Collect(maps.Keys(c.met))
}

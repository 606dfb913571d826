package attempt

import (
	"sync"

	"golang.org/x/tools/go/ssa"

	"github.com/k8slint/k8slint/internal/pointsto"
	"github.com/k8slint/k8slint/internal/ssabuild"
)

// Callers knows the calls of the functions of a package.
type Callers struct {
	// These are made when they are first asked: few packages are.
	points func() *pointsto.Package
	uses   func() map[*ssa.Function]use
	prog   *Program
}

func newCallers(src *ssabuild.SSA, pr *Program) *Callers {
	return &Callers{
		points: sync.OnceValue(func() *pointsto.Package {
			return pointsto.New(src.Pkg, src.SrcFuncs, pointsto.Config{Log: pr.log})
		}),
		uses: sync.OnceValue(func() map[*ssa.Function]use { return usesOf(src.SrcFuncs) }),
		prog: pr,
	}
}

// maxUp bounds how far callers are asked, and functions that are called.
const maxUp = 3

func (s *search) tooFar(fn *ssa.Function, depth int) bool {
	return s.prog.log.Past(depth, maxUp, fn, "gave up tracing an object to its source: too many calls")
}

// Handed says what the callers in the package hand over as a parameter.
type Handed struct {
	// Built: one hands over an object that was built. Read: one hands over
	// an object that was read. Changed: one has changed it.
	Built, Read, Changed bool
	// Other: one hands over an object of which neither is known for certain, or
	// there may be callers that are not known.
	Other bool
}

// OnlyRead reports whether each caller hands over an object that was read, which
// has a resourceVersion.
func (g Handed) OnlyRead() bool { return g.Read && !g.Built && !g.Other }

// A search follows a value back to where it was made or read.
type search struct {
	*Callers
	got *Handed
	// depth is how many calls it has been followed through.
	depth int
	seen  map[ssa.Value]bool
}

func (c *Callers) search(got *Handed, depth int) *search {
	return &search{c, got, depth, map[ssa.Value]bool{}}
}

// deeper is the same search, one call further.
func (s *search) deeper() *search {
	t := *s
	t.depth++
	return &t
}

// maxOrigins bounds the values that one argument is followed to: few come by more
// than a phi or two.
const maxOrigins = 50

// enter reports whether v has not been followed yet, and may be.
func (s *search) enter(v ssa.Value) bool {
	if s.seen[v] {
		return false
	}
	if len(s.seen) > maxOrigins {
		s.got.Other = true
		s.prog.log.In(v.Parent(), "gave up tracing an argument to its source: too many values")
		return false
	}
	s.seen[v] = true
	return true
}

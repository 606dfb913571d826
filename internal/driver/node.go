package driver

import (
	"crypto/sha256"
	"go/token"
	"go/types"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"golang.org/x/tools/go/analysis"

	"github.com/k8slint/k8slint/internal/bound"
	"github.com/k8slint/k8slint/internal/driver/facts"
	"github.com/k8slint/k8slint/internal/driver/finding"
	"github.com/k8slint/k8slint/internal/driver/fix"
	"github.com/k8slint/k8slint/internal/driver/load"
	"github.com/k8slint/k8slint/internal/driver/store"
	"github.com/k8slint/k8slint/internal/subresource"
)

// A session analyses the packages of a graph, each as soon as those that it
// imports are done, and not at all if the store has its result.
type session struct {
	config    load.Config
	graph     *load.Graph
	patterns  []string
	settings  string // of the program and the user: all that every result depends on
	analyzers []*analysis.Analyzer
	store     *store.Store
	keys      keyer
	progress  *progress
	fixing    bool // edits will be made, or shown
	keepTypes bool // of packages that nobody imports, too
	pacer     *pacer
	files     sources
	children  *sync.RWMutex // held for reading while another program runs
	manifests manifests

	fset  *token.FileSet
	nodes []*node // in the order of graph.Packages
	byID  []*node // the same, in the order of their IDs
	byPkg map[*load.Package]*node
	owner sync.Map // *types.Package -> *node
	slots chan struct{}
}

// A node is a package on its way through a session.
type node struct {
	*load.Package
	deps     []*node
	twin     *node
	imported bool // by another node

	// Known when analyzed is closed.
	analyzed chan struct{}
	out      [sha256.Size]byte // what importers can see
	facts    []byte
	findings []finding.Finding
	skipped  []load.Error         // why the package, or a part of it, was not analysed
	part     *part                // what was left out, if not all of it
	testsOut bool                 // it has tests with errors
	plain    *node                // the package without its tests, in their stead
	internal []internalError      // bugs of k8slint met in it
	took     time.Duration        // by analysis, if it was not in the store
	caps     []bound.Reached      // met then
	manifest *subresource.Reading // of the module, nil if none was read then
	restored bool                 // the result comes from the store
	unkeyed  bool                 // not everything that the result depends on is known
	sums     map[string]fix.Sum   // of the files that were analysed, if they were read
	cgo      []string             // the files as cgo writes them, if it was asked

	// Known when typed is closed.
	demand sync.Once
	typed  chan struct{}
	types  *types.Package
	needs  []*node      // those of deps that its types refer to
	broken []load.Error // what is wrong with it, if it was type-checked
	holes  []string     // what importers do not know of its declarations: see load.Unknown
	below  []string     // the same, and more, of the packages that it needs
	lost   bool         // nothing could be made of it
	unread *load.Error  // a file could not be read
	// cgoFailed: the declarations are known, and nothing else.
	cgoFailed bool
	// onPartial: something was left out of a package below it.
	onPartial bool

	decode sync.Once
	table  *facts.Table

	index     int // in the session's byID
	reachOnce sync.Once
	reach     []uint64 // see session.reach
}

func newSession(cfg load.Config, g *load.Graph, analyzers []*analysis.Analyzer) *session {
	s := &session{
		config:    cfg,
		graph:     g,
		analyzers: analyzers,
		fset:      token.NewFileSet(),
		files:     sources{overlay: cfg.Overlay},
		slots:     make(chan struct{}, runtime.GOMAXPROCS(0)),
		byPkg:     make(map[*load.Package]*node, len(g.Packages)),
	}
	for _, p := range g.Packages {
		n := &node{Package: p, analyzed: make(chan struct{}), typed: make(chan struct{})}
		s.byPkg[p] = n
		s.nodes = append(s.nodes, n)
	}
	s.byID = slices.Clone(s.nodes)
	slices.SortFunc(s.byID, func(a, b *node) int { return strings.Compare(a.ID, b.ID) })
	for i, n := range s.byID {
		n.index = i
	}
	for _, n := range s.nodes {
		for _, d := range n.Deps {
			if s.byPkg[d] != nil {
				n.deps = append(n.deps, s.byPkg[d])
				s.byPkg[d].imported = true
			}
		}
		if n.Twin != nil {
			n.twin = s.byPkg[n.Twin]
		}
	}
	return s
}

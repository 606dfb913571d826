package evidence

import (
	"errors"
	"path/filepath"
	"slices"
	"strings"
)

// A History is a measurement on bugs that were fixed in public code: at the
// commit before a fix the bug is found, after it nothing is.
type History struct {
	Set       string   `json:"set"`
	Date      string   `json:"date"`
	Builds    []string `json:"builds,omitempty"`
	Analyzers []string `json:"analyzers"`
	Bugs      int      `json:"bugs"`  // that load today
	Found     int      `json:"found"` // of them
	Fixed     int      `json:"fixed"` // bugs whose fix loads, too
	Quiet     int      `json:"quiet"` // fixes after which the bug is not reported
	Safe      int      `json:"safe,omitempty"`
	Silent    int      `json:"silent,omitempty"` // of the safe lines that look like bugs
	Note      string   `json:"note,omitempty"`
}

// Programs is a run on programs made at random, which know whether they write
// the cache.
type Programs struct {
	Seed      int    `json:"seed"`
	Build     string `json:"build,omitempty"`
	Generator string `json:"generator,omitempty"` // date of the generator, if not the first
	Programs  int    `json:"programs"`
	Writes    int    `json:"writes"` // programs that write the cache
	Missed    int    `json:"missed"`
	Known     int    `json:"known"` // missed, for a reason that the test names
	False     int    `json:"false"`
	Detector  bool   `json:"detector"` // ran under client-go's mutation detector, too
}

// Fixes counts the suggested fixes in one repository: those for the true findings of an analyzer
// that are recorded, or, without a Commit, those of cachemutate in packages at the commit before
// their bug was fixed.
type Fixes struct {
	Repo     string `json:"repo"`
	Commit   string `json:"commit,omitempty"`
	Analyzer string `json:"analyzer,omitempty"`
	Packages int    `json:"packages,omitempty"`
	Findings int    `json:"findings"`
	Fixes    int    `json:"fixes"` // findings with a fix
	Work     int    `json:"work"`  // fixes that compile, remove the finding and add none
	Build    string `json:"build,omitempty"`
	Drawn    bool   `json:"drawn,omitempty"` // at random, not for its findings without a fix
}

// A Benchmark is one row of a comparison of tools: medians.
type Benchmark struct {
	Repo     string  `json:"repo"`
	Commit   string  `json:"commit"`
	Packages int     `json:"packages"`
	State    string  `json:"state"` // of the caches
	Tool     string  `json:"tool"`
	Wall     float64 `json:"wall"` // seconds
	CPU      float64 `json:"cpu"`  // seconds, user and system
	MiB      int     `json:"mib"`  // peak of the largest process
	Build    string  `json:"build,omitempty"`
}

// A Family is how the cost of one shape of code grows with its size.
type Family struct {
	Family string    `json:"family"`
	Shape  string    `json:"shape"`
	N      int       `json:"n"`
	CPU    []float64 `json:"cpu"` // seconds at n, 2n and 4n
	MiB    int       `json:"mib"` // at 4n
}

// An Attack is an attempt to make the command do harm or tell an untruth.
type Attack struct {
	Round  string   `json:"round"`
	Attack string   `json:"attack"`
	Tried  string   `json:"tried,omitempty"`
	Was    string   `json:"was,omitempty"` // what happened before it was fixed
	Result string   `json:"result"`
	Tests  []string `json:"tests,omitempty"`
}

// A Trial is something that a new user tried in a project of its own.
type Trial struct {
	Date    string `json:"date"`
	Project string `json:"project"`
	Tried   string `json:"tried"`
	Saw     string `json:"saw"`
	Now     string `json:"now,omitempty"` // what has changed since
}

// A Cause is why findings of the first readings were false.
type Cause struct {
	Samples  []string `json:"samples"`
	Analyzer string   `json:"analyzer,omitempty"`
	Where    string   `json:"where"`
	Cause    string   `json:"cause"`
	Now      string   `json:"now"` // what became of it
}

// An Ablation says which recorded findings need a mechanism.
type Ablation struct {
	Mechanism string `json:"mechanism"`
	Lines     string `json:"lines"`
	Lost      string `json:"lost"`  // true findings without it
	False     int    `json:"false"` // false findings without it
	Decision  string `json:"decision"`
}

// Measured is what was measured beside the first readings.
type Measured struct {
	History    []History
	Programs   []Programs
	Fixes      []Fixes
	Benchmarks []Benchmark
	Families   []Family
	Attacks    []Attack
	Trials     []Trial
	Causes     []Cause
	Ablation   []Ablation
	// Earlier are readings before the samples, in the set that Sample names.
	Earlier []Reading
	// Findings are those of all analyzers.
	Findings []Row
}

// findingFiles have rows of findings: those that bench/recorded compares, and
// those that were read once.
var findingFiles = []string{"findings.jsonl", "contract.jsonl", "lostwrite.jsonl"}

// Read reads what was measured from the files in a folder.
func Read(dir string) (m Measured, err error) {
	file := func(name string) string { return filepath.Join(dir, name) }
	errs := []error{
		read(file("history.jsonl"), &m.History, func(h History) bool {
			return h.Set != "" && h.Found <= h.Bugs && h.Quiet <= h.Fixed && h.Silent <= h.Safe
		}),
		read(file("programs.jsonl"), &m.Programs, func(p Programs) bool { return p.Missed <= p.Writes && p.Writes <= p.Programs }),
		read(file("fixes.jsonl"), &m.Fixes, func(f Fixes) bool { return f.Work <= f.Fixes && f.Fixes <= f.Findings }),
		read(file("benchmarks.jsonl"), &m.Benchmarks, func(b Benchmark) bool { return b.Repo != "" && b.Tool != "" && b.Wall > 0 }),
		read(file("families.jsonl"), &m.Families, func(f Family) bool { return f.Family != "" && len(f.CPU) == 3 }),
		read(file("attacks.jsonl"), &m.Attacks, func(a Attack) bool { return a.Round != "" && a.Result != "" }),
		read(file("trials.jsonl"), &m.Trials, func(t Trial) bool { return t.Date != "" && t.Project != "" && t.Tried != "" && t.Saw != "" }),
		read(file("causes.jsonl"), &m.Causes, func(c Cause) bool { return len(c.Samples) > 0 && c.Now != "" }),
		read(file("ablation.jsonl"), &m.Ablation, func(a Ablation) bool { return a.Decision != "" }),
		read(file("earlier.jsonl"), &m.Earlier, func(r Reading) bool { return r.Sample != "" && r.Findings() >= 0 }),
	}
	for _, name := range findingFiles {
		rows, err := Findings(file(name))
		m.Findings = append(m.Findings, rows...)
		errs = append(errs, err)
	}
	slices.SortFunc(m.Findings, Row.Compare)
	return m, errors.Join(errs...)
}

// read reads a file of JSON lines into all. A row that is not valid is an error.
func read[T any](name string, all *[]T, valid func(T) bool) (err error) {
	*all, err = lines(name, func(rows []T) error {
		if !valid(rows[len(rows)-1]) {
			return errors.New("the row is incomplete, or its counts contradict each other")
		}
		return nil
	})
	return err
}

// unseen reports whether nobody who worked on the analysis had seen the bugs before.
func (h History) unseen() bool { return strings.HasPrefix(h.Set, "unseen ") }

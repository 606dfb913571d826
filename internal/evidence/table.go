package evidence

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// A count is how many findings were read, by verdict.
type count struct{ repos, right, minor, wrong, unread int }

func (c *count) add(d count) {
	c.repos += d.repos
	c.right += d.right
	c.minor += d.minor
	c.wrong += d.wrong
	c.unread += d.unread
}

func (c count) read() int { return c.right + c.minor + c.wrong }

// share prints the part of the findings read that are true or minor, in whole
// percents.
func (c count) share() string {
	if c.read() == 0 {
		return ""
	}
	return fmt.Sprintf("%.0f%%", 100*float64(c.right+c.minor)/float64(c.read()))
}

// SampleTable is a table of the first readings, sample by sample.
func SampleTable(samples []Sample, readings []Reading) string {
	var b strings.Builder
	b.WriteString("| sample | commit | readers | repositories | findings | true | minor | false | right |\n|---|---|---|---|---|---|---|---|---|\n")
	row := func(name, builds, readers string, c count) {
		fmt.Fprintf(&b, "| %s | %s | %s | %d | %d | %d | %d | %d | %s |\n", name, builds, readers, c.repos, c.read(), c.right, c.minor, c.wrong, c.share())
	}
	var all count
	for _, s := range samples {
		var c count
		for _, r := range readings {
			if r.Sample == s.Name {
				c.add(count{1, r.True, r.Minor, r.False, 0})
			}
		}
		readers := ""
		if s.Readers > 0 {
			readers = fmt.Sprint(s.Readers)
		}
		row(s.Name, strings.Join(s.Builds, ", "), readers, c)
		all.add(c)
	}
	row("**all**", "", "", all)
	return b.String()
}

// enough is how many repositories the last samples have that FirstTable shows: one alone may be small.
const enough = 100

// FirstTable is a table of the first readings of all samples together, and of the last ones
// that have enough repositories.
func FirstTable(samples []Sample, readings []Reading) string {
	var b strings.Builder
	b.WriteString("| repositories that nobody had read before | findings | true | minor | false |\n|---|---|---|---|---|\n")
	row := func(name string, in func(Reading) bool) {
		var c count
		for _, r := range readings {
			if in(r) {
				c.add(count{1, r.True, r.Minor, r.False, 0})
			}
		}
		fmt.Fprintf(&b, "| %s: %d repositories | %d | %d | %d | %d |\n", name, c.repos, c.read(), c.right, c.minor, c.wrong)
	}
	row(fmt.Sprintf("all %d samples", len(samples)), func(Reading) bool { return true })
	last := map[string]bool{}
	for repos, i := 0, len(samples)-1; i >= 0 && repos < enough; i-- {
		last[samples[i].Name] = true
		for _, r := range readings {
			if r.Sample == samples[i].Name {
				repos++
			}
		}
	}
	row(fmt.Sprintf("the last %d of them", len(last)), func(r Reading) bool { return last[r.Sample] })
	return b.String()
}

// RecordedTable is a table of the recorded findings, by analyzer: those that are still found, and
// those that are gone. Its last row also counts the repositories without findings.
func RecordedTable(rows []Row) string {
	type counts struct{ found, gone count }
	by := map[string]*counts{}
	type key struct{ analyzer, repo string }
	seen := map[key]bool{}
	var all counts
	for _, r := range rows {
		if !seen[key{"", r.Repo}] {
			seen[key{"", r.Repo}] = true
			all.found.repos++
		}
		if r.Place == (Place{}) {
			continue
		}
		c := by[r.Analyzer]
		if c == nil {
			c = new(counts)
			by[r.Analyzer] = c
		}
		if k := (key{r.Analyzer, r.Repo}); !seen[k] {
			seen[k] = true
			c.found.repos++
		}
		one := map[Verdict]count{True: {right: 1}, Minor: {minor: 1}, False: {wrong: 1}, Unread: {unread: 1}}[r.Verdict]
		if r.Gone != "" {
			c.gone.add(one)
			all.gone.add(one)
		} else {
			c.found.add(one)
			all.found.add(one)
		}
	}
	var b strings.Builder
	b.WriteString("| analyzer | repositories | findings | true | minor | false | not read yet | gone: false | gone: others |\n|---|---|---|---|---|---|---|---|---|\n")
	row := func(name string, c counts) {
		f, g := c.found, c.gone
		fmt.Fprintf(&b, "| %s | %d | %d | %d | %d | %d | %d | %d | %d |\n", name, f.repos, f.read()+f.unread, f.right, f.minor, f.wrong, f.unread, g.wrong, g.right+g.minor+g.unread)
	}
	for _, name := range slices.Sorted(maps.Keys(by)) {
		row(name, *by[name])
	}
	row("**all**, and repositories without", all)
	return b.String()
}

// ReadersTable is a table of the recorded findings that two people have read, by analyzer.
func ReadersTable(rows []Row) string {
	type counts struct{ read, same, right, other int }
	by := map[string]*counts{}
	all := new(counts)
	by["**all**"] = all
	for _, r := range rows {
		if r.Second == "" {
			continue
		}
		c := by[r.Analyzer]
		if c == nil {
			c = new(counts)
			by[r.Analyzer] = c
		}
		first := cmp.Or(r.First, r.Verdict)
		for _, c := range []*counts{c, all} {
			c.read++
			switch {
			case first == r.Second:
				c.same++
			case first != False && r.Second != False:
				c.right++
			default:
				c.other++
			}
		}
	}
	var b strings.Builder
	b.WriteString("| analyzer | read twice | same verdict | true and minor | false to one reader |\n|---|---|---|---|---|\n")
	names := slices.Sorted(maps.Keys(by))
	for _, name := range append(names[1:], names[0]) { // the sum last
		c := by[name]
		fmt.Fprintf(&b, "| %s | %d | %d | %d | %d |\n", name, c.read, c.same, c.right, c.other)
	}
	return b.String()
}

// HistoryTable is a table of the bugs that people had fixed: the development sets, and
// bugs that nobody had seen before.
func HistoryTable(all []History) string {
	var b strings.Builder
	b.WriteString("| fixed bugs in public code | found before the fix | quiet after it | safe code that looks like it, silent |\n|---|---|---|---|\n")
	row := func(name string, in func(History) bool) {
		var s History
		for _, h := range all {
			if in(h) {
				s.Bugs, s.Found, s.Fixed, s.Quiet = s.Bugs+h.Bugs, s.Found+h.Found, s.Fixed+h.Fixed, s.Quiet+h.Quiet
				s.Safe, s.Silent = s.Safe+h.Safe, s.Silent+h.Silent
			}
		}
		safe := "–"
		if s.Safe > 0 {
			safe = fmt.Sprintf("%d of %d", s.Silent, s.Safe)
		}
		fmt.Fprintf(&b, "| %s | %d of %d | %d of %d | %s |\n", name, s.Found, s.Bugs, s.Quiet, s.Fixed, safe)
	}
	row("development set", func(h History) bool { return !h.unseen() })
	for _, h := range all {
		if h.unseen() {
			row(h.Set+", "+h.Date, func(g History) bool { return g.Set == h.Set })
		}
	}
	return b.String()
}

// ProgramsTable is a table of the last run of each seed on 10,000 random programs.
func ProgramsTable(all []Programs) string {
	var b strings.Builder
	b.WriteString("| seed | build | programs | write the cache | missed | missed for a known reason | false |\n|---|---|---|---|---|---|---|\n")
	seen := map[int]bool{}
	for _, p := range all {
		if p.Programs < 10000 || seen[p.Seed] {
			continue
		}
		seen[p.Seed] = true
		fmt.Fprintf(&b, "| %d | %s | %d | %d | %d | %d | %d |\n", p.Seed, p.Build, p.Programs, p.Writes, p.Missed, p.Known, p.False)
	}
	return b.String()
}

// FixesTable is the sum of the suggested fixes in packages at the commit before their bug was fixed.
func FixesTable(all []Fixes) string {
	var s Fixes
	n := 0
	for _, f := range all {
		if f.Commit != "" {
			continue
		}
		n++
		s.Packages, s.Findings, s.Fixes, s.Work = s.Packages+f.Packages, s.Findings+f.Findings, s.Fixes+f.Fixes, s.Work+f.Work
	}
	return fmt.Sprintf("| repositories | packages | findings | with a fix | fixes that compile and remove the finding |\n|---|---|---|---|---|\n| %d | %d | %d | %d | %d |\n",
		n, s.Packages, s.Findings, s.Fixes, s.Work)
}

// RecordedFixesTable sums the suggested fixes for recorded true findings by analyzer, in repositories that
// were drawn at random or in others.
func RecordedFixesTable(all []Fixes, drawn bool) string {
	sums := map[string]*Fixes{}
	sum := Fixes{Analyzer: "**all**"}
	repos := map[string]bool{}
	for _, f := range all {
		if f.Commit == "" || f.Drawn != drawn {
			continue
		}
		n := sums[f.Analyzer]
		if n == nil {
			n = &Fixes{Analyzer: f.Analyzer}
			sums[f.Analyzer] = n
		}
		for _, n := range []*Fixes{n, &sum} {
			n.Findings, n.Fixes, n.Work = n.Findings+f.Findings, n.Fixes+f.Fixes, n.Work+f.Work
		}
		repos[f.Repo] = true
	}
	var b strings.Builder
	fmt.Fprintf(&b, "| analyzer, in %d repositories | true findings | with a fix | fixes that work |\n|---|---|---|---|\n", len(repos))
	for _, name := range slices.Sorted(maps.Keys(sums)) {
		fmt.Fprintf(&b, "| %s | %d | %d | %d |\n", name, sums[name].Findings, sums[name].Fixes, sums[name].Work)
	}
	fmt.Fprintf(&b, "| %s | %d | %d | %d (%d%%) |\n", sum.Analyzer, sum.Findings, sum.Fixes, sum.Work, 100*sum.Work/max(sum.Findings, 1))
	return b.String()
}

// BenchmarkTable compares k8slint with go vet in the same state.
func BenchmarkTable(all []Benchmark) string {
	var b strings.Builder
	b.WriteString("| repository, packages | caches | go vet, s | k8slint, s | k8slint, CPU s | k8slint, peak MiB |\n|---|---|---|---|---|---|\n")
	for _, k := range all {
		if k.Tool != "k8slint" {
			continue
		}
		vet := slices.IndexFunc(all, func(v Benchmark) bool { return v.Tool == "go vet" && v.Repo == k.Repo && v.State == k.State })
		if vet < 0 {
			continue
		}
		_, name, _ := strings.Cut(k.Repo, "/")
		fmt.Fprintf(&b, "| %s, %d | %s | %.1f | %.1f | %.1f | %d |\n", name, k.Packages, k.State, all[vet].Wall, k.Wall, k.CPU, k.MiB)
	}
	return b.String()
}

// AttackTable counts the attacks by round.
func AttackTable(all []Attack) string {
	var b strings.Builder
	b.WriteString("| round | attacks | of them, succeeded before a fix |\n|---|---|---|\n")
	var rounds []string
	total, fixed := map[string]int{}, map[string]int{}
	for _, a := range all {
		if !slices.Contains(rounds, a.Round) {
			rounds = append(rounds, a.Round)
		}
		total[a.Round]++
		if a.Was != "" {
			fixed[a.Round]++
		}
	}
	for _, r := range rounds {
		fmt.Fprintf(&b, "| %s | %d | %d |\n", r, total[r], fixed[r])
	}
	return b.String()
}

// TrialTable lists what new users tried.
func TrialTable(all []Trial) string {
	var b strings.Builder
	b.WriteString("| project | tried | seen | now |\n|---|---|---|---|\n")
	for _, t := range all {
		fmt.Fprintf(&b, "| %s | %s | %s | %s |\n", t.Project, t.Tried, t.Saw, t.Now)
	}
	return b.String()
}

// EarlierTable sums up the readings before the samples.
func EarlierTable(all []Reading) string {
	var b strings.Builder
	b.WriteString("| set | repositories | findings | true | minor | false |\n|---|---|---|---|---|---|\n")
	var sets []string
	by := map[string]*count{}
	for _, r := range all {
		if by[r.Sample] == nil {
			sets, by[r.Sample] = append(sets, r.Sample), new(count)
		}
		by[r.Sample].add(count{1, r.True, r.Minor, r.False, 0})
	}
	for _, s := range sets {
		c := by[s]
		fmt.Fprintf(&b, "| %s | %d | %d | %d | %d | %d |\n", s, c.repos, c.read(), c.right, c.minor, c.wrong)
	}
	return b.String()
}

// CauseTable counts the causes of false findings by what became of them.
func CauseTable(all []Cause) string {
	fixed := 0
	for _, c := range all {
		if strings.HasPrefix(c.Now, "fixed") {
			fixed++
		}
	}
	return fmt.Sprintf("| causes of false findings | fixed, each with a test | fixed in part, or open |\n|---|---|---|\n| %d | %d | %d |\n", len(all), fixed, len(all)-fixed)
}

package evidence

import (
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

// FirstTable is a table of the first readings of all samples together, and of the last one
// alone.
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
	last := samples[len(samples)-1]
	row("the last sample", func(r Reading) bool { return r.Sample == last.Name })
	return b.String()
}

// ReadingTable is a table of the repositories of a sample that have findings.
func ReadingTable(sample string, readings []Reading) string {
	var b strings.Builder
	b.WriteString("| repository | commit | findings | true | minor | false |\n|---|---|---|---|---|---|\n")
	for _, r := range readings {
		if r.Sample != sample || r.Findings() == 0 {
			continue
		}
		repo, commit, found := r.Repo, r.Commit, fmt.Sprint(r.Findings())
		if r.Note != "" {
			repo += " (" + r.Note + ")"
		}
		if commit == "" {
			commit = "(not noted)"
		}
		if r.By != nil {
			var list []string
			for _, name := range slices.Sorted(maps.Keys(r.By)) {
				list = append(list, fmt.Sprintf("%d %s", r.By[name], name))
			}
			found = strings.Join(list, ", ")
		}
		fmt.Fprintf(&b, "| %s | %s | %s | %d | %d | %d |\n", repo, commit, found, r.True, r.Minor, r.False)
	}
	return b.String()
}

// RecordedTable is a table of the recorded findings, by analyzer. Its last row
// also counts the repositories without findings.
func RecordedTable(rows []Row) string {
	by := map[string]*count{}
	type key struct{ analyzer, repo string }
	seen := map[key]bool{}
	var all count
	for _, r := range rows {
		if !seen[key{"", r.Repo}] {
			seen[key{"", r.Repo}] = true
			all.repos++
		}
		if r.Place == (Place{}) {
			continue
		}
		c := by[r.Analyzer]
		if c == nil {
			c = new(count)
			by[r.Analyzer] = c
		}
		if k := (key{r.Analyzer, r.Repo}); !seen[k] {
			seen[k] = true
			c.repos++
		}
		one := map[Verdict]count{True: {right: 1}, Minor: {minor: 1}, False: {wrong: 1}, Unread: {unread: 1}}[r.Verdict]
		c.add(one)
		all.add(one)
	}
	var b strings.Builder
	b.WriteString("| analyzer | repositories | findings | true | minor | false | not read yet |\n|---|---|---|---|---|---|---|\n")
	row := func(name string, c count) {
		fmt.Fprintf(&b, "| %s | %d | %d | %d | %d | %d | %d |\n", name, c.repos, c.read()+c.unread, c.right, c.minor, c.wrong, c.unread)
	}
	for _, name := range slices.Sorted(maps.Keys(by)) {
		row(name, *by[name])
	}
	row("**all**, and repositories without", all)
	return b.String()
}
